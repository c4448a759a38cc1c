"""Answers to `wrong_lines()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""


# %% right: a dict
def wrong_lines():
    return {"a": 6, "b": 7, "c": 6}


# %% right: dict()
def wrong_lines():
    return dict(a=6, b=7, c=6)


# %% right: floats that are whole
def wrong_lines():
    return {"a": 6.0, "b": 7.0, "c": 6.0}


# %% right: zip
def wrong_lines():
    return dict(zip("abc", [6, 7, 6]))


# %% right: with remarks
def wrong_lines():
    lines = {"a": 6, "b": 7, "c": 6}
    lines["remark"] = "off by one, tile, scale"
    return lines


# %% right: NumPy integers
def wrong_lines():
    return {name: np.int64(line) for name, line in zip("abc", (6, 7, 6))}


# %% right: step by step, prints left in
def wrong_lines():
    lines = {}
    for name in "abc":
        lines[name] = 7 if name == "b" else 6
        print(name, lines[name])
    return lines


# %% right: 0-d arrays
def wrong_lines():
    return {"a": np.array(6), "b": np.array(7), "c": np.array(6)}


# %% wrong: counted-from-0 | as Python counts
def wrong_lines():
    return {"a": 5, "b": 6, "c": 5}


# %% wrong: counted-without-def | blank line counted
def wrong_lines():
    return {"a": 7, "b": 8, "c": 7}


# %% wrong: patients-exchanged | a and b
def wrong_lines():
    return {"a": 7, "b": 6, "c": 6}


# %% wrong: patients-exchanged | b and c
def wrong_lines():
    return {"a": 6, "b": 6, "c": 7}


# %% wrong: accused-causal-line | the causal mask
def wrong_lines():
    return {"a": 5, "b": 7, "c": 6}


# %% wrong: accused-filling | and for and
def wrong_lines():
    return {"a": 7, "b": 7, "c": 6}


# %% wrong: accused-filling | minus infinity
def wrong_lines():
    return {"a": 8, "b": 7, "c": 6}


# %% wrong: accused-places | arange should start at 1
def wrong_lines():
    return {"a": 4, "b": 7, "c": 6}


# %% wrong: accused-scale | d is the wrong width
def wrong_lines():
    return {"a": 2, "b": 7, "c": 6}


# %% wrong: accused-scale | the scores
def wrong_lines():
    return {"a": 3, "b": 7, "c": 6}


# %% wrong: accused-softmax | softmax needs an axis
def wrong_lines():
    return {"a": 9, "b": 7, "c": 6}


# %% wrong: accused-softmax | values of the window
def wrong_lines():
    return {"a": 10, "b": 7, "c": 6}


# %% wrong: accused-cutting | reshape without a swap
def wrong_lines():
    return {"a": 6, "b": 3, "c": 6}


# %% wrong: accused-cutting | groups are too few
def wrong_lines():
    return {"a": 6, "b": 4, "c": 6}


# %% wrong: accused-count | // should be /
def wrong_lines():
    return {"a": 6, "b": 6, "c": 6}


# %% wrong: accused-scores-of-heads | einsum
def wrong_lines():
    return {"a": 6, "b": 8, "c": 6}


# %% wrong: accused-mask-of-heads | the mask has no axis of heads
def wrong_lines():
    return {"a": 6, "b": 9, "c": 6}


# %% wrong: accused-merging | merged as it is
def wrong_lines():
    return {"a": 6, "b": 11, "c": 6}


# %% wrong: accused-mask-at-once | np.tri without k
def wrong_lines():
    return {"a": 6, "b": 7, "c": 5}


# %% wrong: accused-cache | start as k
def wrong_lines():
    return {"a": 6, "b": 7, "c": 11}


# %% wrong: accused-cache | the keys are joined in the wrong order
def wrong_lines():
    return {"a": 6, "b": 7, "c": 8}


# %% wrong: accused-cache | scale once too often
def wrong_lines():
    return {"a": 6, "b": 7, "c": 12}


# %% wrong: accused-branch | if is the wrong way round
def wrong_lines():
    return {"a": 6, "b": 7, "c": 4}


# %% wrong: accused-shared-lines | scale is wrong
def wrong_lines():
    return {"a": 6, "b": 7, "c": 3}


# %% wrong: accused-shared-lines | softmax
def wrong_lines():
    return {"a": 6, "b": 7, "c": 13}


# %% wrong: accused-causal-line, accused-cache | two of three
def wrong_lines():
    return {"a": 5, "b": 7, "c": 11}


# %% wrong: accused-merging, accused-mask-at-once | two of three
def wrong_lines():
    return {"a": 6, "b": 10, "c": 5}


# %% wrong: accused-filling, accused-scores-of-heads | two of three
def wrong_lines():
    return {"a": 7, "b": 8, "c": 6}


# %% unnamed | all of them
def wrong_lines():
    return {"a": 4, "b": 3, "c": 4}


# %% unnamed | a line that is not there
def wrong_lines():
    return {"a": 6, "b": 7, "c": 40}


# %% unnamed | the def
def wrong_lines():
    return {"a": 1, "b": 7, "c": 6}


# %% unnamed | a list, not a dict
def wrong_lines():
    return [6, 7, 6]


# %% unnamed | as words
def wrong_lines():
    return {"a": "6", "b": "7", "c": "6"}


# %% unnamed | one is missing
def wrong_lines():
    return {"a": 6, "b": 7}


# %% unnamed | two lines for one patient
def wrong_lines():
    return {"a": 6, "b": [6, 7], "c": 6}


# %% unnamed | the names without quotes (NameError)
def wrong_lines():
    return {a: 6, b: 7, c: 6}


# %% unnamed | by the names of the functions
def wrong_lines():
    return {"layer_a": 6, "layer_b": 7, "layer_c": 6}


# %% unnamed | halfway between two lines
def wrong_lines():
    return {"a": 5.5, "b": 7, "c": 6}
