"""The residual stream of a block: what each half reads and adds to, and where the norms are.

Pre-norm adds `attended` to X, which gives `H`, then `fed`, which gives `pre_norm`; the parts read
`normed_X` and `normed_H`. Post-norm adds `heard`, then `thought`; the norms make `halfway` and
`post_norm` of the sums.
"""

from functools import partial

from attnlib.block import layer_norm

# %% residual-missing
# The result of a part replaces the stream, where it should be added to it.
# If attend and feed return zeros, what should be left of X?
assert near(H, attended) or near(pre_norm, fed)
assert near(sum_1, heard) or near(sum_2, thought)
H = attended
# and/or
pre_norm = fed
# and/or
sum_1 = heard
# and/or
sum_2 = thought

# %% residual-of-normalised
# The sum starts from the normalised copy, so the stream itself is lost.
# To what is the result of a part added: to norm_1(X), or to X?
assert near(H, normed_X + attended) or near(pre_norm, normed_H + fed)
H = normed_X + attended
# and/or
pre_norm = normed_H + fed

# %% residual-doubled
# The result of a part is added to itself, and the stream that should be there is lost.
# What does X refer to in the line that adds?
assert near(H, 2 * attended) or near(pre_norm, 2 * fed)
assert near(sum_1, 2 * heard) or near(sum_2, 2 * thought)
H = attended + attended
# and/or
pre_norm = fed + fed
# and/or
sum_1 = heard + heard
# and/or
sum_2 = thought + thought

# %% second-residual-from-X
# The second sum starts from the X that came in, not from what the first half made.
# To what is the result of feed added?
assert near(pre_norm, X + fed)
assert near(sum_2, X + thought)
pre_norm = X + fed
# and/or
sum_2 = X + thought

# %% stream-added-twice
# The X that came in is added once more, though it is in the stream already.
# If the parts return zeros, how often is X in your result?
assert near(pre_norm, X + H + fed)
assert near(sum_2, X + halfway + thought)
pre_norm = X + H + fed
# and/or
sum_2 = X + halfway + thought

# %% one-residual-for-both
# X is added once, around both halves, so feed gets attention's result alone.
# How many sums are in a block, and what does feed read?
assert near(H, attended) and near(pre_norm, X + fed)
assert near(sum_1, heard) and near(sum_2, X + thought)
H = attended
pre_norm = X + fed
# and/or
sum_1 = heard
sum_2 = X + thought

# %% norm-1-twice
# norm_1 is used in both halves, in place of norm_2.
# Which norm belongs to feed?
assert near(normed_H, norm_1(H))
assert near(post_norm, norm_1(sum_2))
normed_H = norm_1(H)
# and/or
post_norm = norm_1(sum_2)

# %% norms-exchanged
# norm_2 goes with attention, and norm_1 with feed.
# Which norm belongs to attend, and which to feed?
assert near(normed_X, norm_2(X))
assert near(halfway, norm_2(sum_1))
normed_X = norm_2(X)
normed_H = norm_1(H)
# and/or
halfway = norm_2(sum_1)
post_norm = norm_1(sum_2)

# %% norm-missing
# A norm is left out.
# How often should each of norm_1 and norm_2 be called?
assert near(normed_X, X) or near(normed_H, H)
assert near(halfway, sum_1) or near(post_norm, sum_2)
normed_X = X
# and/or
normed_H = H
# and/or
halfway = sum_1
# and/or
post_norm = sum_2

# %% own-norm
# A layer norm of your own is called, though norm_1 and norm_2 are handed over.
# Where does your code use the arguments norm_1 and norm_2?
assert norm_1 is not given.norm_1 or norm_2 is not given.norm_2
# for small in 1e-5 0
norm_1 = partial(layer_norm, eps=small)
# and/or
norm_2 = partial(layer_norm, eps=small)

# %% norm-of-part-only
# What attend or feed returns is normalised before it is added.
# What should each norm get: X, a part's result, or their sum?
assert near(H, X + norm_1(attended)) or near(pre_norm, H + norm_2(fed))
assert near(sum_1, X + norm_1(heard)) or near(sum_2, halfway + norm_2(thought))
normed_X = X
H = X + norm_1(attended)
# and/or
normed_H = H
pre_norm = H + norm_2(fed)
# and/or
sum_1 = X + norm_1(heard)
halfway = sum_1
# and/or
sum_2 = halfway + norm_2(thought)
post_norm = sum_2

# %% norm-of-stream-only
# A part reads the bare stream, and its result is added to the normalised one.
# What should each norm get, and who reads what it returns?
assert near(H, norm_1(X) + attended) or near(pre_norm, norm_2(H) + fed)
assert near(sum_1, norm_1(X) + heard) or near(sum_2, norm_2(halfway) + thought)
normed_X = X
H = norm_1(X) + attended
# and/or
normed_H = H
pre_norm = norm_2(H) + fed
# and/or
sum_1 = norm_1(X) + heard
halfway = sum_1
# and/or
sum_2 = norm_2(halfway) + thought
post_norm = sum_2

# %% norm-before-and-after
# A norm is used twice: before the part, and again after the sum.
# How often should each of norm_1 and norm_2 be called in one block?
assert near(H, norm_1(X + attended)) or near(pre_norm, norm_2(H + fed))
assert near(heard, attend(norm_1(X))) or near(thought, feed(norm_2(halfway)))
H = norm_1(X + attended)
# and/or
pre_norm = norm_2(H + fed)
# and/or
heard = attend(norm_1(X))
# and/or
thought = feed(norm_2(halfway))

# %% feed-reads-first-X
# feed reads the X that came in, as if attention had not been there.
# Which X should feed read: the one before attention, or the one after it?
assert near(normed_H, norm_2(X))
assert near(thought, feed(X))
normed_H = norm_2(X)
# and/or
thought = feed(X)

# %% attention-lost
# The second half starts from the X that came in: what attention found is never used.
# Which line uses what the first half has computed?
assert near(pre_norm, X + feed(norm_2(X)))
assert near(sum_2, X + feed(X))
normed_H = norm_2(X)
pre_norm = X + fed
# and/or
thought = feed(X)
sum_2 = X + thought

# %% parts-exchanged
# feed comes first, and attend second.
# Which of the two has to come first, so that feed can use what attention found?
assert near(attended, feed(normed_X))
assert near(heard, feed(X))
attended = feed(normed_X)
fed = attend(normed_H)
# and/or
heard = feed(X)
thought = attend(halfway)

# %% halves-exchanged
# The second half comes first: feed with norm_2, and then attend with norm_1.
# Which half has to come first, so that feed can use what attention found?
assert near(attended, feed(norm_2(X)))
assert near(sum_1, X + feed(X)) and near(halfway, norm_2(sum_1))
normed_X = norm_2(X)
attended = feed(normed_X)
normed_H = norm_1(H)
fed = attend(normed_H)
# and/or
heard = feed(X)
halfway = norm_2(sum_1)
thought = attend(halfway)
post_norm = norm_1(sum_2)

# %% second-half-missing
# Only the first half is there: feed is never used.
# Which of the four functions does your code never call?
assert near(pre_norm, H)
assert near(post_norm, halfway)
pre_norm = H
# and/or
post_norm = halfway
