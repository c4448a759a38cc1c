"""Answers to `torch_shapes()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dict, line by line
def torch_shapes():
    """Four shapes, by name: output, weights, batch_first, each_head."""
    return {
        "output": (3, 4, 12),
        "weights": (4, 3, 3),
        "batch_first": (3, 4, 4),
        "each_head": (3, 2, 4, 4),
    }

# %% right: dict() with keywords
return dict(output=(3, 4, 12), weights=(4, 3, 3), batch_first=(3, 4, 4), each_head=(3, 2, 4, 4))

# %% right: lists for shapes
def torch_shapes():
    return {"output": [3, 4, 12], "weights": [4, 3, 3],
            "batch_first": [3, 4, 4], "each_head": [3, 2, 4, 4]}

# %% right: sizes with names
def torch_shapes():
    sentences, tokens, d_model, heads = 3, 4, 12, 2
    return {
        "each_head": (sentences, heads, tokens, tokens),
        "batch_first": (sentences, tokens, tokens),
        "weights": (tokens, sentences, sentences),  # it takes sentences for tokens
        "output": (sentences, tokens, d_model),
    }

# %% right: NumPy makes the arrays
def torch_shapes():
    X = np.zeros((3, 4, 12))
    per_head = np.zeros((3, 2, 4, 4))
    mixed = np.einsum("nbd,mbd->bnm", X, X)
    return {"output": X.shape, "weights": mixed.shape,
            "batch_first": per_head.mean(axis=1).shape, "each_head": per_head.shape}

# %% right: one entry after the other
def torch_shapes():
    shapes = {}
    shapes["output"] = 3, 4, 12
    shapes["weights"] = 4, 3, 3
    shapes["batch_first"] = 3, 4, 4
    shapes["each_head"] = 3, 2, 4, 4
    return shapes

# %% right: asks PyTorch
def torch_shapes():
    import torch

    X = torch.zeros(3, 4, 12)
    plain = torch.nn.MultiheadAttention(12, 2)
    first = torch.nn.MultiheadAttention(12, 2, batch_first=True)
    output, weights = plain(X, X, X)
    return {
        "output": tuple(output.shape),
        "weights": tuple(weights.shape),
        "batch_first": tuple(first(X, X, X)[1].shape),
        "each_head": tuple(first(X, X, X, average_attn_weights=False)[1].shape),
    }

# %% right: asks PyTorch and hands its sizes on as they are
def torch_shapes():
    X = torch.rand(3, 4, 12)
    plain, first = nn.MultiheadAttention(12, 2), nn.MultiheadAttention(12, 2, batch_first=True)
    return {
        "output": plain(X, X, X)[0].shape,
        "weights": plain(X, X, X)[1].shape,
        "batch_first": first(X, X, X)[1].shape,
        "each_head": first(X, X, X, average_attn_weights=False)[1].shape,
    }

# %% right: zip, and a tuple of arrays of sizes
def torch_shapes():
    names = "output weights batch_first each_head".split()
    return dict(zip(names, [np.array(s) for s in ((3, 4, 12), (4, 3, 3), (3, 4, 4), (3, 2, 4, 4))]))

# %% right: more than was asked for
def torch_shapes():
    return {"X": (3, 4, 12), "output": (3, 4, 12), "weights": (4, 3, 3), "batch_first": (3, 4, 4),
            "each_head": (3, 2, 4, 4), "batch_first output": (3, 4, 12)}

# %% wrong: batch-first-mixup | of course the batch is first
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 4, 4),
            "batch_first": (3, 4, 4), "each_head": (3, 2, 4, 4)}

# %% wrong: batch-first-mixup, batch-first-ignored | batch_first means: turn it round
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 4, 4),
            "batch_first": (4, 3, 3), "each_head": (4, 2, 3, 3)}

# %% wrong: batch-first-ignored | the option is about the output alone
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 3, 3),
            "batch_first": (4, 3, 3), "each_head": (4, 2, 3, 3)}

# %% wrong: averaged-weights | the mean, whatever the option
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 4, 4)}

# %% wrong: heads-not-averaged | two heads, two tables, everywhere
def torch_shapes():
    heads = 2
    return {"output": (3, 4, 12), "weights": (4, heads, 3, 3),
            "batch_first": (3, heads, 4, 4), "each_head": (3, heads, 4, 4)}

# %% wrong: heads-not-averaged | in the first module only
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 2, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 2, 4, 4)}

# %% wrong: averaged-weights, heads-not-averaged | False means no heads
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 2, 3, 3),
            "batch_first": (3, 2, 4, 4), "each_head": (3, 4, 4)}

# %% wrong: heads-before-batch | heads, then sentences
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (2, 3, 4, 4)}

# %% wrong: heads-last | stacked at the end
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 4, 4, 2)}

# %% wrong: batch-left-out | shapes of one sentence
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 3),
            "batch_first": (4, 4), "each_head": (2, 4, 4)}

# %% wrong: batch-first-mixup, batch-left-out | weights are (n, n), I thought
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 4),
            "batch_first": (4, 4), "each_head": (2, 4, 4)}

# %% wrong: batch-in-the-middle | if the batch is second in, it is second out
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 4, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 2, 4, 4)}

# %% wrong: output-turned | the module turns the axes and leaves them so
def torch_shapes():
    return {"output": (4, 3, 12), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 2, 4, 4)}

# %% wrong: weights-like-output | a weight for each number
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 4, 12),
            "batch_first": (3, 4, 12), "each_head": (3, 2, 4, 4)}

# %% wrong: batch-first-mixup, averaged-weights | the three alike
def torch_shapes():
    same = (3, 4, 4)
    return {"output": (3, 4, 12), "weights": same, "batch_first": same, "each_head": same}

# %% wrong: batch-first-mixup, heads-before-batch | two slips
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 4, 4),
            "batch_first": (3, 4, 4), "each_head": (2, 3, 4, 4)}

# %% wrong: batch-in-the-middle, heads-not-averaged | knows the batch is second, forgets the mean of the others
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (3, 4, 3),
            "batch_first": (3, 2, 4, 4), "each_head": (3, 2, 4, 4)}

# %% wrong: heads-in-the-batch | PyTorch folds the heads into the batch inside
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (6, 4, 4)}

# %% wrong: batch-first-ignored | forgot by the last line which module it was
def torch_shapes():
    return {"output": (3, 4, 12), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (4, 2, 3, 3)}

# %% wrong: output-of-one-head | each head makes six numbers
def torch_shapes():
    return {"output": (3, 4, 6), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 2, 4, 4)}

# %% unnamed | a list of four instead of a dict
return [(3, 4, 12), (4, 3, 3), (3, 4, 4), (3, 2, 4, 4)]

# %% unnamed | numbers of numbers
return {"output": 144, "weights": 36, "batch_first": 48, "each_head": 96}

# %% wrong: output-of-one-head | the width of a head for the output of each
def torch_shapes():
    return {"output": (3, 4, 6), "weights": (4, 3, 3),
            "batch_first": (3, 4, 4), "each_head": (3, 2, 4, 6)}

# %% unnamed | prints them
def torch_shapes():
    print((3, 4, 12), (4, 3, 3), (3, 4, 4), (3, 2, 4, 4))

# %% unnamed | a set has no order
return {(3, 4, 12), (4, 3, 3), (3, 4, 4), (3, 2, 4, 4)}

# %% unnamed | shapes, but as floats
def torch_shapes():
    return {"output": (3.0, 4.0, 12.0), "weights": (4.0, 3.0, 3.0),
            "batch_first": (3.0, 4.0, 4.0), "each_head": (3.0, 2.0, 4.0, 4.0)}
