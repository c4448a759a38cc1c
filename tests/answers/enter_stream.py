"""Answers to `enter_stream(weights, tokens, past)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the position starts at past
def enter_stream(weights, tokens, past):
    X = weights["embedding"][tokens]
    n, d_model = X.shape
    angles = np.arange(past, past + n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    encoding = np.empty((n, d_model))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    return X + encoding / 2

# %% right: past added to the arange | like: the position starts at past
-    angles = np.arange(past, past + n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)

# %% right: the whole text's encoding, and the last rows of it
def encoding(n, d):
    angles = np.outer(np.arange(n), 10000.0 ** (-np.arange(0, d, 2) / d))
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(n, d)


def enter_stream(weights, tokens, past):
    table = weights["embedding"]
    return table[tokens] + encoding(past + len(tokens), table.shape[1])[past:] / 2

# %% right: a loop over tokens
def enter_stream(weights, tokens, past):
    rows = []
    d = weights["embedding"].shape[1]
    for place, token in enumerate(tokens, start=past):
        row = weights["embedding"][token].copy()
        for c in range(0, d, 2):
            row[c] += np.sin(place / 10000 ** (c / d)) / 2
            row[c + 1] += np.cos(place / 10000 ** (c / d)) / 2
        rows.append(row)
    return np.array(rows)

# %% right: times one half | like: the position starts at past
-    return X + encoding / 2
+    return X + 0.5 * encoding

# %% right: take, and where for sine and cosine
def enter_stream(weights, tokens, past):
    X = np.take(weights["embedding"], tokens, axis=0)
    n, d = X.shape
    c = np.arange(d)
    angles = np.arange(past, past + n)[:, None] * 10000.0 ** (-(c - c % 2) / d)
    return X + np.where(c % 2 == 0, np.sin(angles), np.cos(angles)) / 2

# %% right: the real and imaginary parts of e to the i
def enter_stream(weights, tokens, past):
    X = weights["embedding"][tokens]
    n, d = X.shape
    turns = np.exp(1j * np.arange(past, past + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d))
    encoding = np.zeros((n, d))
    encoding[:, ::2] = turns.imag
    encoding[:, 1::2] = turns.real
    return X + encoding / 2

# %% right: in place, in a copy of the rows | like: the position starts at past
-    return X + encoding / 2
+    X += encoding / 2
+    return X
# %% wrong: encoding-not-halved | repaired the position alone | like: times one half
-    return X + 0.5 * encoding
+    return X + encoding
# %% wrong: position-always-0 | repaired the half alone | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: sum-halved | brackets | like: times one half
-    return X + 0.5 * encoding
+    return (X + encoding) / 2
# %% wrong: embedding-halved | half of the wrong one | like: times one half
-    return X + 0.5 * encoding
+    return X / 2 + encoding
# %% wrong: embedding-times-root | as in the paper | like: times one half
-    return X + 0.5 * encoding
+    return X * np.sqrt(d_model) + encoding / 2
# %% wrong: positions-missing | only the words | like: in place, in a copy of the rows
-    X += encoding / 2
# %% wrong: position-off-by-one | past plus one | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(past + 1, past + n + 1)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: position-off-by-one | past minus one | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(max(past - 1, 0), max(past - 1, 0) + n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: token-as-position | the number of the word | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.array(tokens)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: sin-cos-concatenated | all sines first | like: the position starts at past
-    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
+    encoding = np.hstack([np.sin(angles), np.cos(angles)])
# %% wrong: sin-cos-swapped | cosine first | like: the position starts at past
-    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
+    encoding[:, 0::2], encoding[:, 1::2] = np.cos(angles), np.sin(angles)

# %% wrong: exponent-not-paired | a frequency for each column
def enter_stream(weights, tokens, past):
    X = weights["embedding"][tokens]
    n, d_model = X.shape
    c = np.arange(d_model)
    exponents = c / d_model
    angles = np.arange(past, past + n)[:, None] / 10000**exponents
    encoding = np.where(c % 2, np.cos(angles), np.sin(angles))
    return X + encoding / 2

# %% wrong: exponent-doubled | twice the factor | like: a frequency for each column
-    exponents = c / d_model
+    exponents = 4 * (c // 2) / d_model
# %% wrong: exponent-halved | no factor 2 | like: a frequency for each column
-    exponents = c / d_model
+    exponents = (c // 2) / d_model
# %% wrong: wavelengths-inverted | times, not divided | like: a frequency for each column
-    exponents = c / d_model
-    angles = np.arange(past, past + n)[:, None] / 10000**exponents
+    exponents = 2 * (c // 2) / d_model
+    angles = np.arange(past, past + n)[:, None] * 10000.0**exponents
# %% wrong: one-frequency | no exponent | like: a frequency for each column
-    exponents = c / d_model
+    exponents = 0 * c
# %% wrong: endpoint-included | up to one | like: a frequency for each column
-    exponents = c / d_model
+    exponents = (c // 2) / (d_model // 2 - 1)
# %% wrong: base-1000 | a zero too few | like: times, not divided
-    angles = np.arange(past, past + n)[:, None] * 10000.0**exponents
+    angles = np.arange(past, past + n)[:, None] / 1000**exponents
# %% wrong: return-missing | no return | like: times one half
-    return X + 0.5 * encoding
+    X = X + encoding / 2
# %% wrong: encoding-not-halved, position-off-by-one | two slips | like: times one half
-    angles = np.arange(past, past + n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(past + 1, past + n + 1)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
-    return X + 0.5 * encoding
+    return X + encoding
# %% unnamed | a third of the encoding | like: times one half
-    return X + 0.5 * encoding
+    return X + encoding / 3
# %% unnamed | past times n | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = past * n + np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: as-many-as-came-before | past is taken for the end (ValueError) | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(past)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: position-off-by-one | counts from -1 | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = (past - 1 + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: one-position-for-all | past, for every word | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.array([[past]] * n) / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: one-position-for-all | zeros | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.zeros((n, 1)) / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: end-not-count | from past, n of them (ValueError) | like: the position starts at past
-    angles = np.arange(past, past + n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(past, n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: angles-halved | a half in the wrong place | like: past added to the arange
-    angles = (past + np.arange(n))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = (past + np.arange(n))[:, None] / 2 / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: as-many-as-came-before | the first n positions left out (ValueError) | like: the position starts at past
-    angles = np.arange(past, past + n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
+    angles = np.arange(past + n)[n:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% wrong: as-many-as-came-before | the wrong rows of the whole text's encoding (ValueError) | like: the whole text's encoding, and the last rows of it
-    table = weights["embedding"]
-    return table[tokens] + encoding(past + len(tokens), table.shape[1])[past:] / 2
+    X = weights["embedding"][tokens]
+    n, d = X.shape
+    return X + encoding(past + n, d)[n:] / 2
