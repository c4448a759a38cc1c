"""Answers to `hand_frequencies(d_model)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: takes // 2 away
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(10000) / d_model * columns)

# %% right: the formula of the lecture, as a power
def hand_frequencies(d_model):
    i = np.arange(d_model // 2)
    return 10000.0 ** (-2 * i / d_model)

# %% right: brackets, and hands instead of columns
def hand_frequencies(d_model):
    hands = np.arange(d_model // 2)
    return np.exp(-np.log(10000) / (d_model // 2) * hands)

# %% right: one over a power
return 1 / 10000 ** (np.arange(0, d_model, 2) / d_model)
# %% right: list of floats
return [10000 ** (-column / d_model) for column in range(0, d_model, 2)]

# %% right: each hand slower than the one before by one factor
def hand_frequencies(d_model):
    factor, found = 10000 ** (-2 / d_model), [1.0]
    while len(found) < d_model // 2:
        found.append(found[-1] * factor)
    return np.array(found)

# %% right: geomspace without its end
return np.geomspace(1, 1 / 10000, d_model // 2 + 1)[:-1]
# %% right: powers of ten
return np.power(10.0, np.linspace(0, -4, d_model // 2, endpoint=False))

# %% wrong: exponent-halved | one slash instead of two
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(10000) / d_model / 2 * columns)

# %% wrong: exponent-doubled | brackets, as the authors meant it
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(10000) / (d_model // 2) * columns)

# %% wrong: step-rounded-down | the double slash moved
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(10000) // d_model * columns)

# %% wrong: wavelengths-inverted | loses the minus sign
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(np.log(10000) / d_model * columns)

# %% wrong: every-column | a frequency for each column | like: takes // 2 away
-    columns = np.arange(0, d_model, 2)
+    columns = np.arange(d_model) // 2 * 2
# %% wrong: every-column | all columns, and no pairs
return 10000 ** (-np.arange(d_model) / d_model)
# %% wrong: full-turns | how many positions a hand takes to go round
return 2 * np.pi * 10000 ** (np.arange(0, d_model, 2) / d_model)

# %% wrong: turns-per-position | turns per position, as in physics
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(10000) / d_model * columns) / (2 * np.pi)

# %% wrong: slowest-first | counts the columns down | like: takes // 2 away
-    columns = np.arange(0, d_model, 2)
+    columns = np.arange(0, d_model, 2)[::-1]
# %% wrong: one-frequency | forgets the columns
return np.exp(0 * np.arange(0, d_model, 2) / d_model)
# %% wrong: endpoint-included | linspace with its end
return 10.0 ** np.linspace(0, -4, d_model // 2)

# %% wrong: base-1000 | a zero too few
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(1000) / d_model * columns)

# %% wrong: exponent-doubled, base-1000 | brackets, and a zero too few
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(1000) / (d_model / 2) * columns)

# %% wrong: exponent-halved, slowest-first | one slash, and the wrong way round
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.flip(np.exp(-np.log(10000) / d_model / 2 * columns))

# %% wrong: another-logarithm | np.log10 where the natural logarithm belongs
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log10(10000) / d_model * columns)

# %% wrong: exp-missing | the exponents only
def hand_frequencies(d_model):
    columns = np.arange(0, d_model, 2)
    return -np.log(10000) / d_model * columns

# %% unnamed | the first hand left out | like: takes // 2 away
-    columns = np.arange(0, d_model, 2)
+    columns = np.arange(2, d_model, 2)
# %% unnamed | a range is not an array (TypeError)
return 10000 ** (-range(0, d_model, 2) / d_model)
# %% unnamed | falls in a straight line
return 1 - np.arange(0, d_model, 2) / d_model
