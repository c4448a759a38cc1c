"""The probes: each runs a subject without looking inside, and compares two runs that must agree.

A probe draws its own texts, always the same ones, of at most n words (and some padding). The two
runs are lines of code which the report repeats, so that what is pasted is what was measured. What a
right layer does is the first line of a probe's docstring.
"""

from collections.abc import Callable, Mapping
from inspect import cleandoc
from typing import Any, NamedTuple

import numpy as np

from attnlib.shapes import Bools, Floats
from attnprobes.subject import AdapterError, NotAsked, Subject

WORDS = 6
"""How many words a text has, unless somebody wants more."""
SPACING = {"float32": 2.0**-23, "bfloat16": 2.0**-7, "float16": 2.0**-10}
"""The distance from 1 to the next number."""
ROUNDINGS = 10
"""How many times as far as a nudge of all weights by one rounding step a low precision may be off."""
TURNED = "With the mask turned round, they agree."
UNUSED = "Without the mask, the words get the same rows: it hides nothing from them."
USED = "The mask hides something from them, but not all, or it changes more than it should."


class Measured(NamedTuple):
    """What a probe measured."""

    found: bool  # True: something differs that must agree
    number: float  # what was measured: usually the largest difference between two results
    sentence: str  # the same, in words
    code: str = ""  # lines that run the subject twice, as `first` and `second`
    remark: str = ""  # what else is worth knowing
    allowed: float = 0.0  # up to which number it is taken for rounding


Probe = Callable[[Subject, int], Measured]


def apart(first: Floats, second: Floats) -> float:
    """Measure the largest difference between two results; nan if somewhere one of them alone is nan.

    >>> apart(np.array([1.0, np.nan]), np.array([1.5, np.nan]))
    0.5
    """
    return float(_differences(first, second).max(initial=0))


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
    return not apart(first, second) <= _allowed(subject, first, second)


def twice(subject: Subject, n: int = WORDS) -> Measured:
    """Asked twice, it gives the same answer."""
    code = f"""
        A = subject.draw({n})[None]
        first, second = subject.read(A), subject.read(A)
    """
    return _compared(subject, "Read twice", code)


def finite(subject: Subject, n: int = WORDS) -> Measured:
    """A text gets finite rows, also if it is one word."""
    for words in dict.fromkeys([1, n]):
        code = f"A = subject.draw({words})[None]\nfirst, second = subject.read(A), 0"
        rows = _run(subject, code)["first"]
        lost = int((~np.isfinite(rows)).sum())
        text = "a single word" if words == 1 else f"{words} words"
        sentence = f"Of {rows.size} numbers for {text}, {lost} are not finite."
        if lost:
            break
    return Measured(lost > 0, lost, sentence, code)


def identity(subject: Subject, n: int = WORDS) -> Measured:
    """With zeros for W_o, the stream passes unchanged."""
    code = f"""
        A = subject.draw({n})[None]
        first, second = subject.silenced().read(A), subject.stream(A)
    """
    return _compared(subject, "Going in and coming out", code)


def equal_rows(subject: Subject, n: int = WORDS) -> Measured:
    """Equal words get equal rows, because each query shares out a weight of 1."""
    if not subject.alike:
        unsaid = "nobody said that each query shares out a weight of 1 (see alike=)"
        raise NotAsked(unsaid if subject.alike is None else "equal words may get different rows")
    code = f"""
        A = np.repeat(subject.draw(1), {n}, axis=0)[None]
        first, second = subject.read(A), subject.read(A)[:, :1]
    """
    return _compared(subject, "For equal words", code)


def future(subject: Subject, n: int = WORDS) -> Measured:
    """The first words, read alone, get the rows that they get when others follow."""
    if not subject.causal:
        why = "nobody said that it is" if subject.causal is None else "it is not meant to be"
        raise NotAsked(f"{why} causal")
    lengths = sorted({*range(1, min(n, WORDS)), n // 2, n - 1} - {0}) or [1]
    measured = []
    for few in lengths:
        code = f"""
            A = subject.draw({n})[None]
            first, second = subject.read(A[:, :{few}]), subject.read(A)[:, :{few}]
        """
        measured.append(_compared(subject, "Alone and followed by others", code))
    return max(measured, key=_size)


def heads(subject: Subject, n: int = WORDS) -> Measured:
    """If two heads change places, with their columns of W_q, W_k, W_v and their rows of W_o, nothing changes."""
    code = f"""
        A = subject.draw({n})[None]
        first, second = subject.exchanged().read(A), subject.read(A)
    """
    return _compared(subject, "With the heads in both orders", code)


def cache(subject: Subject, n: int = WORDS) -> Measured:
    """With the cache, the words get the rows that they get without: as one piece, in pieces, and word by word."""
    pieces = sorted({n // 2, n - 1} - {0})
    ways = {"as one piece": [], "in pieces": pieces, "word by word": range(1, n)}
    measured: dict[str, Measured] = {}
    errors: dict[str, Exception] = {}
    for way, cuts in ways.items():
        code = f"""
            A = subject.draw({n})[None]
            first, second = subject.read_in_pieces(A, {cuts}), subject.read(A)
        """
        try:
            measured[way] = _compared(
                subject, f"{way.capitalize()} with the cache and all at once", code
            )
        except (NotAsked, AdapterError):
            raise
        except Exception as failed:
            errors[way] = failed
    if not measured:
        raise next(iter(errors.values()))
    differ = [result for result in measured.values() if result.found]
    agree = [way for way, result in measured.items() if not result.found]
    remark = [
        f"{way.capitalize()}, it raises {type(failed).__name__}." for way, failed in errors.items()
    ]
    if differ and agree:
        remark.append(f"{' and '.join(agree).capitalize()}, they agree.")
    worst = [*measured.values(), *differ][-1]
    return worst._replace(remark=" ".join(remark))


def left_padding(subject: Subject, n: int = WORDS) -> Measured:
    """With two rows of padding before them, the words get the rows that they get alone."""
    return _padded(subject, n, 0, subject.shifts)


def right_padding(subject: Subject, n: int = WORDS) -> Measured:
    """With two rows of padding after them, the words get the rows that they get alone."""
    return _padded(subject, n, n, True)


def gap(subject: Subject, n: int = WORDS) -> Measured:
    """What two rows of padding in the middle of a text hold reaches no word."""
    return _padded(subject, n, (n + 1) // 2, False)


def padding_and_cache(subject: Subject, n: int = WORDS) -> Measured:
    """With padding before them, words that come one by one get the rows that they get all at once."""
    code = f"""
        A = {_with_padding(n, 0)}
        real = ~np.isin(np.arange({n + 2}), [0, 1])[None]
        first = subject.read_in_pieces(A, {range(2 + (n + 1) // 2, n + 2)}, real)[:, 2:]
        second = subject.read(A, real)[:, 2:]
    """
    return _compared(subject, "Padded, with the cache and all at once", code)


def batch(subject: Subject, n: int = WORDS) -> Measured:
    """A text gets the same rows alone and in a batch with another one."""
    code = f"""
        A, B = subject.draw({n})[None], subject.draw({n}, seed=1)[None]
        first, second = subject.read(np.concatenate([A, B]))[:1], subject.read(A)
    """
    return _compared(subject, "Alone and in a batch", code)


def beside_a_shorter_text(subject: Subject, n: int = WORDS) -> Measured:
    """A text gets the same rows alone and beside a shorter one, which is padded."""
    return _compared(subject, "Alone and beside a shorter text", _beside(n, max(1, n - 2)))


def nothing_to_see(subject: Subject, n: int = WORDS) -> Measured:
    """A text that is all padding changes nothing for the text beside it in the batch."""
    code = _beside(n, 0)
    measured = _compared(subject, "Beside a text of padding and alone", code)
    lost = not np.isfinite(_run(subject, code)["rows"][1:]).all()
    remark = "The rows that see nothing are not finite themselves." if lost else ""
    return measured._replace(remark=remark)


def neighbours(subject: Subject, n: int = WORDS) -> Measured:
    """Two texts that are packed into one row get the rows that they get alone."""
    code = f"""
        A, B = subject.draw({n})[None], subject.draw({n}, seed=1)[None]
        segments = np.repeat([[0, 1]], {n}, axis=1)
        first = subject.read_packed(np.concatenate([A, B], axis=1), segments)
        """
    if subject.shifts:
        code += "second = np.concatenate([subject.read(A), subject.read(B)], axis=1)"
        return _compared(subject, "Packed and alone", code)
    code += f"""second = subject.read_packed(np.concatenate([subject.draw({n}, seed=2)[None], B], axis=1), segments)
        first, second = first[:, {n}:], second[:, {n}:]"""
    return _compared(subject, "Packed behind one text and another", code)


def masks(subject: Subject, n: int = WORDS) -> Measured:
    """A mask that hides nothing changes nothing, and a mask means the same in each of its forms."""
    code = f"""
        A, real = subject.draw({n})[None], np.ones((1, {n}), bool)
        first, second = subject.read(A, real), subject.read(A)
    """
    measured = _compared(subject, "With a mask that hides nothing and without one", code)
    if measured.found:
        run = _run(subject, code)
        turned = not differs(subject, subject.read(run["A"], ~run["real"]), run["second"])
        return measured._replace(remark=TURNED if turned else "")
    for form in subject.forms[1:]:
        code = f"""
            A, real = subject.draw({n + 1})[None], np.arange({n + 1})[None] < {n}
            first, second = subject.in_form({form!r}).read(A, real), subject.read(A, real)
            first, second = first[:, :{n}], second[:, :{n}]
        """
        measured = _compared(subject, f"With a mask as {form} and as {subject.forms[0]}", code)
        if measured.found:
            break
    return measured


def fused(subject: Subject, n: int = WORDS) -> Measured:
    """The fused path and the plain one give the same rows."""
    how = "On the plain path and the usual one"
    code = f"""
        A = subject.draw({n})[None]
        first, second = subject.plain().read(A), subject.read(A)
    """
    measured = _compared(subject, how, code)
    if measured.found or not subject.forms:
        return measured
    code = f"""
        A, real = subject.draw({n + 2})[None], np.arange({n + 2})[None] < {n}
        first, second = subject.plain().read(A, real)[:, :{n}], subject.read(A, real)[:, :{n}]
    """
    return _compared(subject, f"{how}, with padding", code)


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
    code = f"""
        quiet, A = subject.loud()
        first, second = quiet.read(A[None, :{n}]), 0
    """
    with np.errstate(all="ignore"):
        rows = _run(subject, code)["first"]
    lost = int((~np.isfinite(rows)).sum())
    sentence = f"In float16, {lost} of {rows.size} numbers are not finite."
    return Measured(lost > 0, lost, sentence, cleandoc(code))


def reference(subject: Subject, n: int = WORDS) -> Measured:
    """It gives the rows that slow loops give: all words at once, in float64."""
    code = f"""
        A = subject.draw({n})[None]
        first, second = subject.read(A), subject.reference(A)
    """
    return _compared(subject, "From this layer and from slow loops", code)


PROBES: Mapping[str, Probe] = {
    probe.__name__.replace("_", " "): probe
    for probe in (
        twice,
        finite,
        identity,
        equal_rows,
        future,
        heads,
        left_padding,
        right_padding,
        gap,
        batch,
        beside_a_shorter_text,
        nothing_to_see,
        neighbours,
        masks,
        cache,
        padding_and_cache,
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


def _run(subject: Subject, code: str) -> dict[str, Any]:
    """Run lines that read texts, and return their names."""
    names: dict[str, Any] = {"subject": subject, "np": np}
    exec(cleandoc(code), names)
    return names


def _compared(subject: Subject, how: str, code: str) -> Measured:
    """Run both ways, and say whether and where they differ by more than rounding."""
    run = _run(subject, code)
    first, second = run["first"], run["second"]
    number, allowed = apart(first, second), _allowed(subject, first, second)
    differ = not number <= allowed
    much = (
        f"differ by up to {number:.2g}"
        if np.isfinite(number)
        else "are finite in one of the two alone"
    )
    sentence = f"{how}, the rows agree."
    if differ:
        rows = _differences(first, second).max(axis=(0, 2))
        sentence = f"{how}, the rows {much}, in {_places(~(rows <= allowed))}."
    return Measured(differ, number, sentence, cleandoc(code), "", allowed)


def _differences(first: Floats, second: Floats) -> Floats:
    """Subtract; what is nan or infinite in both is no difference."""
    with np.errstate(invalid="ignore"):  # inf - inf
        same = (first == second) | (np.isnan(first) & np.isnan(second))
        return np.where(same, 0, np.abs(first - second))


def _allowed(subject: Subject, first: Floats, second: Floats) -> float:
    size = float(np.abs(second[np.isfinite(second)]).max(initial=0))
    return allowance(subject, apart(first, second), size)


def _size(measured: Measured) -> float:
    return float(np.nan_to_num(measured.number, nan=np.inf))


def _places(differing: Bools) -> str:
    """Say which rows differ.

    >>> _places(np.array([True, False, True, True]))
    'row 1, rows 3 to 4 of 4'
    """
    if differing.all():
        return "every row"
    runs: list[list[int]] = []
    for place in (np.flatnonzero(differing) + 1).tolist():
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    named = [f"rows {run[0]} to {run[-1]}" if len(run) > 1 else f"row {run[0]}" for run in runs]
    return f"{', '.join(named)} of {len(differing)}"


def _with_padding(n: int, place: int, seed: int = 1) -> str:
    """Write code for n words with two rows of padding at a place."""
    filler = f"subject.draw(2, seed={seed})"
    return f"np.insert(subject.draw({n}), [{place}] * 2, {filler}, axis=0)[None]"


def _padded(subject: Subject, n: int, place: int, alone: bool) -> Measured:
    """Compare with the text alone or, if it may not be moved, with another padding."""
    code = f"""
        A = {_with_padding(n, place)}
        real = ~np.isin(np.arange({n + 2}), [{place}, {place + 1}])[None]
        first = subject.read(A, real)[:, real[0]]
        """
    if alone:
        code += "second = subject.read(A[:, real[0]])"
        measured = _compared(subject, "With padding and without", code)
    else:
        code += f"B = {_with_padding(n, place, seed=2)}\n        second = subject.read(B, real)[:, real[0]]"
        measured = _compared(subject, "With one padding and another", code)
    if not measured.found:
        return measured
    run = _run(subject, code)
    return measured._replace(remark=_about_the_mask(subject, run["A"], run["real"]))


def _about_the_mask(subject: Subject, A: Any, real: Bools) -> str:
    words = real[0]
    if not differs(subject, subject.read(A, ~real)[:, words], subject.read(A[:, words])):
        return TURNED
    unused = not differs(subject, subject.read(A, real)[:, words], subject.read(A)[:, words])
    return UNUSED if unused else USED


def _beside(n: int, words: int) -> str:
    """Write code for a text in a batch with another one, of which so many words are real."""
    return f"""
        A, B = subject.draw({n})[None], subject.draw({n}, seed=1)[None]
        rows = subject.read(np.concatenate([A, B]), np.arange({n}) < [[{n}], [{words}]])
        first, second = rows[:1], subject.read(A)
    """


def _in_low_precision(subject: Subject, precision: str, n: int) -> Measured:
    """Compare with float64, and with how far honest rounding of all numbers may lead."""
    if subject.precision != "float64":
        raise NotAsked("it cannot be computed in float64, so there is nothing to compare with")
    code = f"""
        A = subject.draw({n})[None]
        first, second = subject.cast({precision!r}).read(A), subject.read(A)
    """
    run, spacing = _run(subject, code), SPACING[precision]
    A, exact = run["A"], run["second"]
    number, size = apart(run["first"], exact), float(np.abs(exact).max(initial=0))
    honest = max(apart(subject.nudged(spacing, seed).read(A), exact) for seed in range(3))
    allowed = ROUNDINGS * max(honest, spacing * size)
    found = not number <= allowed
    much = f"{number:.2g} off, where rounding explains {allowed:.2g}" if found else "near enough"
    if not np.isfinite(number):
        much = "not finite, and in float64 they are"
    blunt = allowed > size and not found
    remark = (
        "Rounding alone may change the rows as much as this, so it says little." if blunt else ""
    )
    sentence = f"In {precision}, the rows are {much}."
    return Measured(found, number, sentence, cleandoc(code), remark, allowed)


def _grain(subject: Subject) -> float:
    """How far a nudge of 1e-12 moves the rows of a text: how coarsely the layer rounds inside."""
    A = subject.draw(WORDS)[None]
    try:
        return float(np.nan_to_num(apart(subject.nudged(1e-12, 0).read(A), subject.read(A))))
    except NotAsked:
        return 0.0
