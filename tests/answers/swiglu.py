"""Answers to `swiglu(X, W_gate, W_up, W_down)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: gate in the last two lines
def swiglu(X, W_gate, W_up, W_down):
    """(silu(X W_gate) * (X W_up)) W_down for X (..., n, d), with silu(z) = z / (1 + exp(-z))."""
    gate = X @ W_gate
    up = X @ W_up
    opened = gate / (1 + np.exp(-gate))
    return opened * up @ W_down

# %% right: a function of its own for silu
def swiglu(X, W_gate, W_up, W_down):
    def silu(z):
        return z / (1 + np.exp(-z))

    return (silu(X @ W_gate) * (X @ W_up)) @ W_down

# %% right: by tanh
def swiglu(X, W_gate, W_up, W_down):
    gate = X @ W_gate
    silu = gate / 2 * (1 + np.tanh(gate / 2))
    return np.matmul(silu * np.matmul(X, W_up), W_down)

# %% right: exp of the positive number
def swiglu(X, W_gate, W_up, W_down):
    gate, up = X @ W_gate, X @ W_up
    e = np.exp(gate)
    return (gate * e / (1 + e) * up) @ W_down

# %% right: einsum
def swiglu(X, W_gate, W_up, W_down):
    gate = np.einsum("...d,df->...f", X, W_gate)
    up = np.einsum("...d,df->...f", X, W_up)
    return np.einsum("...f,...f,fd->...d", gate / (1 + np.exp(-gate)), up, W_down)

# %% right: both matrices at once
def swiglu(X, W_gate, W_up, W_down):
    gate, up = np.split(X @ np.hstack([W_gate, W_up]), 2, axis=-1)
    return up * gate / (1 + np.exp(-gate)) @ W_down

# %% right: one hidden number after the other
def swiglu(X, W_gate, W_up, W_down):
    output = 0
    for i in range(W_down.shape[0]):
        gate, up = X @ W_gate[:, i], X @ W_up[:, i]
        hidden = gate / (1 + np.exp(-gate)) * up
        output = output + hidden[..., None] * W_down[i]
    return output

# %% right: stable
def swiglu(X, W_gate, W_up, W_down):
    gate = X @ W_gate
    e = np.exp(-np.abs(gate))
    sigmoid = np.where(gate >= 0, 1 / (1 + e), e / (1 + e))
    return gate * sigmoid * (X @ W_up) @ W_down

# %% wrong: sigmoid-not-silu | a gate is between 0 and 1 | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = 1 / (1 + np.exp(-gate))
# %% wrong: silu-missing | computed, and not used | like: gate in the last two lines
-    return opened * up @ W_down
+    return gate * up @ W_down

# %% wrong: silu-on-both | to be safe
def swiglu(X, W_gate, W_up, W_down):
    def silu(z):
        return z / (1 + np.exp(-z))

    return (silu(X @ W_gate) * silu(X @ W_up)) @ W_down

# %% wrong: silu-after-product | the product is bent | like: to be safe
-    return (silu(X @ W_gate) * silu(X @ W_up)) @ W_down
+    return silu((X @ W_gate) * (X @ W_up)) @ W_down
# %% wrong: sum-not-product | plus | like: gate in the last two lines
-    return opened * up @ W_down
+    return (opened + up) @ W_down
# %% wrong: up-missing | a feed-forward with silu | like: gate in the last two lines
-    return opened * up @ W_down
+    return opened @ W_down
# %% wrong: gate-missing | only up and down | like: gate in the last two lines
-    return opened * up @ W_down
+    return up @ W_down
# %% wrong: sign-flipped | the minus lost | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = gate / (1 + np.exp(gate))
# %% wrong: brackets-missing | without them | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = gate / 1 + np.exp(-gate)
# %% wrong: relu-not-silu | from exercise 8 | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = np.maximum(gate, 0)
# %% wrong: gelu-not-silu | tanh | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = 0.5 * gate * (1 + np.tanh(0.7978845608 * (gate + 0.044715 * gate**3)))
# %% wrong: gelu-not-silu | the fast one | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = gate / (1 + np.exp(-1.702 * gate))
# %% wrong: tanh-not-silu | another sigmoid | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = np.tanh(gate)
# %% wrong: tanh-not-silu | times itself | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = gate * np.tanh(gate)
# %% wrong: gate-after-down | brackets for order (ValueError) | like: gate in the last two lines
-    return opened * up @ W_down
+    return opened * (up @ W_down)
# %% wrong: gate-after-down | matmul eats only one (ValueError) | like: gate in the last two lines
-    return opened * up @ W_down
+    return up * np.matmul(opened, W_down)
# %% wrong: both-through-down | down for each | like: gate in the last two lines
-    return opened * up @ W_down
+    return (opened @ W_down) * (up @ W_down)
# %% wrong: down-missing | stopped too early | like: gate in the last two lines
-    return opened * up @ W_down
+    return opened * up

# %% wrong: matrices-transposed | all three, as PyTorch stores them (ValueError)
def swiglu(X, W_gate, W_up, W_down):
    gate, up = X @ W_gate.T, X @ W_up.T
    return gate / (1 + np.exp(-gate)) * up @ W_down.T

# %% wrong: matrices-transposed | only the last (ValueError) | like: gate in the last two lines
-    return opened * up @ W_down
+    return opened * up @ W_down.T
# %% wrong: residual-added | the block's sum | like: gate in the last two lines
-    return opened * up @ W_down
+    return X + opened * up @ W_down
# %% wrong: batch-axis-breaks | n, d (ValueError) | like: gate in the last two lines
-    """(silu(X W_gate) * (X W_up)) W_down for X (..., n, d), with silu(z) = z / (1 + exp(-z))."""
+    """(silu(X W_gate) * (X W_up)) W_down for X (..., n, d), with silu(z) = z / (1 + exp(-z))."""
+    n, d = X.shape
# %% wrong: return-missing | lost in the repair | like: gate in the last two lines
-    return opened * up @ W_down
+    output = opened * up @ W_down
# %% wrong: mutates-input | the stream in place | like: gate in the last two lines
-    return opened * up @ W_down
+    X[...] = opened * up @ W_down
+    return X
# %% wrong: sigmoid-not-silu, gate-and-up-exchanged | two slips at once | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
-    return opened * up @ W_down
+    opened = 1 / (1 + np.exp(-up))
+    return opened * gate @ W_down
# %% wrong: gate-and-up-exchanged, sum-not-product | two slips at once | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
-    return opened * up @ W_down
+    opened = up / (1 + np.exp(-up))
+    return (opened + gate) @ W_down
# %% unnamed | softmax of the gate | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    e = np.exp(gate - gate.max(axis=-1, keepdims=True))
+    opened = e / e.sum(axis=-1, keepdims=True)
# %% unnamed | silu of X, not of the gate (ValueError) | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = X / (1 + np.exp(-X))
# %% unnamed | powers of 2 | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    opened = gate / (1 + 2**-gate)
# %% unnamed | halved | like: gate in the last two lines
-    return opened * up @ W_down
+    return (opened * up @ W_down) / 2
# %% unnamed | a name that is not there (NameError) | like: gate in the last two lines
-    return opened * up @ W_down
+    return silu * up @ W_down
# %% unnamed | math.exp for arrays (TypeError) | like: gate in the last two lines
-    opened = gate / (1 + np.exp(-gate))
+    import math
+    opened = gate / (1 + math.exp(-gate))
