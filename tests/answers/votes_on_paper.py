"""Answers to `votes_on_paper()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the four numbers
def votes_on_paper():
    """What exchanging the adjective does, the fourth lead, how many are right, and the most."""
    return [-4, -3, 2, 3]

# %% right: an array
return np.array([-4, -3, 2, 3])
# %% right: a tuple of floats
return -4.0, -3.0, 2.0, 3.0

# %% right: the other exchange, the order, gives the same
def votes_on_paper():
    turned = 1 - 3
    return [-4, -1 + turned, 2, 3]

# %% right: counted by sign
def votes_on_paper():
    leads = np.array([3, -1, 1, -3])
    wanted = np.array([1, -1, -1, 1])
    return [-4, leads[3], (np.sign(leads) == wanted).sum(), 3]

# %% right: lambda
votes_on_paper = lambda: (-4, -3, 2, 3)

# %% right: tries all votes on a grid
def votes_on_paper():
    best = 0
    for order in range(-3, 4):
        for adjective in range(-3, 4):
            for extra in range(-3, 4):
                leads = [extra + order + adjective, extra + order - adjective]
                leads += [extra - order + adjective, extra - order - adjective]
                hits = (leads[0] > 0) + (leads[1] < 0) + (leads[2] < 0) + (leads[3] > 0)
                best = max(best, hits)
    return [-4, -3, 2, best]

# %% right: solves for the votes first
def votes_on_paper():
    vote_chases, vote_chased = 1, -1
    vote_hungry, vote_slow = 2, -2
    fourth = vote_chased + vote_slow
    return [vote_slow - vote_hungry, fourth, 2, 3]

# %% right: a table of leads
def votes_on_paper():
    table = np.array([[3, -1], [1, 0]])
    table[1, 1] = table[1, 0] + table[0, 1] - table[0, 0]
    right = np.sum([table[0, 0] > 0, table[0, 1] < 0, table[1, 0] < 0, table[1, 1] > 0])
    return [table[0, 1] - table[0, 0], table[1, 1], right, 3]

# %% right: names
def votes_on_paper():
    exchange, fourth, right, best = -4, -3, 2, 3
    return np.stack([exchange, fourth, right, best])

# %% right: half of them, and one more
return [-4, 1 - 4, 4 // 2, 4 // 2 + 1]

# %% right: a helper
def lead(order, adjective):
    return {"cat": 1, "dog": -1}[order] + {"hungry": 2, "slow": -2}[adjective]


def votes_on_paper():
    return [lead("cat", "slow") - lead("cat", "hungry"), lead("dog", "slow"), 2, 3]

# %% right: int array
return np.array([-4, -3, 2, 3], dtype=int)
# %% wrong: exchange-without-sign | by how much, so 4
return [4, -3, 2, 3]
# %% wrong: vote-turned-round, three-by-these | slow helps whoever is chased
return [-4, 5, 3, 3]
# %% wrong: vote-turned-round | for the dog it is the other way round
return [-4, 1 + 4, 2, 3]
# %% wrong: fourth-by-symmetry | both exchanged, so it is the first again
return [-4, 3, 2, 3]
# %% wrong: fourth-by-symmetry, three-by-these | both exchanged, and that makes three right
return [-4, 3, 3, 3]
# %% wrong: lead-negated | the other being
return [-4, 1, 2, 3]
# %% wrong: three-by-these | the second, the first and the third
return [-4, -3, 3, 3]
# %% wrong: one-counted | only the first
return [-4, -3, 1, 3]
# %% wrong: all-four | with the right votes, all
return [-4, -3, 2, 4]
# %% wrong: two-at-best | half, it is a coin
return [-4, -3, 2, 2]
# %% wrong: all-four, exchange-without-sign | two things
return [4, -3, 2, 4]
# %% unnamed | shares, not counts
return [-4, -3, 0.5, 0.75]
# %% unnamed | two numbers
return [-4, -3]
# %% unnamed | a mean
return [-4, 0, 1.5, 2.5]
