"""Answers to `score_variance(Q, K)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.var of the matrix product
return np.var(Q @ K.T)

# %% right: the method, a Python float
def score_variance(Q, K):
    scores = np.einsum("qd,kd->qk", Q, K)
    return float(scores.var())

# %% right: mean of the squares minus square of the mean
def score_variance(Q, K):
    scores = np.matmul(Q, np.swapaxes(K, 0, 1))
    return (scores**2).mean() - scores.mean() ** 2

# %% right: the statistics module, a list of all dot products
import statistics


def score_variance(Q, K):
    dots = []
    for q in Q:
        for k in K:
            dots.append(float(np.dot(q, k)))
    return statistics.pvariance(dots)

# %% right: plain loops, two passes
def score_variance(Q, K):
    scores = [sum(float(a) * float(b) for a, b in zip(q, k)) for q in Q for k in K]
    mean = sum(scores) / len(scores)
    total = 0.0
    for s in scores:
        total += (s - mean) ** 2
    return total / len(scores)

# %% right: keys in front, the variance is the same
return (K @ Q.T).ravel().var(ddof=0)

# %% right: a 0-d array
def score_variance(Q, K):
    deviations = Q @ K.T
    deviations = deviations - deviations.mean()
    return np.asarray(np.mean(np.square(deviations)))

# %% right: the square of the standard deviation
return np.std(np.inner(Q, K)) ** 2

# %% right: float32 everywhere
def score_variance(Q, K):
    scores = Q.astype(np.float32) @ K.astype(np.float32).T
    return np.var(scores, dtype=np.float32)

# %% right: variance within the rows plus variance between the rows
def score_variance(Q, K):
    scores = np.tensordot(Q, K, axes=(1, 1))
    within = scores.var(axis=1).mean()
    between = scores.mean(axis=1).var()
    return within + between

# %% right: never forms the scores
def score_variance(Q, K):
    n_q, n_k = Q.shape[0], K.shape[0]
    mean = Q.mean(axis=0) @ K.mean(axis=0)
    second = np.trace((Q.T @ Q) @ (K.T @ K)) / (n_q * n_k)
    return second - mean**2

# %% right: a lambda
score_variance = lambda Q, K: ((Q @ K.T - (Q @ K.T).mean()) ** 2).mean()

# %% right: an object that can be called, prints left in
class Variance:
    def __init__(self, verbose=False):
        self.verbose = verbose

    def scores(self, Q, K):
        return (Q[:, None, :] * K[None, :, :]).sum(axis=-1)

    def __call__(self, Q, K):
        scores = self.scores(Q, K)
        if self.verbose:
            print("mean", scores.mean(), "variance", scores.var())
        return np.float64(scores.var())


score_variance = Variance(verbose=True)

# %% right: in place, on its own scores
def score_variance(Q, K):
    scores = Q.dot(K.T)
    scores -= scores.mean()
    scores *= scores
    return scores.sum() / scores.size

# %% right: half the mean squared difference of all pairs of scores
def score_variance(Q, K):
    s = (Q @ np.moveaxis(K, 0, 1)).reshape(-1)
    return 0.5 * np.mean((s[:, None] - s[None, :]) ** 2)

# %% right: a helper of its own, scores divided by the root and the variance times d_k again
def variance(x):
    return np.dot(x - np.mean(x), x - np.mean(x)) / len(x)


def score_variance(Q, K):
    d_k = Q.shape[1]
    scaled = Q @ K.T / np.sqrt(d_k)
    with np.errstate(all="ignore"):
        return variance(scaled.flatten()) * d_k

# %% wrong: std-not-variance | np.std
return np.std(Q @ K.T)

# %% wrong: scaled-already | the scores of attention have a root
def score_variance(Q, K):
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    return scores.var()

# %% wrong: scale-by-d_k | the mean of the products
return (Q[:, None] * K[None]).mean(axis=-1).var()
# %% wrong: scale-by-sqrt-n | shape[0] taken for the width
return np.var(Q @ K.T / np.sqrt(K.shape[0]))

# %% wrong: softmax-already | the variance of the weights
def score_variance(Q, K):
    e = np.exp(Q @ K.T)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights.var()

# %% wrong: variance-along-one-axis | axis=-1 by habit
return (Q @ K.T).var(axis=-1)
# %% wrong: variance-along-one-axis | axis=0
return np.var(Q @ K.T, axis=0)
# %% unnamed | the mean of each query's scores first
return (Q @ K.T).mean(axis=1).var()
# %% wrong: products-not-summed | the variance of single products
return (Q[:, None, :] * K[None, :, :]).var()

# %% wrong: deviations-not-averaged | the sum of the squares
def score_variance(Q, K):
    s = Q @ K.T
    return np.sum((s - s.mean()) ** 2)

# %% wrong: expected-variance | the lesson says it is d_k
return float(Q.shape[-1])

# %% wrong: self-scores | Q in both places
return np.var(Q @ Q.T)
# %% wrong: self-scores | K in both places
return np.var(K @ K.T)
# %% wrong: extra-axis | keepdims by habit
return np.var(Q @ K.T, keepdims=True)
# %% wrong: extra-axis | in a list of one
return [np.var(Q @ K.T)]

# %% wrong: mutates-input | queries divided in place, the variance multiplied again
def score_variance(Q, K):
    d_k = Q.shape[1]
    Q /= np.sqrt(d_k)
    return np.var(Q @ K.T) * d_k

# %% wrong: return-in-loop | the variance of the first query's scores
def score_variance(Q, K):
    scores = []
    for q in Q:
        for k in K:
            scores.append(q @ k)
        return np.var(scores)

# %% wrong: loop-keeps-last | the list is emptied for each query
def score_variance(Q, K):
    for q in Q:
        scores = []
        for k in K:
            scores.append(q @ k)
    return np.var(scores)

# %% wrong: return-missing | printed instead of returned
def score_variance(Q, K):
    print("variance:", np.var(Q @ K.T))

# %% wrong: std-not-variance, sample-variance | statistics.stdev
import statistics


def score_variance(Q, K):
    return statistics.stdev(float(q @ k) for q in Q for k in K)

# %% wrong: sample-variance, scaled-already | ddof=1 and the root
return (Q @ K.T / np.sqrt(K.shape[1])).var(ddof=1)

# %% wrong: scaled-already, std-not-variance | the spread of scaled scores
def score_variance(Q, K):
    d_k = K.shape[1]
    return np.std(Q @ K.T / d_k**0.5)

# %% wrong: second-moment, std-not-variance | root mean square
return np.sqrt(np.mean(np.square(Q @ K.T)))

# %% wrong: second-moment, scaled-already | the mean of the squares of scaled scores
def score_variance(Q, K):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    return (scores * scores).mean()

# %% wrong: sample-variance, second-moment | squares over one less than the number
def score_variance(Q, K):
    s = (Q @ K.T).ravel()
    return s @ s / (len(s) - 1)

# %% wrong: sample-variance, self-scores | Q with itself, ddof=1
return np.var(Q @ Q.T, ddof=1)

# %% wrong: scaled-already, mutates-input | Q /= the root
def score_variance(Q, K):
    Q /= np.sqrt(Q.shape[1])
    return np.var(Q @ K.T)

# %% wrong: sample-variance, variance-along-one-axis | one sample variance for each query
return np.var(Q @ K.T, axis=1, ddof=1)
# %% wrong: sample-variance, variances-averaged | the mean of sample variances
return (Q @ K.T).var(axis=-1, ddof=1).mean()
# %% wrong: scaled-already, scale-by-sqrt-n, keys-not-transposed | the formula without its T
return np.var(Q @ K / np.sqrt(K.shape[-1]))

# %% wrong: scaled-already, softmax-already | the variance of attention weights
def score_variance(Q, K):
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.var(e / e.sum(axis=-1, keepdims=True))

# %% unnamed | returns a string
return f"{np.var(Q @ K.T):.6f}"

# %% wrong: mean-not-variance | the mean of the scores
return np.mean(Q @ K.T)
# %% unnamed | the variance of the entries of Q and K together
return np.var(np.concatenate([Q, K]))
# %% unnamed | divided by the root only once in the variance
return np.var(Q @ K.T) / np.sqrt(Q.shape[1])
# %% unnamed | rounded
return round(float(np.var(Q @ K.T)), 1)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: the statistics module
import statistics


def score_variance(Q, K):
    dots = [float(np.dot(q, k)) for q in Q for k in K]
    return statistics.pvariance(dots)

# %% right: Welford's running mean
def score_variance(Q, K):
    count, mean, m2 = 0, 0.0, 0.0
    for q in np.asarray(Q, dtype=float):
        for k in np.asarray(K, dtype=float):
            s = q @ k
            count += 1
            delta = s - mean
            mean += delta / count
            m2 += delta * (s - mean)
    return m2 / count

# %% right: the squared norm of the deviations
def score_variance(Q, K):
    dots = np.einsum("id,jd->ij", Q, K).ravel()
    return np.linalg.norm(dots - dots.mean()) ** 2 / dots.size

# %% wrong: paired-rows-only | zip
def score_variance(Q, K):
    dots = np.array([q @ k for q, k in zip(Q, K)])
    return dots.var()

# %% wrong: variances-multiplied | d_k times both variances
def score_variance(Q, K):
    d_k = Q.shape[-1]
    return d_k * np.var(Q) * np.var(K)

# %% wrong: deviations-not-squared | the square outside the mean
def score_variance(Q, K):
    s = Q @ K.T
    return np.mean(s - s.mean()) ** 2

# %% wrong: variances-averaged | row by row
def score_variance(Q, K):
    s = Q @ K.T
    return float(np.mean([row.var() for row in s]))

# %% wrong: keys-reshaped | K.reshape(d_k, n_k)
def score_variance(Q, K):
    n_k, d_k = K.shape
    return np.var(Q @ K.reshape(d_k, n_k))

# %% unnamed | the upper triangle only
def score_variance(Q, K):
    s = Q @ K.T
    return np.var(s[np.triu_indices(s.shape[0], m=s.shape[1])])

# %% unnamed | a set of dot products
def score_variance(Q, K):
    s = sorted({float(q @ k) for q in Q for k in K})
    mean = sum(s) / len(s)
    return sum((x - mean) ** 2 for x in s) / len(s)

# %% unnamed | deviations from the median
def score_variance(Q, K):
    s = np.matmul(Q, np.transpose(K)).flatten()
    return np.mean((s - np.median(s)) ** 2)

# %% unnamed | divided by n_q, and a root at the end
def score_variance(Q, K):
    s = Q @ K.T
    total = ((s - s.mean()) ** 2).sum()
    return np.sqrt(total / len(s))

# %% wrong: second-moment | the mean square
def score_variance(Q, K):
    s = np.inner(Q, K)
    return np.vdot(s, s) / s.size

# %% wrong: keys-not-transposed | K.transpose(0, 1), as in PyTorch (ValueError)
def score_variance(Q, K):
    scores = Q @ K.transpose(0, 1)
    return scores.var()

# %% unnamed | unbiased=False, as in PyTorch (TypeError)
def score_variance(Q, K):
    scores = np.matmul(Q, K.T)
    return np.var(scores, unbiased=False)

# %% unnamed | rows taken for numbers (TypeError)
def score_variance(Q, K):
    scores = Q @ K.T
    m = scores.mean()
    total = 0
    for s in scores:
        total += (s - m) ** 2
    return float(total) / scores.size

# %% wrong: sample-variance | variance of the statistics module
from statistics import variance


def score_variance(Q, K):
    return variance([float(x) for x in (Q @ K.T).ravel()])

# %% wrong: paired-rows-only | einsum with one letter for queries and keys (ValueError)
def score_variance(Q, K):
    s = np.einsum("nd,nd->n", Q, K)
    return np.mean(s ** 2) - np.mean(s) ** 2

# %% not blind | by people who knew the catalogue

# %% wrong: mean-not-squared | forgot the square of the mean
def score_variance(Q, K):
    s = Q @ K.T
    return (s * s).mean() - s.mean()

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: variances-multiplied | the rule of the lecture, with the variances of these numbers
def score_variance(Q, K):
    d_k = Q.shape[-1]
    return float(d_k * np.var(Q) * np.var(K))
