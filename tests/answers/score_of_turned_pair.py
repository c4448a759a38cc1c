"""Answers to `score_of_turned_pair()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the five numbers
return [4, 4, 8, 6, -6]
# %% right: tuple of floats
return (4.0, 4.0, 8.0, 6.0, -6.0)

# %% right: array, computed with cosines
def score_of_turned_pair():
    angles = np.radians([60, 60, 360, 60, 120])
    return np.array([8, 8, 8, 12, 12]) * np.cos(angles)

# %% right: both vectors turned, then multiplied
def turned(vector, position):
    a = np.pi / 6 * position
    x, y = vector
    return np.array([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)])


def score_of_turned_pair():
    cases = [((2, 0), 7, 5), ((2, 0), 107, 105), ((2, 0), 7, 19), ((0, 3), 7, 6), ((0, 3), 6, 7)]
    return [turned((4, 0), q) @ turned(key, k) for key, q, k in cases]

# %% right: complex numbers
def score_of_turned_pair():
    step = np.exp(1j * np.pi / 6)
    cases = [(2, 7, 5), (2, 107, 105), (2, 7, 19), (3j, 7, 6), (3j, 6, 7)]
    return [(4 * step**q * np.conj(key * step**k)).real for key, q, k in cases]

# %% right: a sine for the sideways key
import math

def score_of_turned_pair():
    aligned = [8 * math.cos(math.radians(30 * n)) for n in (2, 2, 12)]
    sideways = [12 * math.sin(math.radians(30 * n)) for n in (1, -1)]
    return aligned + sideways

# %% right: halves of lengths
def score_of_turned_pair():
    same = 4 * 2 / 2
    return [same, same, 4 * 2, 4 * 3 / 2, -4 * 3 / 2]

# %% right: float32
return np.array([4, 4, 8, 6, -6], dtype=np.float32)

# %% wrong: only-query-turned | the query moves, the key waits
def score_of_turned_pair():
    a = np.pi / 6
    return [
        8 * np.cos(7 * a),
        8 * np.cos(107 * a),
        8 * np.cos(7 * a),
        12 * np.sin(7 * a),
        12 * np.sin(6 * a),
    ]

# %% wrong: nothing-turned | a rotation keeps dot products, doesn't it?
return [8, 8, 8, 0, 0]

# %% wrong: positions-added | 7 + 5 steps between them
def score_of_turned_pair():
    steps = np.array([12, 212, 26])
    return [*(8 * np.cos(np.pi / 6 * steps)), -12 * np.sin(np.pi / 6 * 13), -12 * np.sin(np.pi / 6 * 13)]

# %% wrong: sine-for-cosine | sin 60
def score_of_turned_pair():
    s = np.sin(np.pi / 3)
    return np.array([-8 * s, -8 * s, 0, 12 * s, 12 * np.sin(np.radians(120))])

# %% wrong: numbers-in-another-order | the full turn first
return [8, 4, 4, 6, -6]
# %% wrong: numbers-in-another-order | from the last to the first
return [-6, 6, 8, 4, 4]
# %% wrong: numbers-in-another-order | the full turn last
return [4, 4, 6, -6, 8]
# %% wrong: far-means-nothing, direction-ignored | two slips at once
return [4, 4, 0, 6, 6]
# %% wrong: cosine-alone, direction-ignored | two slips at once
return [0.5, 0.5, 1, 0.5, 0.5]
# %% wrong: one-step-for-two | each position turns by 30 degrees, and they are neighbours
return [8 * 3**0.5 / 2, 8 * 3**0.5 / 2, 8, 6, -6]
# %% unnamed | scores fade with the position
return [4, 0.04, 8 / 12, 6, -6]
# %% unnamed | only four
return [4, 8, 6, -6]
# %% unnamed | words
return "4, 4, 8, 6, -6"

# %% blind

# %% wrong: always-perpendicular | Believes that (0, 3) stays perpendicular to (4, 0) because both turn, although they stand at different positions, so the last two are 0
return [4, 4, 8, 0, 0]
