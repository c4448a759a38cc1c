"""Answers to `adam_step(W, d_W, mean, square, step, rate)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: line by line
def adam_step(W, d_W, mean, square, step, rate):
    mean = 0.9 * mean + 0.1 * d_W
    square = 0.999 * square + 0.001 * d_W**2
    m, v = mean / (1 - 0.9**step), square / (1 - 0.999**step)
    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square

# %% right: betas with names, as in the paper
def adam_step(W, d_W, mean, square, step, rate, beta_1=0.9, beta_2=0.999, eps=1e-8):
    m = beta_1 * mean + (1 - beta_1) * d_W
    v = beta_2 * square + (1 - beta_2) * d_W * d_W
    m_hat, v_hat = m / (1 - beta_1**step), v / (1 - beta_2**step)
    return W - rate * (m_hat / (v_hat**0.5 + eps)), m, v

# %% right: a part of the way | like: line by line
-    mean = 0.9 * mean + 0.1 * d_W
-    square = 0.999 * square + 0.001 * d_W**2
+    mean, square = mean + (d_W - mean) / 10, square + (np.square(d_W) - square) / 1000
# %% right: the correction at the end, and the tiny number with it | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    root = (1 - 0.999**step) ** 0.5
+    return W - rate * root / (1 - 0.9**step) * mean / (np.sqrt(square) + 1e-8 * root), mean, square
# %% right: in place, on a copy | like: line by line
-    mean = 0.9 * mean + 0.1 * d_W
+    mean = mean.copy()
+    mean *= 0.9
+    mean += 0.1 * d_W
# %% right: a list comes back | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return [W + -rate * m / (1e-8 + np.sqrt(v)), mean, square]
# %% right: powers as products | like: line by line
-    m, v = mean / (1 - 0.9**step), square / (1 - 0.999**step)
+    m, v = mean / (1 - np.prod([0.9] * step)), square / (1 - np.prod([0.999] * step))
# %% wrong: not-corrected | the means as they are | like: line by line
-    m, v = mean / (1 - 0.9**step), square / (1 - 0.999**step)
+    m, v = mean, square
# %% wrong: wrong-power | no power | like: line by line
-    m, v = mean / (1 - 0.9**step), square / (1 - 0.999**step)
+    m, v = mean / 0.1, square / 0.001
# %% wrong: wrong-power | counts from 0 in the first | like: line by line
-    m, v = mean / (1 - 0.9**step), square / (1 - 0.999**step)
+    m, v = mean / (1 - 0.9**(step + 1)), square / (1 - 0.999**step)
# %% wrong: betas-exchanged | beta_1 and beta_2 | like: betas with names, as in the paper
-def adam_step(W, d_W, mean, square, step, rate, beta_1=0.9, beta_2=0.999, eps=1e-8):
+def adam_step(W, d_W, mean, square, step, rate, beta_2=0.9, beta_1=0.999, eps=1e-8):
# %% wrong: square-of-the-mean | mean has changed by then | like: line by line
-    square = 0.999 * square + 0.001 * d_W**2
+    square = 0.999 * square + 0.001 * mean**2
# %% wrong: tiny-number-elsewhere | inside the root | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return W - rate * m / np.sqrt(v + 1e-8), mean, square
# %% wrong: root-missing | divides by v | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return W - rate * m / (v + 1e-8), mean, square
# %% wrong: new-means-not-used | the slope on top | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return W - rate * d_W / (np.sqrt(v) + 1e-8), mean, square
# %% wrong: uphill | plus | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return W + rate * m / (np.sqrt(v) + 1e-8), mean, square
# %% wrong: other-means-returned | the corrected ones | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return W - rate * m / (np.sqrt(v) + 1e-8), m, v
# %% wrong: mutates-input | in place | like: in place, on a copy
-    mean = mean.copy()
+    step = int(step)
# %% unnamed | shares exchanged | like: line by line
-    mean = 0.9 * mean + 0.1 * d_W
+    mean = 0.1 * mean + 0.9 * d_W
# %% unnamed | the correction after the root | like: line by line
-    return W - rate * m / (np.sqrt(v) + 1e-8), mean, square
+    return W - rate * m / (np.sqrt(square) / (1 - 0.999**step) + 1e-8), mean, square
# %% unnamed | plain steps, and a mean that nobody uses
return W - rate * d_W, 0.9 * mean + 0.1 * d_W, 0.999 * square + 0.001 * d_W**2

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: power-of-the-difference | (1 - b1) ** step
def adam_step(W, d_W, mean, square, step, rate):
    b1, b2 = 0.9, 0.999
    m = b1 * mean + (1 - b1) * d_W
    v = b2 * square + (1 - b2) * d_W ** 2
    m_hat = m / (1 - b1) ** step
    v_hat = v / (1 - b2) ** step
    return W - rate * m_hat / (np.sqrt(v_hat) + 1e-8), m, v

# %% wrong: one-correction-for-both | divides both means by 1 - .9 ** step, where the mean of squares needs 1 - .999 ** step
def adam_step(W, d_W, mean, square, step, rate):
    new_mean = 0.9 * mean + 0.1 * d_W
    new_square = 0.999 * square + 0.001 * d_W**2
    correction = 1 - 0.9**step
    mean_now, square_now = new_mean / correction, new_square / correction
    new_W = W - rate * mean_now / (np.sqrt(square_now) + 1e-8)
    return new_W, new_mean, new_square
