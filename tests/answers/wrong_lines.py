"""Answers to `wrong_lines()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dict
return {"a": 6, "b": 7, "c": 6}
# %% right: dict()
return dict(a=6, b=7, c=6)
# %% right: floats that are whole
return {"a": 6.0, "b": 7.0, "c": 6.0}
# %% right: zip
return dict(zip("abc", [6, 7, 6]))

# %% right: with remarks
def wrong_lines():
    lines = {"a": 6, "b": 7, "c": 6}
    lines["remark"] = "off by one, tile, scale"
    return lines

# %% right: NumPy integers
return {name: np.int64(line) for name, line in zip("abc", (6, 7, 6))}

# %% right: step by step, prints left in
def wrong_lines():
    lines = {}
    for name in "abc":
        lines[name] = 7 if name == "b" else 6
        print(name, lines[name])
    return lines

# %% right: 0-d arrays
return {"a": np.array(6), "b": np.array(7), "c": np.array(6)}
# %% wrong: counted-without-def | blank line counted
return {"a": 7, "b": 8, "c": 7}
# %% wrong: patients-exchanged | a and b
return {"a": 7, "b": 6, "c": 6}
# %% wrong: patients-exchanged | b and c
return {"a": 6, "b": 6, "c": 7}
# %% wrong: accused-places | arange should start at 1
return {"a": 4, "b": 7, "c": 6}
# %% wrong: accused-scale | d is the wrong width
return {"a": 2, "b": 7, "c": 6}
# %% wrong: accused-scale | the scores
return {"a": 3, "b": 7, "c": 6}
# %% wrong: accused-softmax | softmax needs an axis
return {"a": 9, "b": 7, "c": 6}
# %% wrong: accused-softmax | values of the window
return {"a": 10, "b": 7, "c": 6}
# %% wrong: accused-cutting | reshape without a swap
return {"a": 6, "b": 3, "c": 6}
# %% wrong: accused-cutting | groups are too few
return {"a": 6, "b": 4, "c": 6}
# %% wrong: accused-count | // should be /
return {"a": 6, "b": 6, "c": 6}
# %% wrong: accused-mask-of-heads | the mask has no axis of heads
return {"a": 6, "b": 9, "c": 6}
# %% wrong: accused-merging | merged as it is
return {"a": 6, "b": 11, "c": 6}
# %% wrong: accused-mask-at-once | np.tri without k
return {"a": 6, "b": 7, "c": 5}
# %% wrong: accused-branch | if is the wrong way round
return {"a": 6, "b": 7, "c": 4}
# %% wrong: accused-causal-line, accused-cache | two of three
return {"a": 5, "b": 7, "c": 11}
# %% wrong: accused-merging, accused-mask-at-once | two of three
return {"a": 6, "b": 10, "c": 5}
# %% wrong: accused-filling, accused-scores-of-heads | two of three
return {"a": 7, "b": 8, "c": 6}
# %% wrong: accused-cutting | all of them
return {"a": 4, "b": 3, "c": 4}
# %% unnamed | a line that is not there
return {"a": 6, "b": 7, "c": 40}
# %% unnamed | the def
return {"a": 1, "b": 7, "c": 6}
# %% unnamed | a list, not a dict
return [6, 7, 6]
# %% unnamed | as words
return {"a": "6", "b": "7", "c": "6"}
# %% unnamed | one is missing
return {"a": 6, "b": 7}
# %% unnamed | two lines for one patient
return {"a": 6, "b": [6, 7], "c": 6}
# %% unnamed | the names without quotes (NameError)
return {a: 6, b: 7, c: 6}
# %% unnamed | by the names of the functions
return {"layer_a": 6, "layer_b": 7, "layer_c": 6}
# %% unnamed | halfway between two lines
return {"a": 5.5, "b": 7, "c": 6}
