"""Answers to `senses_found(vectors, senses)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: unit vectors, minus infinity on the diagonal
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -np.inf)
    return np.mean(senses[cosines.argmax(axis=-1)] == senses)

# %% right: two loops
def senses_found(vectors, senses):
    right = 0
    for i in range(len(vectors)):
        best, best_cosine = None, -2
        for j in range(len(vectors)):
            if i == j:
                continue
            cosine = vectors[i] @ vectors[j] / np.linalg.norm(vectors[i]) / np.linalg.norm(vectors[j])
            if cosine > best_cosine:
                best, best_cosine = j, cosine
        right += senses[best] == senses[i]
    return right / len(vectors)

# %% right: the own length is left out, since it changes no order
def senses_found(vectors, senses):
    scores = vectors @ (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).T
    scores[np.arange(len(scores)), np.arange(len(scores))] = -np.inf
    return float((senses[np.argmax(scores, axis=1)] == senses).mean())

# %% right: minus 2 is low enough
def senses_found(vectors, senses):
    lengths = np.linalg.norm(vectors, axis=-1)
    cosines = vectors @ vectors.T / (lengths[:, None] * lengths)
    cosines = cosines - 3 * np.eye(len(cosines))
    nearest = cosines.argmax(axis=0)
    return np.count_nonzero(senses[nearest] == senses) / len(senses)

# %% right: sorts, and takes the last but one
def senses_found(vectors, senses):
    unit = vectors / np.sqrt((vectors**2).sum(axis=-1, keepdims=True))
    order = np.argsort(unit @ unit.T, axis=-1)
    second = order[:, -2]
    return (senses[second] == senses).mean()

# %% right: np.delete in a loop
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=-1)[:, None]
    found = []
    for i, u in enumerate(unit):
        rest, labels = np.delete(unit, i, axis=0), np.delete(senses, i)
        found.append(labels[(rest @ u).argmax()] == senses[i])
    return sum(found) / len(found)

# %% right: distances of unit vectors
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    apart = np.linalg.norm(unit[:, None] - unit[None], axis=-1)
    np.fill_diagonal(apart, np.inf)
    return np.mean(senses == senses[apart.argmin(axis=1)])

# %% right: angles
def senses_found(vectors, senses):
    u = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    angles = np.arccos(np.clip(np.einsum("id,jd->ij", u, u), -1, 1))
    angles[np.eye(len(u), dtype=bool)] = 10
    return float(np.mean(senses[angles.argmin(-1)] == senses))

# %% right: the best of the own sense against the best of the others
def senses_found(vectors, senses):
    u = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    c = np.where(np.eye(len(u)) == 1, -np.inf, u @ u.T)
    same = senses[:, None] == senses[None, :]
    own = np.where(same, c, -np.inf).max(axis=1)
    other = np.where(same, -np.inf, c).max(axis=1)
    return np.mean(own > other)

# %% right: max with a key
def senses_found(vectors, senses):
    def cosine(a, b):
        return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))
    n, hits = len(vectors), 0
    for i in range(n):
        j = max((j for j in range(n) if j != i), key=lambda j: cosine(vectors[i], vectors[j]))
        hits += int(senses[i] == senses[j])
    return hits / n

# %% right: np.where on the diagonal
def senses_found(vectors, senses):
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = (vectors @ vectors.T) / (norms @ norms.T)
    cosines = np.where(np.eye(len(vectors), dtype=bool), -1.5, cosines)
    return np.average(senses[cosines.argmax(1)] == senses)

# %% right: rows of distances, dict of senses
def senses_found(vectors, senses):
    sense = dict(enumerate(senses))
    unit = [v / (v @ v) ** 0.5 for v in vectors]
    good = [
        sense[sorted((u @ w, k) for k, w in enumerate(unit) if k != i)[-1][1]] == sense[i]
        for i, u in enumerate(unit)
    ]
    return float(np.mean(good))

# %% right: masked array
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1)[:, np.newaxis]
    table = np.ma.masked_array(unit @ unit.T, mask=np.eye(len(unit), dtype=bool))
    return float(np.mean(senses[table.argmax(axis=1)] == senses))

# %% right: argpartition
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    cosines = unit @ unit.T - 10 * np.eye(len(vectors))
    nearest = np.argpartition(cosines, -1, axis=-1)[:, -1]
    return np.equal(senses.take(nearest), senses).mean()

# %% right: float32 of a Python sum
def senses_found(vectors, senses):
    unit = (vectors.T / np.linalg.norm(vectors.T, axis=0)).T
    c = unit.dot(unit.T)
    for i in range(len(c)):
        c[i, i] = float("-inf")
    return sum(senses[row.argmax()] == s for row, s in zip(c, senses)) / c.shape[0]

# %% wrong: compared-with-itself | the diagonal is forgotten
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    nearest = (unit @ unit.T).argmax(axis=-1)
    return np.mean(senses[nearest] == senses)

# %% wrong: diagonal-not-low-enough | zeros on the diagonal | like: unit vectors, minus infinity on the diagonal
-    np.fill_diagonal(cosines, -np.inf)
+    np.fill_diagonal(cosines, 0)

# %% wrong: lengths-still-in | dot products
def senses_found(vectors, senses):
    scores = vectors @ vectors.T
    np.fill_diagonal(scores, -np.inf)
    return np.mean(senses[scores.argmax(axis=1)] == senses)

# %% wrong: norm-over-columns | axis 0
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=0)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -np.inf)
    return np.mean(senses[cosines.argmax(axis=1)] == senses)

# %% wrong: distance-not-direction | the least distance
def senses_found(vectors, senses):
    apart = ((vectors[:, None] - vectors) ** 2).sum(axis=-1)
    np.fill_diagonal(apart, np.inf)
    return np.mean(senses[apart.argmin(axis=1)] == senses)

# %% wrong: farthest-taken | argmin of cosines
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, np.inf)
    return (senses[cosines.argmin(axis=1)] == senses).mean()

# %% wrong: sign-dropped | only how strong counts
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = np.abs(unit @ unit.T)
    np.fill_diagonal(cosines, -1)
    return (senses[cosines.argmax(axis=1)] == senses).mean()

# %% wrong: count-not-share | how many | like: argmin of cosines
-    np.fill_diagonal(cosines, np.inf)
-    return (senses[cosines.argmin(axis=1)] == senses).mean()
+    np.fill_diagonal(cosines, -np.inf)
+    return int((senses[cosines.argmax(axis=1)] == senses).sum())
# %% wrong: percent | of a hundred | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    return 100 * np.mean(senses[cosines.argmax(axis=1)] == senses)
# %% wrong: others-counted | the mistakes are counted | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    return np.mean(senses[cosines.argmax(axis=1)] != senses)
# %% wrong: place-for-sense | senses is forgotten on one side | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    return np.mean(cosines.argmax(axis=1) == senses)

# %% wrong: one-sentence-alone | return in the loop
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for i in range(len(unit)):
        cosines = unit @ unit[i]
        cosines[i] = -np.inf
        found = senses[cosines.argmax()] == senses[i]
        return float(found)

# %% wrong: only-later-ones | each pair once
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    n, right = len(unit), 0
    for i in range(n):
        best, nearest = -np.inf, 0
        for j in range(i + 1, n):
            if unit[i] @ unit[j] > best:
                best, nearest = unit[i] @ unit[j], j
        right += senses[nearest] == senses[i]
    return right / n

# %% wrong: averages-compared | the mean cosine of each sense
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines, right = unit @ unit.T, 0
    for i in range(len(unit)):
        same = [cosines[i, j] for j in range(len(unit)) if j != i and senses[j] == senses[i]]
        other = [cosines[i, j] for j in range(len(unit)) if senses[j] != senses[i]]
        right += np.mean(same) > np.mean(other)
    return right / len(unit)

# %% wrong: sorted-the-wrong-way | the second of argsort
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    order = (unit @ unit.T).argsort(axis=1)
    return np.mean(senses[order[:, 1]] == senses)

# %% wrong: second-among-others | twice left out | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    order = cosines.argsort(axis=1)
+    return np.mean(senses[order[:, -2]] == senses)

# %% wrong: only-earlier-ones | one pass, with what has been read so far
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = np.where(np.tri(len(unit), k=-1, dtype=bool), unit @ unit.T, -np.inf)
    return np.mean(senses[cosines.argmax(axis=1)] == senses)

# %% wrong: neighbours-alone | each with the next, the last with the first
return np.mean(senses == np.roll(senses, -1))
# %% wrong: means-taken-off | np.corrcoef | like: axis 0
-    unit = vectors / np.linalg.norm(vectors, axis=0)
-    cosines = unit @ unit.T
+    cosines = np.corrcoef(vectors)
# %% wrong: return-missing | only printed | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    print(np.mean(senses[cosines.argmax(axis=1)] == senses))
# %% wrong: mutates-input | divided in place | like: np.corrcoef
-    cosines = np.corrcoef(vectors)
+    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
+    cosines = vectors @ vectors.T

# %% wrong: index-among-others | a list without the word itself
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    hits = 0
    for i in range(len(unit)):
        cosines = [unit[i] @ unit[j] for j in range(len(unit)) if j != i]
        hits += senses[np.argmax(cosines)] == senses[i]
    return hits / len(unit)

# %% wrong: first-finds-itself | best = 0
def senses_found(vectors, senses):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    hits = 0
    for i in range(len(unit)):
        best = 0
        for j in range(len(unit)):
            if i != j and unit[i] @ unit[j] > unit[i] @ unit[best]:
                best = j
        hits += senses[best] == senses[i]
    return hits / len(unit)

# %% wrong: same-direction-left-out | a cosine of 1 can only be the word itself | like: one pass, with what has been read so far
-    cosines = np.where(np.tri(len(unit), k=-1, dtype=bool), unit @ unit.T, -np.inf)
+    cosines = unit @ unit.T
+    cosines[cosines > 0.9999] = -np.inf
# %% wrong: found-not-averaged | True or False for each | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    return senses[cosines.argmax(axis=1)] == senses
# %% wrong: divided-by-kinds | the share of the senses | like: how many
-    return int((senses[cosines.argmax(axis=1)] == senses).sum())
+    return np.sum(senses[cosines.argmax(axis=1)] == senses) / len(set(senses))
# %% wrong: norm-squared | v @ v is the length | like: axis 0
-    unit = vectors / np.linalg.norm(vectors, axis=0)
+    unit = vectors / np.einsum("nd,nd->n", vectors, vectors)[:, None]
# %% wrong: norm-l1 | shares of the sum | like: axis 0
-    unit = vectors / np.linalg.norm(vectors, axis=0)
+    unit = vectors / np.abs(vectors).sum(axis=1, keepdims=True)
