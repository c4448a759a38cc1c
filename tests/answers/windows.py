"""Answers to `windows(numbers, begins, length)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a table of places
def windows(numbers, begins, length):
    places = begins[:, None] + np.arange(length)
    return numbers[places], numbers[places + 1]

# %% right: slices in a loop
def windows(numbers, begins, length):
    inputs, targets = [], []
    for b in begins:
        inputs.append(numbers[b : b + length])
        targets.append(numbers[b + 1 : b + length + 1])
    return np.array(inputs), np.array(targets)

# %% right: one longer window, cut twice
def windows(numbers, begins, length):
    rows = np.stack([numbers[b : b + length + 1] for b in begins])
    return rows[:, :-1], rows[:, 1:]

# %% right: the text without its first token
def windows(numbers, begins, length):
    after = numbers[1:]
    inputs = [numbers[b : b + length] for b in begins]
    targets = [after[b : b + length] for b in begins]
    return inputs, targets

# %% right: sliding windows
def windows(numbers, begins, length):
    rows = np.lib.stride_tricks.sliding_window_view(numbers, length + 1)[begins]
    return rows[:, :-1], rows[:, 1:]

# %% right: np.take
def windows(numbers, begins, length):
    at = np.add.outer(begins, np.arange(length))
    return np.take(numbers, at), np.take(numbers, at + 1)

# %% right: arrays that are filled
def windows(numbers, begins, length):
    inputs = np.zeros((len(begins), length), dtype=int)
    targets = np.zeros((len(begins), length), dtype=int)
    for i, begin in enumerate(begins):
        for j in range(length):
            inputs[i, j] = numbers[begin + j]
            targets[i, j] = numbers[begin + j + 1]
    return inputs, targets

# %% right: plain lists
def windows(numbers, begins, length):
    inputs = [[int(numbers[b + j]) for j in range(length)] for b in begins]
    targets = [[int(numbers[b + j + 1]) for j in range(length)] for b in begins]
    return inputs, targets

# %% right: one column after the other
def windows(numbers, begins, length):
    columns = [numbers[begins + j] for j in range(length + 1)]
    return np.column_stack(columns[:-1]), np.column_stack(columns[1:])

# %% right: np.roll of the whole text
def windows(numbers, begins, length):
    places = begins.reshape(-1, 1) + np.arange(length)
    return numbers[places], np.roll(numbers, -1)[places]

# %% right: broadcast_to
def windows(numbers, begins, length):
    steps = np.broadcast_to(np.arange(length), (len(begins), length))
    places = steps + begins.reshape(len(begins), 1)
    return numbers[places], numbers[1:][places]

# %% right: the last target joined on
def windows(numbers, begins, length):
    inputs = np.array([numbers[b : b + length] for b in begins])
    last = numbers[begins + length]
    return inputs, np.concatenate([inputs[:, 1:], last[:, None]], axis=1)

# %% right: hstack and the last column
def windows(numbers, begins, length):
    x = np.vstack([numbers[b : b + length] for b in begins])
    y = np.hstack([x[:, 1:], numbers[begins + length].reshape(-1, 1)])
    return x, y

# %% right: a helper
def windows(numbers, begins, length):
    def rows(first):
        return np.array([numbers[b + first : b + first + length] for b in begins])

    return rows(0), rows(1)

# %% right: zip
def windows(numbers, begins, length):
    pairs = [(numbers[b : b + length], numbers[b + 1 : b + 1 + length]) for b in begins]
    x, y = zip(*pairs)
    return np.array(x), np.array(y)

# %% wrong: not-shifted | the same for both
def windows(numbers, begins, length):
    rows = np.array([numbers[b : b + length] for b in begins])
    return rows, rows.copy()

# %% wrong: shifted-backwards | the wrong neighbour | like: a table of places
-    return numbers[places], numbers[places + 1]
+    return numbers[places], numbers[places - 1]

# %% wrong: shifted-twice | one too far, and the text made longer when that raised an error
def windows(numbers, begins, length):
    longer = np.append(numbers, numbers[-1])
    places = begins[:, None] + np.arange(length)
    return longer[places], longer[places + 2]

# %% wrong: end-meets-start | rolled
def windows(numbers, begins, length):
    inputs = np.array([numbers[b : b + length] for b in begins])
    return inputs, np.roll(inputs, -1, axis=1)

# %% wrong: rolled-over-all-windows | axis forgotten
def windows(numbers, begins, length):
    inputs = numbers[begins[:, None] + np.arange(length)]
    return inputs, np.roll(inputs, -1)

# %% wrong: next-place-not-next-token | plus 1 outside the brackets | like: a table of places
-    return numbers[places], numbers[places + 1]
+    return numbers[places], numbers[places] + 1
# %% wrong: places-returned | never looked up | like: a table of places
-    return numbers[places], numbers[places + 1]
+    return places, places + 1
# %% wrong: one-too-short | length counts the targets too | like: the same for both
-    return rows, rows.copy()
+    return rows[:, :-1], rows[:, 1:]

# %% wrong: begins-ignored | all from the start
def windows(numbers, begins, length):
    inputs = np.array([numbers[:length] for _ in begins])
    targets = np.array([numbers[1 : length + 1] for _ in begins])
    return inputs, targets

# %% wrong: begins-counted-from-one | begins - 1
def windows(numbers, begins, length):
    inputs = np.array([[numbers[b - 1 + j] for j in range(length)] for b in begins])
    targets = np.array([[numbers[b + j] for j in range(length)] for b in begins])
    return inputs, targets

# %% wrong: windows-in-columns | axes exchanged | like: a table of places
-    places = begins[:, None] + np.arange(length)
+    places = np.arange(length)[:, None] + begins
# %% wrong: targets-returned-first | exchanged | like: a table of places
-    return numbers[places], numbers[places + 1]
+    targets, inputs = numbers[places + 1], numbers[places]
+    return targets, inputs
# %% wrong: targets-missing | only half of the work
return np.array([numbers[b : b + length] for b in begins])

# %% wrong: one-too-long | the whole row as inputs
def windows(numbers, begins, length):
    rows = np.array([numbers[b : b + length + 1] for b in begins])
    return rows, rows[:, 1:]

# %% unnamed: a batch of windows that follow one another
def windows(numbers, begins, length):
    b = len(begins)
    start = begins[0]
    inputs = np.resize(numbers[start:], (b, length))
    targets = np.resize(numbers[start + 1 :], (b, length))
    return inputs, targets

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: single-target | one token behind, repeated | like: axis forgotten
-    return inputs, np.roll(inputs, -1)
+    behind = numbers[begins + length]
+    targets = np.repeat(behind[:, None], length, axis=1)
+    return inputs, targets
