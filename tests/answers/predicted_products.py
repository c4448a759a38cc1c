"""Answers to `predicted_products()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a list of numbers from paper
return [32, 30.917, 2.166, 256]

# %% right: a tuple
def predicted_products():
    """E[7]·E[7], E[40]·E[41], the squared distance, E[7]·E[7] for 512 columns."""
    return 32, 30.917, 64 - 61.834, 256

# %% right: an array of floats
return np.array([32.0, 30.917, 2 * 32 - 2 * 30.917, 256.0])

# %% right: named steps
def predicted_products():
    hands = 64 // 2
    neighbours = 30.917
    apart = hands - 2 * neighbours + hands
    return [hands, neighbours, apart, 512 / 2]

# %% right: sums of cosines, for each hand one
def predicted_products():
    frequencies = 10000 ** (-np.arange(0, 64, 2) / 64)
    itself = np.cos(0 * frequencies).sum()
    neighbours = np.cos(frequencies).sum()
    return [itself, neighbours, 2 * (itself - neighbours), 512 // 2]

# %% right: measured with an encoding
def predicted_products():
    def encoding(n, d):
        angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
        E = np.empty((n, d))
        E[:, 0::2], E[:, 1::2] = np.sin(angles), np.cos(angles)
        return E

    E, wide = encoding(50, 64), encoding(50, 512)
    return [E[7] @ E[7], E[40] @ E[41], ((E[40] - E[41]) ** 2).sum(), wide[7] @ wide[7]]

# %% right: float32, and the distance by the formula
def predicted_products():
    a, b = np.float32(32), np.float32(30.917)
    return np.array([a, b, a + a - 2 * b, 8 * a], dtype=np.float32)

# %% right: rounded to two decimals where he may
return [32.0, 30.917, 2.17 - 0.004, 256.0]
# %% wrong: every-column-counts-one | thinks each column adds 1
return [64, 30.917, 128 - 61.834, 512]
# %% wrong: every-column-counts-one | 64 and 512, but the distance is right
return [64, 30.917, 2.166, 512]
# %% wrong: whole-row-of-length-one | "hands have length 1", so rows too
return [1, 30.917, 2.166, 1]
# %% wrong: whole-row-of-length-one | the same, carried on
return [1, 30.917, 2 - 2 * 30.917, 1]
# %% wrong: length-not-product | took the root
return [np.sqrt(32), 30.917, 2.166, 16]
# %% wrong: neighbours-taken-for-equal | any two fingerprints are alike
return [32, 32, 0, 256]
# %% wrong: distance-not-squared | took the root at the end
return [32, 30.917, np.sqrt(2.166), 256]
# %% wrong: sign-of-the-product | plus
return [32, 30.917, 64 + 61.834, 256]
# %% wrong: numbers-in-another-order | the last two swapped
return [32, 30.917, 256, 2.166]
# %% wrong: one-length-missing, width-ignored | two slips
return [32, 30.917, 1.083, 32]
# %% wrong: distance-not-squared, width-ignored | two slips
return [32, 30.917, 1.4717, 32]
# %% unnamed | thinks later positions are larger
return [7 * 32, 40 * 30.917, 2.166, 7 * 256]
# %% unnamed | thinks they have fallen by position 40
return [32, 20.3, 23.4, 256]
# %% wrong: third-rounded | two decimals are enough
return [32, 30.917, 2.17, 256]
# %% unnamed | three numbers
return [32, 30.917, 2.166]
# %% wrong: third-rounded | rounded to whole numbers
return [32, 31, 2, 256]
# %% unnamed | cosines instead of dot products
return [1, 30.917 / 32, 2.166 / 32, 1]
# %% unnamed | a dict
return {"itself": 32, "neighbours": 30.917, "apart": 2.166, "wide": 256}

# %% unnamed | prints
def predicted_products():
    print(32, 30.917, 2.166, 256)

# %% blind

# %% wrong: one-length-missing | took the squared distance for the difference of the two dot products, a.a - a.b
return [32, 30.917, 32 - 30.917, 256]
# %% wrong: width-ignored | Thinks that a dot product depends on the distance of the positions alone, so that 512 columns give 32 as well; each of the 256 hands adds 1
return [32, 30.917, 32 + 32 - 2 * 30.917, 32]
