"""What all wrong results of an answer have in common: a sentence that is true of each of them.

It is said where no mistake of the catalogue explains an answer. It compares results alone, and does
not guess at the lines that made them.
"""

import contextlib
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from checks.comparison import disagreement
from checks.counterexample import cut
from checks.inputs import BATCH
from checks.outcome import Outcome, Probe, as_numbers, call, quiet
from checks.published import tolerance_for
from checks.task import Task

FEWEST_NUMBERS = 6  # fewer could be alike by accident
FEWEST_INPUTS = 2

Answer = Callable[..., Any]
Test = Callable[["Pair"], bool]


class Trial(NamedTuple):
    """What an answer and the right function did with one input."""

    probe: Probe
    value: Any
    right: Any

    @property
    def tolerance(self) -> float:
        """How close both have to be."""
        return tolerance_for(self.probe, self.value)

    @property
    def is_wrong(self) -> bool:
        """Whether they differ."""
        return disagreement(self.value, self.right, self.tolerance) is not None


class Condition(NamedTuple):
    """A size that is a certain number, or the same as another size."""

    name: str
    size: int | str

    def __str__(self) -> str:
        if isinstance(self.size, int):
            return f"`{self.name}` is {self.size}"
        return f"`{self.name}` and `{self.size}` are equal"


class Pair(NamedTuple):
    """An array that an answer returned, the right one, and the sizes in the input."""

    value: Any
    right: Any
    tolerance: float
    sizes: Mapping[str, int]

    def agrees(self, value: Any, right: Any) -> bool:
        """Check whether two arrays are equal up to rounding."""
        return disagreement(value, right, self.tolerance) is None


def observation(
    task: Task, probes: Sequence[Probe], outcomes: Sequence[Outcome], answer: Answer | None
) -> str | None:
    """Say what all wrong results of an answer have in common.

    Parameters
    ----------
    task : Task
    probes, outcomes : sequences of the same length
        The inputs, and what the answer did with them.
    answer : callable or None
        None if it cannot be called again.

    Returns
    -------
    str or None
        A sentence; None if the answer raised an error, or if nothing is known.

    Examples
    --------
    >>> from checks.catalogue import TASKS
    >>> from checks.outcome import call
    >>> task = TASKS["scaled_scores"]
    >>> def halved(Q, K):
    ...     return Q @ K.swapaxes(-1, -2) / K.shape[-1] ** 0.5 / 2
    >>> outcomes = [call(halved, probe) for probe in task.probes(0)]
    >>> observation(task, task.probes(0), outcomes, halved)
    'Every number is the right one times 0.5.'
    """
    if any(outcome.error is not None for outcome in outcomes):
        return None
    with quiet():
        trials = _trials(task, probes, outcomes)
        sentence = next(filter(None, _sentences(task, trials, answer)), None)
        if sentence and _has_right_parts(task, trials):
            return sentence.replace("Every number", "Every wrong number")
        return sentence


def where_right(task: Task, probes: Sequence[Probe], outcomes: Sequence[Outcome]) -> str:
    """Say on how many inputs an answer is right, and name one of them.

    Examples
    --------
    >>> from checks.catalogue import TASKS
    >>> from checks.outcome import call
    >>> task = TASKS["causal_visibility"]
    >>> outcomes = [call(lambda n: [[True]], probe) for probe in task.probes(0)]
    >>> where_right(task, task.probes(0), outcomes)
    'It is right on 1 of 4 inputs: on n = 1.'
    """
    with quiet():
        right = [trial for trial in _trials(task, probes, outcomes) if not trial.is_wrong]
    if not right:
        return f"It is wrong on all {len(probes)} inputs."
    first = right[0].probe.description
    such_as = "on" if len(right) == 1 else "for example on"
    return f"It is right on {len(right)} of {len(probes)} inputs: {such_as} {first}."


def _trials(task: Task, probes: Sequence[Probe], outcomes: Sequence[Outcome]) -> list[Trial]:
    return [
        Trial(probe, outcome.value, task.right(probe).value)
        for probe, outcome in zip(probes, outcomes, strict=True)
    ]


def _sentences(task: Task, trials: list[Trial], answer: Answer | None) -> Iterator[str | None]:
    wrong = [trial for trial in trials if trial.is_wrong]
    if not wrong:
        return
    yield _exchanged(wrong)
    pairs = [pair for trial in wrong for pair in _pairs(task, trial)]
    enough = sum(pair.right.size for pair in pairs) >= FEWEST_NUMBERS
    same_shape = {pair.value.shape == pair.right.shape for pair in pairs} if enough else set()
    if False in same_shape:
        yield from _common(OF_SHAPES, pairs)
        yield from _along_axes(pairs)
    if same_shape == {True}:
        yield from _common(OF_NUMBERS, pairs)
        yield _times(pairs)
    if answer is not None:
        yield _right_where(task, trials, answer)
    if same_shape == {True}:
        yield _placed(pairs)


def _exchanged(wrong: list[Trial]) -> str | None:
    """Look for several results in another order."""
    count = _length(wrong[0].right) if isinstance(wrong[0].right, tuple) else 0
    if any(_length(trial.value) != count for trial in wrong):
        return None
    for order in itertools.permutations(range(count)):
        if not any(
            disagreement(tuple(value[place] for place in order), right, trial.tolerance)
            for trial in wrong
            for value, right in [trial[1:]]
        ):
            return "All results are right, but they come in another order." if count else None
    return None


def _length(value: Any) -> int:
    return len(value) if isinstance(value, tuple | list) else 0


def _pairs(task: Task, trial: Trial) -> Iterator[Pair]:
    """Yield the parts of a result that are wrong, as arrays."""
    sizes = sizes_in(task, trial.probe)
    for value, right in _parts(trial.value, trial.right):
        pair = Pair(as_numbers(value), as_numbers(right), trial.tolerance, sizes)
        if pair.value is None or pair.right is None:
            continue
        is_single_truth = pair.right.dtype.kind == "b" and not pair.right.ndim
        if not is_single_truth and not pair.agrees(pair.value, pair.right):
            yield pair


def _has_right_parts(task: Task, trials: list[Trial]) -> bool:
    """Check whether some entry of a wrong result is right, so that a sentence is of the others alone."""
    return any(
        len([*_pairs(task, trial)]) < len([*_parts(trial.value, trial.right)])
        for trial in trials
        if trial.is_wrong
    )


def _parts(value: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(right, Mapping) and isinstance(value, Mapping):
        for name in right:
            yield from _parts(value.get(name), right[name])
    elif isinstance(right, tuple | list):
        if _length(value) == len(right):
            for part, right_part in zip(value, right, strict=True):
                yield from _parts(part, right_part)
    else:
        yield value, right


def sizes_in(task: Task, probe: Probe) -> dict[str, int]:
    """List the sizes of an input: of the axes that the task names, and whole numbers among the arguments.

    Examples
    --------
    >>> from checks.catalogue import TASKS
    >>> sizes_in(TASKS["scaled_scores"], TASKS["scaled_scores"].probes(0)[0])
    {'n_q': 3, 'd_k': 4, 'n_k': 5}
    """
    axes = inspect.get_annotations(task.reference)
    sizes: dict[str, int] = {}
    for name, value in probe.arguments.items():
        if type(value) is int:
            sizes[name] = value
        if isinstance(value, np.ndarray) and isinstance(axes.get(name), str):
            named = [axis for axis in axes[name].split() if axis != BATCH]
            sizes |= zip(named, value.shape[value.ndim - len(named) :], strict=False)
    return sizes


def _common(tests: list[tuple[str, Test]], pairs: list[Pair]) -> Iterator[str]:
    for words, holds in tests:
        with contextlib.suppress(TypeError, ValueError):  # no array of this kind or shape has it
            if all(map(holds, pairs)):
                yield words


def _is(make: Callable[[Any], Any]) -> Test:
    """Make a test of whether a wrong array is what a function makes of the right one."""
    return lambda pair: pair.agrees(pair.value, make(pair.right))


def _turned(array: Any) -> Iterator[Any]:
    """Yield an array with its axes in each other order."""
    orders = itertools.islice(itertools.permutations(range(array.ndim)), 1, None)
    yield from (array.transpose(order) for order in orders)


def _is_turned(pair: Pair) -> bool:
    return any(pair.agrees(pair.value, turned) for turned in _turned(pair.right))


def _is_reshaped(pair: Pair) -> bool:
    """Check for a reshape in place of a transpose, on the way there or on the way back."""
    value, right = pair.value, pair.right
    return any(
        pair.agrees(value, turned.reshape(right.shape))
        or pair.agrees(value.reshape(turned.shape), turned)
        for turned in _turned(right)
    ) or any(pair.agrees(right, turned.reshape(right.shape)) for turned in _turned(value))


OF_SHAPES: list[tuple[str, Test]] = [
    (
        "The numbers are right, but an axis of length 1 is lost.",
        lambda pair: (
            pair.value.ndim < pair.right.ndim
            and pair.agrees(pair.value.squeeze(), pair.right.squeeze())
        ),
    ),
    (
        "The numbers are right, but an axis of length 1 is left over.",
        lambda pair: (
            pair.value.ndim > pair.right.ndim
            and pair.agrees(pair.value.squeeze(), pair.right.squeeze())
        ),
    ),
    (
        "The numbers are right, but the axes are in another order.",
        _is_turned,
    ),
    (
        "The numbers are right and in order, but cut into another shape.",
        lambda pair: pair.agrees(pair.value.ravel(), pair.right.ravel()),
    ),
]

OF_NUMBERS: list[tuple[str, Test]] = [
    ("Every number is 0.", lambda pair: not pair.value.any()),
    ("True and False are exchanged everywhere.", _is(np.logical_not)),
    ("Every number has the wrong sign.", _is(np.negative)),
    ("Every number is the square of the right one.", _is(np.square)),
    ("Every number is the root of the right one.", _is(np.sqrt)),
    ("Every number is 1 divided by the right one.", _is(lambda right: 1 / right)),
    ("Every number is the logarithm of the right one.", _is(np.log)),
    ("Every number is the exponential of the right one.", _is(np.exp)),
    ("Negative numbers have lost their sign.", _is(np.abs)),
    ("Negative numbers have become 0.", _is(lambda right: np.maximum(right, 0))),
    (
        "The numbers are right, but the axes are exchanged.",
        _is_turned,
    ),
    (
        "The right numbers stand in other places, as after a reshape in place of a transpose.",
        _is_reshaped,
    ),
    (
        "The right entries of the first axis come in reverse order.",
        lambda pair: pair.right.ndim > 0 and pair.agrees(pair.value, pair.right[::-1]),
    ),
    (
        "The right numbers are all there, but in other places.",
        lambda pair: (
            pair.right.dtype.kind == "f"
            and pair.agrees(np.sort(pair.value, axis=None), np.sort(pair.right, axis=None))
        ),
    ),
]

OF_AN_AXIS: list[tuple[str, Callable[[Any, Any, int], tuple[Any, Any]]]] = [
    ("Of {axis}, only the first entry is returned.", lambda v, r, axis: (v, r.take(0, axis))),
    ("Of {axis}, only the last entry is returned.", lambda v, r, axis: (v, r.take(-1, axis))),
    ("Along {axis}, the numbers are added up.", lambda v, r, axis: (v, r.sum(axis))),
    ("Along {axis}, a mean is taken.", lambda v, r, axis: (v, r.mean(axis))),
    ("Of {axis}, the last entry is missing.", lambda v, r, axis: (v, _but(r, axis, last=True))),
    ("Of {axis}, the first entry is missing.", lambda v, r, axis: (v, _but(r, axis, last=False))),
    ("{axis} has an entry too many at its end.", lambda v, r, axis: (_but(v, axis, last=True), r)),
    (
        "{axis} has an entry too many at its beginning.",
        lambda v, r, axis: (_but(v, axis, last=False), r),
    ),
]


def _but(array: Any, axis: int, last: bool) -> Any:
    """Leave out the first or the last entry of an axis."""
    length = array.shape[axis]
    return array.take(range(length - 1) if last else range(1, length), axis)


def _along_axes(pairs: list[Pair]) -> Iterator[str]:
    if any(pair.right.dtype.kind != "f" for pair in pairs):
        return
    axes = min(pair.right.ndim for pair in pairs)
    for (words, parts), axis in itertools.product(OF_AN_AXIS, range(axes)):
        try:
            same = all(pair.agrees(*parts(pair.value, pair.right, axis)) for pair in pairs)
        except (IndexError, np.exceptions.AxisError):
            continue
        if same:
            sentence = words.format(axis=f"axis {axis}")
            yield sentence[0].upper() + sentence[1:]


POWERS = {
    -2: "divided by the square of",
    -1: "divided by",
    -0.5: "divided by the root of",
    0.5: "times the root of",
    1: "times",
    2: "times the square of",
}


def _times(pairs: list[Pair]) -> str | None:
    """Look for a factor, the same for all or made of a size, or for a number that is added to all."""
    factors = [_ratio(pair) for pair in pairs]
    if np.isfinite(factors).all():
        if np.allclose(factors, factors[0], rtol=1e-4):
            return f"Every number is the right one times {factors[0]:.4g}."
        made_of = [
            f"{words} `{name}`"
            for name in set.intersection(*(set(pair.sizes) for pair in pairs))
            for power, words in POWERS.items()
            if np.allclose(factors, _powers([pair.sizes[name] for pair in pairs], power), rtol=1e-4)
        ]
        return f"Every number is the right one {made_of[0]}." if len(made_of) == 1 else None
    (added, *others) = {float(gap) for pair in pairs for gap in _differences(pair)}
    constant = added and np.isfinite(added) and not others
    return f"Every number is the right one plus {added:.4g}." if constant else None


def _powers(sizes: Sequence[int], power: float) -> Any:
    return np.array(sizes, float) ** power  # a size of 0 gives inf here, and no error


def _differences(pair: Pair) -> Any:
    return np.unique(np.round(pair.value * 1.0 - pair.right, 4))


def _ratio(pair: Pair) -> float:
    """The factor between all numbers of an array and the right ones; nan if there is none."""
    if pair.right.dtype.kind == "b" or not pair.right.any():
        return np.nan
    largest = np.abs(pair.right).argmax()
    factor = float(pair.value.flat[largest] / pair.right.flat[largest])
    return factor if factor and pair.agrees(pair.value / factor, pair.right * 1.0) else np.nan


def _right_where(task: Task, trials: list[Trial], answer: Answer) -> str | None:
    """Look for a size that the answer relies on, and try it: cut to this size, wrong inputs turn right."""
    wrong = [trial.probe for trial in trials if trial.is_wrong]
    fine = [trial.probe for trial in trials if not trial.is_wrong]
    if min(len(fine), len(wrong)) < FEWEST_INPUTS:
        return None
    for condition in _conditions(task, fine[0]):
        met = [condition in _conditions(task, probe) for probe in (*fine, *wrong)]
        if all(met[: len(fine)]) and not any(met[len(fine) :]):
            shorter = [_cut_to(condition, task, probe) for probe in wrong]
            tried = [_is_right(task, answer, probe) for probe in shorter if probe is not None]
            if tried and all(tried):
                return f"It is right where {condition}, and wrong where not."
    return None


def _conditions(task: Task, probe: Probe) -> list[Condition]:
    sizes = sizes_in(task, probe)
    pairs = itertools.combinations(sizes, 2)
    return [
        *(Condition(name, size) for name, size in sizes.items() if size > 1),
        *(Condition(name, other) for name, other in pairs if sizes[name] == sizes[other]),
    ]


def _cut_to(condition: Condition, task: Task, probe: Probe) -> Probe | None:
    """Make an input shorter so that it meets a condition, if that can be done."""
    sizes = sizes_in(task, probe)
    size = sizes.get(condition.name, 0)
    other = condition.size if isinstance(condition.size, int) else sizes.get(condition.size)
    if other is None or (condition.size == other and size < other):
        return None
    longer, shorter = max(size, other), min(size, other)
    arguments = {name: cut(value, longer, shorter) for name, value in probe.arguments.items()}
    return Probe(probe.description, arguments) if task.valid(*arguments.values()) else None


def _is_right(task: Task, answer: Answer, probe: Probe) -> bool:
    right, outcome = task.right(probe), call(answer, probe)
    return right.error is None and not Trial(probe, outcome.value, right.value).is_wrong


AXES = {-1: "column", -2: "row", -3: "table"}

PARTS: dict[str, Callable[[int], Any]] = {
    "Here only the first {} is wrong.": lambda n: np.arange(n) == 0,
    "Here only the last {} is wrong.": lambda n: np.arange(n) == n - 1,
    "Here only the first {} is right.": lambda n: np.arange(n) > 0,
    "Here only the last {} is right.": lambda n: np.arange(n) < n - 1,
    "Here every second {} is wrong, the first one too.": lambda n: np.arange(n) % 2 == 0,
    "Here every second {} is wrong, and the first one right.": lambda n: np.arange(n) % 2 == 1,
}

SIDES: dict[str, Callable[[int], Any]] = {
    "Here only the diagonal is wrong.": lambda n: np.eye(n) == 1,
    "Here only numbers above the diagonal are wrong.": lambda n: np.tri(n) == 0,
    "Here only numbers below the diagonal are wrong.": lambda n: np.tri(n, k=-1) == 1,
    "Here the diagonal is right, and nothing else.": lambda n: np.eye(n) == 0,
}


def _placed(pairs: list[Pair]) -> str | None:
    """Look for the part of all tables that is wrong: a row, a column, the diagonal, one side of it."""
    wrong = [_wrong_places(pair) for pair in pairs]
    fewest = min(places.ndim for places in wrong)
    for axis, name in itertools.islice(AXES.items(), fewest):
        along = [_along(axis, places) for places in wrong]
        if max(map(len, along)) > 2:
            for words, part in PARTS.items():
                if all(np.array_equal(places, part(len(places))) for places in along):
                    return words.format(name if fewest > 1 else "entry")
    if fewest > 1 and all(places.shape[-1] == places.shape[-2] > 1 for places in wrong):
        for words, side in SIDES.items():
            if not any((places & ~side(places.shape[-1])).any() for places in wrong):
                return words
    return None


def _wrong_places(pair: Pair) -> Any:
    allowed = pair.tolerance * np.abs(pair.right).max(initial=1e-9)
    return ~(np.abs(pair.value * 1.0 - pair.right * 1.0) <= allowed) & (pair.value != pair.right)


def _along(axis: int, places: Any) -> Any:
    """Say of each entry of an axis whether anything in it is wrong."""
    return places.any(axis=tuple(other for other in range(-places.ndim, 0) if other != axis))
