"""Answers to `rounding_or_mistake()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: just the letter
return "d"

# %% right: with a docstring and a variable
def rounding_or_mistake():
    """The letter of the row whose difference is not rounding."""
    row = 'd'  # 3e-9 is far too much for float64
    return row

# %% right: lambda
rounding_or_mistake = lambda: "d"

# %% right: largest number of float64 gaps
def rounding_or_mistake():
    rows = {"a": (3511, 1.8e-12), "b": (141, 3.3e-13), "c": (0.63, 5.6e-17), "d": (0.85, 3.0e-9), "e": (1.1, 5.6e-17)}
    return max(rows, key=lambda row: rows[row][1] / np.spacing(rows[row][0]))

# %% right: relative to the largest number
def rounding_or_mistake():
    largest = np.array([3511, 141, 0.63, 0.85, 1.1])
    double = np.array([1.8e-12, 3.3e-13, 5.6e-17, 3.0e-9, 5.6e-17])
    return "abcde"[np.argmax(double / largest)]

# %% right: the largest in the float64 column
def rounding_or_mistake():
    double = dict(a=1.8e-12, b=3.3e-13, c=5.6e-17, d=3.0e-9, e=5.6e-17)
    worst = None
    for letter, value in double.items():
        if worst is None or value > double[worst]:
            worst = letter
    return worst

# %% right: the factor between the columns, where there is one
def rounding_or_mistake():
    single = [7.3e-4, 6.3e-4, 3.0e-8, 1.5e-7, 0.0]
    double = [1.8e-12, 3.3e-13, 5.6e-17, 3.0e-9, 5.6e-17]
    factors = [s / d if s else np.inf for s, d in zip(single, double)]
    return np.array(list("abcde"))[np.argmin(factors)]

# %% right: a tolerance, as np.allclose has it
def rounding_or_mistake():
    table = {"a": (3511, 1.8e-12), "b": (141, 3.3e-13), "c": (0.63, 5.6e-17), "d": (0.85, 3.0e-9), "e": (1.1, 5.6e-17)}
    bad = [k for k, (size, off) in table.items() if not np.isclose(size, size + off, rtol=1e-12, atol=0)]
    (only,) = bad
    return only

# %% right: chr
return chr(ord("e") - 1)

# %% right: by elimination
def rounding_or_mistake():
    rounding = {"a", "b", "c", "e"}
    return (set("abcde") - rounding).pop()

# %% right: upper case
return "D"
# %% wrong: accused-largest-difference | the largest number in the float32 column
return "a"

# %% wrong: accused-largest-difference | takes max of the float32 column
def rounding_or_mistake():
    single = {"a": 7.3e-4, "b": 6.3e-4, "c": 3.0e-8, "d": 1.5e-7, "e": 0.0}
    return max(single, key=single.get)

# %% wrong: accused-largest-difference | 0.0007 cannot be rounding | like: takes max of the float32 column
-    return max(single, key=single.get)
+    for row, value in single.items():
+        if value > 1e-4:
+            return row
# %% wrong: accused-most-gaps | 41 gaps are not rounding any more
return "b"

# %% wrong: accused-most-gaps | counts gaps in float32
def rounding_or_mistake():
    rows = {"a": (3511, 7.3e-4), "b": (141, 6.3e-4), "c": (0.63, 3.0e-8), "d": (0.85, 1.5e-7), "e": (1.1, 0.0)}
    return max(rows, key=lambda row: rows[row][1] / np.spacing(np.float32(rows[row][0])))

# %% wrong: accused-most-gaps | relative to the numbers, in float32
def rounding_or_mistake():
    relative = np.array([7.3e-4 / 3511, 6.3e-4 / 141, 3.0e-8 / 0.63, 1.5e-7 / 0.85, 0])
    return "abcde"[int(relative.argmax())]

# %% wrong: accused-half-a-gap | the three-token one looked suspicious
return "c"
# %% wrong: accused-growing | more in float64 than in float32
return "e"

# %% wrong: accused-growing | the smallest factor, which is 0
def rounding_or_mistake():
    single = np.array([7.3e-4, 6.3e-4, 3.0e-8, 1.5e-7, 0.0])
    double = np.array([1.8e-12, 3.3e-13, 5.6e-17, 3.0e-9, 5.6e-17])
    return "abcde"[np.argmin(single / double)]

# %% wrong: accused-growing | the row that float64 made worse
def rounding_or_mistake():
    table = {"a": (7.3e-4, 1.8e-12), "b": (6.3e-4, 3.3e-13), "c": (3.0e-8, 5.6e-17), "d": (1.5e-7, 3.0e-9), "e": (0.0, 5.6e-17)}
    return [row for row, (single, double) in table.items() if double >= single][0]

# %% unnamed | the number of the row
return 3
# %% unnamed | the difference itself
return 3.0e-9
# %% unnamed | row d, in words
return "row d"
# %% unnamed | a list of one
return ["d"]

# %% unnamed | prints it
def rounding_or_mistake():
    print("d")

# %% unnamed | two suspects
return "bd"
# %% unnamed | none of them
return ""
# %% unnamed | which are rounding
return {"a": True, "b": True, "c": True, "d": False, "e": True}
# %% unnamed | what it was compared with
return "output for six tokens"
# %% unnamed | returns a comma too
return "d",
