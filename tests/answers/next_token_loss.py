"""Answers to `next_token_loss(logits, tokens, lengths)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: shifts both, divides by the number of real guesses
def next_token_loss(logits, tokens, lengths):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
    return (losses * real).sum() / real.sum()

# %% right: boolean index | like: shifts both, divides by the number of real guesses
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
-    return (losses * real).sum() / real.sum()
+    real = np.arange(losses.shape[1]) < lengths[:, None] - 1
+    return losses[real].mean()
# %% right: np.roll, and a mask that stops before the circle closes | like: boolean index
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
-    real = np.arange(losses.shape[1]) < lengths[:, None] - 1
+    losses = -np.take_along_axis(log_chances, np.roll(tokens, -1, axis=1)[..., None], axis=-1)[..., 0]
+    real = np.arange(tokens.shape[1]) < (lengths - 1)[:, None]
# %% right: np.average with weights | like: shifts both, divides by the number of real guesses
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
-    return (losses * real).sum() / real.sum()
+    real = np.arange(tokens.shape[1])[1:] <= lengths[:, None] - 1
+    return np.average(losses, weights=real)

# %% right: where=
def next_token_loss(logits, tokens, lengths):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(log_chances[:, :-1, :], tokens[:, 1:][..., None], axis=-1)[..., 0]
    real = np.arange(tokens.shape[1] - 1) + 1 < lengths.reshape(-1, 1)
    return np.mean(losses, where=real)

# %% right: a loop over texts, each cut to its length
def next_token_loss(logits, tokens, lengths):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    total, count = 0.0, 0
    for logs, words, length in zip(log_chances, tokens, lengths):
        for i in range(length - 1):
            total -= logs[i, words[i + 1]]
            count += 1
    return total / count

# %% right: lists, concatenated at the end
def next_token_loss(logits, tokens, lengths):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    losses = []
    for b in range(len(tokens)):
        length = lengths[b]
        places = np.arange(length - 1)
        losses.append(-log_chances[b, places, tokens[b, 1:length]])
    return np.concatenate(losses).mean()

# %% right: nan for padding, nanmean | like: shifts both, divides by the number of real guesses
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
-    return (losses * real).sum() / real.sum()
+    losses = losses.astype(float)
+    losses[np.arange(1, tokens.shape[1]) >= lengths[:, None]] = np.nan
+    return float(np.nanmean(losses))

# %% right: one-hot targets, zero for padding
def next_token_loss(logits, tokens, lengths):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_chances = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    targets = np.eye(logits.shape[-1])[tokens[:, 1:]]
    targets[np.arange(1, tokens.shape[1]) >= lengths[:, None]] = 0
    return -(targets * log_chances[:, :-1]).sum() / targets.sum()

# %% right: means of texts, weighted by their guesses | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    guesses = real.sum(axis=1)
+    means = (losses * real).sum(axis=1) / guesses
+    return (means * guesses).sum() / guesses.sum()
# %% wrong: not-shifted | only mends the mean | like: shifts both, divides by the number of real guesses
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
+    losses = -np.take_along_axis(log_chances, tokens[..., None], axis=-1)[..., 0]
+    real = np.arange(tokens.shape[1]) < lengths[:, None]
# %% wrong: not-shifted | cuts the same end of both | like: shifts both, divides by the number of real guesses
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
+    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, :-1][..., None], axis=-1)[..., 0]
-    return (losses * real).sum() / real.sum()
+    return losses[real].mean()
# %% wrong: not-shifted | cuts the first of both | like: cuts the same end of both
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, :-1][..., None], axis=-1)[..., 0]
+    losses = -np.take_along_axis(log_chances[:, 1:], tokens[:, 1:][..., None], axis=-1)[..., 0]
# %% wrong: shifted-backwards | cut the wrong way round | like: cuts the same end of both
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, :-1][..., None], axis=-1)[..., 0]
+    losses = -np.take_along_axis(log_chances[:, 1:], tokens[:, :-1][..., None], axis=-1)[..., 0]
# %% wrong: shifted-twice | logits cut by one more, to be safe | like: boolean index
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
-    real = np.arange(losses.shape[1]) < lengths[:, None] - 1
+    losses = -np.take_along_axis(log_chances[:, :-2], tokens[:, 2:][..., None], axis=-1)[..., 0]
+    real = np.arange(2, tokens.shape[1]) < lengths[:, None]
# %% wrong: end-meets-start | np.roll and the mask of the tokens | like: boolean index
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
-    real = np.arange(losses.shape[1]) < lengths[:, None] - 1
+    losses = -np.take_along_axis(log_chances, np.roll(tokens, -1, axis=1)[..., None], axis=-1)[..., 0]
+    real = np.arange(tokens.shape[1]) < lengths[:, None]
# %% wrong: padding-in-the-mean | only mends the shift | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return (losses * real).mean()
# %% wrong: padding-guessed | drops the mask | like: shifts both, divides by the number of real guesses
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
-    return (losses * real).sum() / real.sum()
+    return losses.mean()
# %% wrong: first-padding-guessed | the old mask, cut to size | like: shifts both, divides by the number of real guesses
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
+    real = np.arange(losses.shape[1]) < lengths[:, None]
# %% wrong: first-padding-guessed, padding-in-the-mean | the old mask, the old mean | like: only mends the shift
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
+    real = np.arange(losses.shape[1]) < lengths[:, None]
# %% wrong: last-guess-missing | one too few | like: shifts both, divides by the number of real guesses
-    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
+    real = np.arange(1, tokens.shape[1]) < lengths[:, None] - 1
# %% wrong: mean-of-means | a mean for each text | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return ((losses * real).sum(axis=1) / real.sum(axis=1)).mean()
# %% wrong: not-averaged | sum | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return losses[real].sum()
# %% wrong: divided-by-tokens | by the sum of the lengths | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return (losses * real).sum() / lengths.sum()
# %% wrong: divided-by-texts | over the batch | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return (losses * real).sum() / len(tokens)
# %% wrong: sign-missing | lost the minus | like: cuts the same end of both
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, :-1][..., None], axis=-1)[..., 0]
+    losses = np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
# %% wrong: not-shifted, padding-guessed | the mean of everything | like: drops the mask
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
+    losses = -np.take_along_axis(log_chances, tokens[..., None], axis=-1)[..., 0]
# %% wrong: not-shifted, mean-of-means | a mean for each text, still the token itself | like: only mends the mean
-    return (losses * real).sum() / real.sum()
+    return np.mean([row[mask].mean() for row, mask in zip(losses, real)])
# %% wrong: return-missing | assigns the result | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    loss = (losses * real).sum() / real.sum()

# %% wrong: mutates-input | lowers the logits in place
def next_token_loss(logits, tokens, lengths):
    logits -= logits.max(axis=-1, keepdims=True)
    log_chances = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
    real = np.arange(1, tokens.shape[1]) < lengths[:, None]
    return losses[real].mean()

# %% unnamed | perplexity | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return np.exp(losses[real].mean())
# %% unnamed | the median | like: shifts both, divides by the number of real guesses
-    return (losses * real).sum() / real.sum()
+    return np.median(losses[real])
# %% wrong: shifted-backwards | np.roll the wrong way | like: boolean index
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
-    real = np.arange(losses.shape[1]) < lengths[:, None] - 1
+    losses = -np.take_along_axis(log_chances, np.roll(tokens, 1, axis=1)[..., None], axis=-1)[..., 0]
+    real = np.arange(tokens.shape[1]) < (lengths - 1)[:, None]
# %% wrong: shifted-backwards | np.roll the wrong way, and all tokens count | like: boolean index
-    losses = -np.take_along_axis(log_chances[:, :-1], tokens[:, 1:][..., None], axis=-1)[..., 0]
-    real = np.arange(losses.shape[1]) < lengths[:, None] - 1
+    losses = -np.take_along_axis(log_chances, np.roll(tokens, 1, axis=1)[..., None], axis=-1)[..., 0]
+    real = np.arange(tokens.shape[1]) < lengths[:, None]
