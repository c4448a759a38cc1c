"""Answers to `model_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: numbers
def model_on_paper():
    return {
        "stream": (9, 32),
        "queries": (2, 9, 16),
        "weights": (2, 9, 9),
        "hidden": (9, 128),
        "logits": (9, 51),
        "scores": 324,
        "cache": 1152,
        "new_scores": 40,
    }

# %% right: computed
def model_on_paper():
    n, d, h, layers = 9, 32, 2, 2
    return {
        "stream": (n, d),
        "queries": (h, n, d // h),
        "weights": (h, n, n),
        "hidden": (n, 4 * d),
        "logits": (n, 51),
        "scores": layers * h * n**2,
        "cache": layers * 2 * n * d,
        "new_scores": layers * h * (n + 1),
    }

# %% right: dict(...) and lists
def model_on_paper():
    return dict(
        stream=[9, 32], queries=[2, 9, 16], weights=[2, 9, 9], hidden=[9, 128], logits=[9, 51],
        scores=4 * 81, cache=9 * 32 * 2 * 2, new_scores=4 * 10,
    )

# %% right: shapes of arrays
def model_on_paper():
    X = np.zeros((9, 32))
    Q = X.reshape(9, 2, 16).swapaxes(0, 1)
    answer = {"stream": X.shape, "queries": Q.shape, "weights": (Q @ Q.swapaxes(1, 2)).shape}
    answer |= {"hidden": (X @ np.zeros((32, 128))).shape, "logits": (9, 51)}
    return answer | {"scores": 2 * 2 * 9 * 9, "cache": 4 * X.size, "new_scores": 2 * 2 * 10}

# %% right: entry by entry
def model_on_paper():
    a = {}
    a["stream"] = (9, 32)
    a["queries"] = (2, 9, 16)
    a["weights"] = (2, 9, 9)
    a["hidden"] = (9, 128)
    a["logits"] = (9, 51)
    a["scores"] = 324
    a["cache"] = 1152
    a["new_scores"] = 40
    return a

# %% right: floats for the counts | like: numbers
-        "scores": 324,
-        "cache": 1152,
+        "scores": 324.0,
+        "cache": 1152.0,
# %% right: more entries than asked for | like: numbers
-        "logits": (9, 51),
+        "logits": (9, 51),
+        "output": (9, 32),
# %% right: NumPy numbers | like: numbers
-        "stream": (9, 32),
+        "stream": np.shape(np.zeros((9, 32))),
-        "scores": 324,
+        "scores": np.int64(324),
# %% wrong: heads-full-width | 32 columns for each | like: numbers
-        "queries": (2, 9, 16),
+        "queries": (2, 9, 32),
# %% wrong: heads-axis-missing | no heads | like: numbers
-        "queries": (2, 9, 16),
-        "weights": (2, 9, 9),
+        "queries": (9, 16),
+        "weights": (9, 9),
# %% wrong: heads-axis-last | the heads last | like: numbers
-        "queries": (2, 9, 16),
+        "queries": (9, 16, 2),
# %% wrong: heads-axis-last | as before the transpose | like: numbers
-        "queries": (2, 9, 16),
+        "queries": (9, 2, 16),
# %% wrong: hidden-too-narrow | two times 32 | like: numbers
-        "hidden": (9, 128),
+        "hidden": (9, 64),
# %% wrong: hidden-too-narrow | as wide as the stream | like: numbers
-        "hidden": (9, 128),
+        "hidden": (9, 32),
# %% wrong: logits-of-last-word | the next word | like: numbers
-        "logits": (9, 51),
+        "logits": (51,),
# %% wrong: logits-too-narrow | d_model | like: numbers
-        "logits": (9, 51),
+        "logits": (9, 32),
# %% wrong: scores-counted-once | one layer | like: numbers
-        "scores": 324,
+        "scores": 162,
# %% wrong: scores-counted-once | one table | like: numbers
-        "scores": 324,
+        "scores": 81,
# %% wrong: hidden-scores-left-out | what the mask leaves | like: numbers
-        "scores": 324,
+        "scores": 180,
# %% wrong: cache-half-counted | only keys | like: numbers
-        "cache": 1152,
+        "cache": 576,
# %% wrong: cache-half-counted | only keys, one layer | like: numbers
-        "cache": 1152,
+        "cache": 288,
# %% wrong: cache-heads-counted-twice | times the heads | like: numbers
-        "cache": 1152,
+        "cache": 2304,
# %% wrong: newest-not-counted | nine words before | like: numbers
-        "new_scores": 40,
+        "new_scores": 36,
# %% wrong: all-computed-again | ten times ten | like: numbers
-        "new_scores": 40,
+        "new_scores": 400,
# %% wrong: new-scores-counted-once | one table | like: numbers
-        "new_scores": 40,
+        "new_scores": 10,
# %% wrong: new-scores-counted-once | one layer | like: numbers
-        "new_scores": 40,
+        "new_scores": 20,
# %% wrong: cache-half-counted, newest-not-counted | two slips | like: numbers
-        "cache": 1152,
-        "new_scores": 40,
+        "cache": 576,
+        "new_scores": 36,
# %% unnamed | a list instead of a dict
return [(9, 32), (2, 9, 16), (2, 9, 9), (9, 128), (9, 51), 324, 1152, 40]
# %% unnamed | an entry is missing | like: numbers
-        "cache": 1152,

# %% wrong: one-layer-counted | forgets the second layer | like: computed
-    n, d, h, layers = 9, 32, 2, 2
+    n, d, h, layers = 9, 32, 2, 1
# %% wrong: tenth-word-cached | the cache with the tenth word | like: computed
-        "cache": layers * 2 * n * d,
+        "cache": layers * 2 * (n + 1) * d,
# %% wrong: heads-axis-missing | the queries of all heads in one row | like: computed
-        "queries": (h, n, d // h),
+        "queries": (n, d // h),
# %% wrong: layers-in-weights | two heads in each of two layers | like: numbers
-        "weights": (2, 9, 9),
+        "weights": (4, 9, 9),
