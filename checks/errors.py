"""Classify errors by cause; for each cause there is a question that leads to the repair.

NumPy, PyTorch and Python word the same error differently. The cause is the same, whichever of them
raises it and whatever the numbers are.
"""

import re
import traceback
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cause:
    """One cause of errors.

    Attributes
    ----------
    name : str
    pattern : str
        A regular expression that matches `Class: message` of such errors and of no others.
    question : str
        A question that leads from the error to the line to repair.
    """

    name: str
    pattern: str
    question: str


# The first match counts, so specific causes come before general ones.
CAUSES: Sequence[Cause] = (
    Cause(
        "gradient",
        r"requires grad",
        "Which tensor still carries a gradient? `.detach()` keeps its numbers.",
    ),
    Cause(
        "no-gradient",
        r"does not require grad",
        "Which line of yours switches slopes off, and is the loss computed while they are off?",
    ),
    Cause(
        "read-only",
        r"read-only|WRITEABLE",
        "Which line assigns into an array that is not yours? Would a copy do?",
    ),
    Cause(
        "truth",
        r"truth value of an|Boolean value of Tensor",
        "Where is a whole array used as one True or False, as in `if` or `or`?",
    ),
    Cause(
        "cast",
        r"Cannot cast ufunc|result type .* can't be cast|Cannot cast array data",
        "Which array of integers, or of True and False, has fractions written into it in place?",
    ),
    Cause(
        "dtype",
        r"must have the same dtype|expected m1 and m2|expected scalar type|same dtype, but got"
        r"|both inputs to have the same dtype|_DTypePromotion|expected (?!one of).* dtype",
        "Which two arrays differ in dtype, and where does each get its own?",
    ),
    Cause(
        "single",
        r"does not have enough dimensions",
        "Which factor of this product is a single number, or None, and should be an array?",
    ),
    Cause(
        "leading",
        r"newaxis,newaxis\).*requested shape",
        "Which sizes stand before the last two? They have to be equal or 1.",
    ),
    Cause(
        "subscripts",
        r"output subscript",
        "Which letter stands twice after the `->`, or nowhere before it?",
    ),
    Cause(
        "two-masks",
        r"Explicit attn_mask should not be set",
        "Which of the two should hide keys: `attn_mask` or `is_causal`? PyTorch takes only one.",
    ),
    Cause(
        "words-axis",
        r"Expected target size",
        "Which axis does PyTorch's `cross_entropy` take for the words, and what is on that axis?",
    ),
    Cause(
        "product",
        r"matmul: |shapes .* not aligned|cannot be multiplied|vdot|inconsistent tensor size, expected"
        r"|remapped shapes.*newaxis|Size of label|expected size for first two dimensions|size mismatch, got"
        r"|incorrect number of subscripts|einsum\(\): ",
        "Which two shapes are multiplied? The left one's last axis meets the right one's second-to-last.",
    ),
    Cause(
        "mask",
        r"boolean index did not match|attn_mask is|shape of the mask|boolean array indexing",
        "What shape is the mask, and what shape is the array that it is used on?",
    ),
    Cause(
        "assignment",
        r"could not broadcast input array|could not be broadcast to indexing result",
        "What shape has the place before the `=`, and what shape has what is put there?",
    ),
    Cause(
        "broadcast",
        r"could not be broadcast|non-broadcastable|broadcast to a single shape"
        r"|The size of tensor a|must be broadcastable|cannot be broadcast|more dimensions than allowed"
        r"|expand\(|broadcast shape",
        "Which two shapes meet here? Counted from the right, axes are equal or 1.",
    ),
    Cause(
        "reshape",
        r"cannot reshape|equal division|is invalid for input of size|total size of new array",
        "How many numbers does the array hold, and how many does the new shape hold?",
    ),
    Cause(
        "unpack",
        r"values to unpack|cannot unpack",
        "How many parts are there, and how many names are before the `=`?",
    ),
    Cause(
        "axes",
        r"axes don't match|AxisError|axis .* out of bounds|repeated axis|must have the same number of"
        r"|Dimension out of range|number of dims don't match|at least two dim|1- or 2-d|at least \d-d"
        r"|too many subscripts|dimensions than subscripts|Dimension specified as|permute\(",
        "How many axes does this array have, and which of them does the line name?",
    ),
    Cause(
        "stack",
        r"all the input array|all input arrays|need at least one array|inhomogeneous|Sizes of tensors"
        r"|stack expects each tensor|setting an array element",
        "What shapes are the parts that are put together here? They have to fit.",
    ),
    Cause(
        "empty",
        r"zero-size array|empty sequence|argument is empty",
        "Which array or list is empty in this line? Its maximum does not exist.",
    ),
    Cause(
        "index",
        r"IndexError",
        "How long is the axis, how many axes are there, and where does counting start?",
    ),
    Cause(
        "scalar",
        r"only (length-1|0-dimensional|size-1|one element|integer scalar)|converted to (a )?(Python )?[Ss]calar",
        "Where is a whole array used as a single number?",
    ),
    Cause(
        "whole",
        r"'[\w.]*float\w*' object cannot be interpreted|by non-int of type '[\w.]*float",
        "Which size or index is a float? `/` always gives one, `//` does not.",
    ),
    Cause(
        "tuple",
        r"'(tuple|list)' object cannot be interpreted|by non-int of type '(tuple|list)'",
        "Which tuple or list stands where one number belongs? `*` would unpack it.",
    ),
    Cause(
        "negative-power",
        r"negative integer powers",
        "Which base and exponent are whole numbers here? Would a float base do?",
    ),
    Cause(
        "zero",
        r"ZeroDivisionError|division by zero|modulo by zero",
        "Which divisor becomes 0, and on which input?",
    ),
    Cause(
        "overflow",
        r"OverflowError|math range error",
        "Which number becomes too large, and what could be subtracted before `exp`?",
    ),
    Cause(
        "recursion",
        r"RecursionError",
        "When does your function stop calling itself?",
    ),
    Cause(
        "unbound",
        r"UnboundLocalError",
        "Is this variable given a value on every path before the line that reads it?",
    ),
    Cause(
        "name",
        r"NameError",
        "Is this name spelled right, and has the cell that defines it been run?",
    ),
    Cause(
        "none",
        r"'?NoneType'?",
        "Which variable is None here? Was an argument left out, or is a `return` missing?",
    ),
    Cause(
        "number",
        r"cannot be interpreted as an integer|slice indices must be|sequence of integers|by non-int",
        "What stands here where a whole number belongs: a float, perhaps, from `/`?",
    ),
    Cause(
        "attribute",
        r"AttributeError",
        "What kind of object is before the dot, and is the name after it spelled right?",
    ),
    Cause(
        "callable",
        r"object is not callable",
        "Which name in this line is followed by `(`, but is not a function?",
    ),
    Cause(
        "arguments",
        r"required (positional|keyword-only) argument|unexpected keyword|positional arguments? but"
        r"|multiple values for|takes no (keyword )?arguments|received an invalid combination"
        r"|takes (at least|at most|exactly|from)|invalid keyword",
        "Which arguments does the function called here take, and in which order?",
    ),
    Cause(
        "key",
        r"KeyError",
        "Which keys does the dict have, and how are they spelled?",
    ),
    Cause(
        "import",
        r"ImportError|ModuleNotFoundError",
        "Is this module installed, and is its name spelled right?",
    ),
    Cause(
        "assertion",
        r"AssertionError",
        "Which of your own `assert` lines fails, and is what it claims true for every input?",
    ),
    Cause(
        "memory",
        r"MemoryError|Unable to allocate",
        "How large does the array in this line become, and how large should it be?",
    ),
    Cause(
        "domain",
        r"math domain error|expected a nonnegative input",
        "Which number is outside the range that this function accepts?",
    ),
    Cause(
        "singular",
        r"LinAlgError|Singular matrix",
        "Is there always an inverse here, and does the exercise need one?",
    ),
    Cause(
        "iterable",
        r"is not iterable|object is not subscriptable|has no len\(\)|object does not support item"
        r"|len\(\) of unsized|iteration over a 0-d",
        "What kind of object is this: an array, a list, or a single number?",
    ),
    Cause(
        "operands",
        r"unsupported operand|bad operand|did not contain a loop|not supported for the input types"
        r"|can only concatenate|must be str, not|not supported between|could not be resolved"
        r"|operator, is not supported",
        "Which kinds of objects meet in this line, and do they go together?",
    ),
    Cause(
        "exit",
        r"SystemExit",
        "Which line ends the program, instead of returning a result?",
    ),
    Cause(
        "argument-type",
        r"^TypeError",
        "Which kind of argument does the function in this line take, and which does it get?",
    ),
)
OF_SHAPES = (  # errors that one axis too many or too few can cause
    "single",
    "leading",
    "product",
    "mask",
    "assignment",
    "broadcast",
    "reshape",
    "unpack",
    "axes",
    "stack",
    "index",
    "scalar",
    "truth",
    "iterable",
)
LONGEST_LINE = 60
UNKNOWN = Cause("", "", "Which line stops, and what are the shapes of everything in it?")


def cause_of(error: BaseException) -> Cause:
    """Find the cause of an error.

    Parameters
    ----------
    error : exception

    Returns
    -------
    Cause
        `UNKNOWN` if none matches.

    Examples
    --------
    >>> cause_of(NameError("name 'sofmax' is not defined")).name
    'name'
    """
    words = _classes(error) + said(error)
    return next((cause for cause in CAUSES if re.search(cause.pattern, words)), UNKNOWN)


def reason(error: BaseException) -> str:
    """Say why an error was raised, in a form that can be compared.

    Parameters
    ----------
    error : exception

    Returns
    -------
    str
        The name of its cause; for an unknown cause, the class and the message without numbers.

    Examples
    --------
    >>> reason(ValueError("cannot reshape array of size 6 into shape (4,)"))
    'reshape'
    >>> reason(ValueError("row 3 is odd"))
    'ValueError: row # is odd'
    """
    known = cause_of(error).name
    return known or re.sub(r"\d+", "#", f"{type(error).__name__}: {said(error)}")


def said(error: BaseException) -> str:
    """Return the message of an error on one line; empty if it cannot be read."""
    try:
        return " ".join(str(error).split())
    except Exception:  # a learner's exception may raise when it is converted to text
        return ""


def raising_line(error: BaseException) -> str:
    """Return the line of an answer that raised an error; empty if its source is not available."""
    frames = traceback.extract_tb(error.__traceback__)[2:]  # the first two belong to the check
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    line = (own[-1].line or "") if own else ""
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]} ..."


def _classes(error: BaseException) -> str:
    """List the class names of an error, the most specific last."""
    names = [kind.__name__ for kind in type(error).__mro__ if kind.__name__ not in ROOTS]
    return "".join(f"{name}: " for name in reversed(names))


ROOTS = ("object", "BaseException", "Exception")
