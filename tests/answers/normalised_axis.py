"""Answers to `normalised_axis(weights)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.allclose, rows first
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=-1), 1):
        return -1
    if np.allclose(weights.sum(axis=-2), 1):
        return -2
    return None

# %% right: loops over rows and columns with math.isclose
import math


def normalised_axis(weights):
    n_q, n_k = weights.shape
    rows_ok = True
    for i in range(n_q):
        total = 0.0
        for j in range(n_k):
            total += float(weights[i, j])
        if not math.isclose(total, 1.0, abs_tol=1e-5):
            rows_ok = False
    if rows_ok:
        return -1
    columns_ok = True
    for j in range(n_k):
        total = 0.0
        for i in range(n_q):
            total += float(weights[i, j])
        if not math.isclose(total, 1.0, abs_tol=1e-5):
            columns_ok = False
    if columns_ok:
        return -2

# %% right: for over the two axes
def normalised_axis(weights):
    for axis in (-1, -2):
        if np.all(np.abs(weights.sum(axis=axis) - 1) < 1e-5):
            return axis
    return None

# %% right: next with a default
return next((a for a in (-1, -2) if np.allclose(np.sum(weights, axis=a), 1)), None)

# %% right: plain python lists, zip for the columns
def all_one(rows):
    return all(abs(sum(row) - 1) < 1e-5 for row in rows)


def normalised_axis(weights):
    rows = weights.tolist()
    columns = list(zip(*rows))
    if all_one(rows):
        return -1
    elif all_one(columns):
        return -2
    else:
        return None

# %% right: the product with a vector of ones
def normalised_axis(weights):
    n_q, n_k = weights.shape
    row_sums = weights @ np.ones(n_k)
    column_sums = np.ones(n_q) @ weights
    if abs(row_sums - 1).max() < 1e-5:
        return -1
    if abs(column_sums - 1).max() < 1e-5:
        return -2

# %% right: einsum, float32 throughout
def normalised_axis(weights):
    w = weights.astype(np.float32)
    rows = np.einsum("qk->q", w)
    columns = np.einsum("qk->k", w)
    if np.isclose(rows, 1, atol=1e-5).all():
        return -1
    if np.isclose(columns, 1, atol=1e-5).all():
        return -2
    return None

# %% right: the tolerance follows the type
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    rows = np.abs(weights.sum(axis=1) - 1).max() <= tol
    columns = np.abs(weights.sum(axis=0) - 1).max() <= tol
    return -1 if rows else -2 if columns else None

# %% right: an object that can be called
class NormalisedAxis:
    def __init__(self, tolerance=1e-5):
        self.tolerance = tolerance

    def sums_to_one(self, weights, axis):
        return np.all(np.abs(np.sum(weights, axis=axis) - 1) < self.tolerance)

    def __call__(self, weights):
        if self.sums_to_one(weights, -1):
            return -1
        if self.sums_to_one(weights, -2):
            return -2
        return None


normalised_axis = NormalisedAxis()

# %% right: a lambda
close = lambda w, a: np.allclose(w.sum(a), 1)
normalised_axis = lambda weights: -1 if close(weights, 1) else (-2 if close(weights, 0) else None)

# %% right: the testing functions of numpy
def normalised_axis(weights):
    for axis in [-1, -2]:
        try:
            np.testing.assert_allclose(weights.sum(axis=axis), 1, atol=1e-5)
            return axis
        except AssertionError:
            pass

# %% right: once for the matrix and once for its transpose
def rows_sum_to_one(a, tol=1e-5):
    return all(abs(a[i].sum() - 1) <= tol for i in range(len(a)))


def normalised_axis(weights, tol=1e-5):
    answer = None
    if rows_sum_to_one(weights.T, tol=tol):
        answer = -2
    if rows_sum_to_one(weights, tol=tol):
        answer = -1
    return answer

# %% right: compared with its own renormalised copy
def normalised_axis(weights):
    with np.errstate(divide="ignore", invalid="ignore"):
        by_row = weights / weights.sum(axis=-1, keepdims=True)
        by_column = weights / weights.sum(axis=-2, keepdims=True)
    if np.allclose(by_row, weights):
        return -1
    if np.allclose(by_column, weights):
        return -2
    return None

# %% right: prints left in, numpy integers returned
def normalised_axis(weights):
    sums = {np.int64(-1): weights.sum(axis=-1), np.int64(-2): weights.sum(axis=-2)}
    for axis, s in sums.items():
        print("axis", axis, "sums", s)
        if np.allclose(s, np.ones(s.shape)):
            return axis
    print("neither")
    return None

# %% right: a running sum on a copy, last column looked at
def normalised_axis(weights):
    w = weights.copy()
    for axis in (-1, -2):
        running = np.cumsum(w, axis=axis)
        last = np.take(running, -1, axis=axis)
        if np.allclose(last, 1.0, rtol=0, atol=1e-5):
            return axis

# %% right: apply_along_axis and math.fsum
from math import fsum


def normalised_axis(weights):
    rows = np.apply_along_axis(fsum, 1, weights)
    columns = np.apply_along_axis(fsum, 0, weights)
    if (np.abs(rows - 1) > 1e-5).sum() == 0:
        return -1
    if (np.abs(columns - 1) > 1e-5).sum() == 0:
        return -2

# %% right: smallest and largest sum
def normalised_axis(weights: np.ndarray) -> int | None:
    """-1 if the rows sum to 1, else -2 if the columns do, else None."""
    for axis, sums in zip((-1, -2), (np.add.reduce(weights, 1), np.add.reduce(weights, 0))):
        if 0.99999 < sums.min() and sums.max() < 1.00001:
            return axis
    return None

# %% right: rounded to five decimals
def normalised_axis(weights):
    if (np.round(weights.sum(axis=-1), 5) == 1).all():
        return -1
    if (np.round(weights.sum(axis=-2), 5) == 1).all():
        return -2
    return None

# %% wrong: axes-exchanged | thinks that summing over axis -2 adds up the rows
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=-2), 1):
        return -1
    if np.allclose(weights.sum(axis=-1), 1):
        return -2
    return None

# %% wrong: axes-exchanged | right sums, the answers mixed up
def normalised_axis(weights):
    rows = np.allclose(weights.sum(axis=1), 1)
    columns = np.allclose(weights.sum(axis=0), 1)
    if rows:
        return -2
    if columns:
        return -1
    return None

# %% wrong: exact-equality | == 1 on the sums
def normalised_axis(weights):
    if (weights.sum(axis=-1) == 1).all():
        return -1
    if (weights.sum(axis=-2) == 1).all():
        return -2
    return None

# %% wrong: only-first-row-tested | one row is enough
def normalised_axis(weights):
    if np.isclose(weights[0].sum(), 1):
        return -1
    if np.isclose(weights[:, 0].sum(), 1):
        return -2
    return None

# %% wrong: only-last-row-tested | the flag is overwritten in each round
def normalised_axis(weights):
    for row in weights:
        rows_ok = np.isclose(row.sum(), 1)
    for column in weights.T:
        columns_ok = np.isclose(column.sum(), 1)
    if rows_ok:
        return -1
    if columns_ok:
        return -2
    return None

# %% wrong: columns-first | columns asked first
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=-2), 1):
        return -2
    if np.allclose(weights.sum(axis=-1), 1):
        return -1
    return None

# %% wrong: positive-axis | a matrix has axes 0 and 1
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=1), 1):
        return 1
    if np.allclose(weights.sum(axis=0), 1):
        return 0
    return None

# %% wrong: false-for-none | False when neither | like: np.allclose, rows first
-    return None
+    return False

# %% wrong: false-for-none | 0 when neither
def normalised_axis(weights):
    answer = 0
    if np.allclose(weights.sum(axis=-1), 1):
        answer = -1
    elif np.allclose(weights.sum(axis=-2), 1):
        answer = -2
    return answer

# %% wrong: false-for-none | the word None | like: np.allclose, rows first
-    if np.allclose(weights.sum(axis=-2), 1):
+    elif np.allclose(weights.sum(axis=-2), 1):
-    return None
+    else:
+        return "None"

# %% wrong: false-for-none | the word neither
def normalised_axis(weights):
    for axis in (-1, -2):
        if np.allclose(weights.sum(axis=axis), 1):
            return axis
    return "neither"

# %% wrong: mutates-input | the first row is used as the accumulator
def normalised_axis(weights):
    rows = [sum(row) for row in weights]
    columns = weights[0]
    for row in weights[1:]:
        columns += row
    if np.allclose(rows, 1):
        return -1
    if np.allclose(columns, 1):
        return -2
    return None

# %% wrong: mutates-input | running sums written over the weights
def normalised_axis(weights):
    columns = weights.sum(axis=0)
    np.cumsum(weights, axis=1, out=weights)
    rows = weights[:, -1]
    if np.allclose(rows, 1):
        return -1
    if np.allclose(columns, 1):
        return -2
    return None

# %% wrong: axes-exchanged, false-for-none | mixed up, and False
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=-1), 1):
        return -2
    if np.allclose(weights.sum(axis=-2), 1):
        return -1
    return False

# %% wrong: axes-exchanged, exact-equality | == 1, and over the wrong axis
def normalised_axis(weights):
    if np.all(weights.sum(axis=-2) == 1):
        return -1
    if np.all(weights.sum(axis=-1) == 1):
        return -2
    return None

# %% wrong: axes-exchanged, positive-axis | "rows are axis 0"
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=1), 1):
        return 0
    if np.allclose(weights.sum(axis=0), 1):
        return 1
    return None

# %% wrong: positive-axis, false-for-none | 1, 0 or False | like: a matrix has axes 0 and 1
-    return None
+    return False

# %% wrong: only-first-row-tested, exact-equality | one row, and == 1
def normalised_axis(weights):
    if weights[0].sum() == 1:
        return -1
    if weights[:, 0].sum() == 1:
        return -2
    return None

# %% wrong: columns-first, false-for-none | columns asked first, False when neither
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=0), 1):
        return -2
    if np.allclose(weights.sum(axis=1), 1):
        return -1
    return False

# %% wrong: columns-first, total-only | total compared with the number of columns first
def normalised_axis(weights):
    total = weights.sum()
    n_q, n_k = weights.shape
    if abs(total - n_k) < 1e-5:
        return -2
    if abs(total - n_q) < 1e-5:
        return -1
    return None

# %% wrong: zero-row-accepted, false-for-none | hidden rows let through, False when neither
def normalised_axis(weights):
    for axis in (-1, -2):
        s = weights.sum(axis=axis)
        if np.all(np.isclose(s, 1) | np.isclose(s, 0)):
            return axis
    return False

# %% wrong: tolerance-too-loose, columns-first | generous, and columns first
def normalised_axis(weights):
    if np.allclose(weights.sum(axis=-2), 1, atol=0.02):
        return -2
    if np.allclose(weights.sum(axis=-1), 1, atol=0.02):
        return -1
    return None

# %% unnamed | returns the sums instead of an axis
return weights.sum(axis=-1)
# %% unnamed | raises when neither | like: np.allclose, rows first
-    return None
+    raise ValueError("not normalised")
# %% unnamed | always -1, because the softmax runs over the keys
return -1

# %% wrong: tolerance-too-tight | a tolerance that single precision cannot meet
def normalised_axis(weights):
    if np.all(np.abs(weights.sum(axis=-1) - 1) < 1e-12):
        return -1
    if np.all(np.abs(weights.sum(axis=-2) - 1) < 1e-12):
        return -2
    return None

# %% wrong: columns-not-tested | the columns are never asked | like: np.allclose, rows first
-    if np.allclose(weights.sum(axis=-2), 1):
-        return -2

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: math.fsum
import math


def normalised_axis(weights):
    weights = np.asarray(weights)
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    rows = weights.tolist()
    if all(abs(math.fsum(row) - 1) <= tol for row in rows):
        return -1
    if all(abs(math.fsum(col) - 1) <= tol for col in zip(*rows)):
        return -2
    return None

# %% right: products with ones
def normalised_axis(weights):
    tol = {"float32": 1e-4}.get(weights.dtype.name, 1e-6)
    n_q, n_k = weights.shape
    w = weights.astype(np.float64)
    sums = {-1: w @ np.ones(n_k), -2: np.ones(n_q) @ w}
    for axis, s in sums.items():
        if np.abs(s - 1).max() <= tol:
            return axis

# %% right: next over the axes
def normalised_axis(weights):
    atol = 1e-4 if weights.dtype.itemsize == 4 and weights.dtype.kind == "f" else 1e-6
    return next(
        (ax for ax in (-1, -2) if np.allclose(weights.sum(ax, dtype=float), 1, rtol=0, atol=atol)),
        None,
    )

# %% wrong: abs-missing | sums minus 1, without abs
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    if (weights.sum(axis=-1) - 1 < tol).all():
        return -1
    if (weights.sum(axis=-2) - 1 < tol).all():
        return -2
    return None

# %% wrong: total-only | the deviations added up, then abs
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    for axis in (-1, -2):
        if abs(np.sum(weights.sum(axis=axis) - 1)) <= tol:
            return axis
    return None

# %% unnamed | everything made float32 first
def normalised_axis(weights):
    weights = np.array(weights, dtype=np.float32)
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    if np.allclose(weights.sum(axis=1), 1, rtol=0, atol=tol):
        return -1
    if np.allclose(weights.sum(axis=0), 1, rtol=0, atol=tol):
        return -2
    return None

# %% wrong: zero-row-accepted | rows and columns of zeros left out
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    rows = weights.sum(axis=-1)
    cols = weights.sum(axis=-2)
    rows = rows[rows != 0]
    cols = cols[cols != 0]
    if np.allclose(rows, 1, rtol=0, atol=tol):
        return -1
    if np.allclose(cols, 1, rtol=0, atol=tol):
        return -2
    return None

# %% wrong: any-row-is-enough | return inside the loop over the rows
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    for row in weights:
        if abs(row.sum() - 1) <= tol:
            return -1
    for col in weights.T:
        if abs(col.sum() - 1) <= tol:
            return -2
    return None

# %% wrong: total-only | the total against the number of rows
def normalised_axis(weights):
    n_q, n_k = weights.shape
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    total = weights.sum()
    if abs(total - n_q) <= tol:
        return -1
    elif abs(total - n_k) <= tol:
        return -2
    else:
        return None

# %% wrong: tolerance-too-loose | rounded to two places
def normalised_axis(weights):
    if (np.round(weights.sum(axis=-1), 2) == 1).all():
        return -1
    if (np.round(weights.sum(axis=-2), 2) == 1).all():
        return -2

# %% unnamed | -1 only where the columns do not sum to 1
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    r = np.abs(weights.sum(-1) - 1).max() <= tol
    c = np.abs(weights.sum(-2) - 1).max() <= tol
    if r and not c:
        return -1
    if c and not r:
        return -2
    return None

# %% unnamed | divided by the row sums first
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    s = weights.sum(axis=-1, keepdims=True)
    w = weights / np.where(s == 0, 1, s)
    if np.allclose(w.sum(axis=-1), 1, atol=tol, rtol=0):
        return -1
    if np.allclose(w.sum(axis=-2), 1, atol=tol, rtol=0):
        return -2
    return None

# %% wrong: columns-assumed | and -1 or -2
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    return np.allclose(np.sum(weights, -1), 1, rtol=0, atol=tol) and -1 or -2

# %% unnamed | a dict of dtypes (KeyError)
TOLERANCE = {np.float32: 1e-4, np.float64: 1e-6}


def normalised_axis(weights):
    tol = TOLERANCE[weights.dtype]
    if np.allclose(weights.sum(-1), 1, rtol=0, atol=tol):
        return -1
    if np.allclose(weights.sum(-2), 1, rtol=0, atol=tol):
        return -2
    return None

# %% unnamed | assert_allclose for the columns (AssertionError)
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    try:
        np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=0, atol=tol)
        return -1
    except AssertionError:
        np.testing.assert_allclose(weights.sum(axis=-2), 1, rtol=0, atol=tol)
        return -2
    return None

# %% unnamed | math.isclose of an array (TypeError)
import math


def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    if math.isclose(weights.sum(axis=-1), 1, abs_tol=tol):
        return -1
    if math.isclose(weights.sum(axis=-2), 1, abs_tol=tol):
        return -2

# %% unnamed | range(1, 3) for the axes (AxisError)
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    for axis in range(1, 3):
        if np.all(np.abs(weights.sum(axis=axis) - 1) <= tol):
            return -axis

# %% unnamed | one index for rows and columns (IndexError)
def normalised_axis(weights):
    tol = 1e-4 if weights.dtype == np.float32 else 1e-6
    rows = cols = True
    for i in range(len(weights)):
        rows = rows and abs(weights[i, :].sum() - 1) <= tol
        cols = cols and abs(weights[:, i].sum() - 1) <= tol
    if rows:
        return -1
    return -2 if cols else None

# %% not blind | by people who knew the catalogue

# %% wrong: rows-not-reduced | np.isclose gives one answer for each row (ValueError)
def normalised_axis(weights):
    if np.isclose(weights.sum(axis=-1), 1):
        return -1
    if np.isclose(weights.sum(axis=-2), 1):
        return -2
    return None
