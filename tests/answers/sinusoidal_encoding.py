"""Answers to `sinusoidal_encoding(n, d_model)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: slices with a step of two
def sinusoidal_encoding(n, d_model):
    positions = np.arange(n)[:, None]
    i = np.arange(0, d_model, 2)
    angles = positions / 10000 ** (i / d_model)
    encoding = np.zeros((n, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return encoding

# %% right: two loops with math
import math


def sinusoidal_encoding(n, d_model):
    PE = np.zeros((n, d_model))
    for pos in range(n):
        for i in range(d_model):
            angle = pos / math.pow(10000, 2 * (i // 2) / d_model)
            if i % 2 == 0:
                PE[pos, i] = math.sin(angle)
            else:
                PE[pos, i] = math.cos(angle)
    return PE

# %% right: nested lists
from math import cos, sin


def sinusoidal_encoding(n, d_model):
    return [
        [(cos if c % 2 else sin)(p / 10000 ** ((c - c % 2) / d_model)) for c in range(d_model)]
        for p in range(n)
    ]

# %% right: np.where on the parity of the column
def sinusoidal_encoding(n, d_model):
    p, c = np.indices((n, d_model))
    angle = p / np.power(10000.0, (c - c % 2) / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# %% right: the div_term of the PyTorch tutorial, odd widths cut
def sinusoidal_encoding(n, d_model):
    position = np.arange(n).reshape(-1, 1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    pe = np.zeros((n, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)[:, : pe[:, 1::2].shape[1]]
    return pe

# %% right: float32 everywhere
def sinusoidal_encoding(n, d_model):
    position = np.arange(n, dtype=np.float32)
    pair = np.arange(d_model, dtype=np.float32) // 2
    rate = np.float32(10000) ** (-2 * pair / np.float32(d_model))
    angle = np.outer(position, rate).astype(np.float32)
    angle[:, 0::2] = np.sin(angle[:, 0::2])
    angle[:, 1::2] = np.cos(angle[:, 1::2])
    return angle

# %% right: imaginary and real part of one exponential
def sinusoidal_encoding(n, d_model):
    pairs = (d_model + 1) // 2
    rates = 10000.0 ** (-2 * np.arange(pairs) / d_model)
    z = np.exp(1j * np.einsum("p,i->pi", np.arange(n), rates))
    both = np.stack([z.imag, z.real], axis=-1)
    return both.reshape(n, 2 * pairs)[:, :d_model]

# %% right: a cosine is a sine a quarter turn ahead
def sinusoidal_encoding(n, d_model):
    column = np.arange(d_model)
    return np.sin(
        np.arange(n)[:, np.newaxis] * 10000.0 ** (-(column // 2 * 2) / d_model)
        + np.pi / 2 * (column % 2)
    )

# %% right: np.fromfunction and a lambda
sinusoidal_encoding = lambda n, d_model: np.fromfunction(
    lambda p, c: np.where(
        c % 2, np.cos(p / 1e4 ** ((c - 1) / d_model)), np.sin(p / 1e4 ** (c / d_model))
    ),
    (n, d_model),
)

# %% right: column by column
def column(c, n, d_model):
    rate = 1 / 10000 ** (2 * (c // 2) / d_model)
    wave = np.cos if c % 2 else np.sin
    return wave(rate * np.arange(n))


def sinusoidal_encoding(n, d_model):
    return np.column_stack([column(c, n, d_model) for c in range(d_model)])

# %% right: each row is the row before, turned a little further
def sinusoidal_encoding(n, d_model):
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    s, c = np.zeros_like(rates), np.ones_like(rates)
    rows = []
    for _ in range(n):
        row = np.empty(2 * len(rates))
        row[::2], row[1::2] = s, c
        rows.append(row[:d_model])
        s, c = s * np.cos(rates) + c * np.sin(rates), c * np.cos(rates) - s * np.sin(rates)
    return np.array(rows)

# %% right: an object that can be called, prints left in
class Encoding:
    base = 10_000

    def frequency(self, i, d_model):
        return 1.0 / self.base ** (2 * i / d_model)

    def __call__(self, n, d_model):
        out = np.full((n, d_model), np.nan)
        for p in range(n):
            for i in range((d_model + 1) // 2):
                w = self.frequency(i, d_model)
                out[p, 2 * i] = np.sin(w * p)
                if 2 * i + 1 < d_model:
                    out[p, 2 * i + 1] = np.cos(w * p)
        print("encoding", out.shape)
        return out


sinusoidal_encoding = Encoding()

# %% right: transposed at work, turned back at the end
def sinusoidal_encoding(n, d_model):
    with np.errstate(all="ignore"):
        frequencies = np.repeat(np.logspace(0, -4, d_model, endpoint=False, base=10)[::2], 2)
        frequencies = frequencies[:d_model, None]
        table = frequencies * np.arange(n)[None, :]
        table[0::2] = np.sin(table[0::2])
        table[1::2] = np.cos(table[1::2])
    return np.transpose(table)

# %% right: the last column is left out where d_model is odd
def sinusoidal_encoding(n, d_model):
    k = np.arange(d_model // 2 + d_model % 2)
    theta = np.multiply.outer(np.arange(n), np.power(10000, -2 * k / d_model))
    E = np.empty((n, 2 * k.size))
    np.sin(theta, out=E[:, ::2])
    np.cos(theta, out=E[:, 1::2])
    if d_model % 2 == 1:
        E = E[:, :-1]
    return E

# %% wrong: sin-cos-concatenated | half of the columns are sines, so the left half
def sinusoidal_encoding(n, d_model):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    return np.concatenate([np.sin(angles), np.cos(angles[:, : d_model // 2])], axis=1)

# %% wrong: sin-cos-swapped | cosine is the real part, so it comes first
def sinusoidal_encoding(n, d_model):
    positions = np.arange(n)[:, None]
    angles = positions / 10000 ** (np.arange(0, d_model, 2) / d_model)
    encoding = np.zeros((n, d_model))
    encoding[:, 0::2] = np.cos(angles)
    encoding[:, 1::2] = np.sin(angles[:, : d_model // 2])
    return encoding

# %% wrong: exponent-not-paired | one angle for every column
def sinusoidal_encoding(n, d_model):
    angles = np.arange(n)[:, None] / np.power(10000, np.arange(d_model) / d_model)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return angles

# %% wrong: exponent-doubled | 2i as in the paper, but i already steps by two
def sinusoidal_encoding(n, d_model):
    i = np.arange(0, d_model, 2)
    angles = np.arange(n)[:, None] / 10000 ** (2 * i / d_model)
    encoding = np.zeros((n, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return encoding

# %% wrong: exponent-doubled | the i of the paper taken for the column
def sinusoidal_encoding(n, d_model):
    p, i = np.indices((n, d_model))
    angle = p / 10000.0 ** (2 * i / d_model)
    return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))

# %% wrong: positions-from-one | the first word has number one | like: 2i as in the paper, but i already steps by two
-    i = np.arange(0, d_model, 2)
-    angles = np.arange(n)[:, None] / 10000 ** (2 * i / d_model)
+    positions = np.arange(1, n + 1)[:, None]
+    angles = positions / 10000 ** (np.arange(0, d_model, 2) / d_model)

# %% wrong: sines-too-early | takes the sine in the same breath as the angle
def sinusoidal_encoding(n, d_model):
    columns = np.arange(d_model)
    frequencies = 10000.0 ** (-2 * (columns // 2) / d_model)
    angles = np.sin(np.arange(n)[:, None] * frequencies)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))

# %% wrong: positions-from-one | counts from one in a loop
import math


def sinusoidal_encoding(n, d_model):
    rows = []
    for pos in range(n):
        row = []
        for c in range(d_model):
            angle = (pos + 1) / 10000 ** (2 * (c // 2) / d_model)
            row.append(math.cos(angle) if c % 2 else math.sin(angle))
        rows.append(row)
    return rows

# %% wrong: exponent-halved | the number of the pair over d_model
def sinusoidal_encoding(n, d_model):
    pair = np.arange((d_model + 1) // 2)
    angles = np.arange(n)[:, None] / 10000 ** (pair / d_model)
    encoding = np.zeros((n, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles)[:, : d_model // 2]
    return encoding

# %% wrong: wavelengths-inverted | multiplied where it says divided
def sinusoidal_encoding(n, d_model):
    c = np.arange(d_model)
    angle = np.arange(n)[:, None] * 10000 ** (2 * (c // 2) / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))

# %% wrong: base-1000 | a zero lost | like: np.where on the parity of the column
-    angle = p / np.power(10000.0, (c - c % 2) / d_model)
+    angle = p / 1000 ** (2 * (c // 2) / d_model)
# %% unnamed | np.exp in place of the power of 10000 | like: 2i as in the paper, but i already steps by two
-    i = np.arange(0, d_model, 2)
-    angles = np.arange(n)[:, None] / 10000 ** (2 * i / d_model)
+    angles = np.arange(n)[:, None] * np.exp(-np.arange(0, d_model, 2) / d_model)
# %% unnamed | positions from 0 to 1, so that the length does not matter | like: the first word has number one
-    positions = np.arange(1, n + 1)[:, None]
+    positions = np.linspace(0, 1, n)[:, None]

# %% wrong: sin-cos-concatenated, odd-width-breaks | two halves of the same width, side by side
def sinusoidal_encoding(n, d_model):
    angles = np.outer(np.arange(n), 10000 ** (-2 * np.arange(d_model // 2) / d_model))
    return np.hstack([np.sin(angles), np.cos(angles)])

# %% wrong: sin-cos-concatenated, positions-from-one | two slips at once
def sinusoidal_encoding(n, d_model):
    angles = np.arange(1, n + 1)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    return np.concatenate([np.sin(angles), np.cos(angles[:, : d_model // 2])], axis=1)

# %% wrong: sin-cos-swapped, exponent-not-paired | two slips at once
def sinusoidal_encoding(n, d_model):
    PE = np.zeros((n, d_model))
    for p in range(n):
        for i in range(d_model):
            angle = p / 10000 ** (i / d_model)
            PE[p, i] = np.cos(angle) if i % 2 == 0 else np.sin(angle)
    return PE

# %% wrong: exponent-doubled, positions-from-one | two slips at once
def sinusoidal_encoding(n, d_model):
    pe = np.zeros((n, d_model))
    position = np.arange(1, n + 1).reshape(-1, 1)
    div_term = np.exp(-2 * np.arange(0, d_model, 2) * np.log(10000.0) / d_model)
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)[:, : d_model // 2]
    return pe

# %% wrong: exponent-not-paired, positions-from-one | two slips at once | like: one angle for every column
-    angles = np.arange(n)[:, None] / np.power(10000, np.arange(d_model) / d_model)
+    angles = np.array(
+        [[(p + 1) / 10000 ** (c / d_model) for c in range(d_model)] for p in range(n)]
+    )

# %% wrong: sin-cos-concatenated, exponent-halved | two slips at once
def sinusoidal_encoding(n, d_model):
    rates = [10000 ** (-i / d_model) for i in range((d_model + 1) // 2)]
    sines = [[np.sin(p * r) for r in rates] for p in range(n)]
    cosines = [[np.cos(p * r) for r in rates[: d_model // 2]] for p in range(n)]
    return np.concatenate([sines, cosines], axis=-1)

# %% wrong: extra-axis | a batch axis in front, as the PyTorch tutorial has it
def sinusoidal_encoding(n, d_model):
    p, c = np.indices((n, d_model))
    angle = p / 10000 ** (2 * (c // 2) / d_model)
    return np.where(c % 2 == 0, np.sin(angle), np.cos(angle))[np.newaxis]

# %% wrong: return-missing | the table is filled and not returned
def sinusoidal_encoding(n, d_model):
    PE = np.zeros((n, d_model))
    for p in range(n):
        for c in range(d_model):
            angle = p / 10000 ** (2 * (c // 2) / d_model)
            PE[p, c] = np.sin(angle) if c % 2 == 0 else np.cos(angle)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: a cosine is a sine a quarter turn ahead
def sinusoidal_encoding(n, d_model):
    col = np.arange(d_model)
    odd = col % 2
    angles = np.outer(np.arange(n), 10000.0 ** (-(col - odd) / d_model))
    return np.sin(angles + odd * (np.pi / 2))

# %% right: complex exponentials
def sinusoidal_encoding(n, d_model):
    pairs = (d_model + 1) // 2
    freq = np.exp(-np.log(10000) * 2 * np.arange(pairs) / d_model)
    z = np.exp(1j * np.arange(n)[:, None] * freq)
    both = np.stack([z.imag, z.real], axis=-1)
    return both.reshape(n, 2 * pairs)[:, :d_model]

# %% right: divmod and a pair of functions
import math


def sinusoidal_encoding(n, d_model):
    table = np.empty((n, d_model))
    for (p, c), _ in np.ndenumerate(table):
        i, which = divmod(c, 2)
        table[p, c] = (math.sin, math.cos)[which](p / 10000 ** (2 * i / d_model))
    return table

# %% wrong: odd-width-made-even | an odd width made even for the formula
def sinusoidal_encoding(n, d_model):
    d = d_model + d_model % 2
    i = np.arange(d) // 2
    angles = np.arange(n)[:, None] / 10000 ** (2 * i / d)
    enc = np.zeros((n, d))
    enc[:, 0::2] = np.sin(angles[:, 0::2])
    enc[:, 1::2] = np.cos(angles[:, 1::2])
    return enc[:, :d_model]

# %% wrong: endpoint-included | linspace from 0 to 1
def sinusoidal_encoding(n, d_model):
    pairs = (d_model + 1) // 2
    exponents = np.repeat(np.linspace(0, 1, pairs), 2)[:d_model]
    angles = np.arange(n)[:, None] / 10000 ** exponents
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angles), np.cos(angles))

# %% unnamed | the cosine of columns that are sines by now
def sinusoidal_encoding(n, d_model):
    i = np.arange(d_model) // 2
    enc = np.arange(n)[:, None] / 10000 ** (2 * i / d_model)
    enc[:, 0::2] = np.sin(enc[:, 0::2])
    enc[:, 1::2] = np.cos(enc[:, 0::2][:, : d_model // 2])
    return enc

# %% wrong: one-frequency | // in the exponent
def sinusoidal_encoding(n, d_model):
    enc = np.zeros((n, d_model))
    for p in range(n):
        for c in range(d_model):
            i = c // 2
            angle = p / 10000 ** (2 * i // d_model)
            enc[p, c] = np.sin(angle) if c % 2 == 0 else np.cos(angle)
    return enc

# %% wrong: odd-width-breaks | the loop stops one early
def sinusoidal_encoding(n, d_model):
    enc = np.zeros((n, d_model))
    p = np.arange(n)
    for c in range(0, d_model - 1, 2):
        angle = p / 10000 ** (c / d_model)
        enc[:, c] = np.sin(angle)
        enc[:, c + 1] = np.cos(angle)
    return enc

# %% unnamed | log10 with exp
def sinusoidal_encoding(n, d_model):
    col = np.arange(d_model)
    div = np.exp(-(col - col % 2) * np.log10(10000.0) / d_model)
    angles = np.arange(n).reshape(-1, 1) * div
    return np.where(col % 2, np.cos(angles), np.sin(angles))

# %% unnamed | angles modulo pi
def sinusoidal_encoding(n, d_model):
    i = np.arange(d_model) // 2
    angles = (np.arange(n)[:, None] / 10000 ** (2 * i / d_model)) % np.pi
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angles), np.cos(angles))

# %% unnamed | divided by d_model outside the power
def sinusoidal_encoding(n, d_model):
    enc = np.empty((n, d_model))
    for c in range(d_model):
        i = c // 2
        angle = np.arange(n) / 10000.0 ** (2 * i) / d_model
        enc[:, c] = np.cos(angle) if c % 2 else np.sin(angle)
    return enc

# %% wrong: exponent-doubled, exponent-not-paired | 2 c / d_model for each column
def sinusoidal_encoding(n, d_model):
    c = np.arange(d_model)
    angles = np.arange(n)[:, None] / np.power(10000, 2 * c / d_model)
    enc = np.sin(angles)
    enc[:, 1::2] = np.cos(angles[:, 1::2])
    return enc

# %% unnamed | sine or cosine by the position
def sinusoidal_encoding(n, d_model):
    p, c = np.indices((n, d_model))
    angles = p / 10000 ** ((c - c % 2) / d_model)
    return np.where(p % 2 == 0, np.sin(angles), np.cos(angles))

# %% unnamed | float16
def sinusoidal_encoding(n, d_model):
    i = np.arange(d_model) // 2
    angles = np.arange(n)[:, None] / 10000 ** (2 * i / d_model)
    enc = np.empty((n, d_model), dtype=np.float16)
    enc[:, ::2] = np.sin(angles)[:, ::2]
    enc[:, 1::2] = np.cos(angles)[:, 1::2]
    return enc

# %% wrong: odd-width-breaks | cosines of all pairs (ValueError)
def sinusoidal_encoding(n, d_model):
    position = np.arange(n)[:, np.newaxis]
    div_term = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    pe = np.zeros((n, d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe

# %% unnamed | whole numbers divided in place (UFuncTypeError)
def sinusoidal_encoding(n, d_model):
    angles = np.repeat(np.arange(n)[:, None], d_model, axis=1)
    i = np.arange(d_model) // 2
    angles /= 10000 ** (2 * i / d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angles), np.cos(angles))

# %% unnamed | a negative power of a whole number (ValueError) | like: angles modulo pi
-    angles = (np.arange(n)[:, None] / 10000 ** (2 * i / d_model)) % np.pi
+    freq = 10000 ** (-2 * i // d_model)
+    angles = np.arange(n)[:, None] * freq

# %% unnamed | as many pairs as columns (IndexError)
def sinusoidal_encoding(n, d_model):
    enc = np.zeros((n, d_model))
    for p in range(n):
        for i in range(d_model):
            angle = p / 10000 ** (2 * i / d_model)
            enc[p, 2 * i] = np.sin(angle)
            enc[p, 2 * i + 1] = np.cos(angle)
    return enc

# %% unnamed | np.where with x= and y= (TypeError)
def sinusoidal_encoding(n, d_model):
    cols = np.arange(d_model)
    angles = np.arange(n)[:, None] / 10000 ** (2 * (cols // 2) / d_model)
    return np.where(cols % 2 == 0, x=np.sin(angles), y=np.cos(angles))

# %% not blind | by people who knew the catalogue

# %% wrong: degrees-not-radians | my calculator works in degrees
def sinusoidal_encoding(n, d_model):
    columns = np.arange(d_model)
    angles = np.arange(n)[:, None] / 10000 ** (2 * (columns // 2) / d_model)
    angles = np.deg2rad(angles)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))

# %% wrong: degrees-not-radians | np.degrees, so that the angles are large enough
def sinusoidal_encoding(n, d_model):
    PE = np.zeros((n, d_model))
    for pos in range(n):
        for i in range(d_model):
            angle = np.degrees(pos / 10000 ** (2 * (i // 2) / d_model))
            PE[pos, i] = np.sin(angle) if i % 2 == 0 else np.cos(angle)
    return PE

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: odd-width-made-even | room for the last cosine, cut off in the end
def sinusoidal_encoding(n, d_model):
    width = d_model + d_model % 2           # room for the last cosine
    p = np.arange(n)[:, None]
    i = np.arange(width // 2)
    angle = p / 10000 ** (2 * i / width)
    table = np.zeros((n, width))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table[:, :d_model]
