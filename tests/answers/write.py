"""Answers to `write(step, tokens, count)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: read, then choose and read
def write(step, tokens, count):
    text = [int(token) for token in tokens]
    cache = None
    for token in text:
        logits, cache = step(token, cache)
    for _ in range(count):
        new = int(np.argmax(logits))
        text.append(new)
        logits, cache = step(new, cache)
    return text

# %% right: no step after the last word
def write(step, tokens, count):
    text = [int(token) for token in tokens]
    cache = None
    for token in text:
        logits, cache = step(token, cache)
    while True:
        text.append(int(np.argmax(logits)))
        if len(text) == len(tokens) + count:
            break
        logits, cache = step(text[-1], cache)
    return text

# %% right: one loop for reading and writing
def write(step, tokens, count):
    text, cache = list(tokens), None
    for i in range(len(tokens) + count - 1):
        logits, cache = step(int(text[i]), cache)
        if i + 1 == len(text):
            text.append(int(np.argmax(logits)))
    return text

# %% right: np.append | like: read, then choose and read
-    text = [int(token) for token in tokens]
+    text = tokens
-        text.append(new)
+        text = np.append(text, new)

# %% right: a while loop
def write(step, tokens, count):
    text, cache = list(tokens), None
    while True:
        for token in text[-1:] if cache is not None else text:
            logits, cache = step(token, cache)
        if len(text) == len(tokens) + count:
            return np.array(text)
        text.append(logits.argmax())

# %% right: an array that is filled
def write(step, tokens, count):
    n = len(tokens)
    text = np.zeros(n + count, dtype=int)
    text[:n] = tokens
    cache = None
    for i in range(n + count):
        if i >= n:
            text[i] = np.argmax(logits)
        logits, cache = step(text[i], cache)
    return text

# %% right: recursion
def write(step, tokens, count, logits=None, cache=None):
    if logits is None:
        for token in tokens:
            logits, cache = step(token, cache)
    if count == 0:
        return list(tokens)
    best = int(np.argmax(logits))
    return write(step, [*tokens, best], count - 1, *step(best, cache))

# %% right: the whole text again for each word: slow, and the same text
def write(step, tokens, count):
    text = list(tokens)
    for _ in range(count):
        cache = None
        for token in text:
            logits, cache = step(token, cache)
        text.append(int(np.argmax(logits)))
    return text

# %% right: sorts the logits | like: read, then choose and read
-        new = int(np.argmax(logits))
+        new = int(np.argsort(logits)[-1])
# %% wrong: one-too-few | range from 1 | like: read, then choose and read
-    for _ in range(count):
+    for _ in range(1, count):
# %% wrong: only-first-read | begins with the first word | like: read, then choose and read
-    for token in text:
-        logits, cache = step(token, cache)
+    logits, cache = step(text[0], cache)
# %% wrong: last-not-read | stops before the last | like: read, then choose and read
-    for token in text:
+    logits, cache = step(text[0], cache)
+    for token in text[1:-1]:
# %% wrong: text-read-on-top | reads all words with the old cache | like: read, then choose and read
-        logits, cache = step(new, cache)
+        for token in text:
+            logits, cache = step(token, cache)
# %% wrong: largest-size-chosen | the absolute value | like: read, then choose and read
-        new = int(np.argmax(logits))
+        new = int(np.argmax(np.abs(logits)))
# %% wrong: cache-lost, one-too-few | two slips | like: range from 1
-        logits, cache = step(new, cache)
+        logits, cache = step(new, None)
# %% unnamed | the second best | like: read, then choose and read
-        new = int(np.argmax(logits))
+        new = int(np.argsort(logits)[-2])
# %% unnamed | draws at random | like: read, then choose and read
-        new = int(np.argmax(logits))
+        new = int(np.random.default_rng(0).integers(len(logits)))
# %% unnamed | never reads a cache, and chooses from nothing (UnboundLocalError) | like: begins with the first word
-    logits, cache = step(text[0], cache)
# %% unnamed | forgets that step returns two things (ValueError) | like: read, then choose and read
-        logits, cache = step(token, cache)
+        logits = step(token, cache)

# %% blind

# %% wrong: count-of-the-whole | Takes count for the length of the whole text, so it writes fewer new words than asked (or none)
def write(step, tokens, count):
    text, cache = [int(token) for token in tokens], None
    for token in text:
        logits, cache = step(token, cache)
    while len(text) < count:
        token = int(np.argmax(logits))
        text.append(token)
        logits, cache = step(token, cache)
    return text
