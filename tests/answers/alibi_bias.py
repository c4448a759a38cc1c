"""Answers to `alibi_bias(n, slopes)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a minus and np.abs
def alibi_bias(n, slopes):
    places = np.arange(n)
    distances = np.abs(places[:, None] - places)
    return -slopes[:, None, None] * distances

# %% right: the smaller of the two differences
def alibi_bias(n, slopes):
    places = np.arange(n)
    differences = places[:, None] - places
    return slopes[:, None, None] * np.minimum(differences, -differences)

# %% right: einsum
def alibi_bias(n, slopes):
    i, j = np.indices((n, n))
    return np.einsum("h,ij->hij", slopes, -abs(i - j))

# %% right: multiply.outer
def alibi_bias(n, slopes):
    r = np.arange(n)
    return -np.multiply.outer(slopes, np.abs(np.subtract.outer(r, r)))

# %% right: three loops
def alibi_bias(n, slopes):
    bias = np.zeros((len(slopes), n, n))
    for h in range(len(slopes)):
        for i in range(n):
            for j in range(n):
                bias[h, i, j] = -slopes[h] * abs(i - j)
    return bias

# %% right: a list of tables
def alibi_bias(n, slopes):
    table = [[-abs(i - j) for j in range(n)] for i in range(n)]
    return [slope * np.array(table) for slope in slopes]

# %% right: lower triangle and its mirror image
def alibi_bias(n, slopes):
    places = np.arange(n)
    past = np.tril(places - places[:, None])
    return slopes[:, None, None] * (past + past.T)

# %% right: the root of a square
def alibi_bias(n, slopes):
    places = np.arange(n, dtype=float)
    return -slopes[:, None, None] * np.sqrt((places[:, None] - places) ** 2)

# %% right: float32
def alibi_bias(n, slopes):
    places = np.arange(n, dtype=np.float32)
    distances = np.abs(places[:, None] - places)
    return (distances * -slopes.astype(np.float32)[:, None, None]).astype(np.float32)

# %% right: np.where on both sides
def alibi_bias(n, slopes):
    places = np.arange(n)
    d = places[:, None] - places
    return slopes.reshape(-1, 1, 1) * np.where(d > 0, -d, d)

# %% wrong: past-left-at-zero | np.minimum on the wrong difference
def alibi_bias(n, slopes):
    places = np.arange(n)
    distances = places[:, None] - places
    return slopes[:, None, None] * np.minimum(distances, 0)

# %% wrong: place-not-distance | later keys score higher, as in vllm
return slopes[:, None, None] * np.broadcast_to(np.arange(n), (n, n))

# %% wrong: place-not-distance | minus the place of the key
def alibi_bias(n, slopes):
    bias = np.zeros((len(slopes), n, n))
    bias[:] = -slopes[:, None, None] * np.arange(n)
    return bias

# %% wrong: one-slope-for-all | slopes[0]
def alibi_bias(n, slopes):
    places = np.arange(n)
    one = -slopes[0] * np.abs(places[:, None] - places)
    return np.array([one for _ in slopes])

# %% wrong: return-missing | the line assigned
def alibi_bias(n, slopes):
    places = np.arange(n)
    bias = -slopes[:, None, None] * np.abs(places[:, None] - places)

# %% wrong: sign, distance-squared | two slips at once
def alibi_bias(n, slopes):
    places = np.arange(n)
    return slopes[:, None, None] * (places[:, None] - places) ** 2

# %% wrong: sign, heads-last | two slips at once
def alibi_bias(n, slopes):
    places = np.arange(n)
    return np.abs(places[:, None] - places)[..., None] * slopes

# %% unnamed | divided by the distance | like: a minus and np.abs
-    return -slopes[:, None, None] * distances
+    return -slopes[:, None, None] / (distances + 1)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: own-slopes | halves, as for 8 heads
def alibi_bias(n, slopes):
    """Bias (h, n, n): minus the slope of each head times the distance of query and key."""
    h = len(slopes)
    m = 0.5 ** np.arange(1, h + 1)
    places = np.arange(n)
    distances = np.abs(places[:, None] - places)
    return -m[:, None, None] * distances
