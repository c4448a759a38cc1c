"""Answers to `trained(X, targets, held, W, batches, rate)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the three lines put right
def trained(X, targets, held, W, batches, rate):
    losses, held_losses = np.zeros((2, len(batches)))
    sentences, d_W = np.flatnonzero(~held), np.zeros_like(W)
    for step in range(len(batches)):
        batch = sentences[batches[step]]
        logs = X @ W - np.log(np.exp(X @ W).sum(axis=1, keepdims=True))
        surprises = -logs[np.arange(len(X)), targets]
        losses[step] = surprises[batch].mean()
        held_losses[step] = surprises[held].mean()
        slopes = (np.exp(logs) - np.eye(W.shape[1])[targets]) / len(batch)
        d_W[:] = X[batch].T @ slopes[batch]
        W = W - rate * d_W
    return losses, held_losses, W

# %% right: set to 0 at the start of each step | like: the three lines put right
-        d_W[:] = X[batch].T @ slopes[batch]
+        d_W[:] = 0
+        d_W += X[batch].T @ slopes[batch]
# %% right: where it is not held | like: the three lines put right
-    sentences, d_W = np.flatnonzero(~held), np.zeros_like(W)
+    (sentences,), d_W = np.where(held == False), np.zeros(W.shape, W.dtype)
# %% right: a new array each time | like: the three lines put right
-        d_W[:] = X[batch].T @ slopes[batch]
+        d_W = sum(np.outer(X[i], slopes[i]) for i in batch)
# %% right: loops over the batches | like: the three lines put right
-    for step in range(len(batches)):
-        batch = sentences[batches[step]]
+    for step, batch in enumerate(sentences[batches]):
# %% right: a list of numbers | like: the three lines put right
-    sentences, d_W = np.flatnonzero(~held), np.zeros_like(W)
+    sentences, d_W = np.array([i for i, out in enumerate(held) if not out]), 0 * W
# %% right: lists of losses | like: the three lines put right
-    return losses, held_losses, W
+    return losses.tolist(), list(held_losses), W

# %% right: two sets of sentences
def trained(X, targets, held, W, batches, rate):
    def look(X, answers, W):
        exps, right = np.exp(X @ W), np.eye(W.shape[1])[answers]
        chances = exps / exps.sum(axis=1, keepdims=True)
        return -np.log(chances[right == 1]).mean(), X.T @ (chances - right) / len(X)

    curves = []
    for batch in batches:
        loss, d_W = look(X[~held][batch], targets[~held][batch], W)
        curves.append([loss, look(X[held], targets[held], W)[0]])
        W = W - rate * d_W
    return *np.transpose(curves), W

# %% wrong: slopes-add-up | only the sentences and batches put right | like: the three lines put right
-        d_W[:] = X[batch].T @ slopes[batch]
+        d_W += X[batch].T @ slopes[batch]
# %% wrong: same-batch | only the others put right | like: the three lines put right
-        batch = sentences[batches[step]]
+        batch = sentences[batches[0]]
# %% wrong: held-out-read | batches of all sentences | like: loops over the batches
-    for step, batch in enumerate(sentences[batches]):
+    for step, batch in enumerate(batches):
# %% wrong: held-out-read, slopes-add-up | only the batches | like: only the sentences and batches put right
-    sentences, d_W = np.flatnonzero(~held), np.zeros_like(W)
+    sentences, d_W = np.arange(len(X)), np.zeros_like(W)
# %% wrong: held-out-read, same-batch | only the slopes | like: only the others put right
-    sentences, d_W = np.flatnonzero(~held), np.zeros_like(W)
+    sentences, d_W = np.array(range(len(targets))), np.zeros_like(W)
# %% wrong: batch-thinned | throws them out of the batch | like: the three lines put right
-        batch = sentences[batches[step]]
+        batch = batches[step][~held[batches[step]]]
# %% wrong: reset-too-late | zeros before the step | like: the three lines put right
-        d_W[:] = X[batch].T @ slopes[batch]
+        d_W += X[batch].T @ slopes[batch]
+        d_W[:] = 0
# %% wrong: mutates-input | W in place | like: the three lines put right
-        W = W - rate * d_W
+        W -= (rate * d_W).astype(W.dtype)
# %% unnamed | half of the old slopes stay | like: the three lines put right
-        d_W[:] = X[batch].T @ slopes[batch]
+        d_W[:] = d_W / 2 + X[batch].T @ slopes[batch]
# %% unnamed | the same sentences each time | like: the three lines put right
-        batch = sentences[batches[step]]
+        batch = sentences
# %% unnamed | the loss of the batch, twice | like: the three lines put right
-        held_losses[step] = surprises[held].mean()
+        held_losses[step] = losses[step]

# %% blind

# %% wrong: targets-of-others | takes the sentences that are not held out from X alone, and looks their targets up by the same numbers in the unfiltered targets
def trained(X, targets, held, W, batches, rate):
    losses, held_losses = np.zeros((2, len(batches)))
    X_train, X_held = X[~held], X[held]

    def surprises(rows, right, W):
        logs = rows @ W - np.log(np.exp(rows @ W).sum(axis=1, keepdims=True))
        return -logs[np.arange(len(rows)), right], np.exp(logs)

    for step, batch in enumerate(batches):
        loss, chances = surprises(X_train[batch], targets[batch], W)
        losses[step] = loss.mean()
        held_losses[step] = surprises(X_held, targets[held], W)[0].mean()
        slopes = (chances - np.eye(W.shape[1])[targets[batch]]) / len(batch)
        W = W - rate * X_train[batch].T @ slopes
    return losses, held_losses, W

# %% wrong: batch-as-a-set | makes a True/False mask of each batch, so a sentence that the batch reads twice counts only once
def trained(X, targets, held, W, batches, rate):
    losses, held_losses = np.zeros((2, len(batches)))
    sentences = np.arange(len(X))[~held]
    for step in range(len(batches)):
        in_batch = np.isin(np.arange(len(X)), sentences[batches[step]])
        logs = X @ W - np.log(np.exp(X @ W).sum(axis=1, keepdims=True))
        surprises = -logs[np.arange(len(X)), targets]
        losses[step] = surprises[in_batch].mean()
        held_losses[step] = surprises[held].mean()
        slopes = (np.exp(logs) - np.eye(W.shape[1])[targets]) / in_batch.sum()
        d_W = X[in_batch].T @ slopes[in_batch]
        W = W - rate * d_W
    return losses, held_losses, W

# %% wrong: held-out-afterwards | measures the held-out loss after the step, with the W that has already moved
def trained(X, targets, held, W, batches, rate):
    losses, held_losses = [], []
    sentences = np.flatnonzero(~held)

    def log_chances(rows, W):
        return rows @ W - np.log(np.exp(rows @ W).sum(axis=1, keepdims=True))

    for numbers in batches:
        batch = sentences[numbers]
        logs = log_chances(X[batch], W)
        losses.append(-logs[np.arange(len(batch)), targets[batch]].mean())
        slopes = (np.exp(logs) - np.eye(W.shape[1])[targets[batch]]) / len(batch)
        W = W - rate * X[batch].T @ slopes
        logs = log_chances(X[held], W)
        held_losses.append(-logs[np.arange(held.sum()), targets[held]].mean())
    return np.array(losses), np.array(held_losses), W
