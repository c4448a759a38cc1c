"""Answers to `numerical_gradient(loss, x, step)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: two copies
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] += step
        down[index] -= step
        slopes[index] = (loss(up) - loss(down)) / (2 * step)
    return slopes

# %% right: in place, moved back by arithmetic
def numerical_gradient(loss, x, step):
    slopes = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        x[index] += step
        up = loss(x)
        x[index] -= 2 * step
        down = loss(x)
        x[index] += step
        slopes[index] = (up - down) / 2 / step
    return slopes

# %% right: a nudge of zeros with a single step in it
def numerical_gradient(loss, x, step):
    slopes = np.empty_like(x)
    for index in np.ndindex(*x.shape):
        nudge = np.zeros_like(x)
        nudge[index] = step
        slopes[index] = (loss(x + nudge) - loss(x - nudge)) / (step + step)
    return slopes

# %% right: flattened, with an identity matrix
def numerical_gradient(loss, x, step):
    nudges = (step * np.eye(x.size)).reshape(x.size, *x.shape)
    slopes = [(loss(x + nudge) - loss(x - nudge)) / (2 * step) for nudge in nudges]
    return np.array(slopes).reshape(x.shape)

# %% right: np.nditer with a multi-index, as in a well-known course
def numerical_gradient(loss, x, step):
    grad = np.zeros_like(x)
    it = np.nditer(x, flags=["multi_index"])
    while not it.finished:
        ix = it.multi_index
        oldval = x[ix].copy()
        x[ix] = oldval + step
        fxph = loss(x)
        x[ix] = oldval - step
        fxmh = loss(x)
        x[ix] = oldval
        grad[ix] = (fxph - fxmh) / (2 * step)
        it.iternext()
    return grad

# %% right: the mean of both one-sided slopes
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    before = loss(x)
    for index in np.ndindex(x.shape):
        moved = x.copy()
        moved[index] = x[index] + step
        right = (loss(moved) - before) / step
        moved[index] = x[index] - step
        left = (before - loss(moved)) / step
        slopes[index] = (left + right) / 2
    return slopes

# %% right: a view of the flat copy
def numerical_gradient(loss, x, step):
    copy = np.array(x, dtype=float)
    flat = copy.ravel()
    slopes = []
    for i in range(flat.size):
        flat[i] += step
        up = loss(copy)
        flat[i] -= 2 * step
        slopes.append((up - loss(copy)) / (2 * step))
        flat[i] += step
    return np.reshape(slopes, x.shape)

# %% right: np.where on the number of the place
def numerical_gradient(loss, x, step):
    places = np.arange(x.size).reshape(x.shape)

    def slope(place):
        up = np.where(places == place, x + step, x)
        down = np.where(places == place, x - step, x)
        return (loss(up) - loss(down)) / (2 * step)

    return np.array([slope(place) for place in range(x.size)]).reshape(x.shape)

# %% wrong: one-sided | puts the number back, but stays on one side
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    before = loss(x)
    for index in np.ndindex(x.shape):
        x[index] += step
        slopes[index] = (loss(x) - before) / step
        x[index] -= step
    return slopes

# %% wrong: not-halved | both sides, divided by one step | like: two copies
-        slopes[index] = (loss(up) - loss(down)) / (2 * step)
+        slopes[index] = (loss(up) - loss(down)) / step

# %% wrong: halved-twice | two steps below the line, one above
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    before = loss(x)
    for index in np.ndindex(x.shape):
        moved = x.copy()
        moved[index] += step
        slopes[index] = (loss(moved) - before) / (2 * step)
    return slopes

# %% wrong: x-left-changed | two sides, never put back | like: in place, moved back by arithmetic
-    slopes = np.zeros(x.shape)
+    slopes = np.zeros_like(x)
-        x[index] += step
-        slopes[index] = (up - down) / 2 / step
+        slopes[index] = (up - down) / (2 * step)

# %% wrong: x-left-changed | one copy for all, never put back
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    moved = x.copy()
    for index in np.ndindex(x.shape):
        moved[index] = x[index] + step
        up = loss(moved)
        moved[index] = x[index] - step
        slopes[index] = (up - loss(moved)) / (2 * step)
    return slopes

# %% wrong: one-sided, x-left-changed | a copy, but only one for all | like: puts the number back, but stays on one side
-def numerical_gradient(loss, x, step):
+def numerical_gradient(loss, x, step):
+    x = x.copy()
-        x[index] -= step
# %% wrong: one-sided, x-left-changed | measures the loss at x again, in each round | like: puts the number back, but stays on one side
-    before = loss(x)
-    for index in np.ndindex(x.shape):
+    for index in np.ndindex(x.shape):
+        before = loss(x)
-        x[index] -= step
# %% wrong: halved-twice, x-left-changed | only halves the starter's slopes | like: puts the number back, but stays on one side
-        slopes[index] = (loss(x) - before) / step
-        x[index] -= step
+        slopes[index] = (loss(x) - before) / (2 * step)
# %% wrong: not-halved, x-left-changed | two sides into the starter | like: two sides, never put back
-        down = loss(x)
-        slopes[index] = (up - down) / (2 * step)
+        slopes[index] = (up - loss(x)) / step
# %% wrong: slopes-all-zero | two names for one array, no copy | like: two copies
-        up, down = x.copy(), x.copy()
+        up = x
+        down = x

# %% wrong: step-ignored | the step of the lecture
def numerical_gradient(loss, x, step):
    h = 1e-5
    slopes = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        nudge = np.zeros(x.shape)
        nudge[index] = h
        slopes[index] = (loss(x + nudge) - loss(x - nudge)) / (2 * h)
    return slopes

# %% wrong: brackets-missing | / 2 * step | like: two copies
-        slopes[index] = (loss(up) - loss(down)) / (2 * step)
+        slopes[index] = (loss(up) - loss(down)) / 2 * step
# %% wrong: x-left-changed | puts it back too far | like: two sides, never put back
-        down = loss(x)
+        down = loss(x)
+        x[index] += 2 * step
# %% wrong: half-steps | half a step to each side | like: both sides, divided by one step
-        up[index] += step
-        down[index] -= step
+        up[index] += step / 2
+        down[index] -= step / 2
# %% wrong: slope-sign | down minus up | like: two copies
-        slopes[index] = (loss(up) - loss(down)) / (2 * step)
+        slopes[index] = (loss(down) - loss(up)) / (2 * step)
# %% wrong: slope-sign, one-sided | before minus after | like: two steps below the line, one above
-        slopes[index] = (loss(moved) - before) / (2 * step)
+        slopes[index] = (before - loss(moved)) / step
# %% wrong: not-divided | the difference alone | like: two copies
-        slopes[index] = (loss(up) - loss(down)) / (2 * step)
+        slopes[index] = loss(up) - loss(down)

# %% wrong: all-moved-at-once | no index
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        slopes[index] = (loss(x + step) - loss(x - step)) / (2 * step)
    return slopes

# %% wrong: rows-not-numbers | range(len(x))
def numerical_gradient(loss, x, step):
    slopes = np.zeros_like(x)
    for i in range(len(x)):
        up, down = x.copy(), x.copy()
        up[i] += step
        down[i] -= step
        slopes[i] = (loss(up) - loss(down)) / (2 * step)
    return slopes

# %% wrong: curvature-not-slope | the formula with three losses | like: two copies
-    slopes = np.zeros_like(x)
+    slopes = np.zeros_like(x)
+    before = loss(x)
-        slopes[index] = (loss(up) - loss(down)) / (2 * step)
+        slopes[index] = (loss(up) - 2 * before + loss(down)) / step**2
# %% wrong: return-missing | lost the last line | like: two copies
-    return slopes

# %% unnamed | only the first axis of the shape | like: range(len(x))
-    slopes = np.zeros_like(x)
+    slopes = np.zeros(len(x))

# %% wrong: flat-array-measured | never shaped back
def numerical_gradient(loss, x, step):
    flat = x.reshape(-1)
    slopes = [(loss(flat + e) - loss(flat - e)) / (2 * step) for e in step * np.eye(x.size)]
    return np.array(slopes).reshape(x.shape)

# %% blind

# %% wrong: nudges-left-in | makes the two copies once before the loop, so the nudges of earlier numbers are still there for the later ones | like: two copies
-    slopes = np.zeros_like(x)
+    slopes = np.zeros_like(x)
+    up, down = x.copy(), x.copy()
-        up, down = x.copy(), x.copy()
