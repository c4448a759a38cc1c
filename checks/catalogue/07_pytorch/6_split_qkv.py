"""The output of one layer, cut into queries, keys and values for each head: a function to repair."""

import numpy as np

from checks.facts import Facts, near


def split_qkv(rows: "batch n width", num_heads):
    batch, n, width = rows.shape
    pieces = rows.reshape(batch, n, 3, num_heads, -1)
    heads = pieces.transpose(2, 0, 3, 1, 4)
    return heads


def sizes(batch, n, num_heads, d_head, **more):
    return {"batch": batch, "n": n, "num_heads": num_heads, "width": 3 * num_heads * d_head, **more}


TASK = Facts(
    kind="repair",
    starter='''
def split_qkv(rows, num_heads):
    """Queries, keys, values (3, batch, num_heads, n, d_head), from rows (batch, n, 3 * d_model)."""
    B, L, width = rows.shape
    d_head = width // (3 * num_heads)
    return rows.reshape(B, L, 3, num_heads, d_head).transpose(2, 0, 3, 1, 4)
''',
    slips={
        "qkv-head-by-head": "return rows.reshape(B, L, num_heads, 3, d_head).transpose(3, 0, 2, 1, 4)",
    },
    practises=("read attention as people write it",),
    valid=lambda rows, num_heads: rows.ndim == 3 and rows.shape[-1] % (3 * num_heads) == 0,
    mistakes="own",
    names={"Q": "rows"},
    cases={
        "a sentence of 2 tokens, 2 heads of one column": sizes(1, 2, 2, 1),
        "2 sentences of 4 tokens, 3 heads of 2 columns": sizes(2, 4, 3, 2),
        "3 sentences of 2 tokens, 2 heads of 3 columns": sizes(3, 2, 2, 3),
        "2 sentences of 3 tokens, a single head": sizes(2, 3, 1, 4),
        "float32 rows": sizes(1, 2, 3, 2, dtype="float32"),
    },
    more_cases={
        "the example by hand": {"rows": np.array([[[1.0, 2, 3, 4, 5, 6]]]), "num_heads": 2},
        "2 sentences of 3 tokens, 2 heads of 2 columns": sizes(2, 3, 2, 2),
        "a single token of 300 columns": sizes(1, 1, 4, 25),
    },
    holds={
        "There are three parts, and a table in each for every head of every sentence.": (
            lambda result, rows, num_heads: (
                np.shape(result)
                == (3, len(rows), num_heads, rows.shape[1], rows.shape[2] // (3 * num_heads))
            )
        ),
        "The queries hold the first third of every row.": lambda heads, rows: near(
            np.sort(heads[0], axis=None), np.sort(rows[..., : rows.shape[-1] // 3], axis=None)
        ),
        "Every number of the rows is in exactly one part.": lambda heads, rows: near(
            np.sort(heads, axis=None), np.sort(rows, axis=None)
        ),
    },
)

# %% qkv-head-by-head
# Rows are cut head by head, but they hold all queries first, then all keys, then all values.
# Which numbers of a row are the keys of head 0?
assert near(pieces[..., 0, :], rows[..., : width // num_heads].reshape(batch, n, 3, -1))
pieces = rows.reshape(batch, n, num_heads, 3, -1).swapaxes(2, 3)

# %% qkv-in-turns
# Queries, keys and values take the columns in turns, not in three blocks.
# What is the second number of a row: another query, or a key?
assert near(pieces[..., 0, 0, 0], rows[..., 0])
assert near(pieces[..., 1, 0, 0], rows[..., 1])
pieces = np.moveaxis(rows.reshape(batch, n, num_heads, -1, 3), -1, 2)

# %% keys-and-values-exchanged
# Keys and values are exchanged.
# Which third of a row holds the keys?
assert near(heads[1], right.heads[2])
heads = pieces[:, :, [0, 2, 1]].transpose(2, 0, 3, 1, 4)

# %% split-without-transpose
assert near(np.ravel(heads), np.ravel(rows))
heads = rows.reshape(3, batch, num_heads, n, -1)

# %% tokens-cut-into-heads
# Each part is right, but reshape then goes straight to heads, so a head gets whole tokens.
# Which numbers of the first token are in the first head?
assert near(np.ravel(heads), np.ravel(np.moveaxis(rows.reshape(batch, n, 3, -1), 2, 0)))
heads = np.moveaxis(pieces, 2, 0).reshape(3, batch, num_heads, n, -1)

# %% heads-interleaved
assert near(pieces[..., 0, :], rows.reshape(batch, n, 3, -1)[..., ::num_heads])
pieces = rows.reshape(batch, n, 3, -1, num_heads).swapaxes(-2, -1)

# %% heads-and-width-exchanged
assert np.shape(heads)[-1] == num_heads
pieces = rows.reshape(batch, n, 3, -1, num_heads)

# %% heads-axis-not-moved
assert np.shape(heads)[2:4] == (n, num_heads)
heads = np.moveaxis(pieces, 2, 0)

# %% parts-axis-not-first
# The sentences come first, and the three parts behind them.
# What does the first of three names get in Q, K, V = split_qkv(rows, num_heads)?
assert np.shape(heads)[:2] == (batch, 3)
heads = pieces.transpose(0, 2, 3, 1, 4)

# %% queries-alone
# Only the queries are returned.
# How many parts does a row hold?
assert np.ndim(result) == 4
return heads[0]

# %% transposed-as-before
# Rows are cut rightly, but axes are exchanged as if heads came before the three parts.
# Which axis of your reshape counts queries, keys and values?
assert near(heads, pieces.transpose(3, 0, 2, 1, 4))
heads = pieces.transpose(3, 0, 2, 1, 4)

# %% batch-cut-in-three
# The whole batch is cut into three, and not each row.
# Where do the keys of the first token stand in `rows`?
assert near(heads, rows.reshape(3, batch, n, num_heads, -1).swapaxes(2, 3))
heads = rows.reshape(3, batch, n, num_heads, -1).swapaxes(2, 3)
