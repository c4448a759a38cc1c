"""Answers to `it_further_back()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: six numbers
return [4, -8, 8, 4, 4, 0]
# %% right: a tuple of floats
return (4.0, -8.0, 8.0, 4.0, 4.0, 0.0)
# %% right: an array
return np.array([4, -8, 8, 4, 4, 0])

# %% right: six angles, then cosines
def it_further_back():
    angles = np.array([60, 180, 360, 60, 60, 90])
    return 8 * np.cos(np.deg2rad(angles))

# %% right: one function for a score
def score(distance, step=10):
    return 2 * 4 * np.cos(np.radians(distance * step))


def it_further_back():
    return [score(6), score(18), score(36), score(min(18, 6)), score(12, 5), score(18, 5)]

# %% right: with math
import math

def it_further_back():
    s = lambda d: 8 * math.cos(math.pi * d / 18)
    return [s(6), s(18), s(36), s(6), s(12 / 2), s(18 / 2)]

# %% right: a loop
def it_further_back():
    out = []
    for d in (6, 18, 36, 6, 6, 9):
        out.append(8 * np.cos(d * np.pi / 18))
    return out

# %% right: complex arrows
def it_further_back():
    query, key = 2, 4
    steps = np.array([6, 18, 36, 6, 6, 9])
    return (query * np.exp(1j * steps * np.pi / 18) * key).real

# %% right: arrows that are really turned
def it_further_back():
    def turned(length, degrees):
        a = np.radians(degrees)
        return length * np.array([np.cos(a), np.sin(a)])
    key = turned(4, 0)
    return [turned(2, a) @ key for a in (60, 180, 360, 60, 60, 90)]

# %% right: positions and not distances
def it_further_back():
    it, cats = 100, [94, 82, 64, 94]
    fast = [8 * np.cos(np.radians(10 * it - 10 * cat)) for cat in cats]
    slow = [8 * np.cos(np.radians(5 * it - 5 * cat)) for cat in (88, 82)]
    return fast + slow

# %% right: rounded
def it_further_back():
    d = np.array([6, 18, 36, 6, 6, 9])
    return np.round(8 * np.cos(np.radians(10 * d)), 6)

# %% right: float32
return np.float32([4, -8, 8, 4, 4, 0])

# %% right: names for the six
def it_further_back():
    here, far, round_again = 8 / 2, -8, 8
    clipped = here
    slower_12, slower_18 = here, 0
    return [here, far, round_again, clipped, slower_12, slower_18]

# %% right: halves of eight
return [8 * 0.5, 8 * -1, 8 * 1, 8 * 0.5, 8 * 0.5, 8 * 0]

# %% right: by clip
def it_further_back():
    trained = np.array([6, 18, 36])
    angles = np.concatenate([trained * 10, np.clip([18], 0, 6) * 10, np.array([12, 18]) * 10 / 2])
    return np.cos(angles / 180 * np.pi) * 8

# %% wrong: clipping-ignored | clipping only changes the training
return [4, -8, 8, -8, 4, 0]

# %% wrong: clipping-ignored | forgot the min
def it_further_back():
    d = np.array([6, 18, 36, 18, 6, 9])
    return 8 * np.cos(np.radians(10 * d))

# %% wrong: clipped-to-nothing | clipped at 6 words, nothing left of the distance
return [4, -8, 8, 8, 4, 0]

# %% wrong: clip-subtracted | 18 - 6 words are left
def it_further_back():
    s = lambda angle: 8 * np.cos(np.radians(angle))
    return [s(60), s(180), s(360), s((18 - 6) * 10), s(60), s(90)]

# %% wrong: slower-ignored | the angle stays
return [4, -8, 8, 4, -4, -8]
# %% wrong: score-halved | half as fast, half the score
return [4, -8, 8, 4, -4 / 2, -8 / 2]
# %% wrong: far-means-nothing | beyond training there is nothing
return [4, 0, 0, 4, 4, 0]
# %% wrong: half-turn-positive | cos 180 = 1
return [4, 8, 8, 4, 4, 0]
# %% wrong: full-turn-negative | twice round the half turn
return [4, -8, -8, 4, 4, 0]

# %% wrong: both-turns-added | query left, key right
def it_further_back():
    angles = 2 * np.array([60, 180, 360, 60, 60, 90])
    return 8 * np.cos(np.radians(angles))

# %% wrong: cosine-alone | the angle is what counts
return [0.5, -1, 1, 0.5, 0.5, 0]
# %% wrong: lengths-added | 2 + 4
return [3, -6, 6, 3, 3, 0]
# %% wrong: one-length-alone | the length of the key
return [2, -4, 4, 2, 2, 0]

# %% wrong: sine-for-cosine | sin
def it_further_back():
    d = np.array([6, 18, 36, 6, 6, 9])
    return 8 * np.sin(d * np.pi / 18)

# %% wrong: degrees-not-radians | np.cos(60)
return 8 * np.cos([60, 180, 360, 60, 60, 90])
# %% wrong: angles-not-scores | the six angles
return [60, 180, 360, 60, 60, 90]
# %% wrong: numbers-in-another-order | 36 before 18
return [4, 8, -8, 4, 4, 0]
# %% wrong: numbers-in-another-order | the last two exchanged
return [4, -8, 8, 4, 0, 4]
# %% wrong: clipping-ignored, slower-ignored | all as trained | like: forgot the min
-    d = np.array([6, 18, 36, 18, 6, 9])
+    d = np.array([6, 18, 36, 18, 12, 18])
# %% wrong: clipped-means-hidden, slower-ignored | two slips at once
return [4, -8, 8, 0, -4, -8]
# %% wrong: half-turn-positive, clipping-ignored | forwards and backwards look alike
return [4, 8, 8, 8, 4, 0]

# %% wrong: clipped-as-trained | training stopped at 6, so the hand does
def it_further_back():
    known = lambda d, step=10: 8 * np.cos(np.radians(step * min(d, 60 // step)))
    return [known(6), known(18), known(36), known(18), known(12, 5), 0]

# %% wrong: full-turn-is-nothing | once round, all gone
return [4, -8, 0, 4, 4, 0]

# %% wrong: signs-reversed | back means minus
def it_further_back():
    d = -np.array([6, 18, 36, 6, 6, 9])
    return -8 * np.cos(np.radians(10 * d))

# %% unnamed | five numbers
return [4, -8, 8, 4, 4]
# %% unnamed | scores fade with the distance
return [4, 2, 1, 4, 3, 2]
# %% unnamed | the cat further back counts less and less
return [8 / d for d in (6, 18, 36, 6, 12, 18)]
# %% unnamed | in words
return "4, -8, 8, 4, 4, 0"

# %% blind

# %% wrong: clipped-means-hidden | Believes that clipping hides what is further back, so the clipped score is 0
return [4, -8, 8, 0, 4, 0]
# %% wrong: faster-not-slower | takes "2 times slower" for twice the angle per word, 20 degrees instead of 5
return [4, -8, 8, 4, -4, 8]
