"""The pieces of a word by byte-pair encoding: the pair with the lowest rank is merged first."""

from itertools import pairwise, takewhile

from checks.facts import Facts

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def some_word(rng, pattern):
    """Draw other letters for those of a pattern, so that no two seeds ask about the same word."""
    kinds = "".join(sorted(set(pattern)))
    return pattern.translate(
        str.maketrans(kinds, "".join(rng.permutation(list(LETTERS))[: len(kinds)]))
    )


def some_ranks(rng, word, pattern, rules):
    """Rank the rules in their order, from 0 on with gaps, and list them in another order."""
    letters = str.maketrans(dict(zip(pattern, word, strict=True)))
    gaps = rng.integers(1, 5, len(rules)).cumsum()
    ranked = [
        (rule.translate(letters), int(gap - gaps[0])) for rule, gap in zip(rules, gaps, strict=True)
    ]
    return dict([*ranked[1::2], *ranked[::2]])


def pairs_of(pieces):
    return [f"{left} {right}" for left, right in pairwise(pieces)]


def places_of(pieces, pair):
    """Find where a pair stands, from left to right, so that no piece is in two of the places."""
    places, end = [], 0
    for place, one in enumerate(pairs_of(pieces)):
        if place >= end and one == pair:
            places.append(place)
            end = place + 2
    return places


def merged(pieces, places, between=""):
    pairs = {place: pieces[place] + between + pieces[place + 1] for place in places}
    gone = {place + 1 for place in places}
    return [pairs.get(place, piece) for place, piece in enumerate(pieces) if place not in gone]


def pieces_of_word(word: some_word, ranks: some_ranks):
    letters = list(word)
    rounds = len(letters)
    turns = []
    pieces = letters
    for _ in range(rounds):
        pairs = pairs_of(pieces)
        known = [pair for pair in pairs if pair in ranks]
        best = min(known, key=ranks.get, default=None)
        if best is None:
            break
        places = places_of(pieces, best)
        joined = merged(pieces, places)
        turns.append((pairs, known, best, pieces, joined))
        pieces = joined
    found = tuple(pieces)
    return found


def one_turn_each(word, rules):
    pieces = list(word)
    for rule in rules:
        pieces = merged(pieces, places_of(pieces, rule))
    return tuple(pieces)


def longest_first(word, ranks):
    """Cut the longest known piece off the beginning, again and again."""
    known = {*word, *(rule.replace(" ", "") for rule in ranks)}
    found = []
    while word:
        end = max(end for end in range(len(word) + 1) if word[:end] in known)
        found.append(word[:end])
        word = word[end:]
    return tuple(found)


def overlapping(pieces, pair):
    """Merge every place of a pair, although two places may share a piece."""
    pairs = pairs_of(pieces)
    touched = {place + more for place, one in enumerate(pairs) if one == pair for more in (0, 1)}
    found = []
    for place, piece in enumerate(pieces):
        if place < len(pairs) and pairs[place] == pair:
            found.append(piece + pieces[place + 1])
        elif place not in touched:
            found.append(piece)
    return found


def from_the_right(pieces, pair):
    places, end = [], len(pieces)
    for place, one in reversed([*enumerate(pairs_of(pieces))]):
        if place + 1 < end and one == pair:
            places.append(place)
            end = place
    return merged(pieces, places)


def listed_first(word, ranks):
    """Merge the pair whose rule the dict lists first, as long as there is one."""
    pieces, rule = list(word), ""
    while rule is not None:
        pieces = merged(pieces, places_of(pieces, rule))
        rule = next((one for one in ranks if places_of(pieces, one)), None)
    return tuple(pieces)


def asked(pattern, *rules):
    return {"pattern": pattern, "rules": rules}


TASK = Facts(
    practises=("run a published language model",),
    mistakes="own result.return-missing",
    cases={
        "`{word}`": asked("abcde", "b c", "d e", "a b", "bc de"),
        "`{word}`, in which two letters come again": asked("abcab", "b c", "a b", "ab c"),
        "`{word}`, which becomes a single piece": asked("abcd", "a b", "c d", "ab cd"),
        "`{word}`, which has no rule": asked("abca", "b b", "c b", "a c"),
        "`{word}`, a single letter": asked("a", "a a"),
        "`{word}`, with one letter three times": asked("aaab", "a a", "a b"),
        "`{word}`, in which a pair comes again": asked("ababc", "a b", "ab ab"),
        "`{word}`, with a rule that fits the end of a piece": asked("abcbc", "a b", "b c"),
        "`{word}`, with two ways to the same piece": asked(
            "abcd", "b c", "a b", "ab c", "abc d", "a bc"
        ),
        "`{word}`, in which two pairs share a letter": asked("abc", "b c", "a b"),
        "`{word}`, with a long piece out of reach": asked("abc", "a b", "b c", "a bc"),
        "`{word}`, a longer word": asked(
            "tiredness", "r e", "e s", "es s", "re d", "n ess", "i red"
        ),
    },
    more_cases={
        "the example by hand": {
            "word": lambda rng: "lolow",
            "ranks": {"o w": 0, "l o": 1, "lo w": 2},
        },
        "`{word}`, with a rule that fits only after a later one": asked(
            "abcde", "b c", "a b", "ab c", "abc d", "a bc", "d e"
        ),
        "`{word}`, with ranks up to 48,000": {
            "word": lambda rng: "token",
            "ranks": {"to ke": 48_000, "t o": 12, "k e": 2_300},
        },
    },
    holds={
        "Put together, the pieces are the word.": lambda result, word: "".join(result) == word,
        "No two neighbours are left that have a rule.": lambda result, ranks: (
            ranks.keys().isdisjoint(pairs_of(result))
        ),
    },
)

# %% leftmost-rule-first
# The first pair from the left that has a rule is merged, whatever its rank.
# Two pairs have rules. Which of them comes first?
assert all(best == known[0] for _, known, best, _, _ in turns)
best = next(iter(known), None)

# %% rightmost-rule-first
# The last pair that has a rule is merged, whatever its rank.
# Two pairs have rules. Which of them comes first?
assert all(best == known[-1] for _, known, best, _, _ in turns)
best = next(reversed(known), None)
# or
best = next(reversed(known), None)
places = [len(pairs) - 1 - pairs[::-1].index(best)]

# %% highest-rank-first
# The pair with the highest rank is merged first.
# Is the most important rule the one of rank 0, or the one of the highest rank?
assert all(ranks[best] == max(map(ranks.get, known)) for _, known, best, _, _ in turns)
best = max(known, key=ranks.get, default=None)

# %% order-of-dict
# The rules are tried in the order of the dict, and their ranks are not used.
# What is the number beside each rule for?
assert tuple(result) in (one_turn_each(word, ranks), listed_first(word, ranks))
found = one_turn_each(word, ranks)
# or
best = next((rule for rule in ranks if rule in known), None)

# %% one-turn-for-each-rule
# Each rule gets a single turn, so one that fits only later is missed.
# Which two neighbours in your result still have a rule?
assert tuple(result) == one_turn_each(word, sorted(ranks, key=ranks.get))
found = one_turn_each(word, sorted(ranks, key=ranks.get))

# %% merged-once
# Only one rule is used, and then it ends.
# When is it time to stop?
assert len(turns) == 1
rounds = 1
# or
rounds = 1
places = places_of(pieces, best)[:1]

# %% letters-only
# No rule is ever used: the letters come back as they were.
# How is a rule written, and what stands between its two pieces?
assert tuple(result) == tuple(word)
found = tuple(word)

# %% longest-piece-first
# The longest known piece is cut off the beginning, again and again: this is another method, WordPiece.
# Do you begin with single letters, or with the whole word?
assert tuple(result) == longest_first(word, ranks)
found = longest_first(word, ranks)

# %% stops-at-first-unknown
# The search for rules ends at the first pair that has none.
# Can a pair further on still have a rule?
assert all(known == list(takewhile(ranks.__contains__, pairs)) for pairs, known, *_ in turns)
known = list(takewhile(ranks.__contains__, pairs))
# or
known = list(takewhile(ranks.__contains__, pairs))
places = places_of(pieces, best)[:1]

# %% only-first-pair
# Only the first two pieces are ever merged.
# Which pairs can have a rule besides the first?
assert all(pieces[1:] == joined[1:] or joined[1:] == pieces[2:] for *_, pieces, joined in turns)
known = [pair for pair in pairs[:1] if pair in ranks]
places = [0]

# %% unknown-pair-merged
# Pairs that have no rule are merged as well.
# What should happen with a pair that is not in `ranks`?
assert len(result) < len(right.found)
best = min(pairs, key=lambda pair: ranks.get(pair, 0), default=None)
# or
best = min(pairs, key=lambda pair: ranks.get(pair, len(ranks)), default=None)

# %% rank-0-ignored
# The rule of rank 0 is never used.
# Is 0 a rank, or does your code take it for nothing?
assert all(ranks[best] > 0 for _, _, best, _, _ in turns)
known = [pair for pair in pairs if ranks.get(pair)]

# %% last-pair-forgotten
# The last two pieces are never tried.
# A word of three pieces has how many pairs?
assert all(known == [pair for pair in pairs[:-1] if pair in ranks] for pairs, known, *_ in turns)
known = [pair for pair in pairs[:-1] if pair in ranks]

# %% one-place-only
# Each rule is used in one place only, even where its pair comes again.
# Where else does the pair stand?
assert any(best in pairs_of(result) for _, _, best, _, _ in turns)
known = [pair for pair in pairs if pair in ranks and pair not in [turn[2] for turn in turns]]
joined = merged(pieces, places[:1])

# %% overlapping-places
# One piece is used in two merges, so letters come twice.
# Put your pieces together. Do they give the word?
assert len("".join(result)) > len(word)
joined = overlapping(pieces, best)

# %% from-the-right
# Where two places of a pair overlap, the right one is merged.
# In aaa, which two letters does the rule a a merge first?
assert any(
    joined == from_the_right(pieces, best) != merged(pieces, places_of(pieces, best))
    for _, _, best, pieces, joined in turns
)
joined = from_the_right(pieces, best)

# %% ends-of-pieces-merged
# The rule is also used where it fits only the end or the beginning of a piece.
# Which two whole pieces does the rule name?
assert any(
    joined != merged(pieces, places_of(pieces, best)) for _, _, best, pieces, joined in turns
)
joined = " ".join(pieces).replace(best, best.replace(" ", "")).split(" ")

# %% last-piece-lost
# The last piece gets lost when a pair before it is merged.
# Put your pieces together. Do they give the word?
assert word.startswith("".join(result)) and "".join(result) != word
joined = merged(pieces, places)[: None if len(pieces) - 2 in places else -1]

# %% space-kept
# The space of the rule stays in the merged piece, so nothing can be merged with it later.
# What should `l o` become: l and o with a space between, or without?
assert any(" " in piece for piece in result)
joined = merged(pieces, places, " ")

# %% pieces-in-one-text
# One text is returned, and not its pieces one by one.
# What comes back for a word of two pieces: one string, or two?
assert isinstance(result, str)
return " ".join(found)

# %% no-rule-has-a-rank
# A pair without a rule gets `len(ranks)` as its rank, so it comes before rules of larger ranks.
# Can a rank be as large as the number of rules, or larger?
assert all(ranks[best] < len(ranks) or len(known) == len(pairs) for pairs, known, best, *_ in turns)
lowest = min((ranks.get(pair, len(ranks)) for pair in pairs), default=len(ranks))
best = next((pair for pair in known if ranks[pair] == lowest != len(ranks)), None)
