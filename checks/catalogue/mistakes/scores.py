"""Queries compared with the wrong array, or along the wrong axis."""

from checks.catalogue.material.scores import HIDDEN, proportional

# %% q-k-swapped
# The scores are K Q^T: keys on the rows and queries on the columns.
# Whose row should one row of scores be?
assert proportional(scores, K @ np.swapaxes(Q, -1, -2))
scores = K @ np.swapaxes(Q, -1, -2)
# or
scores = K @ Q.T

# %% self-scores
# One array is scored against itself, so the other plays no part.
# Which two arrays does a score compare?
assert any(proportional(scores, X @ np.swapaxes(X, -1, -2)) for X in (Q, K))
scores = Q @ np.swapaxes(Q, -1, -2)
# or
scores = K @ np.swapaxes(K, -1, -2)
# or
scores = Q @ Q.T
# or
scores = K @ K.T

# %% keys-not-transposed
# Q is multiplied by K as it stands, which fits only a square K.
# Along which axis of K must a query be summed?
assert proportional(scores, np.einsum("...ij,...jk->...ik", Q, K))
scores = Q @ K
# or
scores = Q @ K.transpose(-2, -1)
# or
scores = np.einsum("...ij,...jk->...ik", Q, K)

# %% negated
# The sign of the scores is flipped, so the least similar key scores highest.
# Should a better match have a larger score or a smaller one?
assert proportional(scores, -Q @ np.swapaxes(K, -1, -2))
scores = -scores

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which line counts axes from the front, or expects exactly two of them?
assert np.ndim(Q) > 2
scores = Q @ K.T
# or
scores = np.dot(Q, K.T)
# or
scores = np.dot(Q, np.swapaxes(K, -1, -2))
# or
scaled = scores / np.sqrt(Q.shape[1])
# or
scaled = scores / np.sqrt(K.shape[1])
# or
scaled = scores / np.sqrt(Q[0].size)
# or
scores = Q @ K.T
scaled = scores / np.sqrt(Q.shape[1])
# or
axis = 1
# or
n_q, d_k = Q.shape
# or
output = np.dot(weights, V)

# %% keys-reshaped
# K is reshaped, not transposed, so numbers of different keys are mixed.
# Which numbers of K does reshape put into its first column?
assert proportional(scores, Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2]))
scores = Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])

# %% cosine-not-dot
# The lengths of the vectors are divided out, which makes the scores cosines.
# Should a key that is twice as long score twice as much?
assert not (np.abs(scores) > 1 + 1e-4).any()
scores = (
    Q
    / np.linalg.norm(Q, axis=-1, keepdims=True)
    @ np.swapaxes(K / np.linalg.norm(K, axis=-1, keepdims=True), -1, -2)
)

# %% mask-not-asked
# A causal mask hides later keys, though none is asked for.
# Which line hides keys, and does the exercise want that?
assert (scaled[..., np.tri(*scores.shape[-2:]) == 0] < HIDDEN).all()
scaled = np.where(np.tri(*scores.shape[-2:]) == 1, scores / np.sqrt(Q.shape[-1]), -np.inf)
# or
scaled = np.where(np.tri(*scores.shape[-2:]) == 1, scores / np.sqrt(Q.shape[-1]), -1e9)

# %% needs-a-batch-axis (errors: shapes)
# The code counts on exactly three axes, and breaks without a batch in front.
# Which axes does the code name, and does every input have them?
assert np.ndim(Q) != 3
