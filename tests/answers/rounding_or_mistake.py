"""Answers to `rounding_or_mistake()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both results
return "d", 27

# %% right: the row with most gaps of float64
def rounding_or_mistake():
    rows = {"a": (3511, 1.8e-12), "b": (141, 3.3e-13), "c": (0.63, 5.6e-17), "d": (0.85, 3.0e-9), "e": (1.1, 5.6e-17)}
    gaps = {row: off / np.spacing(largest) for row, (largest, off) in rows.items()}
    row = max(gaps, key=gaps.get)
    return row, round(gaps[row] / 1e6)

# %% right: arrays, a NumPy string and a float
def rounding_or_mistake():
    largest = np.array([3511, 141, 0.63, 0.85, 1.1])
    gaps = np.array([1.8e-12, 3.3e-13, 5.6e-17, 3.0e-9, 5.6e-17]) / np.spacing(largest)
    return np.array(list("abcde"))[gaps.argmax()], np.rint(gaps.max() / 1e6)

# %% right: the gap as a power of two, upper case
rounding_or_mistake = lambda: ["D", int(3.0e-9 * 2**53 / 10**6)]

# %% wrong: accused-largest-difference | the largest number in the float32 column
return "a", 27

# %% wrong: accused-largest-difference | in gaps of float32, not millions
def rounding_or_mistake():
    single = {"a": 7.3e-4, "b": 6.3e-4, "c": 3.0e-8, "d": 1.5e-7, "e": 0.0}
    row = max(single, key=single.get)
    return row, round(single[row] / np.spacing(np.float32(3511)))

# %% wrong: accused-most-gaps | 41 gaps are not rounding any more
return "b", 41
# %% wrong: accused-most-gaps | relative to the numbers, in float32
return "abcde"[np.argmax([7.3e-4 / 3511, 6.3e-4 / 141, 3.0e-8 / 0.63, 1.5e-7 / 0.85, 0])], 27
# %% wrong: accused-half-a-gap | the three-token one looked suspicious
return "c", 0
# %% wrong: accused-growing | the row that float64 made worse
return "e", 0
# %% wrong: accused-growing | counts rows from 1
return "abcde"[4], 27
# %% unnamed | the letter alone
return "d"
# %% unnamed | with the difference as well
return "d", 3.0e-9, 27
# %% unnamed | in words
return "d", "27 million"
# %% unnamed | the gap of float32
return "d", round(1.5e-7 / np.spacing(np.float32(0.85)))
# %% unnamed | the number first
return 27, "d"

# %% blind

# %% wrong: gap-between-1-and-2 | found the row, but divided by the machine epsilon, the gap at 1, instead of the smaller gap at 0.85
return "d", round(3.0e-9 / np.finfo(np.float64).eps / 1e6)
# %% wrong: not-in-whole-millions | found the row and the gap, but returned the number of gaps instead of millions of gaps
return "d", round(3.0e-9 / np.spacing(0.85))
