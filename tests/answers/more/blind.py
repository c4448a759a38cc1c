"""Answers to all tasks of lessons 8 and 14, by somebody who had seen neither the catalogue nor the bank.

Each section says what the answer is: right, or the mistakes that it makes, if the catalogue has them.
"""

# %% norms_on_paper: right
def norms_on_paper():
    first = [-.5, -.5, -.5, -.5, 2]
    gain, shift = [2, 1, 2, 1, 2], [0, 0, 4, 4, 0]
    rows = [first, first, [-x for x in first], [0] * 5]
    rows.append([g * x + s for g, x, s in zip(gain, first, shift)])
    return rows

# %% norms_on_paper: right
def norms_on_paper():
    T = np.array([[0, 0, 0, 0, 10], [0, 0, 0, 0, 1000], [3, 3, 3, 3, -7], [7, 7, 7, 7, 7]], dtype=float)
    D = T - T.mean(1, keepdims=True)
    N = D / np.sqrt((D ** 2).mean(1, keepdims=True) + 1e-12)
    last = N[0] * np.array([2, 1, 2, 1, 2]) + np.array([0, 0, 4, 4, 0])
    return np.vstack([N, last]).tolist()

# %% norms_on_paper: root-forgotten | divided by the variance 16 and not by its root 4 (all rows consistent)
def norms_on_paper():
    return [[-.125, -.125, -.125, -.125, .5], [-.00125, -.00125, -.00125, -.00125, .005],
            [.125, .125, .125, .125, -.5], [0, 0, 0, 0, 0], [-.25, -.125, 3.75, 3.875, 1]]

# %% norms_on_paper: sample-variance | sample standard deviation, divided by n-1 (ddof=1)
def norms_on_paper():
    T = np.array([[0, 0, 0, 0, 10], [0, 0, 0, 0, 1000], [3, 3, 3, 3, -7], [7, 7, 7, 7, 7.]])
    D = T - T.mean(1, keepdims=True)
    N = D / (T.std(1, ddof=1, keepdims=True) + 1e-12)
    return np.vstack([N, N[0] * [2, 1, 2, 1, 2] + [0, 0, 4, 4, 0]]).tolist()

# %% norms_on_paper: sign-dropped | third token without the change of sign
def norms_on_paper():
    a = [-.5, -.5, -.5, -.5, 2]
    return [a, a, a, [0, 0, 0, 0, 0], [-1, -.5, 3, 3.5, 4]]

# %% norms_on_paper: size-kept | believed the second token comes out 100 times as large
def norms_on_paper():
    return [[-.5, -.5, -.5, -.5, 2], [-50, -50, -50, -50, 200], [.5, .5, .5, .5, -2], [0] * 5, [-1, -.5, 3, 3.5, 4]]

# %% norms_on_paper: gain-after-shift | shift added before the gain is multiplied
def norms_on_paper():
    a = [-.5, -.5, -.5, -.5, 2]
    return [a, a, [.5, .5, .5, .5, -2], [0] * 5, [-1, -.5, 7, 3.5, 4]]

# %% norms_on_paper: gain-on-token | fifth row: gain and shift applied to the raw token, not to the normed one
def norms_on_paper():
    a = [-.5, -.5, -.5, -.5, 2]
    return [a, a, [.5, .5, .5, .5, -2], [0] * 5, [0, 0, 4, 4, 20]]

# %% norms_on_paper: equal-token-kept | fourth token left as sevens
def norms_on_paper():
    a = [-.5, -.5, -.5, -.5, 2]
    return [a, a, [.5, .5, .5, .5, -2], [7] * 5, [-1, -.5, 3, 3.5, 4]]

# %% norms_on_paper | only four rows, forgot the one with gain and shift
def norms_on_paper():
    return [[-.5, -.5, -.5, -.5, 2], [-.5, -.5, -.5, -.5, 2], [.5, .5, .5, .5, -2], [0, 0, 0, 0, 0]]

# %% norms_on_paper: length-not-variance | root of the sum of squares instead of the mean of squares
def norms_on_paper():
    s = 80 ** 0.5
    a = [-2 / s] * 4 + [8 / s]
    return [a, a, [-x for x in a], [0] * 5, [a[0] * 2, a[1], a[2] * 2 + 4, a[3] + 4, a[4] * 2]]

# %% norms_on_paper: sign-dropped, shift-missing | two slips: third sign not changed AND forgot the shift in the last row
def norms_on_paper():
    a = [-.5, -.5, -.5, -.5, 2]
    return [a, a, a, [0] * 5, [-1, -.5, -1, -.5, 4]]

# %% norms_on_paper | divided by the mean absolute distance (3.2) instead of the root of the mean square
def norms_on_paper():
    a = [-2 / 3.2] * 4 + [8 / 3.2]
    return [a, a, [-x for x in a], [0] * 5, [2 * a[0], a[1], 2 * a[2] + 4, a[3] + 4, 2 * a[4]]]

# %% layer_norm: right
def layer_norm(X, gain, shift, eps=1e-5):
    d = X.shape[-1]
    rows = X.reshape(-1, d)
    out = []
    for row in rows:
        m = sum(row) / d
        v = sum((x - m) ** 2 for x in row) / d
        out.append([(x - m) / (v + eps) ** 0.5 * g + s for x, g, s in zip(row, gain, shift)])
    return np.array(out).reshape(X.shape)

# %% layer_norm: right
def layer_norm(X, gain, shift, eps=1e-5):
    d = X.shape[-1]
    centred = X - np.einsum("...d->...", X)[..., None] / d
    var = np.einsum("...d,...d->...", centred, centred) / d
    return np.einsum("...nd,...n,d->...nd", centred, (var + eps) ** -0.5, gain) + shift

# %% layer_norm: right
def layer_norm(X, gain, shift, eps=1e-5):
    def one(t):
        return gain * (t - t.mean()) / np.sqrt(t.var() + eps) + shift
    return np.apply_along_axis(one, -1, X)

# %% layer_norm: eps-outside-root | eps outside the root (added to the standard deviation)
def layer_norm(X, gain, shift, eps=1e-5):
    return (X - X.mean(-1, keepdims=True)) / (X.std(-1, keepdims=True) + eps) * gain + shift

# %% layer_norm: root-forgotten | forgot the root
def layer_norm(X, gain, shift, eps=1e-5):
    m = X.mean(axis=-1, keepdims=True)
    v = X.var(axis=-1, keepdims=True)
    return gain * ((X - m) / (v + eps)) + shift

# %% layer_norm: norm-over-tokens | mean and variance along the tokens (axis -2)
def layer_norm(X, gain, shift, eps=1e-5):
    m = X.mean(axis=-2, keepdims=True)
    v = X.var(axis=-2, keepdims=True)
    return (X - m) / np.sqrt(v + eps) * gain + shift

# %% layer_norm: batch-axis-breaks | axis=1, right only for a table without axes in front
def layer_norm(X, gain, shift, eps=1e-5):
    m = X.mean(axis=1, keepdims=True)
    v = X.var(axis=1, keepdims=True)
    return (X - m) / np.sqrt(v + eps) * gain + shift

# %% layer_norm: keepdims-missing | no keepdims, shapes do not line up (exception, or silently wrong when n == d)
def layer_norm(X, gain, shift, eps=1e-5):
    return (X - X.mean(-1)) / np.sqrt(X.var(-1) + eps) * gain + shift

# %% layer_norm: second-moment | variance as mean of the raw squares, mean not taken off (so that is an RMS under the root)
def layer_norm(X, gain, shift, eps=1e-5):
    m = X.mean(-1, keepdims=True)
    v = (X ** 2).mean(-1, keepdims=True)
    return (X - m) / np.sqrt(v + eps) * gain + shift

# %% layer_norm: gain-after-shift | shift first, then gain
def layer_norm(X, gain, shift, eps=1e-5):
    N = (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + eps)
    return (N + shift) * gain

# %% layer_norm: mutates-input | works in place on X (changes its argument)
def layer_norm(X, gain, shift, eps=1e-5):
    X -= X.mean(-1, keepdims=True)
    X /= np.sqrt((X ** 2).mean(-1, keepdims=True) + eps)
    return X * gain + shift

# %% layer_norm: eps-ignored | eps ignored; a token of equal numbers gets special treatment so that there is no nan
def layer_norm(X, gain, shift, eps=1e-5):
    s = X.std(-1, keepdims=True)
    s = np.where(s == 0, 1, s)
    return (X - X.mean(-1, keepdims=True)) / s * gain + shift

# %% layer_norm: eps-ignored | eps fixed at 1e-5, the argument is not used
def layer_norm(X, gain, shift, eps=1e-5):
    return (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + 1e-5) * gain + shift

# %% layer_norm: batch-axis-breaks | loop over the first axis, takes mean of the whole sentence when there is a batch
def layer_norm(X, gain, shift, eps=1e-5):
    out = np.zeros(X.shape)
    for i in range(len(X)):
        out[i] = (X[i] - X[i].mean()) / np.sqrt(X[i].var() + eps) * gain + shift
    return out

# %% layer_norm: sample-variance, shift-missing | two slips: unbiased variance (n-1) and forgot the shift
def layer_norm(X, gain, shift, eps=1e-5):
    m = X.mean(-1, keepdims=True)
    v = X.var(-1, keepdims=True, ddof=1)
    return (X - m) / np.sqrt(v + eps) * gain

# %% layer_norm | gain as column, lined up with tokens instead of columns
def layer_norm(X, gain, shift, eps=1e-5):
    m = X.mean(-1, keepdims=True)
    v = X.var(-1, keepdims=True)
    return (X - m) / np.sqrt(v + eps) * gain[:, None] + shift[:, None]

# %% layer_norm: gain-before-norm | gain multiplied to X before normalising
def layer_norm(X, gain, shift, eps=1e-5):
    X = X * gain
    return (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + eps) + shift

# %% feed_forward: right
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = np.einsum("...nd,df->...nf", X, W_1) + b_1
    hidden = hidden * (hidden > 0)
    return np.einsum("...nf,fd->...nd", hidden, W_2) + b_2

# %% feed_forward: right
def feed_forward(X, W_1, b_1, W_2, b_2):
    def token(x):
        h = [max(0.0, float(x @ W_1[:, j]) + b_1[j]) for j in range(W_1.shape[1])]
        return sum(h_j * W_2[j] for j, h_j in enumerate(h)) + b_2
    return np.array([token(x) for x in X.reshape(-1, X.shape[-1])]).reshape(X.shape)

# %% feed_forward: right
def feed_forward(X, W_1, b_1, W_2, b_2):
    h = np.dot(X, W_1) + b_1
    return np.tensordot((h + np.abs(h)) / 2, W_2, axes=1) + b_2

# %% feed_forward: relu-missing | no ReLU at all
def feed_forward(X, W_1, b_1, W_2, b_2):
    return (X @ W_1 + b_1) @ W_2 + b_2

# %% feed_forward: relu-twice | a second ReLU at the end
def feed_forward(X, W_1, b_1, W_2, b_2):
    relu = lambda a: np.maximum(a, 0)
    return relu(relu(X @ W_1 + b_1) @ W_2 + b_2)

# %% feed_forward: relu-before-bias | first bias added after the ReLU
def feed_forward(X, W_1, b_1, W_2, b_2):
    return (np.maximum(X @ W_1, 0) + b_1) @ W_2 + b_2

# %% feed_forward: max-not-maximum | np.max(h, 0): takes the largest along axis 0
def feed_forward(X, W_1, b_1, W_2, b_2):
    return np.max(X @ W_1 + b_1, 0) @ W_2 + b_2

# %% feed_forward: residual-added | adds X (residual) although it should not
def feed_forward(X, W_1, b_1, W_2, b_2):
    return X + np.maximum(0, X @ W_1 + b_1) @ W_2 + b_2

# %% feed_forward | Python's max on an array (exception)
def feed_forward(X, W_1, b_1, W_2, b_2):
    return max(0, X @ W_1 + b_1) @ W_2 + b_2

# %% feed_forward | absolute value instead of ReLU (right on the example by hand)
def feed_forward(X, W_1, b_1, W_2, b_2):
    return abs(X @ W_1 + b_1) @ W_2 + b_2 if False else np.abs(X @ W_1 + b_1) @ W_2 / 2 + b_2

# %% feed_forward: step-not-relu | uses a mask of 0/1 and so passes on ones in place of the positive numbers
def feed_forward(X, W_1, b_1, W_2, b_2):
    h = X @ W_1 + b_1
    return np.where(h > 0, 1, 0) @ W_2 + b_2

# %% feed_forward: relu-on-input | ReLU on X first and not on the hidden numbers
def feed_forward(X, W_1, b_1, W_2, b_2):
    return (np.maximum(X, 0) @ W_1 + b_1) @ W_2 + b_2

# %% feed_forward: bias-forgotten | second bias forgotten
def feed_forward(X, W_1, b_1, W_2, b_2):
    h = X @ W_1 + b_1
    h[h < 0] = 0
    return h @ W_2

# %% feed_forward: relu-negated | np.minimum instead of np.maximum, keeps the negative ones
def feed_forward(X, W_1, b_1, W_2, b_2):
    return np.minimum(X @ W_1 + b_1, 0) @ W_2 + b_2

# %% feed_forward: matrices-transposed | transposes both matrices as in PyTorch's Linear (exception, or wrong if d == d_ff)
def feed_forward(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1.T + b_1, 0) @ W_2.T + b_2

# %% feed_forward: bias-forgotten | two slips: biases forgotten, both
def feed_forward(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1, 0) @ W_2

# %% feed_forward | brackets: second bias inside, added per ... b_2 added before the second matrix via W_2 product
def feed_forward(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1 + b_1, 0) @ (W_2 + b_2)

# %% parameter_count_on_paper: right
def parameter_count_on_paper():
    shapes = {"attention": [(10, 10), (10,)] * 4, "feed": [(10, 30), (30,), (30, 10), (10,)], "norms": [(10,), (10,)] * 2}
    parts = [sum(int(np.prod(s)) for s in group) for group in shapes.values()]
    return parts + [sum(parts), 6 * sum(parts)]

# %% parameter_count_on_paper: right
def parameter_count_on_paper():
    return np.array([440., 640., 40., 1120., 6720.])

# %% parameter_count_on_paper: right
def parameter_count_on_paper():
    d, f = 10, 30
    a, b, c = 4 * (d + 1) * d, 2 * d * f + f + d, 4 * d
    return a, b, c, a + b + c, (a + b + c) * 6

# %% parameter_count_on_paper: biases-forgotten | forgot the four biases of attention (carried on)
def parameter_count_on_paper():
    return [400, 640, 40, 1080, 6480]

# %% parameter_count_on_paper: output-projection-missing | forgot W_o: only three matrices in attention, carried on
def parameter_count_on_paper():
    return [330, 640, 40, 1010, 6060]

# %% parameter_count_on_paper: biases-forgotten | no biases in the feed-forward, carried on
def parameter_count_on_paper():
    return [440, 600, 40, 1080, 6480]

# %% parameter_count_on_paper: biases-alike | both biases of feed-forward of length 30, carried on
def parameter_count_on_paper():
    return [440, 660, 40, 1140, 6840]

# %% parameter_count_on_paper: half-of-norms | norms: only one norm counted (20), carried on
def parameter_count_on_paper():
    return [440, 640, 20, 1100, 6600]

# %% parameter_count_on_paper: norms-left-out | norms: only the gain, no shift (10 each = 20 together) and total built with 4 heads... sum forgot the norms
def parameter_count_on_paper():
    return [440, 640, 40, 1080, 6480]

# %% parameter_count_on_paper: times-heads | attention counted per head: two heads times 440 (and five for number 4)
def parameter_count_on_paper():
    return [880, 640, 40, 5 * 440 + 680, 6 * (5 * 440 + 680)]

# %% parameter_count_on_paper: times-heads | only number 4: attention scaled by 5/2 (1100), the blocks from that
def parameter_count_on_paper():
    return [440, 640, 40, 1780, 10680]

# %% parameter_count_on_paper | number 5 built from two heads is fine but counted 6 blocks as 5
def parameter_count_on_paper():
    return [440, 640, 40, 1120, 5600]

# %% parameter_count_on_paper: times-tokens | multiplied norms by the 7 tokens
def parameter_count_on_paper():
    return [440, 640, 40 * 7, 440 + 640 + 280, 6 * 1360]

# %% parameter_count_on_paper | slip of the pen in the last number
def parameter_count_on_paper():
    return [440, 640, 40, 1120, 6270]

# %% parameter_count_on_paper: numbers-in-another-order | gave the list in another order (norms before feed-forward)
def parameter_count_on_paper():
    return [440, 40, 640, 1120, 6720]

# %% parameter_count_on_paper: biases-forgotten, half-of-norms | two slips: attention without biases and norms with the gain only
def parameter_count_on_paper():
    return [400, 640, 20, 1060, 6360]

# %% pre_norm_block: right
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    stream = X
    for part, norm in ((attend, norm_1), (feed, norm_2)):
        stream = stream + part(norm(stream))
    return stream

# %% pre_norm_block: right
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    heard = attend(norm_1(X))
    thought = feed(norm_2(np.add(X, heard)))
    return np.sum([X, heard, thought], axis=0)

# %% pre_norm_block: right
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    half = lambda S, f, n: S + f(n(S))
    return half(half(X, attend, norm_1), feed, norm_2)

# %% pre_norm_block: residual-of-normalised | the normed X became the stream: attend's result added to norm_1(X)
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = norm_1(X)
    X = X + attend(X)
    X = norm_2(X)
    X = X + feed(X)
    return X

# %% pre_norm_block: second-residual-from-X | second half adds to the old X, not to the new stream (feed reads the new one)
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    Y = X + attend(norm_1(X))
    return X + feed(norm_2(Y))

# %% pre_norm_block: feed-reads-first-X | feed reads the old X, its result is added to the new stream (parallel)
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    return X + attend(norm_1(X)) + feed(norm_2(X))

# %% pre_norm_block: post-norm-not-pre | post-norm
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = norm_1(X + attend(X))
    return norm_2(X + feed(X))

# %% pre_norm_block: residual-doubled | only the first half repaired
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + attend(norm_1(X))
    X = norm_2(X)
    X = feed(X)
    X = X + X
    return X

# %% pre_norm_block: mutates-input | in place with += (changes the argument)
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X += attend(norm_1(X))
    X += feed(norm_2(X))
    return X

# %% pre_norm_block: norm-1-twice | the first norm used in both halves
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + attend(norm_1(X))
    X = X + feed(norm_1(X))
    return X

# %% pre_norm_block: norm-of-part-only | norm on the result of the part, not on what it reads
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + norm_1(attend(X))
    X = X + norm_2(feed(X))
    return X

# %% pre_norm_block: residual-missing | feed's result returned without adding the stream (second skip forgotten)
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    Y = X + attend(norm_1(X))
    return feed(norm_2(Y))

# %% pre_norm_block: halves-exchanged | parts in the wrong order, feed first
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + feed(norm_2(X))
    X = X + attend(norm_1(X))
    return X

# %% pre_norm_block: second-residual-from-X | saves X, but the second half adds the saved first X again: X0 is added twice
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    old = X
    X = norm_1(X)
    X = attend(X)
    X = X + old
    X = norm_2(X)
    X = feed(X)
    X = X + old
    return X

# %% pre_norm_block: norm-before-and-after | a last norm on top of everything
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    X = X + attend(norm_1(X))
    X = X + feed(norm_2(X))
    return norm_2(X)

# %% pre_norm_block: return-missing | forgot return | like: a last norm on top of everything
-    return norm_2(X)

# %% block: right
def block(X, attend, feed, norm_1, norm_2, norm_first):
    for part, norm in zip([attend, feed], [norm_1, norm_2]):
        X = X + part(norm(X)) if norm_first else norm(X + part(X))
    return X

# %% block: right
def block(X, attend, feed, norm_1, norm_2, norm_first):
    same = lambda A: A
    before = (norm_1, norm_2) if norm_first else (same, same)
    after = (same, same) if norm_first else (norm_1, norm_2)
    Y = after[0](X + attend(before[0](X)))
    return after[1](Y + feed(before[1](Y)))

# %% block: right
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    Y = X + attend(norm_1(X))
    return Y + feed(norm_2(Y))
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first == True:
        return pre_norm_block(X, attend, feed, norm_1, norm_2)
    Y = norm_1(attend(X) + X)
    return norm_2(feed(Y) + Y)

# %% block: norm-order-swapped | the two orders swapped
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = norm_1(X + attend(X))
        return norm_2(X + feed(X))
    X = X + attend(norm_1(X))
    return X + feed(norm_2(X))

# %% block: norm-of-part-only | post-norm: norm around the part only, sum outside
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + attend(norm_1(X))
        X = X + feed(norm_2(X))
    else:
        X = X + norm_1(attend(X))
        X = X + norm_2(feed(X))
    return X

# %% block: second-residual-from-X | post-norm: second half adds feed's result to the old X
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        Y = X + attend(norm_1(X))
        return Y + feed(norm_2(Y))
    Y = norm_1(X + attend(X))
    return norm_2(X + feed(Y))

# %% block: second-residual-from-X | second half of pre-norm adds to the old X, second of post right | like: post-norm: second half adds feed's result to the old X
-        return Y + feed(norm_2(Y))
+        return X + feed(norm_2(Y))
-    return norm_2(X + feed(Y))
+    return norm_2(Y + feed(Y))

# %% block: residual-missing | post-norm without the sums
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X = X + attend(norm_1(X))
        return X + feed(norm_2(X))
    return norm_2(feed(norm_1(attend(X))))

# %% block: norm-missing | post-norm normalises once only at the end (norm_1 forgotten) | like: post-norm without the sums
-    return norm_2(feed(norm_1(attend(X))))
+    X = X + attend(X)
+    return norm_2(X + feed(X))
# %% block: branch-without-return | forgot return in the post-norm branch (None) | like: post-norm without the sums
-    return norm_2(feed(norm_1(attend(X))))
+    else:
+        X = norm_1(X + attend(X))
+        X = norm_2(X + feed(X))

# %% block: norm-first-ignored | always does pre-norm, ignores norm_first
def block(X, attend, feed, norm_1, norm_2, norm_first):
    X = X + attend(norm_1(X))
    X = X + feed(norm_2(X))
    return X

# %% block: norm-before-and-after | normalises both before and after in post-norm (part reads norm, then sum normalised) | like: post-norm without the sums
-    return norm_2(feed(norm_1(attend(X))))
+    X = norm_1(X + attend(norm_1(X)))
+    return norm_2(X + feed(norm_2(X)))

# %% block: mutates-input | in place += in the pre-norm branch
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        X += attend(norm_1(X))
        X += feed(norm_2(X))
        return X
    X = norm_1(X + attend(X))
    return norm_2(X + feed(X))

# %% block: norms-exchanged | norms swapped in the post branch only | like: post-norm without the sums
-    return norm_2(feed(norm_1(attend(X))))
+    X = norm_2(X + attend(X))
+    return norm_1(X + feed(X))

# %% block | arguments handed on in the wrong order to pre_norm_block (norm_1 and attend mixed)
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    Y = X + attend(norm_1(X))
    return Y + feed(norm_2(Y))
def block(X, attend, feed, norm_1, norm_2, norm_first):
    if norm_first:
        return pre_norm_block(X, attend, norm_1, feed, norm_2)
    X = norm_1(X + attend(X))
    return norm_2(X + feed(X))

# %% block: second-residual-from-X, norm-order-swapped | two slips: orders swapped and second half adds to the old X | like: post-norm: second half adds feed's result to the old X
-    if norm_first:
+    if not norm_first:
-        return Y + feed(norm_2(Y))
+        return X + feed(norm_2(Y))

# %% score_of_turned_pair: right
def score_of_turned_pair():
    def dot(q, i, k, j):
        turn = lambda z, p: z * np.exp(1j * np.pi / 6 * p)
        return (turn(q, i) * turn(k, j).conjugate()).real
    return [dot(4, 7, 2, 5), dot(4, 107, 2, 105), dot(4, 7, 2, 19), dot(4, 7, 3j, 6), dot(4, 6, 3j, 7)]

# %% score_of_turned_pair: right
def score_of_turned_pair():
    lengths = [8, 8, 8, 12, 12]
    between = [60, 60, 360, -60, -120]
    return [int(round(l * np.cos(np.radians(b)))) for l, b in zip(lengths, between)]

# %% score_of_turned_pair: backwards | swapped the last two (sign of the turn the wrong way)
def score_of_turned_pair():
    return [4, 4, 8, -6, 6]

# %% score_of_turned_pair: angle-of-key-ignored | forgot that the second key already points to 90 degrees
def score_of_turned_pair():
    return [4, 4, 8, 12 * 3 ** .5 / 2, 12 * 3 ** .5 / 2]

# %% score_of_turned_pair | sine instead of cosine
def score_of_turned_pair():
    return [8 * np.sin(np.radians(a)) for a in (60, 60, 360)] + [12 * np.sin(np.radians(a)) for a in (-60, -120)]

# %% score_of_turned_pair: degrees-not-radians | degrees handed to np.cos as radians
def score_of_turned_pair():
    return [8 * np.cos(60), 8 * np.cos(60), 8 * np.cos(360), 12 * np.cos(60), 12 * np.cos(120)]

# %% score_of_turned_pair: cosine-alone | lengths forgotten, only the cosine
def score_of_turned_pair():
    return [.5, .5, 1, .5, -.5]

# %% score_of_turned_pair | third: took 12 steps as half a turn, so -8
def score_of_turned_pair():
    return [4, 4, -8, 6, -6]

# %% score_of_turned_pair: far-means-nothing | thinks the score falls off with distance: third is 0
def score_of_turned_pair():
    return [4, 4, 0, 6, -6]

# %% score_of_turned_pair | last two: added angle the right way but took the second key for length 2 (8 not 12)
def score_of_turned_pair():
    return [4, 4, 8, 4, -4]

# %% score_of_turned_pair: shift-of-query-alone | second one believed to differ (only the query moved on: 102 steps = 180 degrees)
def score_of_turned_pair():
    return [4, -8, 8, 6, -6]

# %% score_of_turned_pair: only-key-turned | cos of the turned key angle only; keys turned, query left at position 0
def score_of_turned_pair():
    c = lambda a: np.cos(np.radians(a))
    return [8 * c(150), 8 * c(105 * 30), 8 * c(570), 12 * c(270), 12 * c(300)]

# %% score_of_turned_pair: direction-ignored | last one without minus sign
def score_of_turned_pair():
    return [4, 4, 8, 6, 6]

# %% score_of_turned_pair: lengths-added | sums of lengths instead of products (6 cos and 7 cos)
def score_of_turned_pair():
    return [3, 3, 6, 3.5, -3.5]

# %% score_of_turned_pair | off by one, counts 3 positions between 7 and 5 (fence posts): 90 degrees, 0; 13 steps
def score_of_turned_pair():
    return [0, 0, 8 * 3 ** .5 / 2, 12, -12 * 3 ** .5 / 2]

# %% alibi_slopes: right
def alibi_slopes(num_heads):
    ratio = 2.0 ** (-8 / num_heads)
    slopes = [ratio]
    while len(slopes) < num_heads:
        slopes.append(slopes[-1] * ratio)
    return np.array(slopes)

# %% alibi_slopes: right
def alibi_slopes(num_heads):
    return np.cumprod(np.full(num_heads, 0.5 ** (8 / num_heads)))

# %% alibi_slopes: right
def alibi_slopes(num_heads):
    return np.exp2(-np.linspace(0, 8, num_heads + 1))[1:]

# %% alibi_slopes: starts-at-1 | counted from 0, first slope is 1
def alibi_slopes(num_heads):
    return 2.0 ** (-8 * np.arange(num_heads) / num_heads)

# %% alibi_slopes: last-one-skipped | arange(1, h) forgets the last slope
def alibi_slopes(num_heads):
    return 2.0 ** (-8 * np.arange(1, num_heads) / num_heads)

# %% alibi_slopes: halves-for-all | always 1/2, 1/4, ... (only right for 8 heads)
def alibi_slopes(num_heads):
    return 2.0 ** -np.arange(1, num_heads + 1)

# %% alibi_slopes | whole numbers to negative powers (ValueError)
def alibi_slopes(num_heads):
    return 2 ** (-8 // num_heads * np.arange(1, num_heads + 1))

# %% alibi_slopes: exponent-rounded | integer division in the exponent (wrong from 16 heads on)
def alibi_slopes(num_heads):
    return np.array([2.0 ** -(8 * i // num_heads) for i in range(1, num_heads + 1)])

# %% alibi_slopes: slopes-grow | minus sign forgotten, slopes grow
def alibi_slopes(num_heads):
    return 2.0 ** (8 * np.arange(1, num_heads + 1) / num_heads)

# %% alibi_slopes: slopes-reversed | order reversed, flattest first
def alibi_slopes(num_heads):
    return 2.0 ** (-8 * np.arange(num_heads, 0, -1) / num_heads)

# %% alibi_slopes: times-not-power | brackets: first slope times i
def alibi_slopes(num_heads):
    return 2.0 ** (-8 / num_heads) * np.arange(1, num_heads + 1)

# %% alibi_slopes | hard-wired for 2 and 8 heads of the example, else 8
def alibi_slopes(num_heads):
    if num_heads == 2:
        return np.array([1 / 16, 1 / 256])
    return np.array([1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256])

# %% alibi_slopes: exp-not-power-of-two | exp instead of powers of two
def alibi_slopes(num_heads):
    return np.exp(-8 * np.arange(1, num_heads + 1) / num_heads)

# %% alibi_slopes: extra-axis | returns a column (h, 1)
def alibi_slopes(num_heads):
    return (2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads))[:, None]

# %% alibi_slopes | 8 taken as the number of heads: exponent -i*h/8
def alibi_slopes(num_heads):
    return 2.0 ** (-num_heads * np.arange(1, num_heads + 1) / 8)

# %% alibi_slopes: equal-steps | evenly spaced slopes between first and last (linspace of slopes, not geometric)
def alibi_slopes(num_heads):
    return np.linspace(2.0 ** (-8 / num_heads), 2.0 ** -8, num_heads)

# %% alibi_slopes | two slips: from 0 and the last one included (h + 1 slopes)
def alibi_slopes(num_heads):
    return np.array([2 ** (-8 * i / num_heads) for i in range(num_heads + 1)])

# %% alibi_slopes: right
def alibi_slopes(num_heads):
    return [2 ** (-8 * (i + 1) / num_heads) for i in range(num_heads)]   # a list; the statement asks for an array

# %% alibi_bias: right
def alibi_bias(n, slopes):
    out = np.zeros((len(slopes), n, n))
    for h, m in enumerate(slopes):
        for i in range(n):
            for j in range(n):
                out[h, i, j] = -m * abs(i - j)
    return out

# %% alibi_bias: right
def alibi_bias(n, slopes):
    p = np.arange(n)
    return np.einsum("h,qk->hqk", slopes, np.minimum(p[:, None] - p, p - p[:, None]))

# %% alibi_bias: right
def alibi_bias(n, slopes):
    distance = sum(np.triu(np.ones((n, n)), k) + np.tril(np.ones((n, n)), -k) for k in range(1, n)) if n > 1 else np.zeros((1, 1))
    return np.stack([-m * distance for m in slopes])

# %% alibi_bias: future-rewarded | only the sign repaired, no absolute value
def alibi_bias(n, slopes):
    places = np.arange(n)
    distances = places[:, None] - places
    return -slopes[:, None, None] * distances

# %% alibi_bias: sign | only the absolute value, sign still positive
def alibi_bias(n, slopes):
    places = np.arange(n)
    distances = np.abs(places[:, None] - places)
    return slopes[:, None, None] * distances

# %% alibi_bias: future-hidden | hides the future with -inf on top
def alibi_bias(n, slopes):
    p = np.arange(n)
    d = p[:, None] - p
    return np.where(d < 0, -np.inf, -slopes[:, None, None] * d)

# %% alibi_bias: future-left-at-zero | future gets 0 (distance clipped at 0)
def alibi_bias(n, slopes):
    p = np.arange(n)
    return -slopes[:, None, None] * np.maximum(p[:, None] - p, 0)

# %% alibi_bias: distance-squared | squared distance
def alibi_bias(n, slopes):
    p = np.arange(n)
    return -slopes[:, None, None] * (p[:, None] - p) ** 2

# %% alibi_bias: mutates-input | changes the slopes in place
def alibi_bias(n, slopes):
    p = np.arange(n)
    slopes *= -1
    return slopes[:, None, None] * np.abs(p[:, None] - p)

# %% alibi_bias: heads-last | heads on the last axis (n, n, h)
def alibi_bias(n, slopes):
    p = np.arange(n)
    return -np.abs(p[:, None] - p)[:, :, None] * slopes

# %% alibi_bias: slopes-along-tokens | dropped the extra axes of the slopes (exception unless h == n)
def alibi_bias(n, slopes):
    p = np.arange(n)
    return -slopes * np.abs(p[:, None] - p)

# %% alibi_bias: sign | abs around everything and then no minus... sign put on the distance inside abs
def alibi_bias(n, slopes):
    p = np.arange(n)
    return slopes[:, None, None] * np.abs(-(p[:, None] - p))

# %% alibi_bias: future-rewarded | turned the difference round (key minus query), thinks that is the repair; future gains
def alibi_bias(n, slopes):
    places = np.arange(n)
    distances = places - places[:, None]
    return slopes[:, None, None] * distances

# %% alibi_bias: distances-from-one | distance counted from 1 (neighbour is 2 away, itself 1)
def alibi_bias(n, slopes):
    p = np.arange(n)
    return -slopes[:, None, None] * (np.abs(p[:, None] - p) + 1)

# %% alibi_bias: integer-buffer | output array of whole numbers, slopes below one cut off
def alibi_bias(n, slopes):
    out = np.zeros((len(slopes), n, n), dtype=int)
    for h in range(len(slopes)):
        for i in range(n):
            for j in range(n):
                out[h, i, j] = -slopes[h] * abs(i - j)
    return out

# %% alibi_bias: sign, future-left-at-zero | two slips: no minus and future clipped
def alibi_bias(n, slopes):
    p = np.arange(n)
    return slopes[:, None, None] * np.tril(p[:, None] - p)

# %% rotate: right
def rotate(X, positions, base):
    d = X.shape[-1]
    z = X[..., 0::2] + 1j * X[..., 1::2]
    w = np.exp(1j * np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    z = z * w
    return np.stack((z.real, z.imag), -1).reshape(X.shape)

# %% rotate: right
def rotate(X, positions, base):
    n, d = X.shape[-2:]
    R = np.zeros((n, d, d))
    for r, p in enumerate(positions):
        for i in range(d // 2):
            a = p * base ** (-2 * i / d)
            R[r, 2 * i:2 * i + 2, 2 * i:2 * i + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return np.einsum("nij,...nj->...ni", R, X)

# %% rotate: right
def rotate(X, positions, base):
    d = X.shape[-1]
    angles = np.repeat(np.asarray(positions)[:, None] / base ** (np.arange(0, d, 2) / d), 2, axis=-1)
    partner = np.empty(X.shape)
    partner[..., ::2], partner[..., 1::2] = -X[..., 1::2], X[..., ::2]
    return X * np.cos(angles) + partner * np.sin(angles)

# %% rotate: backwards | turns clockwise (sign of the sines)
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    x, y = X[..., 0::2], X[..., 1::2]
    out = np.zeros(X.shape)
    out[..., 0::2] = x * np.cos(a) + y * np.sin(a)
    out[..., 1::2] = -x * np.sin(a) + y * np.cos(a)
    return out

# %% rotate: half-split | half-split pairs instead of interleaved
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-2 * np.arange(d // 2) / d)
    x, y = X[..., :d // 2], X[..., d // 2:]
    return np.concatenate([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], -1)

# %% rotate: overwritten-too-early | copy overwritten: second line reads the already turned x
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    X = X.copy()
    X[..., 0::2] = X[..., 0::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
    X[..., 1::2] = X[..., 0::2] * np.sin(a) + X[..., 1::2] * np.cos(a)
    return X

# %% rotate: exponent-doubled | exponent: the columns 0, 2, 4 times 2 again (doubled)
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-2 * np.arange(0, d, 2) / d)
    out = np.empty(X.shape)
    out[..., 0::2] = X[..., 0::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
    out[..., 1::2] = X[..., 0::2] * np.sin(a) + X[..., 1::2] * np.cos(a)
    return out

# %% rotate: exponent-halved | exponent -i/d, the 2 forgotten | like: exponent: the columns 0, 2, 4 times 2 again (doubled)
-    a = positions[:, None] * base ** (-2 * np.arange(0, d, 2) / d)
+    a = np.outer(positions, base ** (-np.arange(d // 2) / d))

# %% rotate: positions-ignored | row number instead of positions
def rotate(X, positions, base):
    n, d = X.shape[-2:]
    a = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
    z = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * a)
    return np.stack([z.real, z.imag], -1).reshape(X.shape)

# %% rotate: joined-as-halves | result put together as halves, all x' then all y' (pairs taken interleaved)
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    x, y = X[..., 0::2], X[..., 1::2]
    return np.concatenate([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], axis=-1)

# %% rotate: one-frequency | all pairs with the angle of the position alone, base not used | like: exponent: the columns 0, 2, 4 times 2 again (doubled)
-    d = X.shape[-1]
-    a = positions[:, None] * base ** (-2 * np.arange(0, d, 2) / d)
+    a = positions[:, None] * 1.0
# %% rotate: base-ignored | base hard-wired at 10000 | like: row number instead of positions
-    n, d = X.shape[-2:]
-    a = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    d = X.shape[-1]
+    a = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% rotate: wavelengths-inverted | plus sign in the exponent (base to the power +2i/d) | like: base hard-wired at 10000
-    a = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    a = positions[:, None] * base ** (np.arange(0, d, 2) / d)

# %% rotate: batch-axis-breaks | works only for a table (n, d), loops over rows of the first axis
def rotate(X, positions, base):
    out = np.zeros_like(X)
    n, d = X.shape
    for r in range(n):
        for i in range(d // 2):
            a = positions[r] * base ** (-2 * i / d)
            out[r, 2*i] = X[r, 2*i] * np.cos(a) - X[r, 2*i+1] * np.sin(a)
            out[r, 2*i+1] = X[r, 2*i] * np.sin(a) + X[r, 2*i+1] * np.cos(a)
    return out

# %% rotate: mutates-input | in place on X (with the old values kept aside)
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    x, y = X[..., 0::2].copy(), X[..., 1::2].copy()
    X[..., 0::2] = x * np.cos(a) - y * np.sin(a)
    X[..., 1::2] = x * np.sin(a) + y * np.cos(a)
    return X

# %% rotate | angles of all d columns (n, d) by exponent column/d, exception in broadcasting | like: exponent: the columns 0, 2, 4 times 2 again (doubled)
-    a = positions[:, None] * base ** (-2 * np.arange(0, d, 2) / d)
+    a = positions[:, None] * base ** (-2 * np.arange(d) / d)

# %% rotate | two slips: clockwise and row number + 1 instead of positions
def rotate(X, positions, base):
    n, d = X.shape[-2:]
    a = np.arange(1, n + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
    z = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(-1j * a)
    return np.stack([z.real, z.imag], -1).reshape(X.shape)

# %% rotate | y' with minus: both lines have the same sign (x sin - y cos mixed up) | like: exponent: the columns 0, 2, 4 times 2 again (doubled)
-    a = positions[:, None] * base ** (-2 * np.arange(0, d, 2) / d)
+    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
-    out[..., 1::2] = X[..., 0::2] * np.sin(a) + X[..., 1::2] * np.cos(a)
+    out[..., 1::2] = X[..., 0::2] * np.sin(a) - X[..., 1::2] * np.cos(a)

# %% rotated_attention: right
def rotated_attention(Q, K, V, positions):
    def turn(X):
        d = X.shape[-1]
        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        z = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        return np.stack([z.real, z.imag], axis=-1).reshape(X.shape)
    S = np.einsum("...qd,...kd->...qk", turn(Q), turn(K)) / Q.shape[-1] ** 0.5
    W = np.exp(S - S.max(-1, keepdims=True))
    W /= W.sum(-1, keepdims=True)
    return np.einsum("...qk,...kv->...qv", W, V)

# %% rotated_attention: right
def rotated_attention(Q, K, V, positions):
    # only the differences of positions are used: complex scores
    d = Q.shape[-1]
    theta = 10000.0 ** (-np.arange(0, d, 2) / d)
    gap = positions[:, None] - positions[None, :]
    q = Q[..., 0::2] + 1j * Q[..., 1::2]
    k = K[..., 0::2] + 1j * K[..., 1::2]
    phase = np.exp(1j * gap[:, :, None] * theta)
    S = np.einsum("...qp,...kp,qkp->...qk", q, k.conj(), phase).real / np.sqrt(d)
    E = np.exp(S)
    return (E / E.sum(axis=-1, keepdims=True)) @ V

# %% rotated_attention: backwards | both turned the other way round
def rotated_attention(Q, K, V, positions):
    turned = []
    for X in (Q, K):
        d = X.shape[-1]
        angles = -positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    Q, K = turned     # both the other way round: the scores are the same
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% rotated_attention: keys-not-turned | only Q is turned now
def rotated_attention(Q, K, V, positions):
    d = Q.shape[-1]
    angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    z = (Q[..., 0::2] + 1j * Q[..., 1::2]) * np.exp(1j * angles)
    Q = np.stack([z.real, z.imag], axis=-1).reshape(Q.shape)
    E = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(d))
    return E / E.sum(axis=-1, keepdims=True) @ V

# %% rotated_attention: nothing-turned | nothing is turned any more
def rotated_attention(Q, K, V, positions):
    E = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return E / E.sum(axis=-1, keepdims=True) @ V

# %% rotated_attention: values-turned | positions made relative to the first one, V still turned
def rotated_attention(Q, K, V, positions):
    positions = positions - positions[0]
    turned = []
    for X in (Q, K, V):
        d = X.shape[-1]
        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    Q, K, V = turned
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% rotated_attention: queries-not-turned, values-turned | turns K and V, Q is left out (left the wrong one out) | like: both turned the other way round
-    for X in (Q, K):
+    for X in (K, V):
-        angles = -positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    Q, K = turned     # both the other way round: the scores are the same
+    K, V = turned
# %% rotated_attention | loop over (Q, K) but unpacks three names (ValueError) | like: both turned the other way round
-        angles = -positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    Q, K = turned     # both the other way round: the scores are the same
+    Q, K, V = turned
# %% rotated_attention: softmax-over-queries | V repaired, but softmax "repaired" too, normalises over the queries (axis -2) | like: loop over (Q, K) but unpacks three names (ValueError)
-    Q, K, V = turned
+    Q, K = turned
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    return exponentials / exponentials.sum(axis=-2, keepdims=True) @ V
# %% rotated_attention: no-scale | V repaired but the factor 1/sqrt(d_k) dropped | like: loop over (Q, K) but unpacks three names (ValueError)
-    Q, K, V = turned
-    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
+    Q, K = turned
+    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2))

# %% rotated_attention: output-turned, values-turned | leaves V turned and turns the output back by the query's position (relative, but not V itself)
def rotated_attention(Q, K, V, positions):
    def turn(X, p):
        d = X.shape[-1]
        angles = p[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        return np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape)
    Q, K, V = turn(Q, positions), turn(K, positions), turn(V, positions)
    E = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return turn(E / E.sum(axis=-1, keepdims=True) @ V, -positions)

# %% rotated_attention: half-split | half-split pairs (V repaired)
def rotated_attention(Q, K, V, positions):
    def turn(X):
        d = X.shape[-1]
        a = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        x, y = X[..., :d // 2], X[..., d // 2:]
        return np.concatenate([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], -1)
    E = np.exp(turn(Q) @ np.swapaxes(turn(K), -1, -2) / np.sqrt(Q.shape[-1]))
    return E / E.sum(axis=-1, keepdims=True) @ V

# %% rotated_attention: keys-turned-backwards | conjugate sign: K turned the other way (V repaired), so sums of positions count
def rotated_attention(Q, K, V, positions):
    turned = []
    for X, sign in ((Q, 1), (K, -1)):
        d = X.shape[-1]
        angles = sign * positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    Q, K = turned
    E = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return E / E.sum(axis=-1, keepdims=True) @ V

# %% rotated_attention: positions-ignored | ignores positions, uses row numbers, V repaired (shift does not matter, gaps do) | like: conjugate sign: K turned the other way (V repaired), so sums of positions count
-def rotated_attention(Q, K, V, positions):
+def rotated_attention(Q, K, V, positions):
+    positions = np.arange(len(positions))
-    for X, sign in ((Q, 1), (K, -1)):
+    for X in (Q, K):
-        angles = sign * positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)

# %% rotated_attention | plain average of the values (right by hand only)
def rotated_attention(Q, K, V, positions):
    return np.broadcast_to(V.mean(axis=-2, keepdims=True), V.shape).copy()

# %% rotated_attention: mask-not-asked, values-turned | two slips: causal mask added and V still turned | like: loop over (Q, K) but unpacks three names (ValueError)
-    for X in (Q, K):
+    for X in (Q, K, V):
-    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    E = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])) * np.tril(np.ones((len(positions),) * 2))
+    return E / E.sum(axis=-1, keepdims=True) @ V

# %% to_half_split: right
def to_half_split(W):
    return np.array([[*row[::2], *row[1::2]] for row in W])

# %% to_half_split: right
def to_half_split(W):
    m, d = W.shape
    return W.reshape(m, d // 2, 2).transpose(0, 2, 1).reshape(m, d)

# %% to_half_split: right
def to_half_split(W):
    order = sorted(range(W.shape[1]), key=lambda c: c % 2)
    P = np.eye(W.shape[1])[:, order]
    return W @ P

# %% to_half_split: inverse-order | the way back (half-split to interleaved)
def to_half_split(W):
    d = W.shape[1]
    out = np.empty_like(W)
    out[:, 0::2] = W[:, :d // 2]
    out[:, 1::2] = W[:, d // 2:]
    return out

# %% to_half_split: rows-not-columns | rows sorted, not columns
def to_half_split(W):
    return np.concatenate([W[0::2], W[1::2]])

# %% to_half_split: halves-below-each-other | columns picked, but stacked below one another (axis 0)
def to_half_split(W):
    return np.concatenate([W[:, 0::2], W[:, 1::2]])

# %% to_half_split: odd-columns-first | odd columns first
def to_half_split(W):
    return np.hstack([W[:, 1::2], W[:, ::2]])

# %% to_half_split | counts from 1, so 1::2 then 2::2 and drops column 0
def to_half_split(W):
    return np.concatenate([W[:, 1::2], W[:, 2::2]], axis=1)

# %% to_half_split | order written in as 0, 2, 1, 3 (works only for four columns)
def to_half_split(W):
    return W[:, [0, 2, 1, 3]]

# %% to_half_split: transposed | transposed, returns (d_head, d_model)
def to_half_split(W):
    return np.stack([W[:, j] for j in [*range(0, W.shape[1], 2), *range(1, W.shape[1], 2)]])

# %% to_half_split | uses the number of rows for the number of columns
def to_half_split(W):
    d = W.shape[0]
    return W[:, list(range(0, d, 2)) + list(range(1, d, 2))]

# %% to_half_split | overwrites W while copying
def to_half_split(W):
    d = W.shape[1]
    for i in range(d // 2):
        W[:, i] = W[:, 2 * i]
        W[:, i + d // 2] = W[:, 2 * i + 1]
    return W

# %% to_half_split: halves-on-an-axis | stack in place of concatenate, one axis too many
def to_half_split(W):
    return np.stack([W[:, 0::2], W[:, 1::2]], axis=1)

# %% to_half_split: nothing-moved | stack on the last axis and reshape: comes out as the old order (nothing happens)
def to_half_split(W):
    return np.stack([W[:, 0::2], W[:, 1::2]], axis=-1).reshape(W.shape)

# %% to_half_split | stopped half-way, only even columns twice
def to_half_split(W):
    return np.concatenate([W[:, ::2], W[:, ::2]], axis=1)

# %% to_half_split | float index error d/2
def to_half_split(W):
    d = W.shape[1]
    out = np.zeros(W.shape)
    out[:, :d / 2] = W[:, 0::2]
    out[:, d / 2:] = W[:, 1::2]
    return out

# %% to_half_split | two slips: the way back and along the rows
def to_half_split(W):
    out = np.empty_like(W)
    h = len(W) // 2
    out[0::2], out[1::2] = W[:len(W) - h], W[len(W) - h:]
    return out
