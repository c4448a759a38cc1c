"""Ask a layer all probes."""

import inspect
import re
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any

import numpy as np

from attnprobes.battery import PROBES, WORDS, Measured, Probe, expectation, limit
from attnprobes.functions import FunctionSubject
from attnprobes.report import Answer, Report, with_bugs
from attnprobes.subject import AdapterError, NotAsked, Subject

ADAPTERS = {
    "keras": "attnprobes.keras_layers",
    "transformers": "attnprobes.language_models",
    "torch": "attnprobes.modules",
}
"""By the package that a layer's class comes from. They are imported when such a layer is there."""
LACKING = (
    "not implemented for",
    "not supported",
    "unsupported dtype",
    "same dtype",
)
"""What a library says if it lacks an operation in a dtype: no mistake of the layer."""


def examine(
    layer: Any,
    *,
    probes: str | Collection[str] | None = None,
    words: int = WORDS,
    **told: Any,
) -> Report:
    """Ask a layer all probes, and report what does not hold.

    Results are compared in float64 wherever the layer can be cast, so that rounding is not taken
    for a mistake. A probe that the layer cannot answer is reported as not asked, with the reason.
    If the layer answers differently each time, comparisons mean nothing, and no other probe is asked.

    Parameters
    ----------
    layer : callable, torch.nn.Module, layer of Keras, model of transformers, or Subject
    probes : str or collection of str, optional
        Only these, by name; see `attnprobes.battery.PROBES`.
    words : int
        How many words a text has. What begins later, such as a window, is not reached.
    **told
        What the probes cannot know, such as `causal=True` or `width=8`, for the adapter of the
        layer: see `FunctionSubject`, and `attnprobes.modules`, `keras_layers` and `language_models`.

    Returns
    -------
    Report

    Raises
    ------
    ValueError
        If there is no such probe, or the layer cannot read a text at all.
    TypeError
        If there is no adapter for the layer, or it cannot be told this, or what is told cannot be
        used (`AdapterError`).

    Examples
    --------
    >>> from attnlib import attention
    >>> report = examine(lambda X: attention(X, X, X)[0], width=4, causal=True)
    >>> list(report.found)
    ['future']
    >>> report.found["future"].words
    2
    """
    if not isinstance(words, int) or words < 2:
        raise ValueError(f"words: a whole number of at least 2 is needed, but it is {words!r}.")
    names = [probes] if isinstance(probes, str) else probes
    chosen = PROBES if names is None else {name: _probe(name) for name in names}
    given = as_subject(layer, **told)
    subject, note = _precise(given)
    answers: list[Answer] = []
    for name, probe in chosen.items():
        if any(one.probe == "twice" and one.status == "found" for one in answers):
            why = "it answers differently each time, so two runs cannot be compared"
            answers.append(Answer(name, "not asked", expectation(probe), f"{why}."))
        else:
            answers.append(_asked(name, probe, words, subject, given, told))
    return Report(given.name, with_bugs(answers), note, words, given.window)


def as_subject(layer: Any, **told: Any) -> Subject:
    """Find the adapter for a layer.

    Raises
    ------
    TypeError
        If the layer is neither callable nor a Subject, or cannot be told this.

    Examples
    --------
    >>> as_subject(lambda X: X, width=4).draw(2).shape
    (2, 4)
    """
    if isinstance(layer, Subject):
        return _told(lambda: layer, "a Subject", told)
    if inspect.isclass(layer):
        raise TypeError(f"layer: {layer.__name__} is a class. Could you give an instance of it?")
    packages = {cls.__module__.partition(".")[0] for cls in type(layer).__mro__}
    for package, adapter in ADAPTERS.items():
        if package in packages:
            return _told(import_module(adapter).adapted, type(layer).__name__, told, layer)
    if not callable(layer):
        raise TypeError(
            f"layer: a function, a module or a Subject is needed, but it is a "
            f"{type(layer).__name__}. Is it the output of a layer?"
        )
    return _told(FunctionSubject, "a function", told, layer)


def _told(make: Callable[..., Subject], what: str, told: dict[str, Any], *layer: Any) -> Subject:
    """Make a subject, or say what it cannot be told."""
    try:
        return make(*layer, **told)
    except TypeError as failed:
        unknown = re.search(r"unexpected keyword argument '(\w+)'", str(failed))
        if unknown is None:
            raise
        raise TypeError(
            f"{unknown[1]}: {what} cannot be told this. Is it spelled as in the adapter's docstring?"
        ) from failed


def _probe(name: str) -> Probe:
    if name not in PROBES:
        raise ValueError(f"probes: each has to be one of {', '.join(PROBES)}, but one is {name!r}.")
    return PROBES[name]


def _precise(subject: Subject) -> tuple[Subject, str]:
    """Cast to float64 or else to float32, and make sure that the subject reads at all."""
    why = ""
    for precision in ("float64", "float32"):
        try:
            precise = subject.cast(precision)
            _try(precise)
        except Exception as failed:
            why = why or str(failed).partition("\n")[0]
        else:
            return precise, _note(precise, why)
    try:
        _try(subject)
    except Exception as failed:
        raise ValueError(
            f"layer: {subject.name} could not read a text of {WORDS} words: "
            f"{type(failed).__name__}: {failed} Does it need another width, or a wrapper that takes "
            "rows and returns rows?"
        ) from failed
    return subject, _note(subject, why)


def _try(subject: Subject) -> None:
    shape = subject.read(subject.draw(WORDS)[None]).shape
    if len(shape) != 3 or shape[:2] != (1, WORDS):
        raise ValueError(
            f"A row for each of {WORDS} words is needed, of shape (1, {WORDS}, ...), but it "
            f"returned shape {shape}."
        )


def _note(subject: Subject, why: str) -> str:
    if subject.precision == "float64":
        return "Compared in float64."
    kind = subject.precision
    return f"Compared in {kind} (in float64: {why}); below {limit(kind):g}, it is rounding."


def _asked(
    name: str, probe: Probe, words: int, subject: Subject, given: Subject, told: dict[str, Any]
) -> Answer:
    expected = expectation(probe)
    try:
        measured, subject = _confirmed(probe, words, subject, given)
    except NotAsked as reason:
        return Answer(name, "not asked", expected, f"{reason}.")
    except AdapterError:
        raise
    except Exception as failed:
        said = f"{type(failed).__name__}: {str(failed).partition(chr(10))[0][:200]}"
        if isinstance(failed, NotImplementedError) or any(word in said.lower() for word in LACKING):
            return Answer(name, "not asked", expected, f"the library cannot: {said}")
        return Answer(name, "found", expected, f"It raises {said}", np.inf)
    answer = Answer(name, "holds", expected, measured.sentence, measured.number)
    answer = answer._replace(remark=measured.remark, allowed=measured.allowed)
    if not measured.found:
        return answer
    words, shortest = _shortest(probe, words, subject, measured)
    code = _to_paste(shortest, subject, told)
    return answer._replace(status="found", words=words, shortest=shortest.number, code=code)


def _confirmed(
    probe: Probe, words: int, subject: Subject, given: Subject
) -> tuple[Measured, Subject]:
    """Ask again in the layer's own precision if float64 leads to an error or to nan.

    A library may take float64 for granted nowhere: a mask of its smallest number, cast to float32
    inside, becomes minus infinity, and the softmax of nothing else is nan.
    """
    try:
        measured = probe(subject, words)
    except (NotAsked, AdapterError):
        raise
    except Exception as failed:
        if subject is given:
            raise
        try:
            return probe(given, words), given
        except NotAsked:  # it compares with float64
            raise failed from None
    if subject is given or not measured.found or np.isfinite(measured.number):
        return measured, subject
    try:
        own = probe(given, words)
    except NotAsked:  # it compares with float64
        return measured, subject
    where = f"In float64, it is not finite; this is in {given.precision}."
    return own._replace(remark=f"{own.remark} {where}".strip()), given


def _shortest(
    probe: Probe, words: int, subject: Subject, measured: Measured
) -> tuple[int, Measured]:
    """Ask again about shorter texts, until one shows it: all short ones, and then by halving."""
    for few in range(1, min(words, WORDS)):
        shorter = _found(probe, subject, few)
        if shorter:
            return few, shorter
    low = WORDS
    while low < words:
        middle = (low + words) // 2
        shorter = _found(probe, subject, middle)
        if shorter:
            words, measured = middle, shorter
        else:
            low = middle + 1
    return words, measured


def _found(probe: Probe, subject: Subject, words: int) -> Measured | None:
    try:
        measured = probe(subject, words)
    except Exception:  # too short for the layer, or for the probe
        return None
    return measured if measured.found else None


def _to_paste(measured: Measured, subject: Subject, told: dict[str, Any]) -> str:
    short = {name: isinstance(value, bool | int | float | str) for name, value in told.items()}
    given = "".join(
        f", {name}={told[name]!r}" if short[name] else f", {name}={name}" for name in told
    )
    yours = " and ".join(["layer", *(name for name in told if not short[name])])
    cast = f'.cast("{subject.precision}")' if subject.precision == "float64" else ""
    return "\n".join(
        [
            "import numpy as np",
            "from attnprobes import as_subject",
            f"subject = as_subject(layer{given}){cast}  # {yours}: yours",
            measured.code,
            "print(abs(first - second).max())",
        ]
    )
