"""Arguments that an answer changes."""

# %% mutates-input
# It writes into its argument, so the caller's array is changed afterwards.
# Which line assigns into an array that belongs to the caller?
assert changed
untouched = Q.copy()
Q += 1
Q = untouched
