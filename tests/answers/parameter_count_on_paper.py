"""Answers to `parameter_count_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: five numbers
return [440, 640, 40, 1120, 6720]
# %% right: a tuple of floats
return (440.0, 640.0, 40.0, 1120.0, 6720.0)

# %% right: worked out in code
def parameter_count_on_paper():
    d, d_ff = 10, 30
    attention = 4 * (d * d + d)
    feed = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    whole = attention + feed + norms
    return [attention, feed, norms, whole, 6 * whole]

# %% right: an array
return np.array([440, 640, 40, 1120, 6 * 1120])

# %% right: the whole first, then the feed-forward as the rest
def parameter_count_on_paper():
    d = 10
    d_ff = 3 * d
    block = 4 * (d * d + d) + 2 * d * d_ff + d_ff + d + 4 * d
    attention, norms = 4 * d**2 + 4 * d, 4 * d
    return attention, block - attention - norms, norms, block, 6 * block

# %% right: counts the entries of real arrays
def parameter_count_on_paper():
    d, d_ff = 10, 30
    matrix, bias = np.zeros((d, d)).size, np.zeros(d).size
    attention = sum(matrix + bias for _ in range(4))
    feed = np.zeros((d, d_ff)).size + np.zeros(d_ff).size + np.zeros((d_ff, d)).size + bias
    norms = 2 * sum(np.ones(d).size for _ in ("gain", "shift"))
    numbers = [attention, feed, norms]
    return numbers + [sum(numbers), 6 * sum(numbers)]

# %% right: a lambda
parameter_count_on_paper = lambda: [440, 640, 40, 1120, 6720]

# %% right: a cumulative sum
def parameter_count_on_paper():
    parts = np.array([440, 640, 40])
    return np.concatenate([parts, parts.cumsum()[-1:], 6 * parts.cumsum()[-1:]])

# %% right: by heads of width 2, which add up to the same
def parameter_count_on_paper():
    d, heads = 10, 5
    d_head = d // heads
    attention = heads * 3 * (d * d_head + d_head) + d * d + d
    feed, norms = 2 * 300 + 40, 2 * (10 + 10)
    return [attention, feed, norms, attention + feed + norms, 6 * (attention + feed + norms)]

# %% wrong: second-matrix-missing | one matrix and its bias
def parameter_count_on_paper():
    parts = [440, 10 * 30 + 30, 40]
    return [*parts, sum(parts), 6 * sum(parts)]

# %% wrong: second-matrix-missing | one matrix, with the bias of the output
return [440, 310, 40, 790, 4740]

# %% wrong: hidden-matrix-square | 30 by 30
def parameter_count_on_paper():
    feed = 2 * (30 * 30 + 30)
    return [440, feed, 40, 480 + feed, 6 * (480 + feed)]

# %% wrong: d_ff-four-times | the formula of the lecture
def parameter_count_on_paper():
    d = 10
    block = 12 * d**2 + 13 * d
    return [4 * d * d + 4 * d, 8 * d * d + 5 * d, 4 * d, block, 6 * block]

# %% wrong: norms-without-numbers | a norm only computes
return [440, 640, 0, 1080, 6480]
# %% wrong: blocks-share-numbers | the same block six times
return [440, 640, 40, 1120, 1120]
# %% wrong: biases-forgotten, norms-without-numbers | matrices and nothing else
return [400, 600, 0, 1000, 6000]
# %% wrong: biases-forgotten, output-projection-missing | three bare matrices | like: one matrix and its bias
-    parts = [440, 10 * 30 + 30, 40]
+    parts = [300, 640, 40]

# %% wrong: one-head-only | W_q has two columns
def parameter_count_on_paper():
    attention = 3 * (10 * 2 + 2) + 10 * 10 + 10
    return [attention, 640, 40, attention + 680, 6 * attention + 4080]

# %% unnamed | slipped a digit
return [440, 640, 40, 1130, 6720]
# %% unnamed | five blocks
return [440, 640, 40, 1120, 5600]
# %% unnamed | only the total
return 1120
# %% unnamed | four numbers
return [440, 640, 40, 1120]
# %% unnamed | a dict
return {"attention": 440, "feed": 640, "norms": 40, "block": 1120, "six": 6720}
# %% unnamed | in words
return "440, 640, 40, 1120, 6720"

# %% unnamed | prints
def parameter_count_on_paper():
    print([440, 640, 40, 1120, 6720])

# %% unnamed | in thousands
return [0.44, 0.64, 0.04, 1.12, 6.72]
# %% unnamed | with 512 columns, as in the paper
return [1050624, 2099712, 2048, 3152384, 18914304]
# %% unnamed | d is not defined (NameError)
return [4 * d * d + 4 * d, 640, 40, 1120, 6720]

# %% unnamed | asks for arguments (TypeError)
def parameter_count_on_paper(d_model, d_ff):
    return [440, 640, 40, 1120, 6720]

# %% wrong: last-norm-counted | a norm after the stack, as in GPT-2
return [440, 640, 40, 1120, 6 * 1120 + 2 * 10]
