"""Answers to `leaks_future(attend, X)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: each later row replaced in turn, the rows before it compared
def leaks_future(attend, X):
    rng = np.random.default_rng(0)
    before = np.array(attend(X))
    for j in range(1, len(X)):
        changed = X.copy()
        changed[j] = rng.normal(size=X.shape[1])
        after = attend(changed)
        if not np.allclose(before[:j], after[:j]):
            return True
    return False

# %% right: everything after row i replaced, any over i
def leaks_future(attend, X):
    before = attend(X)
    noise = np.random.default_rng(1).normal(size=X.shape)

    def changes(i):
        Y = np.concatenate([X[: i + 1], noise[i + 1 :]])
        return not np.allclose(attend(Y)[i], before[i], atol=1e-6)

    return any(changes(i) for i in range(X.shape[0] - 1))

# %% right: plus one, largest difference against a tolerance
def leaks_future(attend, X):
    before = np.asarray(attend(X))
    largest = 0.0
    for j in range(1, X.shape[0]):
        Y = np.array(X)
        Y[j] += 1.0
        diff = np.abs(np.asarray(attend(Y)) - before)[:j]
        largest = max(largest, diff.max())
    return largest > 1e-6

# %% right: who influences whom, one entry at a time, and the upper triangle of that
def leaks_future(attend, X):
    n, d = X.shape
    base = attend(X)
    influence = np.zeros((n, n))
    for j in range(n):
        for c in range(d):
            Y = X.copy()
            Y[j, c] += 0.5
            influence[:, j] += np.abs(attend(Y) - base).sum(axis=1)
    return bool(np.any(np.triu(influence, k=1) > 1e-5))

# %% right: the future blanked with zeros
def leaks_future(attend, X):
    before = attend(X)
    for i in range(len(X) - 1):
        Y = X.copy()
        Y[i + 1 :] = 0
        if np.abs(attend(Y)[: i + 1] - before[: i + 1]).max() > 1e-5:
            return True
    return False

# %% right: all pairs, plain lists, math.isclose
import itertools
import math


def leaks_future(attend, X):
    n = len(X)
    before = np.asarray(attend(X)).tolist()
    for earlier, later in itertools.combinations(range(n), 2):
        rows = X.tolist()
        rows[later] = [2 * x + 1 for x in rows[later]]
        after = np.asarray(attend(np.array(rows, dtype=X.dtype))).tolist()
        for a, b in zip(before[earlier], after[earlier]):
            if not math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6):
                return True
    return False

# %% right: recursion from the last row to the second
def leaks_future(attend, X, j=None):
    if j is None:
        j = X.shape[0] - 1
    if j < 1:
        return False
    Y = X.copy()
    Y[j] = Y[j] - 3.0
    if not np.allclose(attend(Y)[:j], attend(X)[:j], atol=1e-6):
        return True
    return leaks_future(attend, X, j - 1)

# %% right: an object that can be called, several trials
class LeakTest:
    def __init__(self, trials=3, tol=1e-5, seed=42):
        self.trials, self.tol = trials, tol
        self.rng = np.random.default_rng(seed)

    def __call__(self, attend, X):
        base = np.array(attend(X))
        for _ in range(self.trials):
            for cut in range(1, len(X)):
                Y = X.copy()
                Y[cut:] += self.rng.normal(size=Y[cut:].shape)
                if np.abs(attend(Y)[:cut] - base[:cut]).max() > self.tol:
                    return True
        return False


leaks_future = LeakTest()

# %% right: a lambda
bump = lambda X, j: X + 2.0 * (np.arange(len(X)) == j)[:, None]
leaks_future = lambda attend, X: any(
    not np.allclose(attend(bump(X, j))[:j], attend(X)[:j], atol=1e-6) for j in range(1, len(X))
)

# %% right: numpy's testing function, caught
def leaks_future(attend, X):
    before = attend(X)
    rng = np.random.default_rng(7)
    try:
        for j in range(1, len(X)):
            Y = X.copy()
            Y[j] = rng.standard_normal(X.shape[1])
            np.testing.assert_allclose(attend(Y)[:j], before[:j], rtol=1e-4, atol=1e-6)
    except AssertionError:
        return True
    return False

# %% right: prints left in, a boolean of numpy returned
def leaks_future(attend, X):
    Y = np.random.default_rng(3).uniform(-2, 2, size=X.shape)
    before = attend(X)
    leaks = np.zeros(len(X), dtype=bool)
    for j in range(1, len(X)):
        print("row", j)
        Z = np.where(np.arange(len(X))[:, None] == j, Y, X)
        leaks[j] = ~np.isclose(attend(Z)[:j], before[:j], atol=1e-6).all()
    return np.any(leaks)

# %% right: the sign of the later rows turned, a tolerance that follows the size
def leaks_future(attend, X):
    before = attend(X)
    scale = np.abs(before).max() + 1
    found = False
    for i in range(X.shape[0] - 1):
        signs = np.ones((X.shape[0], 1))
        signs[i + 1 :] = -1
        after = attend(X * signs)
        found = found or np.abs(after[i] - before[i]).max() > 1e-6 * scale
    return np.array(found)

# %% right: two unrelated futures for the same past
def leaks_future(attend, X):
    rng = np.random.default_rng(11)
    n, d = X.shape
    for i in range(1, n):
        one = np.vstack([X[:i], rng.normal(size=(n - i, d))])
        two = np.vstack([X[:i], rng.normal(size=(n - i, d))])
        gap = np.linalg.norm(attend(one)[:i] - attend(two)[:i])
        if gap > 1e-5:
            return True
    return False

# %% right: warnings silenced, a large change
def leaks_future(attend, X):
    with np.errstate(all="ignore"):
        before = attend(X)
        for j in reversed(range(1, len(X))):
            X2 = X.copy()
            X2[j, :] = 5 + np.arange(X.shape[1])
            if np.max(np.abs(attend(X2)[:j] - before[:j])) > 1e-5:
                return True
        return False

# %% wrong: only-last-row-tested | the last row can only be seen ahead of time
def leaks_future(attend, X):
    Y = X.copy()
    Y[-1] += 1.0
    return not np.allclose(attend(X)[:-1], attend(Y)[:-1])

# %% wrong: only-one-row-tested | a row in the middle stands for all
def leaks_future(attend, X):
    j = len(X) // 2
    Y = X.copy()
    Y[j] += 1.0
    return not np.allclose(attend(X)[:j], attend(Y)[:j])

# %% wrong: exact-equality | array_equal
def leaks_future(attend, X):
    before = attend(X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1.0
        if not np.array_equal(attend(Y)[:j], before[:j]):
            return True
    return False

# %% wrong: tolerance-too-loose | atol=1 | like: array_equal
-        if not np.array_equal(attend(Y)[:j], before[:j]):
+        if not np.allclose(attend(Y)[:j], before[:j], atol=1):

# %% wrong: tolerance-too-loose | differences below a half are noise
def leaks_future(attend, X):
    before = attend(X)
    worst = 0.0
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] = -Y[j]
        worst = max(worst, np.abs(attend(Y)[:j] - before[:j]).max())
    return worst > 0.5

# %% wrong: change-too-large | nan in the later row, and see where it comes out
def leaks_future(attend, X):
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] = np.nan
        if np.isnan(attend(Y)[:j]).any():
            return True
    return False

# %% wrong: own-row-compared | [: j + 1], because slices stop one short | like: array_equal
-        if not np.array_equal(attend(Y)[:j], before[:j]):
+        if not np.allclose(attend(Y)[: j + 1], before[: j + 1]):

# %% wrong: own-row-compared | rows from i on replaced, row i compared
def leaks_future(attend, X):
    before = attend(X)
    other = np.random.default_rng(2).normal(size=X.shape)
    for i in range(len(X)):
        Y = np.concatenate([X[:i], other[i:]])
        if not np.allclose(attend(Y)[: i + 1], before[: i + 1]):
            return True
    return False

# %% wrong: whole-output-compared | if any output moves, it leaks | like: array_equal
-        if not np.array_equal(attend(Y)[:j], before[:j]):
+        if not np.allclose(attend(Y), before):

# %% wrong: whole-output-compared | all rows but the changed one
def leaks_future(attend, X):
    before = attend(X)
    rng = np.random.default_rng(0)
    for j in range(len(X)):
        Y = X.copy()
        Y[j] = rng.normal(size=X.shape[1])
        others = np.arange(len(X)) != j
        if not np.allclose(attend(Y)[others], before[others]):
            return True
    return False

# %% wrong: direction-reversed | an earlier row changed, the later outputs compared | like: the future blanked with zeros
-        Y[i + 1 :] = 0
-        if np.abs(attend(Y)[: i + 1] - before[: i + 1]).max() > 1e-5:
+        Y[i] += 1.0
+        if not np.allclose(attend(Y)[i + 1 :], before[i + 1 :]):

# %% wrong: every-row-must-leak | all instead of any
def leaks_future(attend, X):
    before = attend(X)
    leaks = []
    for i in range(len(X) - 1):
        Y = X.copy()
        Y[i + 1 :] += 1.0
        leaks.append(not np.allclose(attend(Y)[i], before[i]))
    return all(leaks)

# %% wrong: negated | returns whether the outputs agree
def leaks_future(attend, X):
    before = attend(X)
    agree = True
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1.0
        agree = agree and np.allclose(attend(Y)[:j], before[:j])
    return agree

# %% wrong: equivariance-tested | without a mask the order does not matter
def leaks_future(attend, X):
    order = np.random.default_rng(0).permutation(len(X))
    return np.allclose(attend(X[order]), attend(X)[order])

# %% wrong: equivariance-tested | rows in reverse, rows out in reverse
return bool(np.abs(attend(X[::-1].copy())[::-1] - attend(X)).max() < 1e-6)

# %% wrong: rows-cut-off | a prefix must give the first rows of the whole
def leaks_future(attend, X):
    whole = attend(X)
    for i in range(1, len(X)):
        if not np.allclose(attend(X[:i]), whole[:i]):
            return True
    return False

# %% wrong: rows-cut-off | the last row left away
return not np.allclose(attend(X[:-1]), attend(X)[:-1])

# %% wrong: none-for-false | forgot the last return
def leaks_future(attend, X):
    before = attend(X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1.0
        if not np.allclose(attend(Y)[:j], before[:j]):
            return True

# %% wrong: only-last-row-tested, mutates-input | X[-1] += 1
def leaks_future(attend, X):
    before = np.array(attend(X))
    X[-1] += 1.0
    after = attend(X)
    return not np.allclose(before[:-1], after[:-1])

# %% wrong: only-last-row-tested, exact-equality | last row, ==
def leaks_future(attend, X):
    Y = X.copy()
    Y[-1] = 0
    return not (attend(X)[:-1] == attend(Y)[:-1]).all()

# %% wrong: only-last-row-tested, only-first-row-tested | last row in, first row out
def leaks_future(attend, X):
    Y = X.copy()
    Y[-1] += 10.0
    return bool(np.abs(attend(Y)[0] - attend(X)[0]).max() > 1e-6)

# %% wrong: only-last-row-tested, negated | last row, True when nothing moved
def leaks_future(attend, X):
    Y = X.copy()
    Y[-1] += 1.0
    return np.allclose(attend(X)[:-1], attend(Y)[:-1])

# %% wrong: only-last-row-tested, own-row-compared | last row changed, whole output compared
def leaks_future(attend, X):
    Y = X.copy()
    Y[-1] += 1.0
    return not np.allclose(attend(X), attend(Y))

# %% wrong: only-first-row-tested, exact-equality | first output, ==
def leaks_future(attend, X):
    Y = X.copy()
    Y[1:] += 1.0
    return not np.array_equal(attend(X)[0], attend(Y)[0])

# %% wrong: exact-equality, negated | array_equal is returned
def leaks_future(attend, X):
    before = attend(X)
    same = True
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1.0
        same &= np.array_equal(attend(Y)[:j], before[:j])
    return same

# %% wrong: exact-equality, mutates-input | ==, and no copy
def leaks_future(attend, X):
    for j in range(1, len(X)):
        before = np.array(attend(X))
        X[j] += 1.0
        after = np.array(attend(X))
        if (before[:j] != after[:j]).any():
            return True
    return False

# %% wrong: own-row-compared, negated | [: j + 1], and True when nothing moved | like: forgot the last return
-        if not np.allclose(attend(Y)[:j], before[:j]):
-            return True
+        if not np.allclose(attend(Y)[: j + 1], before[: j + 1]):
+            return False
+    return True

# %% wrong: direction-reversed, mutates-input | X[0] changed, the rest compared
def leaks_future(attend, X):
    before = np.array(attend(X))
    for i in range(len(X) - 1):
        X[i] += 1.0
        if not np.allclose(np.array(attend(X))[i + 1 :], before[i + 1 :]):
            return True
    return False

# %% unnamed | returns a string | like: forgot the last return
-            return True
+            return "leaks"
+    return "causal"
# %% unnamed | attend is always assumed to leak
return True
# %% unnamed | attend is never assumed to leak
return False

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: from the last row to the first, changes pile up behind
def leaks_future(attend, X):
    Y = np.array(X, dtype=float)
    before = np.array(attend(Y.copy()), copy=True)
    rng = np.random.default_rng(1)
    for j in range(len(X) - 1, 0, -1):
        Y[j] += rng.choice([-1.0, 1.0], size=Y[j].shape) * rng.uniform(0.7, 1.3, size=Y[j].shape)
        after = np.asarray(attend(Y.copy()))
        if np.abs(after[:j] - before[:j]).max() > 1e-6:
            return True
    return False

# %% right: any, with three random changes each
def leaks_future(attend, X):
    n = X.shape[0]
    rng = np.random.default_rng(2024)
    X = X.astype(float)
    base = np.array(attend(X.copy()))

    def moved(j):
        Y = X.copy()
        Y[j] = Y[j] + rng.normal(size=Y.shape[1:])
        return not np.allclose(attend(Y)[:j], base[:j], rtol=0, atol=1e-7)

    return any(moved(j) for j in range(1, n) for _ in range(3))

# %% right: a table of who moves whom
def leaks_future(attend, X):
    n, d = X.shape
    base = np.array(attend(X + np.zeros((n, d))))
    moves = np.zeros((n, n))
    for j in range(n):
        bump = np.zeros((n, d))
        bump[j] = 0.8 + 0.5 * np.cos(1.7 * np.arange(d) + j)
        for sign in (1, -1):
            out = np.array(attend(X + sign * bump))
            change = np.abs(out - base).reshape(n, -1).max(axis=1)
            moves[:, j] = np.maximum(moves[:, j], change)
    return bool(np.triu(moves > 1e-6, k=1).any())

# %% wrong: reordered-not-changed | the later rows backwards
def leaks_future(attend, X):
    base = attend(X)
    for i in range(len(X) - 1):
        Y = X.copy()
        Y[i + 1:] = X[i + 1:][::-1]
        if not np.allclose(attend(Y)[: i + 1], base[: i + 1], rtol=0, atol=1e-6):
            return True
    return False

# %% wrong: mutates-input | the row put back only where nothing leaks
def leaks_future(attend, X):
    base = np.array(attend(X))
    for j in range(1, len(X)):
        X[j] += 1.0
        out = attend(X)
        if not np.allclose(out[:j], base[:j], rtol=0, atol=1e-6):
            return True
        X[j] -= 1.0
    return False

# %% wrong: mutates-input | X[:] for a copy
def leaks_future(attend, X):
    base = np.array(attend(X))
    for j in range(len(X) - 1, 0, -1):
        Y = X[:]
        Y[j] = Y[j] + 1.3
        if np.max(np.abs(attend(Y)[:j] - base[:j])) > 1e-6:
            return True
    return False

# %% wrong: differences-cancel | the mean of the differences, against a thousandth
def leaks_future(attend, X):
    base = attend(X)
    for j in range(1, X.shape[0]):
        Y = X.copy()
        Y[j] += 1
        diff = attend(Y)[:j] - base[:j]
        if abs(diff.mean()) > 1e-3:
            return True
    return False

# %% not blind | by people who knew the catalogue

# %% wrong: only-one-direction-counts | the largest difference, without its absolute value
def leaks_future(attend, X):
    before = attend(X)
    for row in range(1, len(X)):
        changed = X.copy()
        changed[row] += 1
        after = attend(changed)
        if (after - before)[:row].max() > 1e-6:
            return True
    return False

# %% wrong: only-one-direction-counts | before minus after, a function of its own for the change
def change_of_earlier(attend, X, row):
    nudged = X.copy()
    nudged[row, :] = X[row, :] + 3.0
    return np.max(attend(X)[:row] - attend(nudged)[:row])

def leaks_future(attend, X):
    return any(change_of_earlier(attend, X, row) > 1e-5 for row in range(1, len(X)))

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: only-neighbour-tested | the row before, and no other
def leaks_future(attend, X):
    rng = np.random.default_rng(0)
    base = attend(X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] = Y[j] + rng.uniform(0.5, 1.5, size=Y[j].shape)
        if not np.allclose(attend(Y)[j - 1], base[j - 1], rtol=0, atol=1e-6):
            return True
    return False

# %% wrong: changes-pile-up | one copy for all rounds, so earlier changes are taken for leaks
def leaks_future(attend, X):
    base = attend(X)
    Y = X.copy()
    for j in range(1, len(X)):
        Y[j] += 1.0
        if not np.allclose(attend(Y)[:j], base[:j], rtol=0, atol=1e-6):
            return True
    return False

# %% wrong: change-too-small | 1e-6, with the usual tolerance
def leaks_future(attend, X):
    base = attend(X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1e-6
        if not np.allclose(attend(Y)[:j], base[:j]):
            return True
    return False

# %% wrong: every-number-must-move | a leak only where every earlier number moves
def leaks_future(attend, X):
    rng = np.random.default_rng(5)
    base = attend(X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += rng.normal(size=X.shape[1])
        if not np.isclose(attend(Y)[:j], base[:j], rtol=0, atol=1e-6).any():
            return True
    return False

# %% wrong: return-in-loop | else: return False
def leaks_future(attend, X):
    base = attend(X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += np.linspace(0.6, 1.4, X.shape[1])
        if np.abs(attend(Y)[:j] - base[:j]).max() > 1e-6:
            return True
        else:
            return False
    return False

# %% unnamed | the last row and the nearest output left out
def leaks_future(attend, X):
    n = len(X)
    base = attend(X)
    for j in range(1, n - 1):
        Y = X.copy()
        Y[j] += 1.1
        if not np.allclose(attend(Y)[: j - 1], base[: j - 1], rtol=0, atol=1e-6):
            return True
    return False

# %% wrong: only-first-row-tested | does output 0 move?
def leaks_future(attend, X):
    rng = np.random.default_rng(3)
    before = attend(X)[0]
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] = rng.normal(size=X.shape[1])
        if np.abs(attend(Y)[0] - before).max() > 1e-6:
            return True
    return False

# %% wrong: only-one-entry-changed | column j of row j
def leaks_future(attend, X):
    n, d = X.shape
    base = attend(X)
    for j in range(1, n):
        Y = X.copy()
        Y[j, j % d] += 1
        if not np.allclose(attend(Y)[:j], base[:j], rtol=0, atol=1e-6):
            return True
    return False

# %% unnamed | starts with row 0, where nothing is left to compare (ValueError)
def leaks_future(attend, X):
    base = attend(X)
    for j in range(len(X)):
        Y = X.copy()
        Y[j] += 1.2
        if np.max(np.abs(attend(Y)[:j] - base[:j])) > 1e-6:
            return True
    return False

# %% unnamed | attend of queries, keys and values (TypeError)
def leaks_future(attend, X):
    base, _ = attend(X, X, X)
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1
        out, _ = attend(Y, Y, Y)
        if not np.allclose(out[:j], base[:j], rtol=0, atol=1e-6):
            return True
    return False

# %% unnamed | output and weights expected from attend (ValueError) | like: attend of queries, keys and values (TypeError)
-    base, _ = attend(X, X, X)
+    base, weights = attend(X)
-        out, _ = attend(Y, Y, Y)
+        out, weights = attend(Y)

# %% unnamed | != between arrays in an if (ValueError)
def leaks_future(attend, X):
    for j in range(1, len(X)):
        Y = X.copy()
        Y[j] += 1
        if attend(Y)[:j].round(6) != attend(X)[:j].round(6):
            return True
    return False

# %% unnamed | row j + 1, past the end (IndexError)
def leaks_future(attend, X):
    base = attend(X)
    for j in range(len(X)):
        Y = X.copy()
        Y[j + 1] = X[j + 1] + 1.0
        if not np.allclose(attend(Y)[: j + 1], base[: j + 1], rtol=0, atol=1e-6):
            return True
    return False

# %% unnamed | list(X) for a copy (AttributeError)
def leaks_future(attend, X):
    base = attend(X)
    for j in range(1, len(X)):
        Y = list(X)
        Y[j] = Y[j] + 1.0
        if not np.allclose(attend(Y)[:j], base[:j], rtol=0, atol=1e-6):
            return True
    return False
