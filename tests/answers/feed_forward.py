"""Answers to `feed_forward(X, W_1, b_1, W_2, b_2)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: in two lines
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = np.maximum(X @ W_1 + b_1, 0)
    return hidden @ W_2 + b_2

# %% right: in one line
return np.maximum(0, X @ W_1 + b_1) @ W_2 + b_2

# %% right: with where, and dot
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = np.dot(X, W_1) + b_1
    hidden = np.where(hidden > 0, hidden, 0)
    return np.dot(hidden, W_2) + b_2

# %% right: a mask written into its own array | like: in two lines
-    hidden = np.maximum(X @ W_1 + b_1, 0)
+    hidden = X @ W_1 + b_1
+    hidden[hidden < 0] = 0

# %% right: einsum
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = np.einsum("...d,df->...f", X, W_1) + b_1
    return np.einsum("...f,fd->...d", hidden.clip(min=0), W_2) + b_2

# %% right: half of x plus its size
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = X @ W_1 + b_1
    return (hidden + np.abs(hidden)) / 2 @ W_2 + b_2

# %% right: token by token, number by number
def feed_forward(X, W_1, b_1, W_2, b_2):
    rows = X.reshape(-1, X.shape[-1])
    out = []
    for x in rows:
        hidden = [max(0.0, x @ W_1[:, j] + b_1[j]) for j in range(W_1.shape[1])]
        out.append(np.array(hidden) @ W_2 + b_2)
    return np.array(out).reshape(X.shape)

# %% right: the sum over the hidden numbers, one after the other
def feed_forward(X, W_1, b_1, W_2, b_2):
    output = np.zeros(X.shape) + b_2
    for w_in, bias, w_out in zip(W_1.T, b_1, W_2):
        output += np.maximum(X @ w_in + bias, 0)[..., None] * w_out
    return output

# %% right: the biases as one more row of the matrices
def feed_forward(X, W_1, b_1, W_2, b_2):
    def with_ones(A):
        return np.concatenate([A, np.ones((*A.shape[:-1], 1))], axis=-1)

    hidden = np.maximum(with_ones(X) @ np.vstack([W_1, b_1]), 0)
    return with_ones(hidden) @ np.vstack([W_2, b_2])

# %% right: calls itself for each sentence of a batch
def feed_forward(X, W_1, b_1, W_2, b_2):
    if X.ndim > 2:
        return np.stack([feed_forward(x, W_1, b_1, W_2, b_2) for x in X])
    return np.fmax(X @ W_1 + b_1, 0) @ W_2 + b_2

# %% wrong: relu-last | between the second matrix and its bias
return np.maximum((X @ W_1 + b_1) @ W_2, 0) + b_2
# %% wrong: absolute-not-relu | nothing negative may be left
return np.abs(X @ W_1 + b_1) @ W_2 + b_2
# %% wrong: relu-capped | clips from 0 to 1
return np.clip(X @ W_1 + b_1, 0, 1) @ W_2 + b_2
# %% wrong: relu-capped | ReLU6
return np.minimum(np.maximum(X @ W_1 + b_1, 0), 6) @ W_2 + b_2

# %% wrong: leaky-relu | a hundredth
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = X @ W_1 + b_1
    return np.maximum(hidden, 0.01 * hidden) @ W_2 + b_2

# %% wrong: biases-exchanged | b_2 first (ValueError)
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = np.maximum(X @ W_1 + b_2, 0)
    return hidden @ W_2 + b_1

# %% wrong: matrices-exchanged | W_2 first (ValueError)
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = np.maximum(X @ W_2 + b_1, 0)
    return hidden @ W_1 + b_2

# %% wrong: second-matrix-missing | returns the hidden numbers
def feed_forward(X, W_1, b_1, W_2, b_2):
    hidden = X @ W_1 + b_1
    return np.maximum(hidden, 0)

# %% wrong: batch-axis-breaks | unpacks two axes (ValueError)
def feed_forward(X, W_1, b_1, W_2, b_2):
    n, d = X.shape
    hidden = np.maximum(X @ W_1 + b_1.reshape(1, -1), 0)
    return hidden @ W_2 + b_2.reshape(1, d)

# %% wrong: batch-axis-breaks | tokens as columns, one after the other (ValueError)
def feed_forward(X, W_1, b_1, W_2, b_2):
    out = []
    for x in X:
        hidden = W_1.T @ x + b_1
        out.append(W_2.T @ np.where(hidden > 0, hidden, 0) + b_2)
    return np.array(out)

# %% wrong: relu-twice, residual-added | ReLU again, and the stream | like: in two lines
-    return hidden @ W_2 + b_2
+    return np.maximum(hidden @ W_2, 0) + b_2 + X
# %% wrong: return-missing | no return | like: in two lines
-    return hidden @ W_2 + b_2
+    output = hidden @ W_2 + b_2

# %% wrong: mutates-input | the output goes into X
def feed_forward(X, W_1, b_1, W_2, b_2):
    X[:] = np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2
    return X

# %% wrong: mutates-input, residual-added | adds in place
def feed_forward(X, W_1, b_1, W_2, b_2):
    X += np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2
    return X

# %% wrong: relu-missing, bias-forgotten | the products alone
return X @ W_1 @ W_2
# %% wrong: relu-last, bias-forgotten | no biases, ReLU at the end
return np.maximum(X @ W_1 @ W_2, 0)
# %% wrong: relu-last, residual-added | with the stream, as in old networks for images
return np.maximum((X @ W_1 + b_1) @ W_2 + b_2, 0) + X
# %% wrong: absolute-not-relu, bias-forgotten | sizes, without biases
return np.abs(X @ W_1) @ W_2
# %% wrong: another-bend | sigmoid
return 1 / (1 + np.exp(-(X @ W_1 + b_1))) @ W_2 + b_2
# %% wrong: another-bend | tanh
return np.tanh(X @ W_1 + b_1) @ W_2 + b_2

# %% wrong: another-bend | GELU by tanh
def feed_forward(X, W_1, b_1, W_2, b_2):
    h = X @ W_1 + b_1
    h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    return h @ W_2 + b_2

# %% unnamed | squared ReLU
return np.maximum(X @ W_1 + b_1, 0) ** 2 @ W_2 + b_2
# %% unnamed | every token gets the mean of all | like: in two lines
-    return hidden @ W_2 + b_2
+    return hidden.mean(axis=-2, keepdims=True) @ W_2 + b_2 + 0 * X

# %% unnamed | np.max with its arguments exchanged (TypeError) | like: in two lines
-    hidden = np.maximum(X @ W_1 + b_1, 0)
+    hidden = np.max(0, X @ W_1 + b_1)
# %% unnamed | Python's max (ValueError) | like: in two lines
-    hidden = np.maximum(X @ W_1 + b_1, 0)
+    hidden = max(0, X @ W_1 + b_1)

# %% unnamed | np.relu does not exist (AttributeError)
return np.relu(X @ W_1 + b_1) @ W_2 + b_2
# %% unnamed | relu was never defined (NameError)
return relu(X @ W_1 + b_1) @ W_2 + b_2
# %% unnamed | entry by entry (ValueError)
return np.maximum(X * W_1 + b_1, 0) * W_2 + b_2
# %% unnamed | the output and the hidden numbers | like: in two lines
-    return hidden @ W_2 + b_2
+    return hidden @ W_2 + b_2, hidden
# %% unnamed | positive numbers only, which loses the shape (ValueError) | like: a mask written into its own array
-    hidden[hidden < 0] = 0
+    hidden = hidden[hidden > 0]
# %% unnamed | biases subtracted
return np.maximum(X @ W_1 - b_1, 0) @ W_2 - b_2
