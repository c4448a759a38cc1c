"""Answers to `pieces_of_word(word, ranks)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the best pair, then one pass over the pieces
def pieces_of_word(word, ranks):
    pieces = list(word)
    while True:
        pairs = [f"{a} {b}" for a, b in zip(pieces, pieces[1:])]
        known = [pair for pair in pairs if pair in ranks]
        if not known:
            return pieces
        best = min(known, key=ranks.get)
        merged, i = [], 0
        while i < len(pieces):
            if i + 1 < len(pieces) and pieces[i] + " " + pieces[i + 1] == best:
                merged.append(pieces[i] + pieces[i + 1])
                i += 2
            else:
                merged.append(pieces[i])
                i += 1
        pieces = merged

# %% right: one place at a time
def pieces_of_word(word, ranks):
    pieces = [letter for letter in word]
    while len(pieces) > 1:
        found = [ranks.get(f"{pieces[i]} {pieces[i + 1]}", np.inf) for i in range(len(pieces) - 1)]
        i = int(np.argmin(found))
        if found[i] == np.inf:
            break
        pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
    return pieces

# %% right: rules sorted, back to the first after each merge
def pieces_of_word(word, ranks):
    rules = [rule.split(" ") for rule in sorted(ranks, key=ranks.get)]
    pieces = list(word)
    changed = True
    while changed:
        changed = False
        for left, right in rules:
            i = 0
            while i < len(pieces) - 1:
                if pieces[i] == left and pieces[i + 1] == right:
                    pieces[i] = left + right
                    del pieces[i + 1]
                    changed = True
                i += 1
            if changed:
                break
    return pieces

# %% right: recursive
def pieces_of_word(word, ranks):
    def merge(pieces):
        best = None
        for i in range(len(pieces) - 1):
            rank = ranks.get(pieces[i] + " " + pieces[i + 1])
            if rank is not None and (best is None or rank < best[0]):
                best = (rank, i)
        if best is None:
            return pieces
        i = best[1]
        return merge(pieces[:i] + (pieces[i] + pieces[i + 1],) + pieces[i + 2 :])

    return merge(tuple(word))

# %% right: min of tuples (rank, place)
def pieces_of_word(word, ranks):
    pieces = list(word)
    while True:
        choices = []
        for place in range(len(pieces) - 1):
            rule = " ".join(pieces[place : place + 2])
            if rule in ranks:
                choices.append((ranks[rule], place))
        if len(choices) == 0:
            break
        _, place = min(choices)
        pieces = pieces[:place] + [pieces[place] + pieces[place + 1]] + pieces[place + 2 :]
    return pieces

# %% right: text with marks at both ends of every piece
def pieces_of_word(word, ranks):
    text = "".join(f"<{letter}>" for letter in word)
    while True:
        pieces = text[1:-1].split("><")
        pairs = set(zip(pieces, pieces[1:]))
        rules = [(ranks[f"{a} {b}"], a, b) for a, b in pairs if f"{a} {b}" in ranks]
        if not rules:
            return pieces
        _, a, b = min(rules)
        text = text.replace(f"<{a}><{b}>", f"<{a + b}>")

# %% right: cuts between the letters
def pieces_of_word(word, ranks):
    cuts = list(range(len(word) + 1))
    while len(cuts) > 2:
        rank_of = {}
        for begin, middle, end in zip(cuts, cuts[1:], cuts[2:]):
            rank = ranks.get(word[begin:middle] + " " + word[middle:end])
            if rank is not None:
                rank_of.setdefault(rank, middle)
        if not rank_of:
            break
        cuts.remove(rank_of[min(rank_of)])
    return [word[begin:end] for begin, end in zip(cuts, cuts[1:])]

# %% right: while with walrus, defaults of a billion
def pieces_of_word(word, ranks):
    NEVER = 10**9
    pieces = list(word)
    rank = lambda i: ranks.get(f"{pieces[i]} {pieces[i + 1]}", NEVER)
    while len(pieces) > 1 and rank(i := min(range(len(pieces) - 1), key=rank)) < NEVER:
        pieces[i] += pieces.pop(i + 1)
    return tuple(pieces)

# %% right: for as many rounds as letters
def pieces_of_word(word, ranks):
    pieces = list(word)
    for _ in range(len(word)):
        best, at = None, None
        for i, (a, b) in enumerate(zip(pieces[:-1], pieces[1:])):
            key = a + " " + b
            if key in ranks:
                if best is None or ranks[key] < best:
                    best, at = ranks[key], i
        if at is not None:
            pieces = [*pieces[:at], pieces[at] + pieces[at + 1], *pieces[at + 2 :]]
    return pieces

# %% wrong: leftmost-rule-first | the first that is known | like: the best pair, then one pass over the pieces
-        best = min(known, key=ranks.get)
+        best = known[0]
# %% wrong: rightmost-rule-first | the last that is known | like: the best pair, then one pass over the pieces
-        best = min(known, key=ranks.get)
+        best = known[-1]
# %% wrong: rightmost-rule-first | the last one found wins | like: for as many rounds as letters
-                if best is None or ranks[key] < best:
-                    best, at = ranks[key], i
+                best, at = ranks[key], i
# %% wrong: highest-rank-first | max | like: the best pair, then one pass over the pieces
-        best = min(known, key=ranks.get)
+        best = max(known, key=ranks.get)

# %% wrong: order-of-dict | one pass through the dict
def pieces_of_word(word, ranks):
    pieces = list(word)
    for rule in ranks:
        a, b = rule.split()
        i = 0
        while i < len(pieces) - 1:
            if (pieces[i], pieces[i + 1]) == (a, b):
                pieces[i : i + 2] = [a + b]
            i += 1
    return pieces

# %% wrong: order-of-dict | as long as one of the dict fits | like: rules sorted, back to the first after each merge
-    rules = [rule.split(" ") for rule in sorted(ranks, key=ranks.get)]
+    rules = [rule.split(" ") for rule in ranks]

# %% wrong: one-turn-for-each-rule | all rules in order
def pieces_of_word(word, ranks):
    pieces = list(word)
    for rule, _ in sorted(ranks.items(), key=lambda item: item[1]):
        a, b = rule.split(" ")
        i = 0
        while i < len(pieces) - 1:
            if pieces[i] == a and pieces[i + 1] == b:
                pieces = pieces[:i] + [a + b] + pieces[i + 2 :]
            i += 1
    return pieces

# %% wrong: merged-once | return after the first rule | like: the best pair, then one pass over the pieces
-        pieces = merged
+        return merged
# %% wrong: merged-once | if and not while | like: min of tuples (rank, place)
-        pieces = pieces[:place] + [pieces[place] + pieces[place + 1]] + pieces[place + 2 :]
+        pieces = pieces[:place] + [pieces[place] + pieces[place + 1]] + pieces[place + 2 :]
+        break
# %% wrong: letters-only | tuples are looked up | like: min of tuples (rank, place)
-            rule = " ".join(pieces[place : place + 2])
+            rule = tuple(pieces[place : place + 2])

# %% wrong: longest-piece-first | WordPiece
def pieces_of_word(word, ranks):
    known = set(word) | {rule.replace(" ", "") for rule in ranks}
    pieces = []
    while word:
        end = len(word)
        while word[:end] not in known:
            end -= 1
        pieces.append(word[:end])
        word = word[end:]
    return pieces

# %% wrong: stops-at-first-unknown | break in the search | like: min of tuples (rank, place)
-            if rule in ranks:
-                choices.append((ranks[rule], place))
+            if rule not in ranks:
+                break
+            choices.append((ranks[rule], place))

# %% wrong: only-first-pair | the beginning grows
def pieces_of_word(word, ranks):
    pieces = list(word)
    while len(pieces) > 1 and f"{pieces[0]} {pieces[1]}" in ranks:
        pieces[:2] = [pieces[0] + pieces[1]]
    return pieces

# %% wrong: unknown-pair-merged | the default is 0 | like: while with walrus, defaults of a billion
-    rank = lambda i: ranks.get(f"{pieces[i]} {pieces[i + 1]}", NEVER)
+    rank = lambda i: ranks.get(f"{pieces[i]} {pieces[i + 1]}", 0)
# %% wrong: rank-0-ignored | if rank | like: recursive
-            if rank is not None and (best is None or rank < best[0]):
+            if rank and (best is None or rank < best[0]):
# %% wrong: last-pair-forgotten | minus 2 | like: min of tuples (rank, place)
-        for place in range(len(pieces) - 1):
+        for place in range(len(pieces) - 2):
# %% wrong: one-place-only | a used rule is crossed out | like: min of tuples (rank, place)
-    pieces = list(word)
+    pieces, ranks = list(word), dict(ranks)
-        _, place = min(choices)
+        _, place = min(choices)
+        ranks.pop(" ".join(pieces[place : place + 2]))

# %% wrong: overlapping-places | one step in the loop, whatever is merged
def pieces_of_word(word, ranks):
    pieces = list(word)
    while True:
        pairs = [f"{a} {b}" for a, b in zip(pieces, pieces[1:])]
        known = [pair for pair in pairs if pair in ranks]
        if not known:
            return pieces
        best = min(known, key=ranks.get)
        hit = [pair == best for pair in pairs]
        new = []
        for i, piece in enumerate(pieces):
            if i < len(hit) and hit[i]:
                new.append(piece + pieces[i + 1])
            elif i == 0 or not hit[i - 1]:
                new.append(piece)
        pieces = new

# %% wrong: from-the-right | backwards, so that places stay valid
def pieces_of_word(word, ranks):
    rules = [rule.split(" ") for rule in sorted(ranks, key=ranks.get)]
    pieces = list(word)
    changed = True
    while changed:
        changed = False
        for left, right in rules:
            i = len(pieces) - 1
            while i > 0:
                i -= 1
                if i + 1 < len(pieces) and pieces[i] == left and pieces[i + 1] == right:
                    pieces[i] = left + right
                    del pieces[i + 1]
                    changed = True
            if changed:
                break
    return pieces

# %% wrong: ends-of-pieces-merged | replace in a text with spaces
def pieces_of_word(word, ranks):
    text = " ".join(word)
    while True:
        pieces = text.split(" ")
        known = [f"{a} {b}" for a, b in zip(pieces, pieces[1:]) if f"{a} {b}" in ranks]
        if not known:
            return pieces
        best = min(known, key=ranks.get)
        text = text.replace(best, best.replace(" ", ""))

# %% wrong: last-piece-lost | until the last but one | like: the best pair, then one pass over the pieces
-        while i < len(pieces):
-            if i + 1 < len(pieces) and pieces[i] + " " + pieces[i + 1] == best:
+        while i < len(pieces) - 1:
+            if pieces[i] + " " + pieces[i + 1] == best:
# %% wrong: space-kept | the rule itself is put in | like: min of tuples (rank, place)
-        pieces = pieces[:place] + [pieces[place] + pieces[place + 1]] + pieces[place + 2 :]
+        pieces = pieces[:place] + [" ".join(pieces[place : place + 2])] + pieces[place + 2 :]
# %% wrong: pieces-in-one-text | joined with spaces | like: one place at a time
-    return pieces
+    return " ".join(pieces)
# %% wrong: return-missing | printed | like: one place at a time
-    return pieces
+    print(pieces)
# %% wrong: highest-rank-first, pieces-in-one-text | two slips | like: for as many rounds as letters
-                if best is None or ranks[key] < best:
+                if best is None or ranks[key] > best:
-    return pieces
+    return " ".join(pieces)
# %% unnamed | ranks instead of pieces | like: one place at a time
-    return pieces
+    return [ranks.get(piece, 0) for piece in pieces]
# %% unnamed | the pieces backwards | like: one place at a time
-    return pieces
+    return pieces[::-1]
# %% unnamed | each piece once | like: one place at a time
-    return pieces
+    return sorted(set(pieces))

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: no-rule-has-a-rank | len(ranks) for none
def pieces_of_word(word, ranks):
    none = len(ranks)
    parts = list(word)
    while len(parts) > 1:
        found = [ranks.get(a + " " + b, none) for a, b in zip(parts, parts[1:])]
        best = min(found)
        if best == none:
            break
        new, i = [], 0
        while i < len(parts):
            if i < len(parts) - 1 and ranks.get(parts[i] + " " + parts[i + 1], none) == best:
                new.append(parts[i] + parts[i + 1])
                i += 2
            else:
                new.append(parts[i])
                i += 1
        parts = new
    return parts
