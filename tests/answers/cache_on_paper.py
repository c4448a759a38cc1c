"""Answers to `cache_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the five numbers
return [2048, 128, 4, 0.5, 16]
# %% right: tuple of floats
return 2048.0, 128.0, 4.0, 0.5, 16.0

# %% right: computed in bytes
def cache_on_paper():
    numbers = 2 * 8 * 128
    token = numbers * 32 * 2
    return [numbers, token / 1024, token * 32768 / 1024**3, token * 4096 / 1024**3,
            2 * 32 * 128 * 32 * 2 * 32768 / 1024**3]

# %% right: an array
return np.array([2048, 128, 4, 1 / 2, 16])

# %% right: whole numbers where they are whole
def cache_on_paper():
    kib = 2 * 2048 * 32 // 1024
    gib = kib * 32768 // 1024**2
    return [2048, kib, gib, gib / 8, gib * 4]

# %% right: shifts
def cache_on_paper():
    token = 2 * 8 * 128 * 32 * 2
    return [2 << 10, token >> 10, (token << 15) >> 30, (token << 12) / (1 << 30), (token << 17) >> 30]

# %% right: a helper
def gibibytes(heads, tokens):
    return 2 * heads * 128 * 32 * 2 * tokens / 2**30


def cache_on_paper():
    return [2 * 8 * 128, gibibytes(8, 1) * 2**20, gibibytes(8, 32768), gibibytes(8, 4096), gibibytes(32, 32768)]

# %% right: float32
return np.array([2048, 128, 4, 0.5, 16], dtype=np.float32)
# %% wrong: one-head-only | a key and a value of 128 numbers
return [256, 16, 0.5, 0.0625, 16]
# %% wrong: one-head-only | times 4 at the end
return [256, 16, 1 / 2, 1 / 16, 2]
# %% wrong: four-bytes-each | float32
return [2048, 256, 8, 1, 32]

# %% wrong: thousand-not-1024 | GB
def cache_on_paper():
    token = 131072
    return [2048, token / 1000, token * 32768 / 1e9, token * 4096 / 1e9, 4 * token * 32768 / 1e9]

# %% wrong: thousand-not-1024 | KiB right, then a million of them
return [2048, 128, 128 * 32768 / 1e6, 128 * 4096 / 1e6, 512 * 32768 / 1e6]
# %% wrong: thousand-not-1024 | KB, then GiB
return [2048, 131.072, 4, 0.5, 16]
# %% wrong: groups-make-no-difference | the queries are not kept, so it is the same
return [2048, 128, 4, 0.5, 4]
# %% wrong: times-query-heads | 4 GiB for each head
return [2048, 128, 4, 0.5, 128]
# %% wrong: fewer-with-all-heads | divided by the group
return [2048, 128, 4, 0.5, 1]
# %% wrong: numbers-in-another-order | the window last
return [2048, 128, 4, 16, 0.5]
# %% wrong: numbers-in-another-order | the window before the whole
return [2048, 128, 0.5, 4, 16]
# %% wrong: keys-only, one-layer-only | two slips at once
return [1024, 2, 1 / 16, 1 / 128, 1 / 4]
# %% wrong: window-ignored, groups-make-no-difference | two slips at once
return [2048, 128, 4, 4, 4]
# %% unnamed | all in bytes
return [2048, 131072, 2**32, 2**29, 2**34]
# %% unnamed | the window is a quarter
return [2048, 128, 4, 1, 16]
# %% unnamed | only four
return [2048, 128, 4, 16]
# %% unnamed | with units
return ["2048", "128 KiB", "4 GiB", "0.5 GiB", "16 GiB"]
# %% unnamed | a table for each layer
return np.full((32, 5), [2048, 128, 4, 0.5, 16])
# %% unnamed | a name that is not there (NameError)
return [2048, 128, 4, window / 8, 16]
# %% wrong: width-of-the-stream | d_model, and all heads are in it
return [4096, 256, 8, 1, 8]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: queries-kept | 32 heads of q as well
def cache_on_paper():
    # 32 heads of q, 8 of k, 8 of v, so 48 * 128 = 6144 numbers in a layer
    # 6144 * 32 layers * 2 bytes = 384 KiB, and 32768 tokens make 12 GiB
    # the window is an eighth of the text
    # all heads alone means 96 * 128, which is twice as many
    return [6144, 384, 12, 1.5, 24]

# %% wrong: saved-not-kept | Takes the window for what is forgotten, and subtracts its 4,096 tokens from the text instead of keeping only them
return 2048, 128, 4, 128 * (32768 - 4096) / 1024**2, 16
