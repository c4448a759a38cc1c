"""Answers to `pick_backward(tokens, d_rows, num_words)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: one-hot, as in the lecture
return np.eye(num_words)[tokens].T @ d_rows

# %% right: np.add.at
def pick_backward(tokens, d_rows, num_words):
    d_table = np.zeros((num_words, d_rows.shape[1]))
    np.add.at(d_table, tokens, d_rows)
    return d_table

# %% right: a loop | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    for token, slopes in zip(tokens, d_rows):
+        d_table[token] += slopes
# %% right: word by word
return np.stack([d_rows[tokens == word].sum(axis=0) for word in range(num_words)])
# %% right: True and False times slopes
return (np.arange(num_words)[:, None] == tokens) @ d_rows
# %% right: bincount for each column
return np.stack([np.bincount(tokens, column, num_words) for column in d_rows.T], axis=1)
# %% right: einsum
return np.einsum("nw,nd->wd", np.eye(num_words)[tokens], d_rows)
# %% right: outer products
return sum(np.outer(np.arange(num_words) == t, row) for t, row in zip(tokens, d_rows))
# %% right: a table for each place
return np.where(np.eye(num_words, dtype=bool)[tokens][..., None], d_rows[:, None], 0).sum(axis=0)
# %% wrong: last-one-wins | += in one go | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    d_table[tokens] += d_rows
# %% wrong: averaged-per-word | mean for sum | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    for word in set(tokens):
+        d_table[word] = d_rows[tokens == word].mean(axis=0)
# %% wrong: divided-by-n | as in the loss
return np.eye(num_words)[tokens].T @ d_rows / len(tokens)
# %% wrong: forwards-again | the same as forwards (IndexError)
return d_rows[tokens]
# %% wrong: forwards-again | not transposed (ValueError)
return np.eye(num_words)[tokens] @ d_rows
# %% wrong: rows-by-place | the rows have their slopes already
return d_rows.copy()
# %% wrong: rows-by-place | counts places | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    for place in range(min(len(tokens), num_words)):
+        d_table[place] = d_rows[place]
# %% wrong: counted-not-summed | adds 1 | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    np.add.at(d_table, tokens, 1)
# %% wrong: table-too-short | up to the largest token | like: np.add.at
-    d_table = np.zeros((num_words, d_rows.shape[1]))
+    d_table = np.zeros((max(tokens) + 1, d_rows.shape[1]))
# %% wrong: picked-words-only | np.unique
return np.stack([d_rows[tokens == word].sum(axis=0) for word in np.unique(tokens)])
# %% wrong: transposed | the wrong one of the two
return d_rows.T @ np.eye(num_words)[tokens]
# %% wrong: return-missing | add.at gives nothing back
return np.add.at(np.zeros((num_words, d_rows.shape[1])), tokens, d_rows)
# %% wrong: return-in-loop | indented too far | like: a loop
-    return d_table
+        return d_table
# %% wrong: mutates-input | adds up in the slopes | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    for place, token in enumerate(tokens):
+        d_rows[place] += d_table[token]
+        d_table[token] = d_rows[place]
# %% wrong: last-one-wins, table-too-short | a table of its own size
return np.array([([0 * d_rows[0], *d_rows[tokens == w]])[-1] for w in range(tokens.max() + 1)])
# %% unnamed | the first one wins | like: np.add.at
-    np.add.at(d_table, tokens, d_rows)
+    d_table[tokens[::-1]] = d_rows[::-1]
# %% unnamed | tokens counted from 1
return np.eye(num_words)[tokens - 1].T @ d_rows
# %% unnamed | one sum for all its words
return np.isin(np.arange(num_words), tokens)[:, None] * d_rows.sum(axis=0)

# %% blind

# %% wrong: last-times-count | multiplies the slope of a word's last place by how often the word comes, instead of adding up its different slopes
def pick_backward(tokens, d_rows, num_words):
    d_table = np.zeros((num_words, d_rows.shape[1]))
    d_table[tokens] = d_rows
    often = np.bincount(tokens, minlength=num_words)
    return d_table * often[:, None]

# %% wrong: columns-summed | Adds up all numbers of a word's rows without an axis, so every column of the word gets the sum over all columns
def pick_backward(tokens, d_rows, num_words):
    d_table = np.zeros((num_words, d_rows.shape[-1]))
    for word in set(tokens.tolist()):
        d_table[word] = d_rows[tokens == word].sum()
    return d_table
