"""Answers to `is_equivariant(attend, X, order)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: one np.allclose
return np.allclose(attend(X[order]), attend(X)[order])

# %% right: the reordering undone with argsort
def is_equivariant(attend, X, order):
    out = np.asarray(attend(X))
    reordered = np.asarray(attend(X[order]))
    back = np.argsort(order)
    return bool(np.allclose(reordered[back], out, atol=1e-7))

# %% right: a loop over rows
def is_equivariant(attend, X, order):
    before = attend(X)
    after = attend(X[order])
    for i in range(len(order)):
        if not np.allclose(after[i], before[order[i]]):
            return False
    return True

# %% right: a permutation matrix on either side
def is_equivariant(attend, X, order):
    P = np.eye(len(X))[order]
    return np.allclose(attend(P @ X), P @ attend(X))

# %% right: a norm, relative to the size of the output
def is_equivariant(attend, X, order):
    want = np.take(attend(X), order, axis=0)
    got = attend(np.take(X, order, axis=0))
    return np.linalg.norm(got - want) <= 1e-7 * max(1.0, np.linalg.norm(want))

# %% right: np.testing and an exception
def is_equivariant(attend, X, order):
    try:
        np.testing.assert_allclose(attend(X[order]), attend(X)[order], rtol=1e-5, atol=1e-8)
    except AssertionError:
        return False
    return True

# %% right: rows gathered one by one into a new array, math.isclose
import math


def is_equivariant(attend, X, order):
    shuffled = np.stack([X[j] for j in order])
    out, out_shuffled = attend(X), attend(shuffled)
    return all(
        math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
        for j, row in zip(order, out_shuffled)
        for a, b in zip(row, out[j])
    )

# %% right: a lambda, np.isclose and all
is_equivariant = lambda attend, X, order: np.isclose(attend(X[order]), attend(X)[order]).all()

# %% right: in place, on a copy
def is_equivariant(attend, X, order):
    first = np.array(attend(X.copy()))
    Y = X.copy()
    Y[:] = Y[order]
    second = np.array(attend(Y))
    first[:] = first[order]
    first -= second
    return not (np.abs(first) > 1e-6).any()

# %% right: an object that can be called, prints left in
class Tester:
    tolerance = 1e-6

    def reorder(self, rows, order):
        return np.array([rows[int(i)] for i in order])

    def __call__(self, attend, X, order):
        a = attend(self.reorder(X, order))
        b = self.reorder(attend(X), order)
        print("largest difference:", abs(a - b).max())
        return bool(abs(a - b).max() < self.tolerance)


is_equivariant = Tester()

# %% right: rounded, then compared
def is_equivariant(attend, X, order):
    gap = attend(X[order]) - attend(X)[order]
    return np.array_equal(np.round(gap, 6), np.zeros_like(gap))

# %% right: warnings silenced, a 0-d array comes back
def is_equivariant(attend, X, order):
    with np.errstate(all="ignore"):
        permuted_then_attended = attend(X[order, :])
        attended_then_permuted = attend(X)[order, :]
    return np.array(np.allclose(permuted_then_attended, attended_then_permuted))

# %% right: mean squared difference
def is_equivariant(attend, X, order):
    mse = np.mean((attend(X[order]) - attend(X)[order]) ** 2)
    if mse < 1e-12:
        return True
    else:
        return False

# %% right: an inverse written by hand, einsum with a one-hot matrix
def is_equivariant(attend, X, order):
    inverse = [0] * len(order)
    for new, old in enumerate(order):
        inverse[old] = new
    one_hot = np.zeros((len(order), len(order)))
    for old, new in enumerate(inverse):
        one_hot[old, new] = 1.0
    restored = np.einsum("on,nd->od", one_hot, attend(X[order]))
    return np.allclose(restored, attend(X))

# %% wrong: invariant-not-equivariant | order must not matter, so the output stays as it is
return np.allclose(attend(X[order]), attend(X))
# %% wrong: exact-equality | np.array_equal
return np.array_equal(attend(X[order]), attend(X)[order])
# %% wrong: inverse-order | reordered a second time to get back
return np.allclose(attend(X[order])[order], attend(X))

# %% wrong: input-not-reordered | only the output is moved
def is_equivariant(attend, X, order):
    out = attend(X)
    return np.allclose(out, out[order])

# %% wrong: only-last-row-tested | the flag is written anew in each round
def is_equivariant(attend, X, order):
    out, out2 = attend(X), attend(X[order])
    same = True
    for i in range(len(X)):
        same = np.allclose(out2[i], out[order[i]])
    return same

# %% wrong: negated | says whether the order matters
return not np.allclose(attend(X[order]), attend(X)[order])
# %% wrong: any-not-all | any in place of all
return np.isclose(attend(X[order]), attend(X)[order]).any()
# %% unnamed | the sum over all rows is the same
return np.allclose(attend(X[order]).sum(axis=0), attend(X).sum(axis=0))
# %% wrong: mean-without-abs | the mean difference is small
return bool(np.mean(attend(X[order]) - attend(X)[order]) < 1e-6)
# %% wrong: columns-reordered | columns reordered
return np.allclose(attend(X[:, order]), attend(X)[:, order])
# %% wrong: invariant-not-equivariant, exact-equality | two slips at once
return np.array_equal(attend(X), attend(X[order]))
# %% wrong: exact-equality, inverse-order | two slips at once
return bool(np.all(attend(X[order])[order] == attend(X)))

# %% wrong: invariant-not-equivariant, negated | two slips at once
def is_equivariant(attend, X, order):
    changed = not np.allclose(attend(X), attend(X[order]))
    return changed

# %% wrong: only-first-row-tested, exact-equality | two slips at once
def is_equivariant(attend, X, order):
    out, again = attend(X), attend(X[order])
    for i in range(len(order)):
        return bool((again[i] == out[order[i]]).all())

# %% wrong: inverse-order, negated | two slips at once
def is_equivariant(attend, X, order):
    out = attend(X)
    back = attend(X[order])[order]
    return bool(np.any(np.abs(back - out) > 1e-6))

# %% wrong: invariant-not-equivariant, only-last-row-tested | two slips at once
return np.allclose(attend(X[order])[-1], attend(X)[-1])
# %% wrong: invariant-not-equivariant, order-ignored | two slips at once
return np.allclose(attend(np.flip(X, axis=0)), attend(X))
# %% unnamed | attention is equivariant, as the lesson said
return True

# %% wrong: difference-without-return | nothing comes back where it is not
def is_equivariant(attend, X, order):
    if np.allclose(attend(X[order]), attend(X)[order]):
        return True

# %% wrong: several-answers | one answer for each row
return np.isclose(attend(X[order]), attend(X)[order]).all(axis=1)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: rows put back by index, largest difference
def is_equivariant(attend, X, order):
    plain = np.asarray(attend(X.copy()))
    back = np.empty_like(plain)
    back[order] = attend(X[order])
    return bool(np.abs(back - plain).max() <= 1e-5 * np.abs(plain).max())

# %% right: a permutation matrix on both sides
def is_equivariant(attend, X, order):
    P = np.eye(len(order), dtype=X.dtype)[order]
    before, after = attend(P @ X), P @ attend(X)
    gap = np.max(np.abs(before - after))
    return not gap > 2e-5 * np.max(np.abs(after))

# %% right: row by row, with the inverse
def is_equivariant(attend, X, order):
    inverse = np.argsort(order)
    moved = attend(X[order])
    stayed = attend(X)
    tolerance = 1e-5 * np.amax(np.absolute(stayed))
    return all(np.allclose(moved[inverse[j]], stayed[j], rtol=0, atol=tolerance) for j in range(len(X)))

# %% wrong: differences-cancel | the mean of the differences, where they cancel
def is_equivariant(attend, X, order):
    a = attend(X[order])
    b = attend(X)[order]
    return bool(abs(np.mean(a - b)) <= 1e-6 * np.abs(b).max())

# %% wrong: abs-missing | the largest difference without abs
def is_equivariant(attend, X, order):
    a = attend(X[order])
    b = attend(X)[order]
    return bool((a - b).max() <= 1e-5 * np.abs(b).max())

# %% wrong: only-first-row-tested | return in both branches of the loop
def is_equivariant(attend, X, order):
    moved, stayed = attend(X[order]), attend(X)
    tol = 1e-5 * np.abs(stayed).max()
    for i in range(len(order)):
        if np.all(np.abs(moved[i] - stayed[order[i]]) <= tol):
            return True
        else:
            return False

# %% unnamed | a tolerance that follows the largest input
def is_equivariant(attend, X, order):
    a = attend(X[order])
    b = attend(X)[order]
    return bool(np.allclose(a, b, rtol=0, atol=1e-5 * np.abs(X).max()))

# %% wrong: order-ignored | the rows reversed
def is_equivariant(attend, X, order):
    a = attend(X[::-1])
    b = attend(X)[::-1]
    return bool(np.max(np.abs(a - b)) <= 1e-5 * np.max(np.abs(b)))

# %% unnamed | only the lengths of the rows compared
def is_equivariant(attend, X, order):
    a = np.linalg.norm(attend(X[order]), axis=1)
    b = np.linalg.norm(attend(X)[order], axis=1)
    return bool(np.allclose(a, b, rtol=1e-5, atol=1e-5 * b.max()))

# %% wrong: mutates-input | X reordered in place
def is_equivariant(attend, X, order):
    expected = attend(X)[order]
    X[:] = X[order]
    got = attend(X)
    return bool(np.abs(got - expected).max() <= 1e-5 * np.abs(expected).max())

# %% unnamed | the last row left out
def is_equivariant(attend, X, order):
    out1 = attend(X)
    out2 = attend(X[order])
    tol = 1e-5 * np.abs(out1).max()
    same = True
    for i in range(X.shape[0] - 1):
        for c in range(out1.shape[1]):
            if abs(out2[i, c] - out1[order[i], c]) > tol:
                same = False
    return same

# %% wrong: tolerance-too-loose | rounded to three places
return np.array_equal(np.round(attend(X[order]), 3), np.round(attend(X)[order], 3))

# %% wrong: inverse-order, any-not-all | order once more to undo it, and any
def is_equivariant(attend, X, order):
    back = attend(X[order])[order]
    out = attend(X)
    return bool(np.any(np.isclose(back, out, rtol=1e-5)))

# %% unnamed | one row at a time handed to attend
def is_equivariant(attend, X, order):
    one_by_one = np.concatenate([attend(X[i:i + 1]) for i in order])
    whole = attend(X)[order]
    return bool(np.abs(one_by_one - whole).max() <= 1e-5 * np.abs(whole).max())

# %% wrong: places-ignored | both outputs sorted
def is_equivariant(attend, X, order):
    a = np.sort(attend(X[order]), axis=0)
    b = np.sort(attend(X)[order], axis=0)
    return bool(np.abs(a - b).max() <= 1e-5 * np.abs(b).max())

# %% wrong: tolerance-too-loose | a hundredth of the largest output as tolerance
def is_equivariant(attend, X, order):
    a, b = attend(X[order]), attend(X)[order]
    return bool(np.all(np.abs(a - b) <= 0.01 * np.abs(b).max()))

# %% unnamed | np.testing raises where it should say False (AssertionError)
def is_equivariant(attend, X, order):
    b = attend(X)[order]
    np.testing.assert_allclose(attend(X[order]), b, rtol=0, atol=1e-5 * np.abs(b).max())
    return True

# %% unnamed | an array asked for its truth (ValueError)
def is_equivariant(attend, X, order):
    if abs(attend(X[order]) - attend(X)[order]) < 1e-6:
        return True
    return False

# %% unnamed | a tuple for an index (IndexError)
def is_equivariant(attend, X, order):
    order = tuple(order)
    a = attend(X[order])
    b = attend(X)[order]
    return bool(np.allclose(a, b, atol=1e-6 * np.abs(b).max()))

# %% unnamed | an output with the shape of X (ValueError)
def is_equivariant(attend, X, order):
    out = attend(X)
    expected = np.zeros_like(X, dtype=float)
    for i in range(len(order)):
        expected[i] = out[order[i]]
    got = attend(X[order])
    return bool(np.abs(got - expected).max() <= 1e-5 * np.abs(expected).max())

# %% unnamed | allclose with tol (TypeError)
return np.allclose(attend(X[order]), attend(X)[order], tol=1e-6)

# %% not blind | by people who knew the catalogue

# %% wrong: row-sums-compared | one number for each row
def is_equivariant(attend, X, order):
    before, after = attend(X).sum(axis=1), attend(X[order]).sum(axis=1)
    return bool(np.allclose(after, before[order]))
