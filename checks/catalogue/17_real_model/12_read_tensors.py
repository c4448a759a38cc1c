"""The arrays of a safetensors file, by name: a function to repair."""

import json
from math import prod

import numpy as np

from checks.facts import Facts

KINDS = {"F32": "<f4", "I64": "<i8"}


def file_of(rng, shapes, stored, about):
    """Write a file of tensors: `shapes` in the header's order, `stored` in that of the numbers."""
    numbers = {name: rng.normal(size=shapes[name]).astype("<f4") for name in stored}
    if "ids" in numbers:
        numbers["ids"] = rng.integers(1, 99, shapes["ids"])
    ends = np.cumsum([numbers[name].nbytes for name in stored]).tolist()
    offsets = {n: [end - numbers[n].nbytes, end] for n, end in zip(stored, ends, strict=True)}
    header = {"__metadata__": about} if about else {}
    for name, shape in shapes.items():
        dtype = "I64" if name == "ids" else "F32"
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": offsets[name]}
    written = json.dumps(header).encode()
    written += b" " * (-len(written) % 8)  # as the library does
    held = b"".join(numbers[name].astype(KINDS[header[name]["dtype"]]).tobytes() for name in stored)
    return np.frombuffer(len(written).to_bytes(8, "little") + written + held, np.uint8).copy()


def read_tensors(raw: file_of):
    content = raw.tobytes()
    size = 8
    length = int.from_bytes(content[:size], "little")
    start = size + length
    header = json.loads(content[size:start])
    names = [name for name in header if name != "__metadata__"]
    places = {name: header[name]["data_offsets"] for name in names}
    shapes = {name: header[name]["shape"] for name in names}
    pieces = {name: content[start + begin : start + end] for name, (begin, end) in places.items()}
    kinds = {name: KINDS[header[name]["dtype"]] for name in names}
    arrays = {name: np.frombuffer(pieces[name], kinds[name]) for name in names}
    shaped = {name: arrays[name].reshape(shapes[name]) for name in names}
    tensors = dict(shaped)
    return tensors


def alike(some, others):
    """Check whether two dicts hold the same arrays."""
    return some.keys() == others.keys() and all(
        np.array_equal(some[name], others[name]) for name in others
    )


def read_at(content, begins, kinds, shapes):
    """Read arrays that begin at the given places of the file."""
    return {
        name: np.frombuffer(content, kinds[name], prod(shape), begins[name]).reshape(shape)
        for name, shape in shapes.items()
    }


def from_offset(by, places):
    return {name: by + begin for name, (begin, _) in places.items()}


def one_after_the_other(start, places):
    sizes = [end - begin for begin, end in places.values()]
    return dict(zip(places, start + np.cumsum([0, *sizes])[:-1], strict=True))


def tensors_called(shapes, stored=(), about=None):
    return {"shapes": shapes, "stored": stored or tuple(shapes), "about": about}


TASK = Facts(
    kind="repair",
    starter='''
def read_tensors(raw):
    """Arrays by name, from the bytes `raw` (n,) of a safetensors file."""
    import json

    file = raw.tobytes()
    length = int.from_bytes(file[:8], "little")
    header = json.loads(file[8 : 8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        kind = {"F32": np.float32, "I64": np.int64}[entry["dtype"]]
        numbers = np.frombuffer(file[begin:end], dtype=kind)
        shape = entry["shape"]
        tensors[name] = numbers.reshape(shape)
    return tensors
''',
    slips={
        "offsets-from-file-start": 'begin, end = entry["data_offsets"]',
        "shape-reversed": 'shape = entry["shape"][::-1]',
    },
    practises=("run a published language model",),
    mistakes="own result.return-missing",
    asks="Print the header of a small file. At which byte of the file does each array begin and end?",
    valid=lambda raw: False,  # a file is too long to be shown
    cases={
        "a file of two arrays": tensors_called({"W": (2, 3), "b": (3,)}),
        "a file of one array": tensors_called({"b": (5,)}),
        "a file with __metadata__": tensors_called(
            {"b": (4,), "W": (4, 2)}, about={"format": "pt"}
        ),
        "a file whose header has another order than its numbers": tensors_called(
            {"W": (3, 2), "b": (3,), "U": (2, 3)}, stored=("U", "b", "W")
        ),
        "a file with whole numbers": tensors_called({"ids": (1, 4), "b": (3,)}),
        "a file with a square matrix": tensors_called({"b": (3,), "W": (3, 3)}),
        "a file with three axes": tensors_called({"h": (2, 1, 3), "W": (2, 3)}, stored=("W", "h")),
        "a file with a header of more than 255 bytes": tensors_called(
            {"W": (2, 3), "b": (3,), "U": (3, 2), "c": (2,), "d": (4,)}
        ),
    },
    holds={
        "There is an entry for each array in the header.": lambda result, names: (
            set(names) <= set(result)
        ),
        "Each array has the shape that the header gives.": lambda result, shapes: all(
            list(np.shape(result[name])) == shape for name, shape in shapes.items()
        ),
    },
)

# %% offsets-from-file-start
# The offsets are counted from the first byte of the file, so numbers are made of the header.
# From which byte of the file on do the numbers stand?
assert alike(shaped, read_at(content, from_offset(0, places), kinds, shapes))
pieces = {name: content[begin:end] for name, (begin, end) in places.items()}

# %% length-bytes-forgotten
# Every array is read 8 bytes too early.
# What stands in the file before the header?
assert alike(shaped, read_at(content, from_offset(length, places), kinds, shapes))
pieces = {name: content[length + begin : length + end] for name, (begin, end) in places.items()}

# %% header-forgotten
# The offsets are counted from byte 8, so parts of the header are read as numbers.
# What stands between byte 8 and the first number?
assert alike(shaped, read_at(content, from_offset(8, places), kinds, shapes))
pieces = {name: content[8 + begin : 8 + end] for name, (begin, end) in places.items()}

# %% shape-reversed
# The sizes of each shape come in the opposite order.
# How many rows does an array of the shape [2, 3] have, and how many does yours have?
assert all(np.shape(result[name]) == tuple(shape[::-1]) for name, shape in right.shapes.items())
shapes = {name: shape[::-1] for name, shape in shapes.items()}

# %% transposed
# Rows and columns have changed places.
# Which numbers of the file form the first row of your array?
assert alike({name: np.asarray(array).T for name, array in result.items()}, shaped)
tensors = {name: array.T for name, array in shaped.items()}

# %% filled-by-columns
# The numbers fill one column after the other.
# In which order do the rows of an array lie in the file?
assert all((array.ravel("F") == arrays[name]).all() for name, array in shaped.items())
shaped = {name: arrays[name].reshape(shapes[name], order="F") for name in names}

# %% not-reshaped
# Each array is still one long row of numbers.
# Which entry of the header says how many rows there are?
assert all(np.ndim(array) == 1 for array in result.values())
shaped = arrays

# %% offsets-ignored
# The arrays are read one after the other in the header's order, and the offsets are not used.
# Do the numbers have to lie in the order in which the header lists them?
assert alike(shaped, read_at(content, one_after_the_other(start, places), kinds, shapes))
shaped = read_at(content, one_after_the_other(start, places), kinds, shapes)

# %% every-array-at-the-start
# Every array is read from where the numbers begin, as if it were the first.
# Which of the two offsets tells you where an array begins?
assert alike(shaped, read_at(content, dict.fromkeys(shapes, start), kinds, shapes))
shaped = read_at(content, dict.fromkeys(shapes, start), kinds, shapes)

# %% end-as-length (errors: reshape)
# The second offset is used as a length, so arrays come out too long.
# Is the second of the offsets a length, or a place?
assert all(
    len(pieces[name]) == min(sum(places[name]), len(content) - start) - places[name][0]
    for name in names
)
pieces = {name: content[start + at :][:end] for name, (at, end) in places.items()}

# %% another-kind-of-number
# The bytes of an array of F32 are read as numbers of another kind.
# Which kind of number is F32, and which of its four bytes comes first?
assert "<f4" not in kinds.values()
# for other in ">f4" "<i4"
kinds = dict.fromkeys(names, other)
# or
# for other in ">f4" "<i4"
kinds = {name: {**KINDS, "F32": other}[header[name]["dtype"]] for name in names}

# %% all-as-float32 (errors: reshape)
# Whole numbers are read as float32, too.
# Which entry of the header says what kind of numbers an array holds?
assert set(kinds.values()) == {"<f4"}
kinds = dict.fromkeys(names, "<f4")

# %% metadata-not-skipped (errors: key)
# The entry __metadata__ is taken for an array.
# Which entry of the header has no offsets?
assert "__metadata__" in names
names = list(header)

# %% list-without-names
# The arrays are returned without their names.
# How would a model find its matrix W in your result?
assert not isinstance(result, dict)
return tuple(tensors.values())

# %% first-array-alone
# Only the first array is returned.
# How far is the line with `return` indented?
assert len(result) == 1
tensors = {names[0]: shaped[names[0]]}

# %% last-array-alone
# Only the last array is returned.
# Where are the arrays of the earlier rounds of your loop?
assert len(result) == 1
tensors = {names[-1]: shaped[names[-1]]}
