"""Answers to `clinic_record()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dict of sets
def clinic_record():
    return {
        "worse with the cache": {"cache"},
        "says it again and again": {"cache"},
        "too good to be true": {"future", "cache", "reference"},
        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
        "worse in a batch": {"padding"},
        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
        "one good word, then garbage": {"reference"},
        "nan after weeks": {"float16"},
        "learns, but poorly": {"identity", "reference"},
        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
    }

# %% right: a dict of lists
def clinic_record():
    return {
        "worse with the cache": ["cache"],
        "says it again and again": ["cache"],
        "too good to be true": ["future", "cache", "reference"],
        "quiet at the start": ["future", "cache", "padding", "equal rows", "reference"],
        "worse in a batch": ["padding"],
        "heads do not help": ["future", "cache", "padding", "equal rows", "heads", "reference"],
        "one good word, then garbage": ["reference"],
        "nan after weeks": ["float16"],
        "learns, but poorly": ["identity", "reference"],
        "another answer each time": ["future", "cache", "padding", "twice", "equal rows", "heads", "reference"],
    }

# %% right: tuples, in another order
def clinic_record():
    return {
        "another answer each time": ("reference", "heads", "equal rows", "twice", "padding", "cache", "future"),
        "learns, but poorly": ("reference", "identity"),
        "nan after weeks": ("float16",),
        "one good word, then garbage": ("reference",),
        "heads do not help": ("reference", "heads", "equal rows", "padding", "cache", "future"),
        "worse in a batch": ("padding",),
        "quiet at the start": ("reference", "equal rows", "padding", "cache", "future"),
        "too good to be true": ("reference", "cache", "future"),
        "says it again and again": ("cache",),
        "worse with the cache": ("cache",),
    }

# %% right: a single name where there is only one
def clinic_record():
    return {
        "worse with the cache": "cache",
        "says it again and again": "cache",
        "too good to be true": ["future", "cache", "reference"],
        "quiet at the start": ["future", "cache", "padding", "equal rows", "reference"],
        "worse in a batch": "padding",
        "heads do not help": ["future", "cache", "padding", "equal rows", "heads", "reference"],
        "one good word, then garbage": "reference",
        "nan after weeks": "float16",
        "learns, but poorly": ["identity", "reference"],
        "another answer each time": ["future", "cache", "padding", "twice", "equal rows", "heads", "reference"],
    }

# %% right: frozensets, and dict()
def clinic_record():
    rows = dict.fromkeys(["worse with the cache", "says it again and again"], frozenset({"cache"}))
    rows["too good to be true"] = frozenset(["future", "cache", "reference"])
    rows["quiet at the start"] = frozenset(["future", "cache", "padding", "equal rows", "reference"])
    rows["worse in a batch"] = frozenset(["padding"])
    rows["heads do not help"] = rows["quiet at the start"] | {"heads"}
    rows["one good word, then garbage"] = frozenset(["reference"])
    rows["nan after weeks"] = frozenset(["float16"])
    rows["learns, but poorly"] = frozenset(["identity", "reference"])
    rows["another answer each time"] = rows["heads do not help"] | {"twice"}
    return rows

# %% right: a table of crosses
def clinic_record():
    probes = "future cache padding twice identity equal_rows float16 heads reference".split()
    table = """
    .x....... worse with the cache
    .x....... says it again and again
    xx......x too good to be true
    xxx..x..x quiet at the start
    ..x...... worse in a batch
    xxx..x.xx heads do not help
    ........x one good word, then garbage
    ......x.. nan after weeks
    ....x...x learns, but poorly
    xxxx.x.xx another answer each time
    """
    rows = [line.strip() for line in table.strip().split("\n")]
    return {
        row[10:]: {name.replace("_", " ") for name, mark in zip(probes, row) if mark == "x"}
        for row in rows
    }

# %% right: built from the probes
def clinic_record():
    found_by = {
        "future": "tml d",
        "cache": "abtmld",
        "padding": "pmld",
        "twice": "d",
        "identity": "n",
        "equal rows": "mld",
        "float16": "h",
        "heads": "ld",
        "reference": "tmlwnd",
    }
    patients = {
        "a": "worse with the cache",
        "b": "says it again and again",
        "t": "too good to be true",
        "m": "quiet at the start",
        "p": "worse in a batch",
        "l": "heads do not help",
        "w": "one good word, then garbage",
        "h": "nan after weeks",
        "n": "learns, but poorly",
        "d": "another answer each time",
    }
    return {
        patients[letter]: [name for name in found_by if letter in found_by[name]]
        for letter in patients
    }

# %% right: repeated names, and a row too many | like: a dict of lists
-        "worse with the cache": ["cache"],
+        "worse with the cache": ["cache", "cache"],
-        "another answer each time": ["future", "cache", "padding", "twice", "equal rows", "heads", "reference"],
+        "another answer each time": ["future", "cache", "padding", "twice", "equal rows", "heads", "reference"],
+        "a healthy layer": [],
# %% right: a lambda | like: a dict of sets
-    return {
+    record = lambda: 0
+    record = lambda: {
-    }
+    }
+    return record()
# %% wrong: loss-finds-it | the loss is too low | like: a dict of sets
-        "too good to be true": {"future", "cache", "reference"},
+        "too good to be true": {"future", "cache", "reference", "loss"},
# %% wrong: loss-finds-it | the loss ends above that of others | like: a dict of sets
-        "learns, but poorly": {"identity", "reference"},
+        "learns, but poorly": {"identity", "reference", "loss"},
# %% wrong: loss-finds-it | whoever looks at the loss sees it | like: a dict of sets
-        "too good to be true": {"future", "cache", "reference"},
+        "too good to be true": {"future", "cache", "reference", "loss"},
-        "nan after weeks": {"float16"},
-        "learns, but poorly": {"identity", "reference"},
+        "nan after weeks": {"float16", "loss"},
+        "learns, but poorly": {"identity", "reference", "loss"},
# %% wrong: cache-bug-without-cache | positions move with padding, too | like: a dict of sets
-        "says it again and again": {"cache"},
+        "says it again and again": {"cache", "padding"},
# %% wrong: cache-bug-without-cache | a mask hides the future | like: a dict of sets
-        "worse with the cache": {"cache"},
+        "worse with the cache": {"cache", "future"},

# %% wrong: everything-finds-everything | a bug is a bug
def clinic_record():
    probes = ["future", "cache", "padding", "twice", "identity", "equal rows", "float16", "heads", "reference"]
    patients = [
        "worse with the cache",
        "says it again and again",
        "too good to be true",
        "quiet at the start",
        "worse in a batch",
        "heads do not help",
        "one good word, then garbage",
        "nan after weeks",
        "learns, but poorly",
        "another answer each time",
    ]
    return {patient: probes for patient in patients}

# %% wrong: holding-not-failing | where it says Holds
def clinic_record():
    return {
        "worse with the cache": {"future", "padding", "twice", "identity", "equal rows", "float16", "heads", "reference"},
        "says it again and again": {"future", "padding", "twice", "identity", "equal rows", "float16", "heads", "reference"},
        "too good to be true": {"padding", "twice", "identity", "equal rows", "float16", "heads"},
        "quiet at the start": {"twice", "identity", "float16", "heads"},
        "worse in a batch": {"future", "cache", "twice", "identity", "equal rows", "float16", "heads", "reference"},
        "heads do not help": {"twice", "identity", "float16"},
        "one good word, then garbage": {"future", "cache", "padding", "twice", "identity", "equal rows", "float16", "heads"},
        "nan after weeks": {"future", "cache", "padding", "twice", "identity", "equal rows", "heads", "reference"},
        "learns, but poorly": {"future", "cache", "padding", "twice", "equal rows", "float16", "heads"},
        "another answer each time": {"identity", "float16"},
    }

# %% wrong: dropout-through-zeros | it is random everywhere | like: a dict of sets
-        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
+        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference", "identity"},
# %% wrong: late-mask-hides-all | only the sums are wrong | like: a dict of sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"equal rows", "reference"},
# %% wrong: mixed-rows-missed | heads finds heads | like: a dict of sets
-        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
+        "heads do not help": {"heads"},
# %% wrong: mixed-rows-missed | it is causal | like: a dict of sets
-        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
+        "heads do not help": {"cache", "padding", "equal rows", "heads", "reference"},
# %% wrong: layout-breaks-a-property | pairs across heads | like: a dict of sets
-        "one good word, then garbage": {"reference"},
+        "one good word, then garbage": {"reference", "heads"},
# %% wrong: shares-of-one-missed | equal words get equal rows | like: a dict of sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"future", "cache", "padding", "reference"},
# %% wrong: rows-exchanged | the two masks mixed up | like: a dict of sets
-        "too good to be true": {"future", "cache", "reference"},
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "too good to be true": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"future", "cache", "reference"},
# %% wrong: rows-exchanged | cache and batch mixed up | like: a dict of sets
-        "worse with the cache": {"cache"},
+        "worse with the cache": {"padding"},
-        "worse in a batch": {"padding"},
+        "worse in a batch": {"cache"},
# %% wrong: rows-exchanged | the last two in the other order | like: a dict of sets
-        "learns, but poorly": {"identity", "reference"},
-        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
+        "learns, but poorly": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
+        "another answer each time": {"identity", "reference"},

# %% wrong: probes-as-rows | which bugs each probe finds
def clinic_record():
    return {
        "future": {"too good to be true", "quiet at the start", "heads do not help", "another answer each time"},
        "cache": {"worse with the cache", "says it again and again", "too good to be true", "quiet at the start", "heads do not help", "another answer each time"},
        "padding": {"quiet at the start", "worse in a batch", "heads do not help", "another answer each time"},
        "twice": {"another answer each time"},
        "identity": {"learns, but poorly"},
        "equal rows": {"quiet at the start", "heads do not help", "another answer each time"},
        "float16": {"nan after weeks"},
        "heads": {"heads do not help", "another answer each time"},
        "reference": {"too good to be true", "quiet at the start", "heads do not help", "one good word, then garbage", "learns, but poorly", "another answer each time"},
    }

# %% wrong: causes-as-rows | named as at the top of the file
def clinic_record():
    return {
        "causal mask at the top left": {"cache"},
        "positions restart with the cache": {"cache"},
        "0 and 1 added as a mask": {"future", "cache", "reference"},
        "mask after softmax": {"future", "cache", "padding", "equal rows", "reference"},
        "padding hidden on the wrong axis": {"padding"},
        "heads merged without moving them back": {"future", "cache", "padding", "equal rows", "heads", "reference"},
        "pairs of the other layout": {"reference"},
        "float16 overflows before it is scaled": {"float16"},
        "x + x for a residual": {"identity", "reference"},
        "dropout outside training": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
    }

# %% wrong: dropout-in-float16 | every probe but identity | like: a dict of sets
-        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
+        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "float16", "heads", "reference"},
# %% wrong: dropout-only-twice, late-mask-hides-all | guessed | like: a dict of sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"cache", "padding", "equal rows", "reference"},
-        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
+        "another answer each time": {"twice"},
# %% wrong: reference-finds-all, mixed-rows-missed | guessed | like: a dict of sets
-        "worse in a batch": {"padding"},
-        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
+        "worse in a batch": {"padding", "reference"},
+        "heads do not help": {"heads", "reference"},
# %% wrong: loss-finds-it, leak-without-cache | guessed | like: a dict of sets
-        "too good to be true": {"future", "cache", "reference"},
+        "too good to be true": {"future", "reference"},
-        "learns, but poorly": {"identity", "reference"},
+        "learns, but poorly": {"identity", "reference", "loss"},
# %% wrong: dropout-through-zeros, layout-breaks-a-property | guessed | like: a dict of sets
-        "one good word, then garbage": {"reference"},
+        "one good word, then garbage": {"reference", "cache"},
-        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference"},
+        "another answer each time": {"future", "cache", "padding", "twice", "equal rows", "heads", "reference", "identity"},
# %% wrong: reference-forgotten, padding-missed | guessed | like: a dict of sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"future", "cache", "equal rows", "reference"},
-        "learns, but poorly": {"identity", "reference"},
+        "learns, but poorly": {"identity"},
# %% unnamed | a row is missing | like: a dict of sets
-        "nan after weeks": {"float16"},
# %% unnamed | a name is misspelt | like: a dict of sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"future", "cache", "padding", "equal_rows", "reference"},
# %% unnamed | all names in one string | like: a single name where there is only one
-        "learns, but poorly": ["identity", "reference"],
+        "learns, but poorly": "identity, reference",
# %% unnamed | an empty row | like: a dict of sets
-        "one good word, then garbage": {"reference"},
+        "one good word, then garbage": set(),

# %% unnamed | a list of pairs
return [("worse with the cache", {"cache"}), ("worse in a batch", {"padding"})]
# %% unnamed | the clinic itself (NameError)
return record()
# %% unnamed | a set of lists (TypeError)
return {"worse with the cache": {["cache"]}}
# %% unnamed | numbers of the probes
return {"worse with the cache": [1], "says it again and again": [1]}
