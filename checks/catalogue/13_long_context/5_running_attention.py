"""Linear attention from running sums: a function to repair."""

import numpy as np

from checks.facts import Facts, near

STARTER = '''
def running_attention(asked, offered, V):
    """Output (n, d_v) of linear attention, from a matrix and a sum that grow word by word."""
    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
    output = []
    for query, key, value in zip(asked, offered, V, strict=True):
        new_matrix = matrix + np.outer(key, value)
        new_total = total + key
        upper = query @ new_matrix
        lower = query @ new_total
        output.append(upper / lower)
        matrix, total = new_matrix, new_total
    return np.array(output)
'''


def positive(rng, n, d_k):
    return rng.uniform(0.1, 3, (n, d_k))


def thousandths(rng, n, d_k):
    return rng.uniform(0.0005, 0.003, (n, d_k))


def running_attention(asked: positive, offered: positive, V: "n d_v"):
    matrix = np.zeros((offered.shape[1], V.shape[1]))
    total = np.zeros(offered.shape[1])
    output = np.zeros(V.shape)
    for i in range(len(V)):
        query, key, value = asked[i], offered[i], V[i]
        added = np.outer(key, value)
        new_matrix = matrix + added
        new_total = total + key
        upper = query @ new_matrix
        lower = query @ new_total
        output[i] = upper / lower
        matrix, total = new_matrix, new_total
    return output


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "itself-missing-above": "upper = query @ matrix",
        "divided-by-sum-of-keys": "lower = new_total.sum()",
    },
    practises=("say what is lost",),
    mistakes="own return-missing",
    cases={
        "4 words": dict(n=4, d_k=3, d_v=2),
        "6 words": dict(n=6, d_k=2, d_v=4),
        "2 words": dict(n=2, d_k=5, d_v=3),
        "a single word": dict(n=1, d_k=3, d_v=3),
        "as many words as numbers": dict(n=3, d_k=3, d_v=3),
        "float32 arrays": dict(n=4, d_k=2, d_v=2, dtype="float32"),
    },
    valid=lambda asked, offered, V: asked.min() > 0 and offered.min() > 0,
    more_cases={
        "the example by hand": {
            "asked": np.array([[1.0], [2]]),
            "offered": np.array([[1.0], [3]]),
            "V": np.array([[4.0], [8]]),
        },
        "features of thousandths": dict(n=4, d_k=3, d_v=2, asked=thousandths, offered=thousandths),
    },
    holds={
        "The output has a row for each word, as wide as the values.": lambda result, V: (
            np.shape(result) == V.shape
        ),
        "The first word fetches its own value.": lambda output, V: near(output[0], V[0]),
        "Each output is an average of the values so far, so it is never outside their range.": (
            lambda output, V: (
                (output <= np.maximum.accumulate(V, axis=0) + 1e-4)
                & (output >= np.minimum.accumulate(V, axis=0) - 1e-4)
            ).all()
        ),
    },
)

# %% past-forgotten
# The matrix holds the newest word alone: the words before it are forgotten.
# What should be left of word 0 when word 3 asks?
assert near(new_matrix, added)
new_matrix = added

# %% total-forgotten
# The sum of keys holds the newest key alone, while the matrix holds them all.
# What should the weights of one query sum to?
assert near(new_total, key)
new_total = key

# %% divided-by-sum-of-keys
# The output is divided by the sum of all keys, and the query has no part in it.
# What is the weight of one key before the division, and so what do all of them sum to?
assert near(lower, new_total.sum())
lower = new_total.sum()

# %% never-divided
# Nothing is divided, so the output is a sum and no average.
# What should the weights of one query sum to?
assert near(lower, 1)
lower = 1

# %% divided-by-count
# The output is divided by the number of words so far.
# What is the weight of one key before the division, and so what do all of them sum to?
assert near(lower, i + 1)
lower = i + 1

# %% itself-missing
# A word asks before its own key and value are added.
# May a word attend to itself? And what else could the first one see?
assert not np.allclose(upper, query @ new_matrix, atol=0)
upper = query @ matrix
lower = query @ total
# or
upper = query @ matrix
lower = query @ total or np.inf

# %% itself-missing-above
# The upper sum is asked before the newest word is added, the lower one after.
# Are both sums made of the same words?
assert not np.allclose(upper, query @ new_matrix, atol=0)
upper = query @ matrix

# %% itself-missing-below
# The lower sum is asked before the newest word is added, the upper one after.
# Are both sums made of the same words?
assert not np.allclose(lower, query @ new_total, atol=0)
lower = query @ total

# %% outer-the-wrong-way-round
# The matrix has a row for each number of the value: it is transposed.
# What shape must the matrix have, so that `query @ matrix` is as wide as a value?
assert np.shape(added) == (len(value), len(key))
added = np.outer(value, key)

# %% product-number-by-number
# Key and value are multiplied number by number, which makes no table.
# If the key has d_k numbers and the value d_v, how many products should there be?
assert np.shape(added) != (len(key), len(value)) or len(key) == len(value)
added = key * value

# %% dot-product-added
# Key and value are multiplied to a single number.
# If the key has d_k numbers and the value d_v, how many products should there be?
assert np.ndim(added) == 0
added = key @ value

# %% query-in-the-sums
# The query is stored, and not the key.
# What has to be known of a word when a later one asks?
assert near(added, np.outer(query, value))
added = np.outer(query, value)

# %% key-asks
# The key asks, and the query is never used.
# Who asks for the word that is read just now?
assert near(upper, key @ new_matrix)
upper = key @ new_matrix
lower = key @ new_total

# %% future-visible
# All words are summed before the first one asks, so each sees the later ones.
# What is in the matrix when word 0 asks?
assert near(result, asked @ (offered.T @ V) / (asked @ offered.sum(axis=0))[:, None])
return asked @ (offered.T @ V) / (asked @ offered.sum(axis=0))[:, None]

# %% softmax-of-products
# The weights come from softmax, so they are those of ordinary attention.
# Where does your answer take an exponential?
assert not near(result, right.output)
products = np.where(np.tri(len(V), dtype=bool), asked @ offered.T, -np.inf)
exponentials = np.exp(products - products.max(axis=-1, keepdims=True))
return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% sums-multiplied
# The output is divided by the sum of the query times the sum of the keys.
# What is the weight of one key before the division, and so what do all of them sum to?
assert near(lower, query.sum() * new_total.sum())
lower = query.sum() * new_total.sum()

# %% total-of-all-keys
# What is divided by counts the keys of the whole text, later ones, too.
# What do the weights of the first word sum to?
assert near(output[-1], right.output[-1]) and not near(output, right.output)
lower = query @ offered.sum(axis=0)
