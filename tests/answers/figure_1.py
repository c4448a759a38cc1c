"""Answers to `figure_1()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dict of lists
def figure_1():
    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
    seen |= {"added": "positions", "d_head": 64, "not needed": ["recurrence", "convolutions"]}
    seen["new"] = ["add & norm", "feed forward"]
    return seen

# %% right: sets and tuples | like: a dict of lists
-    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
-    seen |= {"added": "positions", "d_head": 64, "not needed": ["recurrence", "convolutions"]}
-    seen["new"] = ["add & norm", "feed forward"]
+    seen = {"decoder": "Right", "masked": "lower right", "from the encoder": {"v", "k"}}
+    seen |= {"added": "Positions", "d_head": 512 / 8, "not needed": ("convolutions", "recurrence")}
+    seen["new"] = ("Feed Forward", "Add & Norm")
# %% right: K and V as a tuple | like: a dict of lists
-    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
+    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ("V", "K")}
# %% right: words as in the figure | like: a dict of lists
-    seen["new"] = ["add & norm", "feed forward"]
+    seen["new"] = ["Feed Forward", "Add & Norm"]
# %% right: in another order | like: a dict of lists
-    return seen
+    return dict(reversed(seen.items()))
# %% right: with remarks | like: a dict of lists
-    return seen
+    return {**seen, "remark": "the arrows lead from left to right"}
# %% right: all large | like: a dict of lists
-    return seen
+    return {**seen, "decoder": "RIGHT", "masked": "LOWER RIGHT", "added": "POSITIONS"}
# %% right: d_head divided | like: a dict of lists
-    return seen
+    return seen | {"d_head": 512 / 8}
# %% wrong: encoder-and-decoder-exchanged | what comes in at the left is the decoder | like: a dict of lists
-    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
+    seen = {"decoder": "left", "masked": "lower right", "from the encoder": ["K", "V"]}
# %% wrong: mask-at-the-encoder | the left one | like: a dict of lists
-    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
+    seen = {"decoder": "right", "masked": "left", "from the encoder": ["K", "V"]}
# %% wrong: mask-across, queries-from-the-encoder | the translation is hidden, the original asks | like: a dict of lists
-    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
+    seen = {"decoder": "right", "masked": "upper right", "from the encoder": ["Q"]}
# %% wrong: keys-without-values | values are its own | like: a dict of lists
-    seen = {"decoder": "right", "masked": "lower right", "from the encoder": ["K", "V"]}
+    seen = {"decoder": "right", "masked": "lower right", "from the encoder": "K"}
# %% wrong: something-else-added, heads-full-width | a mask, and 512 for each head | like: a dict of lists
-    seen |= {"added": "positions", "d_head": 64, "not needed": ["recurrence", "convolutions"]}
+    seen |= {"added": "masks", "d_head": 512, "not needed": ["recurrence", "convolutions"]}
# %% wrong: heads-and-width-exchanged, one-of-two | 8, and recurrence alone | like: a dict of lists
-    seen |= {"added": "positions", "d_head": 64, "not needed": ["recurrence", "convolutions"]}
+    seen |= {"added": "positions", "d_head": 8, "not needed": ["recurrence"]}
# %% wrong: box-called-needless, old-box-called-new | no softmax, and a linear layer is new | like: a dict of lists
-    seen |= {"added": "positions", "d_head": 64, "not needed": ["recurrence", "convolutions"]}
-    seen["new"] = ["add & norm", "feed forward"]
+    seen |= {"added": "positions", "d_head": 64, "not needed": ["recurrence", "softmax"]}
+    seen["new"] = ["add & norm", "linear"]
# %% wrong: one-of-two | norms only | like: a dict of lists
-    seen["new"] = ["add & norm", "feed forward"]
+    seen["new"] = "add & norm"
# %% wrong: needless-called-new | new is what I do not know | like: a dict of lists
-    seen["new"] = ["add & norm", "feed forward"]
+    seen["new"] = ["recurrence", "convolutions"]
# %% unnamed | a word of one's own | like: a dict of lists
-    seen["new"] = ["add & norm", "feed forward"]
+    seen["new"] = ["residual connections", "MLP"]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: queries-from-the-encoder | queries and keys from the encoder
def figure_1():
    return {
        "decoder": "right",
        "masked": "lower right",
        "from the encoder": ["Q", "K"],
        "added": "positions",
        "d_head": 64,
        "not needed": ["recurrence", "convolutions"],
        "new": ["add & norm", "feed forward"],
    }
