"""The probes: each runs a subject without looking inside, and compares two runs that must agree.

A probe draws its own texts, always the same ones, of at most n words. It returns what it measured,
and the same comparison as code to paste. What a right layer does is the first line of its
docstring.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from attnlib.shapes import Bools, Floats
from attnprobes.subject import NotAsked, Subject

WORDS = 6
"""How many words a text has at most."""
SPACING = {"float32": 2.0**-23, "bfloat16": 2.0**-7, "float16": 2.0**-10}
"""The distance from 1 to the next number."""
ROUNDINGS = 10
"""How many times as far as a nudge of all weights by one rounding step a low precision may be off."""
TURNED = "With the mask turned round, they agree."


class Measured(NamedTuple):
    """What a probe measured."""

    found: bool  # True: something differs that must agree
    number: float  # what was measured: usually the largest difference between two results
    sentence: str  # the same, in words
    texts: tuple[Any, ...] = ()  # the texts that were read
    code: str = ""  # the comparison; A and B are the texts
    remark: str = ""  # what else is worth knowing
    allowed: float = 0.0  # up to which number it is taken for rounding


Probe = Callable[[Subject, int], Measured]


def apart(first: Floats, second: Floats) -> float:
    """Measure the largest difference between two results; nan if there is a nan.

    >>> apart(np.array([1.0, 2.0]), np.array([1.0, 2.5]))
    0.5
    """
    with np.errstate(invalid="ignore"):  # inf - inf
        return float(np.abs(first - second).max(initial=0))


def limit(precision: str) -> float:
    """Say which difference between results of the size 1 may be rounding.

    >>> limit("float64"), limit("float32")
    (1e-06, 0.0001)
    """
    return 1e-6 if precision == "float64" else 1e-4


def allowance(subject: Subject, far: float, size: float) -> float:
    """Say which difference between results of a size is taken for rounding.

    If a precise layer rounds inside (to float32, say), a tiny nudge of its numbers moves its rows
    much further than the nudge. Then a hundred times as much is allowed, up to float32's limit.

    Parameters
    ----------
    subject : Subject
    far : float
        The difference. If it is small anyhow, nothing is nudged.
    size : float
    """
    size = max(1.0, size)
    usual = limit(subject.precision) * size
    if far <= usual:
        return usual
    return max(usual, min(100 * _grain(subject), limit("float32") * size))


def differs(subject: Subject, first: Floats, second: Floats) -> bool:
    """Tell a mistake from rounding: the difference is too large for the subject's precision."""
    return _compared(subject, first, second).found


def twice(subject: Subject, n: int = WORDS) -> Measured:
    """Asked twice, it gives the same answer."""
    A = subject.draw(n)[None]
    code = "subject.read(A), subject.read(A)"
    return _compared(subject, subject.read(A), subject.read(A), "Read twice", (A,), code)


def one(subject: Subject, n: int = WORDS) -> Measured:
    """A text of one word gets one finite row."""
    A = subject.draw(min(n, 1))[None]
    rows = subject.read(A)
    lost = int((~np.isfinite(rows)).sum())
    sentence = f"Of {rows.size} numbers for a single word, {lost} are not finite."
    return Measured(lost > 0, lost, sentence, (A,), "subject.read(A), 0")


def identity(subject: Subject, n: int = WORDS) -> Measured:
    """With zeros for W_o, the stream passes unchanged."""
    silent, A = subject.silenced(), subject.draw(n)[None]
    code = "subject.silenced().read(A), subject.stream(A)"
    how = "Going in and coming out"
    return _compared(subject, silent.read(A), subject.stream(A), how, (A,), code)


def equal_rows(subject: Subject, n: int = WORDS) -> Measured:
    """Equal words get equal rows, because each query shares out a weight of 1."""
    if not subject.alike:
        raise NotAsked("its positions are added to the words, so equal words differ")
    A = np.repeat(subject.draw(1), n, axis=0)[None]
    rows = subject.read(A)
    code = "subject.read(A), subject.read(A)[:, :1]"
    return _compared(subject, rows, rows[:, :1], "For equal words", (A,), code)


def future(subject: Subject, n: int = WORDS) -> Measured:
    """The first words, read alone, get the rows that they get when others follow."""
    if not subject.causal:
        why = "nobody said that it is" if subject.causal is None else "it is not meant to be"
        raise NotAsked(f"{why} causal")
    A = subject.draw(n)[None]
    whole = subject.read(A)
    alone = [(subject.read(A[:, :few]), whole[:, :few]) for few in range(1, n)]
    few = 1 + max(
        range(n - 1), key=lambda i: np.nan_to_num(apart(*alone[i]), nan=np.inf), default=0
    )
    first, second = alone[few - 1] if alone else (whole, whole)
    code = f"subject.read(A[:, :{few}]), subject.read(A)[:, :{few}]"
    return _compared(subject, first, second, "Alone and followed by others", (A,), code)


def heads(subject: Subject, n: int = WORDS) -> Measured:
    """If two heads change places, with their columns of W_q, W_k, W_v and their rows of W_o, nothing changes."""
    other, A = subject.exchanged(), subject.draw(n)[None]
    code = "subject.exchanged().read(A), subject.read(A)"
    how = "With the heads in both orders"
    return _compared(subject, other.read(A), subject.read(A), how, (A,), code)


def cache(subject: Subject, n: int = WORDS) -> Measured:
    """In pieces of 3, 2 and 1, with the cache, the words get the rows that they get all at once."""
    cuts = [cut for cut in (3, 5) if cut < n] or [*range(1, n)]
    single = [*range(min([*cuts, n]), n)]
    A = subject.draw(n)[None]
    whole = subject.read(A)
    code = f"subject.read_in_pieces(A, {cuts}), subject.read(A)"
    how = "Piece by piece and all at once"
    try:
        rows = subject.read_in_pieces(A, cuts)
    except NotAsked:
        raise
    except Exception as failed:
        code = f"subject.read_in_pieces(A, {single}), subject.read(A)"
        rows = subject.read_in_pieces(A, single)
        remark = (
            f"One word at a time: a longer piece behind a cache raises {type(failed).__name__}."
        )
        return _compared(subject, rows, whole, how, (A,), code)._replace(remark=remark)
    measured = _compared(subject, rows, whole, how, (A,), code)
    if not measured.found or cuts == single:
        return measured
    agree = not differs(subject, subject.read_in_pieces(A, single), whole)
    return measured._replace(remark="One word at a time, the rows agree." if agree else "")


def left_padding(subject: Subject, n: int = WORDS) -> Measured:
    """With two rows of padding before them, the words get the rows that they get alone."""
    A, filler = subject.draw(n), subject.draw(2, seed=1)
    return _padded(subject, A, np.concatenate([filler, A]), slice(2, None), subject.shifts)


def right_padding(subject: Subject, n: int = WORDS) -> Measured:
    """With two rows of padding after them, the words get the rows that they get alone."""
    A, filler = subject.draw(n), subject.draw(2, seed=1)
    return _padded(subject, A, np.concatenate([A, filler]), slice(None, n), True)


def batch(subject: Subject, n: int = WORDS) -> Measured:
    """A text gets the same rows alone and in a batch with another one."""
    A, B = subject.draw(n)[None], subject.draw(n, seed=1)[None]
    both = subject.read(np.concatenate([A, B]))[:1]
    code = "subject.read(np.concatenate([A, B]))[:1], subject.read(A)"
    return _compared(subject, both, subject.read(A), "Alone and in a batch", (A, B), code)


def nothing_to_see(subject: Subject, n: int = WORDS) -> Measured:
    """A text that is all padding changes nothing for the text beside it in the batch."""
    A, B = subject.draw(n)[None], subject.draw(n, seed=1)[None]
    real = np.array([[True] * n, [False] * n])
    rows = subject.read(np.concatenate([A, B]), real)
    code = f"subject.read(np.concatenate([A, B]), {_told(real)})[:1], subject.read(A)"
    how = "Beside a text of padding and alone"
    measured = _compared(subject, rows[:1], subject.read(A), how, (A, B), code)
    lost = not np.isfinite(rows[1:]).all()
    remark = "The rows that see nothing are not finite themselves." if lost else ""
    return measured._replace(remark=remark)


def masks(subject: Subject, n: int = WORDS) -> Measured:
    """A mask that hides nothing changes nothing, and a mask means the same in each of its forms."""
    A, nothing = subject.draw(n)[None], np.ones((1, n), bool)
    rows = subject.read(A)
    code = f"subject.read(A, {_told(nothing)}), subject.read(A)"
    how = "With a mask that hides nothing and without one"
    measured = _compared(subject, subject.read(A, nothing), rows, how, (A,), code)
    if measured.found:
        turned = not differs(subject, subject.read(A, ~nothing), rows)
        return measured._replace(remark=TURNED if turned else "")
    B, real = subject.draw(n + 1)[None], np.array([[True] * n + [False]])
    for form in subject.forms[1:]:
        code = f"subject.in_form({form!r}).read(A, {_told(real)}), subject.read(A, {_told(real)})"
        how = f"With a mask as {form} and as {subject.forms[0]}"
        rows, usual = subject.in_form(form).read(B, real), subject.read(B, real)
        measured = _compared(subject, rows[:, :n], usual[:, :n], how, (B,), code)
        if measured.found:
            break
    return measured


def fused(subject: Subject, n: int = WORDS) -> Measured:
    """The fused path and the plain one give the same rows."""
    plain, A = subject.plain(), subject.draw(n)[None]
    code = "subject.plain().read(A), subject.read(A)"
    measured = _compared(
        subject, plain.read(A), subject.read(A), "On the plain path and the usual one", (A,), code
    )
    if measured.found or not subject.forms:
        return measured
    B, real = subject.draw(n + 2)[None], np.array([[True] * n + [False] * 2])
    code = f"subject.plain().read(A, {_told(real)}), subject.read(A, {_told(real)})"
    how = "On the plain path and the usual one, with padding"
    rows, usual = plain.read(B, real), subject.read(B, real)
    return _compared(subject, rows[:, :n], usual[:, :n], how, (B,), code)


def float32(subject: Subject, n: int = WORDS) -> Measured:
    """In float32, the rows are those of float64, except for rounding."""
    return _in_low_precision(subject, "float32", n)


def bfloat16(subject: Subject, n: int = WORDS) -> Measured:
    """In bfloat16, the rows are those of float64, except for rounding."""
    return _in_low_precision(subject, "bfloat16", n)


def float16(subject: Subject, n: int = WORDS) -> Measured:
    """In float16, the rows are those of float64, except for rounding."""
    return _in_low_precision(subject, "float16", n)


def overflow(subject: Subject, n: int = WORDS) -> Measured:
    """In float16, queries and keys of 64 numbers of size 40 still give finite rows."""
    quiet, text = subject.loud()
    with np.errstate(all="ignore"):
        rows = quiet.read(text[None, :n])
    lost = int((~np.isfinite(rows)).sum())
    sentence = f"In float16, {lost} of {rows.size} numbers are not finite."
    code = "quiet.read(text[None]), 0  # quiet, text = subject.loud()"
    return Measured(lost > 0, lost, sentence, (), code)


def reference(subject: Subject, n: int = WORDS) -> Measured:
    """It gives the rows that slow loops give: all words at once, in float64."""
    A = subject.draw(n)[None]
    code = "subject.read(A), subject.reference(A)"
    how = "From this layer and from slow loops"
    return _compared(subject, subject.read(A), subject.reference(A), how, (A,), code)


PROBES: Mapping[str, Probe] = {
    probe.__name__.replace("_", " "): probe
    for probe in (
        twice,
        one,
        identity,
        equal_rows,
        future,
        heads,
        left_padding,
        right_padding,
        batch,
        nothing_to_see,
        masks,
        cache,
        fused,
        float32,
        bfloat16,
        float16,
        overflow,
        reference,
    )
}
"""By name, in the order in which they are asked: what a later one needs, an earlier one tries."""


def expectation(probe: Callable[..., Any]) -> str:
    """Say what a right layer does: the first line of the probe's docstring.

    >>> expectation(twice)
    'Asked twice, it gives the same answer.'
    """
    return (probe.__doc__ or "").partition("\n")[0]


def _compared(
    subject: Subject,
    first: Floats,
    second: Floats,
    how: str = "",
    texts: tuple[Any, ...] = (),
    code: str = "",
) -> Measured:
    number = apart(first, second)
    size = float(np.abs(second[np.isfinite(second)]).max(initial=0))
    allowed = allowance(subject, number, size)
    found = not number <= allowed
    much = f"differ by up to {number:.2g}" if found else "agree"
    return Measured(found, number, f"{how}, the rows {much}.", texts, code, "", allowed)


def _padded(subject: Subject, A: Any, padded: Any, words: slice, shifts: bool) -> Measured:
    """Compare with the text alone or, if it may not be moved, with another padding."""
    real = np.zeros(len(padded), bool)
    real[words] = True
    there = f"[:, {words.start or ''}:{words.stop or ''}]"
    rows = subject.read(padded[None], real[None])[:, words]
    call = f"subject.read(A, {_told(real[None])}){there}"
    if shifts:
        code, how = f"{call}, subject.read(A{there})", "With padding and without"
        measured = _compared(subject, rows, subject.read(A[None]), how, (padded[None],), code)
    else:
        other = padded.copy()
        other[~real] = subject.draw(2, seed=2)
        code = f"{call}, subject.read(B, {_told(real[None])}){there}"
        how, both = "With one padding and another", (padded[None], other[None])
        again = subject.read(other[None], real[None])[:, words]
        measured = _compared(subject, rows, again, how, both, code)
    if measured.found and _fits_turned(subject, A, padded, real, words):
        measured = measured._replace(remark=TURNED)
    return measured


def _fits_turned(subject: Subject, A: Any, padded: Any, real: Bools, words: slice) -> bool:
    rows = subject.read(padded[None], ~real[None])[:, words]
    return not differs(subject, rows, subject.read(A[None]))


def _in_low_precision(subject: Subject, precision: str, n: int) -> Measured:
    """Compare with float64, and with how far honest rounding of all numbers may lead."""
    if subject.precision != "float64":
        raise NotAsked("it cannot be computed in float64, so there is nothing to compare with")
    A, low = subject.draw(n)[None], subject.cast(precision)
    exact, rows = subject.read(A), low.read(A)
    number, spacing = apart(rows, exact), SPACING[precision]
    size = float(np.abs(exact).max(initial=0))
    honest = max(apart(subject.nudged(spacing, seed).read(A), exact) for seed in range(3))
    allowed = ROUNDINGS * max(honest, spacing * size)
    found = not number <= allowed
    code = f"subject.cast({precision!r}).read(A), subject.read(A)"
    much = f"{number:.2g} off, where rounding explains {allowed:.2g}" if found else "near enough"
    blunt = allowed > size and not found
    remark = (
        "Rounding alone may change the rows as much as this, so it says little." if blunt else ""
    )
    sentence = f"In {precision}, the rows are {much}."
    return Measured(found, number, sentence, (A,), code, remark, allowed)


def _grain(subject: Subject) -> float:
    """How far a nudge of 1e-12 moves the rows of a text: how coarsely the layer rounds inside."""
    A = subject.draw(WORDS)[None]
    try:
        return float(np.nan_to_num(apart(subject.nudged(1e-12, 0).read(A), subject.read(A))))
    except NotAsked:
        return 0.0


def _told(real: Bools) -> str:
    return f"np.{np.array(real)!r}".replace("\n", "")
