"""The shape of every step as a table, for functions that return all their steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from attnlib.shapes import as_floats

_AXES = {
    "X": ("tokens", "features"),
    "Q": ("queries", "features"),
    "K": ("keys", "features"),
    "V": ("keys", "features"),
    "visible": ("queries", "keys"),
    "Q_heads": ("heads", "queries", "features"),
    "K_heads": ("heads", "keys", "features"),
    "V_heads": ("heads", "keys", "features"),
    "scores": ("queries", "keys"),
    "scaled": ("queries", "keys"),
    "weights": ("queries", "keys"),
    "head_outputs": ("heads", "queries", "features"),
    "merged": ("queries", "features"),
    "output": ("queries", "features"),
}
_OF_EACH_HEAD = {"scores", "scaled", "weights"}


class TracedStep(NamedTuple):
    """One row of a `Trace`."""

    step: str
    axes: tuple[str, ...]  # "..." for axes without a name
    shape: tuple[int, ...]

    @property
    def texts(self) -> tuple[str, str, str]:
        """The row as it is displayed: step, axes, shape."""
        return self.step, ", ".join(self.axes) or "none", str(self.shape)


@dataclass(frozen=True, repr=False)
class Trace:
    """The steps of a computation with their axes and shapes; made by `trace`."""

    rows: tuple[TracedStep, ...]

    def __repr__(self) -> str:
        lines = [TracedStep._fields, *(row.texts for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )


def trace(steps: Any, axes: Mapping[str, Sequence[str]] | None = None) -> Trace:
    """List the steps of a computation, with the name and length of each axis.

    The repr of the result is a text table.

    Parameters
    ----------
    steps : NamedTuple or dict of arrays or tensors
        As returned by `attention_steps` and `multi_head_steps`.
    axes : dict of str to sequence of str, optional
        Names for the last axes of a step, outermost first. They override the built-in names, such
        as tokens, features for X and queries, keys for scores.

    Raises
    ------
    TypeError
        If `steps` has no names, or a step is not an array of real numbers.
    ValueError
        If `axes` names a step that does not exist, or more axes than a step has.

    Examples
    --------
    One query, two keys, values of three numbers.

    >>> from attnlib import attention_steps
    >>> trace(attention_steps([[1, 2]], [[3, 4], [5, 6]], [[7, 8, 9], [10, 11, 12]]))
    step     axes               shape
    scores   queries, keys      (1, 2)
    scaled   queries, keys      (1, 2)
    weights  queries, keys      (1, 2)
    output   queries, features  (1, 3)
    """
    named, axes = _by_name(steps), {} if axes is None else axes
    _check_steps_exist(axes, named)
    shapes = {step: _shape(value, step) for step, value in named.items()}
    known = _AXES | {step: ("heads", *_AXES[step]) for step in _OF_EACH_HEAD if "Q_heads" in named}
    return Trace(
        tuple(
            TracedStep(step, _axes(step, len(shape), axes.get(step), known.get(step, ())), shape)
            for step, shape in shapes.items()
        )
    )


def _by_name(steps: Any) -> dict[str, Any]:
    if isinstance(steps, Mapping):
        return {str(step): value for step, value in steps.items()}
    if not hasattr(steps, "_asdict"):
        raise TypeError(
            "steps: a NamedTuple or a dict of arrays is needed, but it is a "
            f"{type(steps).__name__}. Is it what attention returned (try attention_steps)?"
        )
    named: dict[str, Any] = steps._asdict()
    return named


def _shape(value: Any, step: str) -> tuple[int, ...]:
    if isinstance(value, tuple):
        raise TypeError(
            f"{step}: an array is needed, but it is the tuple {value!r}. Is it a shape already, "
            "or several results in one?"
        )
    array = value if hasattr(value, "shape") else as_floats(value, step, 0)
    return tuple(int(size) for size in array.shape)


def _check_steps_exist(axes: Mapping[str, Sequence[str]], named: Mapping[str, Any]) -> None:
    missing = [step for step in axes if step not in named]
    if missing:
        raise ValueError(
            f"axes: the steps are {', '.join(named)}, but {missing[0]!r} is named. Is it misspelt?"
        )


def _axes(
    step: str, ndim: int, asked: Sequence[str] | None, known: tuple[str, ...]
) -> tuple[str, ...]:
    """Name the last axes of a step; "..." stands for the axes before them."""
    names = known[-ndim:] if ndim else ()
    if asked is not None:
        names = (asked,) if isinstance(asked, str) else tuple(asked)
    if len(names) > ndim:
        raise ValueError(
            f"axes: {step} has {ndim} axes, but {len(names)} names: {', '.join(names)}. "
            "Is one a batch axis that is not there?"
        )
    return names if len(names) == ndim else ("...", *names)
