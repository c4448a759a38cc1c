"""Answers to `rotate(X, positions, base)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: even and odd columns into an empty array
def rotate(X, positions, base):
    d = X.shape[-1]
    theta = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    c, s = np.cos(theta), np.sin(theta)
    out = np.empty_like(X)
    out[..., 0::2] = X[..., 0::2] * c - X[..., 1::2] * s
    out[..., 1::2] = X[..., 0::2] * s + X[..., 1::2] * c
    return out

# %% right: complex numbers
def rotate(X, positions, base):
    d = X.shape[-1]
    z = X[..., 0::2] + 1j * X[..., 1::2]
    freq = 1 / base ** (2 * np.arange(d // 2) / d)
    z = z * np.exp(1j * np.outer(positions, freq))
    return np.stack([z.real, z.imag], axis=-1).reshape(X.shape)

# %% right: three loops
import math

def rotate(X, positions, base):
    out = X.copy()
    d = X.shape[-1]
    for row in np.ndindex(X.shape[:-1]):
        p = positions[row[-1]]
        for i in range(d // 2):
            a = p / base ** (2 * i / d)
            x, y = X[row][2 * i], X[row][2 * i + 1]
            out[row + (2 * i,)] = x * math.cos(a) - y * math.sin(a)
            out[row + (2 * i + 1,)] = x * math.sin(a) + y * math.cos(a)
    return out

# %% right: einsum with a 2 by 2 matrix for each position and pair
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-2 * np.arange(d // 2) / d)
    R = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    pairs = X.reshape(*X.shape[:-1], d // 2, 2)
    return np.einsum("rcni,...nic->...nir", R, pairs).reshape(X.shape)

# %% right: rotate half, with the columns dealt out before and after
def rotate_half(x):
    half = x.shape[-1] // 2
    return np.concatenate([-x[..., half:], x[..., :half]], axis=-1)


def rotate(X, positions, base):
    d = X.shape[-1]
    order = np.concatenate([np.arange(0, d, 2), np.arange(1, d, 2)])
    back = np.argsort(order)
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    angles = np.concatenate([angles, angles], axis=-1)
    Y = X[..., order]
    Y = Y * np.cos(angles) + rotate_half(Y) * np.sin(angles)
    return Y[..., back]

# %% right: every number and its partner
def rotate(X, positions, base):
    d = X.shape[-1]
    freqs = np.repeat(1.0 / base ** (np.arange(0, d, 2) / d), 2)
    angles = positions[:, None] * freqs
    partner = np.empty(X.shape)
    partner[..., ::2] = -X[..., 1::2]
    partner[..., 1::2] = X[..., ::2]
    return X * np.cos(angles) + partner * np.sin(angles)

# %% right: one matrix for each row, as in lesson 6
def rotation(p, d, base):
    R = np.zeros((d, d))
    for i in range(0, d, 2):
        a = p * base ** (-i / d)
        R[i:i+2, i:i+2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return R


def rotate(X, positions, base):
    rows = [X[..., i, :] @ rotation(p, X.shape[-1], base).T for i, p in enumerate(positions)]
    return np.stack(rows, axis=-2)

# %% right: stack and flatten, exponent by logarithm
def rotate(X, positions, base):
    d = X.shape[-1]
    inv_freq = np.exp(-np.log(base) * np.arange(0, d, 2) / d)
    angles = np.einsum("n,i->ni", positions, inv_freq)
    x1, x2 = X[..., ::2], X[..., 1::2]
    pairs = [x1 * np.cos(angles) - x2 * np.sin(angles), x2 * np.cos(angles) + x1 * np.sin(angles)]
    return np.stack(pairs, axis=-1).reshape(*X.shape)

# %% right: float32 inside
def rotate(X, positions, base):
    X = X.astype(np.float32)
    d = X.shape[-1]
    a = (positions[:, None] * base ** (-np.arange(0, d, 2) / d)).astype(np.float32)
    Y = np.zeros(X.shape, np.float32)
    Y[..., ::2] = np.cos(a) * X[..., ::2] - np.sin(a) * X[..., 1::2]
    Y[..., 1::2] = np.sin(a) * X[..., ::2] + np.cos(a) * X[..., 1::2]
    return Y

# %% right: length and angle of each pair, and back
def rotate(X, positions, base):
    d = X.shape[-1]
    length = np.hypot(X[..., ::2], X[..., 1::2])
    angle = np.arctan2(X[..., 1::2], X[..., ::2])
    angle = angle + positions[:, None] / base ** (np.arange(d // 2) * 2 / d)
    return np.stack([length * np.cos(angle), length * np.sin(angle)], -1).reshape(X.shape)

# %% right: in place on a copy, the old number kept
def rotate(X, positions, base):
    Y, d = X.copy(), X.shape[-1]
    for i in range(0, d, 2):
        c, s = np.cos(positions * base ** (-i / d)), np.sin(positions * base ** (-i / d))
        old = Y[..., i].copy()
        Y[..., i] = old * c - Y[..., i + 1] * s
        Y[..., i + 1] = old * s + Y[..., i + 1] * c
    return Y

# %% wrong: layouts-mixed | rotate_half with repeated angles
def rotate_half(x):
    half = x.shape[-1] // 2
    return np.concatenate([-x[..., half:], x[..., :half]], axis=-1)


def rotate(X, positions, base):
    d = X.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    angles = np.repeat(angles, 2, axis=-1)
    return X * np.cos(angles) + rotate_half(X) * np.sin(angles)

# %% wrong: layouts-mixed | partner next door, angles concatenated
def rotate(X, positions, base):
    d = X.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    angles = np.concatenate([angles, angles], axis=-1)
    partner = np.empty_like(X)
    partner[..., 0::2], partner[..., 1::2] = -X[..., 1::2], X[..., 0::2]
    return X * np.cos(angles) + partner * np.sin(angles)

# %% wrong: frequency-per-column | d frequencies
def rotate(X, positions, base):
    d = X.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(d) / d)
    partner = np.empty_like(X)
    partner[..., ::2], partner[..., 1::2] = -X[..., 1::2], X[..., ::2]
    return X * np.cos(angles) + partner * np.sin(angles)

# %% wrong: sine-sign-missing | two pluses
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    out = np.empty_like(X)
    out[..., 0::2] = X[..., 0::2] * np.cos(a) + X[..., 1::2] * np.sin(a)
    out[..., 1::2] = X[..., 0::2] * np.sin(a) + X[..., 1::2] * np.cos(a)
    return out

# %% wrong: partner-missing | only the cosine
def rotate(X, positions, base):
    d = X.shape[-1]
    a = np.repeat(positions[:, None] * base ** (-np.arange(0, d, 2) / d), 2, axis=-1)
    return X * np.cos(a)

# %% wrong: added-not-turned | X + encoding
def rotate(X, positions, base):
    c = np.arange(X.shape[-1])
    angles = positions[:, None] * base ** (-2 * (c // 2) / X.shape[-1])
    return X + np.where(c % 2 == 0, np.sin(angles), np.cos(angles))

# %% wrong: positions-from-one | as the paper counts, m = 1, 2, ...
def rotate(X, positions, base):
    d = X.shape[-1]
    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
    z = (X[..., ::2] + 1j * X[..., 1::2]) * np.exp(1j * a)
    return np.stack([z.real, z.imag], axis=-1).reshape(X.shape)

# %% wrong: exponent-rounded | a double slash | like: two pluses
-    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
+    a = positions[:, None] * base ** (-np.arange(0, d, 2) // d)
-    out[..., 0::2] = X[..., 0::2] * np.cos(a) + X[..., 1::2] * np.sin(a)
+    out[..., 0::2] = X[..., 0::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
# %% wrong: degrees-not-radians | np.deg2rad to be safe | like: as the paper counts, m = 1, 2, ...
-    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    a = np.deg2rad(positions[:, None] * base ** (-np.arange(0, d, 2) / d))
# %% wrong: integer-buffer | np.zeros_like of whole numbers | like: two pluses
-    out = np.empty_like(X)
-    out[..., 0::2] = X[..., 0::2] * np.cos(a) + X[..., 1::2] * np.sin(a)
+    out = np.zeros(X.shape, dtype=int)
+    out[..., 0::2] = X[..., 0::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
# %% wrong: return-missing | fills the array and stops | like: two pluses
-    out[..., 0::2] = X[..., 0::2] * np.cos(a) + X[..., 1::2] * np.sin(a)
+    out[..., 0::2] = X[..., 0::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
-    return out

# %% wrong: mutates-input, overwritten-too-early | in place, straight away
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    X[..., 0::2] = X[..., 0::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
    X[..., 1::2] = X[..., 0::2] * np.sin(a) + X[..., 1::2] * np.cos(a)
    return X

# %% wrong: pairs-from-one | i = 1 ... d / 2, as in the paper | like: as the paper counts, m = 1, 2, ...
-    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    theta = base ** (-2 * np.arange(1, d // 2 + 1) / d)
+    a = positions[:, None] * theta

# %% wrong: factors-exchanged | the second line typed too fast
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] / base ** (np.arange(0, d, 2) / d)
    x, y = X[..., ::2], X[..., 1::2]
    out = np.empty(X.shape)
    out[..., ::2] = x * np.cos(a) - y * np.sin(a)
    out[..., 1::2] = x * np.cos(a) + y * np.sin(a)
    return out

# %% wrong: factors-exchanged | sine first in the first line
def rotate(X, positions, base):
    d = X.shape[-1]
    a = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    x, y = X[..., ::2], X[..., 1::2]
    pairs = [x * np.sin(a) - y * np.cos(a), x * np.sin(a) + y * np.cos(a)]
    return np.stack(pairs, axis=-1).reshape(X.shape)

# %% wrong: endpoint-included | linspace from 0 to 1 | like: as the paper counts, m = 1, 2, ...
-    d = X.shape[-1]
-    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    half = X.shape[-1] // 2
+    a = positions[:, None] * base ** -np.linspace(0, 1, half)
# %% wrong: sin-cos-swapped | s and c mixed up | like: even and odd columns into an empty array
-    theta = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
-    c, s = np.cos(theta), np.sin(theta)
+    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
+    s, c = np.cos(a), np.sin(a)

# %% wrong: half-split, backwards | halves, and the minus in the wrong half
def rotate(X, positions, base):
    d = X.shape[-1]
    x1, x2 = np.split(X, 2, axis=-1)
    a = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    return np.concatenate([x1 * np.cos(a) + x2 * np.sin(a), x2 * np.cos(a) - x1 * np.sin(a)], -1)

# %% wrong: half-split, base-ignored | copied from a model with base 10000
def rotate(X, positions, base):
    half = X.shape[-1] // 2
    a = positions[:, None] / 10000 ** (np.arange(half) / half)
    x1, x2 = X[..., :half], X[..., half:]
    return np.concatenate([x1 * np.cos(a) - x2 * np.sin(a), x2 * np.cos(a) + x1 * np.sin(a)], -1)

# %% wrong: positions-ignored, exponent-doubled | two slips at once | like: as the paper counts, m = 1, 2, ...
-    d = X.shape[-1]
-    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    n, d = X.shape[-2:]
+    a = np.arange(n)[:, None] / base ** (2 * np.arange(0, d, 2) / d)

# %% wrong: backwards, joined-as-halves | two slips at once
def rotate(X, positions, base):
    d = X.shape[-1]
    a = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    x, y = X[..., 0::2], X[..., 1::2]
    return np.concatenate([x * np.cos(a) + y * np.sin(a), y * np.cos(a) - x * np.sin(a)], axis=-1)

# %% unnamed | each row is turned by the distance from the row before | like: as the paper counts, m = 1, 2, ...
-    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    steps = np.diff(positions, prepend=0)
+    a = steps[:, None] * base ** (-np.arange(0, d, 2) / d)
# %% unnamed | float16 angles | like: as the paper counts, m = 1, 2, ...
-    a = (positions + 1)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    a = (positions[:, None] * base ** (-np.arange(0, d, 2) / d)).astype(np.float16)

# %% blind

# %% wrong: positions-from-the-first-row | Counts positions from the first row (positions - positions[0]), because only distances matter; so each set of rows gets another zero
def rotate(X, positions, base):
    d = X.shape[-1]
    steps = positions - positions[0]
    angles = steps[:, None] / base ** (np.arange(0, d, 2) / d)
    cos, sin = np.cos(angles), np.sin(angles)
    turned = np.zeros(X.shape)
    turned[..., 0::2] = X[..., 0::2] * cos - X[..., 1::2] * sin
    turned[..., 1::2] = X[..., 0::2] * sin + X[..., 1::2] * cos
    return turned

# %% wrong: smallest-position-for-zero | Believes that only distances matter, so it lets the smallest position count as 0 (positions - positions.min())
def rotate(X, positions, base):
    d = X.shape[-1]
    places = positions - positions.min()
    a = places[:, None] * base ** (-2 * np.arange(d // 2) / d)
    x, y = X[..., 0::2], X[..., 1::2]
    both = [x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)]
    return np.stack(both, axis=-1).reshape(X.shape)
