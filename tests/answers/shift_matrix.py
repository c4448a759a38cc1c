"""Answers to `shift_matrix(k, d_model)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a block for every pair of columns
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (i / d_model)
        M[i, i] = np.cos(angle)
        M[i, i + 1] = np.sin(angle)
        M[i + 1, i] = -np.sin(angle)
        M[i + 1, i + 1] = np.cos(angle)
    return M

# %% right: the shift by one, k times
def shift_by_one(d_model):
    M = np.eye(d_model)
    for i in range(d_model // 2):
        w = 10000 ** (-2 * i / d_model)
        block = [[np.cos(w), np.sin(w)], [-np.sin(w), np.cos(w)]]
        M[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block
    return M


def shift_matrix(k, d_model):
    return np.linalg.matrix_power(shift_by_one(d_model), k)

# %% right: a sum of Kronecker products
def shift_matrix(k, d_model):
    total = 0
    for i, unit in enumerate(np.eye(d_model // 2)):
        a = k / np.power(10000, 2 * i / d_model)
        rotation = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        total = total + np.kron(np.diag(unit), rotation)
    return total

# %% right: np.block with blocks of zeros
def shift_matrix(k, d_model):
    pairs = d_model // 2
    zero = np.zeros((2, 2))

    def turn(i):
        a = k * 10000 ** (-2 * i / d_model)
        return np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])

    return np.block([[turn(i) if i == j else zero for j in range(pairs)] for i in range(pairs)])

# %% right: nested lists and math
import math


def entry(r, c, k, d_model):
    if r // 2 != c // 2:
        return 0.0
    angle = k / 10000 ** (2 * (r // 2) / d_model)
    if r == c:
        return math.cos(angle)
    return math.sin(angle) if r < c else -math.sin(angle)


def shift_matrix(k, d_model):
    return [[entry(r, c, k, d_model) for c in range(d_model)] for r in range(d_model)]

# %% right: three diagonals
def shift_matrix(k, d_model):
    angle = k / 10000 ** (np.arange(0, d_model, 2) / d_model)
    cosines = np.repeat(np.cos(angle), 2)
    sines = np.zeros(d_model - 1)
    sines[::2] = np.sin(angle)
    return np.diag(cosines) + np.diag(sines, 1) - np.diag(sines, -1)

# %% right: complex numbers of length one
def shift_matrix(k, d_model):
    z = np.exp(1j * k * 10000.0 ** (-2 * np.arange(d_model // 2) / d_model))
    M = np.zeros((d_model, d_model))
    for i, turn in enumerate(z):
        j = 2 * i
        M[j : j + 2, j : j + 2] = [[turn.real, turn.imag], [-turn.imag, turn.real]]
    return M

# %% right: solved for, from many positions of the encoding
def encode(p, d_model):
    c = np.arange(d_model)
    angle = p[:, None] / 10000 ** ((c - c % 2) / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))


def shift_matrix(k, d_model):
    p = np.linspace(0, 50_000, 3_001)
    A, *_ = np.linalg.lstsq(encode(p, d_model), encode(p + k, d_model), rcond=None)
    return A.T

# %% right: a matrix in halves, its rows and columns dealt out afterwards
def shift_matrix(k, d_model):
    half = d_model // 2
    angle = k * 10000.0 ** (-np.arange(half) / half)
    C, S = np.diag(np.cos(angle)), np.diag(np.sin(angle))
    halves = np.block([[C, S], [-S, C]])
    deal = np.arange(d_model).reshape(2, half).T.ravel()
    return halves[deal][:, deal]

# %% right: four axes, reshaped at the end
def shift_matrix(k, d_model):
    half = d_model // 2
    a = k / 10000 ** (2 * np.arange(half) / d_model)
    blocks = np.stack([np.cos(a), np.sin(a), -np.sin(a), np.cos(a)], axis=-1).reshape(half, 2, 2)
    M = np.einsum("irc,ij->irjc", blocks, np.eye(half))
    return M.reshape(d_model, d_model)

# %% right: float32, filled in place
def shift_matrix(k, d_model):
    M = np.eye(d_model, dtype=np.float32)
    i = np.arange(0, d_model, 2)
    angle = (k * 10000.0 ** (-i / d_model)).astype(np.float32)
    M[i, i] *= np.cos(angle)
    M[i + 1, i + 1] *= np.cos(angle)
    M[i, i + 1] += np.sin(angle)
    M[i + 1, i] -= np.sin(angle)
    return M

# %% right: a shift by k is two shifts by half of it
def one(d_model):
    w = np.repeat(10000.0 ** (-np.arange(0, d_model, 2) / d_model), 2)
    sign = np.where(np.arange(d_model) % 2 == 0, 1.0, -1.0)
    partner = np.arange(d_model) ^ 1
    M = np.diag(np.cos(w))
    M[np.arange(d_model), partner] = sign * np.sin(w)
    return M


def shift_matrix(k, d_model):
    if k == 0:
        return np.eye(d_model)
    half = shift_matrix(k // 2, d_model)
    return half @ half @ one(d_model) if k % 2 else half @ half

# %% right: an object that can be called, prints left in
class Shift:
    def __init__(self, base=10000):
        self.base = base

    def __call__(self, k, d_model):
        backwards = np.zeros((d_model, d_model))
        for i in range(d_model // 2):
            t = -k / self.base ** (2 * i / d_model)
            R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
            print("pair", i, "turns by", -t)
            backwards[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = R
        return backwards


shift_matrix = Shift()

# %% right: lambdas and np.where
angle = lambda k, r, d: k * 10000.0 ** (-2 * (r // 2) / d)
sign = lambda r, c: np.sign(c - r)
shift_matrix = lambda k, d_model: np.fromfunction(
    lambda r, c: np.where(
        r // 2 == c // 2,
        np.where(r == c, np.cos(angle(k, r, d_model)), sign(r, c) * np.sin(angle(k, r, d_model))),
        0.0,
    ),
    (d_model, d_model),
)

# %% wrong: shift-transposed | the rotation matrix from school
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (i / d_model)
        c, s = np.cos(angle), np.sin(angle)
        M[i : i + 2, i : i + 2] = [[c, -s], [s, c]]
    return M

# %% wrong: sin-cos-concatenated | four blocks of half the width
def shift_matrix(k, d_model):
    half = d_model // 2
    angle = k / 10000 ** (2 * np.arange(half) / d_model)
    C, S = np.diag(np.cos(angle)), np.diag(np.sin(angle))
    return np.block([[C, S], [-S, C]])

# %% wrong: exponent-not-paired | each row with a frequency of its own
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for r in range(d_model):
        angle = k / 10000 ** (r / d_model)
        M[r, r] = np.cos(angle)
        if r % 2 == 0:
            M[r, r + 1] = np.sin(angle)
        else:
            M[r, r - 1] = -np.sin(angle)
    return M

# %% wrong: exponent-halved | the number of the pair over d_model
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        a = k / 10000 ** (i / d_model)
        M[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]
    return M

# %% wrong: wavelengths-inverted | times, not divided by, the power of 10000
def shift_matrix(k, d_model):
    even = np.arange(0, d_model, 2)
    theta = k * 10000.0 ** (even / d_model)
    M = np.zeros((d_model, d_model))
    M[even, even] = M[even + 1, even + 1] = np.cos(theta)
    M[even, even + 1] = np.sin(theta)
    M[even + 1, even] = -np.sin(theta)
    return M

# %% wrong: one-frequency | one rotation by k, repeated down the diagonal
def shift_matrix(k, d_model):
    R = np.array([[np.cos(k), np.sin(k)], [-np.sin(k), np.cos(k)]])
    return np.kron(np.eye(d_model // 2), R)

# %% wrong: endpoint-included | exponents from 0 to 1 | like: the number of the pair over d_model
-    for i in range(d_model // 2):
-        a = k / 10000 ** (i / d_model)
+    for i, exponent in enumerate(np.linspace(0, 1, d_model // 2)):
+        a = k / 10000**exponent

# %% wrong: base-1000 | a zero lost
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        a = k / 1000 ** (i / d_model)
        M[i : i + 2, i : i + 2] = [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]
    return M

# %% wrong: partner-missing | every column shifts on its own
def shift_matrix(k, d_model):
    angle = k / 10000 ** (2 * (np.arange(d_model) // 2) / d_model)
    return np.diag(np.cos(angle))

# %% wrong: k-ignored | the shift by one
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        w = 1 / 10000 ** (i / d_model)
        M[i : i + 2, i : i + 2] = [[np.cos(w), np.sin(w)], [-np.sin(w), np.cos(w)]]
    return M

# %% wrong: exponent-not-paired, shift-transposed | two slips at once | like: each row with a frequency of its own
-            M[r, r + 1] = np.sin(angle)
+            M[r, r + 1] = -np.sin(angle)
-            M[r, r - 1] = -np.sin(angle)
+            M[r, r - 1] = np.sin(angle)

# %% wrong: sin-cos-concatenated, shift-transposed | two slips at once
def shift_matrix(k, d_model):
    half = d_model // 2
    angle = k / 10000 ** (np.arange(half) / half)
    C, S = np.diag(np.cos(angle)), np.diag(np.sin(angle))
    return np.vstack([np.hstack([C, -S]), np.hstack([S, C])])

# %% wrong: exponent-doubled, shift-transposed | two slips at once
def shift_matrix(k, d_model):
    even = np.arange(0, d_model, 2)
    t = k * np.exp(-np.log(10000) * 2 * even / d_model)
    M = np.zeros((d_model, d_model))
    M[even, even] = M[even + 1, even + 1] = np.cos(t)
    M[even + 1, even] = np.sin(t)
    M[even, even + 1] = -np.sin(t)
    return M

# %% wrong: shift-transposed, one-frequency | two slips at once
def shift_matrix(k, d_model):
    R = np.array([[np.cos(k), -np.sin(k)], [np.sin(k), np.cos(k)]])
    return np.kron(np.eye(d_model // 2), R)

# %% wrong: sin-cos-concatenated, exponent-doubled | two slips at once
def shift_matrix(k, d_model):
    half = d_model // 2
    angle = k / 10000 ** (2 * np.arange(0, d_model, 2) / d_model)
    C, S = np.cos(angle) * np.eye(half), np.sin(angle) * np.eye(half)
    return np.block([[C, S], [-S, C]])

# %% unnamed | rows of the unit matrix moved along by k
return np.roll(np.eye(d_model), k, axis=0)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: three diagonals
def shift_matrix(k, d_model):
    pair = np.arange(d_model) // 2
    theta = k / 10000 ** (2 * pair / d_model)
    side = np.where(np.arange(d_model - 1) % 2 == 0, np.sin(theta[:-1]), 0.0)
    return np.diag(np.cos(theta)) + np.diag(side, 1) - np.diag(side, -1)

# %% right: Kronecker products
def shift_matrix(k, d_model):
    pairs = d_model // 2
    M = np.zeros((d_model, d_model))
    for i, e in enumerate(np.eye(pairs)):
        t = k * 10000 ** (-2 * i / d_model)
        M += np.kron(np.diag(e), [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    return M

# %% right: one step to the power k
def one_step(d_model):
    M = np.eye(d_model)
    for c in range(0, d_model, 2):
        w = 10000.0 ** (-c / d_model)
        M[c, c] = M[c + 1, c + 1] = np.cos(w)
        M[c, c + 1], M[c + 1, c] = np.sin(w), -np.sin(w)
    return M


def shift_matrix(k, d_model):
    return np.linalg.matrix_power(one_step(d_model), k)

# %% unnamed | k reduced by whole turns first
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        t = (k % (2 * np.pi)) / 10000 ** (2 * i / d_model)
        M[2*i:2*i+2, 2*i:2*i+2] = [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]
    return M

# %% unnamed | the sine as a root, without its sign
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for c in range(0, d_model, 2):
        cos = np.cos(k / 10000 ** (c / d_model))
        sin = np.sqrt(1 - cos ** 2)
        M[c, c], M[c, c + 1] = cos, sin
        M[c + 1, c], M[c + 1, c + 1] = -sin, cos
    return M

# %% unnamed | an outer product, right for p = 0 only
def encode(p, d_model):
    c = np.arange(d_model)
    angle = p / 10000 ** ((c - c % 2) / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))


def shift_matrix(k, d_model):
    start = encode(0, d_model)
    return np.outer(encode(k, d_model), start) / (start @ start)

# %% wrong: integer-buffer | an identity of whole numbers
def shift_matrix(k, d_model):
    M = np.eye(d_model, dtype=int)
    for i in range(d_model // 2):
        t = k / 10000 ** (2 * i / d_model)
        M[2*i, 2*i] = np.cos(t)
        M[2*i, 2*i + 1] = np.sin(t)
        M[2*i + 1, 2*i] = -np.sin(t)
        M[2*i + 1, 2*i + 1] = np.cos(t)
    return M

# %% wrong: exponent-doubled | i steps by two, and is doubled
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        t = k / 10000 ** (2 * i / d_model)
        c, s = np.cos(t), np.sin(t)
        M[i:i+2, i:i+2] = np.array([[c, s], [-s, c]])
    return M

# %% unnamed | k products with one step, starting from one step
def shift_matrix(k, d_model):
    theta = 10000.0 ** (-(np.arange(d_model) // 2 * 2) / d_model)
    step = np.diag(np.cos(theta))
    for c in range(0, d_model, 2):
        step[c, c + 1] = np.sin(theta[c])
        step[c + 1, c] = -np.sin(theta[c])
    M = step
    for _ in range(k):
        M = M @ step
    return M

# %% wrong: shift-transposed, degrees-not-radians | degrees, and transposed
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(d_model // 2):
        t = np.radians(k / 10000 ** (2 * i / d_model))
        M[2*i:2*i+2, 2*i:2*i+2] = [[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]
    return M

# %% unnamed | fitted to too few positions
def shift_matrix(k, d_model):
    n = max(1, d_model // 2)
    c = np.arange(d_model)
    angles = np.arange(n + k)[:, None] / 10000 ** ((c - c % 2) / d_model)
    E = np.where(c % 2 == 0, np.sin(angles), np.cos(angles))
    return (np.linalg.pinv(E[:n]) @ E[k:k + n]).T

# %% unnamed | the last pair left out
def shift_matrix(k, d_model):
    M = np.eye(d_model)
    for c in range(0, d_model - 2, 2):
        t = k / 10000 ** (c / d_model)
        M[c:c+2, c:c+2] = [[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]
    return M

# %% wrong: sine-sign-missing | a plus for both sines
def shift_matrix(k, d_model):
    pair = np.arange(d_model) // 2
    theta = k / 10000 ** (2 * pair / d_model)
    same_pair = pair[:, None] == pair[None, :]
    return np.where(np.eye(d_model, dtype=bool), np.cos(theta), np.where(same_pair, np.sin(theta), 0.0))

# %% unnamed | M[i:i+2][i:i+2] (ValueError)
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        t = k / 10000 ** (i / d_model)
        M[i:i+2][i:i+2] = np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    return M

# %% unnamed | range by d_model / 2 (IndexError)
def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in np.arange(d_model / 2):
        t = k / 10000 ** (2 * i / d_model)
        M[2 * i, 2 * i] = M[2 * i + 1, 2 * i + 1] = np.cos(t)
        M[2 * i, 2 * i + 1] = np.sin(t)
        M[2 * i + 1, 2 * i] = -np.sin(t)
    return M

# %% unnamed | the inverse of an outer product (LinAlgError)
def shift_matrix(k, d_model):
    i = np.arange(d_model // 2)
    freq = 10000 ** (-2 * i / d_model)
    start = np.tile([0.0, 1.0], d_model // 2)
    end = np.stack([np.sin(k * freq), np.cos(k * freq)], axis=1).ravel()
    return np.outer(end, start) @ np.linalg.inv(np.outer(start, start))

# %% unnamed | block_diag never imported (NameError)
def shift_matrix(k, d_model):
    blocks = []
    for i in range(d_model // 2):
        t = k / 10000 ** (2 * i / d_model)
        blocks.append(np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]))
    return block_diag(*blocks)
