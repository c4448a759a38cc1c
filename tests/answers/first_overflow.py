"""Answers to `first_overflow()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: five numbers
return [64, 16, 128, 64, 4096]
# %% right: a tuple of floats
return (64.0, 16.0, 128.0, 64.0, 4096.0)
# %% right: an array
return np.array([64, 16, 128, 64, 16 * 16 * 16])

# %% right: tried out in float16
def first_overflow():
    def first(d, scale_first):
        for c in range(1, 1000):
            q = np.full(d, c, dtype=np.float16)
            scale = np.float16(1 / np.sqrt(d))
            score = (q * scale) @ q if scale_first else (q @ q) * scale
            if np.isinf(score):
                return c

    return [first(16, False), first(256, False), first(16, True), first(256, True), 16**2 * 16]

# %% right: roots, rounded up
def first_overflow():
    limit = 65520
    numbers = [limit / 16, limit / 256, limit / 4, limit / 16]
    return [int(np.ceil(np.sqrt(x))) for x in numbers] + [256 * 16 * 16 / 16]

# %% right: with the limit 65,504 itself
def first_overflow():
    def first(factor):
        c = 1
        while factor * c * c <= 65504:
            c += 1
        return c

    return first(16), first(256), first(4), first(16), 4096

# %% right: a lambda
first_overflow = lambda: [2**6, 2**4, 2**7, 2**6, 2**12]

# %% right: by arrays
def first_overflow():
    c = np.arange(1, 300)
    firsts = [c[factor * c**2 > 65504][0] for factor in (16, 256, 4, 16)]
    return np.concatenate([firsts, [64**2]])

# %% wrong: scaled-in-time | it is scaled anyway
return [128, 64, 128, 64, 4096]
# %% wrong: one-too-large | larger than, not at least, in the first two
return [65, 17, 128, 64, 4096]
# %% wrong: one-too-large | larger than, not at least
return [65, 17, 129, 65, 4096]
# %% wrong: one-product-at-last | only in the score
return [64, 16, 128, 64, 256]
# %% wrong: key-forgotten | d times c
return [4095, 256, 16380, 4095, 4096]
# %% wrong: limit-of-integers | 16 bits hold 32,767
return [46, 12, 91, 46, 4096]
# %% wrong: order-makes-no-difference, infinite-in-any-case | nothing helps
return [64, 16, 64, 16, np.inf]
# %% wrong: last-that-fits, one-product-at-last | the largest that fits, over 256
return [63, 15, 127, 63, 256]

# %% wrong: width-of-the-other | sixteen products, a fourth of them
def first_overflow():
    score = 16 * 16 * 16 / np.sqrt(16)
    return [64, 16, 128, 64, score]

# %% unnamed | a slip with the root
return [64, 16, 90, 64, 4096]
# %% unnamed | four numbers
return [64, 16, 128, 64]
# %% unnamed | as text
return ["64", "16", "128", "64", "4096"]
# %% unnamed | a wider head adds up more, and so it needs more
return [16, 64, 16, 64, 4096]
# %% unnamed | a sum of a number and a list (TypeError)
return 64 + [16, 128, 64, 4096]
# %% unnamed | 64 ** with a root of the wrong module (NameError)
return [math.ceil(math.sqrt(65504 / d)) for d in (16, 256, 4, 16)] + [4096]
