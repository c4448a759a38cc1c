"""Ask a layer all probes."""

import inspect
import re
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any

import numpy as np

from attnprobes.battery import PROBES, WORDS, Measured, Probe, expectation, limit
from attnprobes.functions import FunctionSubject
from attnprobes.report import Answer, Report
from attnprobes.subject import NotAsked, Subject

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


def examine(layer: Any, *, probes: str | Collection[str] | None = None, **told: Any) -> Report:
    """Ask a layer all probes, and report what does not hold.

    Results are compared in float64 wherever the layer can be cast, so that rounding is not taken
    for a mistake. A probe that the layer cannot answer is reported as not asked, with the reason.
    If the layer answers differently each time, comparisons mean nothing, and no other probe is asked.

    Parameters
    ----------
    layer : callable, torch.nn.Module, layer of Keras, model of transformers, or Subject
    probes : str or collection of str, optional
        Only these, by name; see `attnprobes.battery.PROBES`.
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
        If there is no adapter for the layer, or it cannot be told this.

    Examples
    --------
    >>> from attnlib import attention
    >>> report = examine(lambda X: attention(X, X, X)[0], width=4, causal=True)
    >>> list(report.found)
    ['future']
    >>> report.found["future"].words
    2
    """
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
            answers.append(_asked(name, probe, subject, given, told))
    return Report(given.name, answers, note)


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
    name: str, probe: Probe, subject: Subject, given: Subject, told: dict[str, Any]
) -> Answer:
    expected = expectation(probe)
    try:
        measured, subject = _confirmed(probe, subject, given)
        words, measured = _shortest(probe, subject, measured)
    except NotAsked as reason:
        return Answer(name, "not asked", expected, f"{reason}.")
    except Exception as failed:
        said = f"{type(failed).__name__}: {str(failed).partition(chr(10))[0][:200]}"
        if isinstance(failed, NotImplementedError) or any(word in said.lower() for word in LACKING):
            return Answer(name, "not asked", expected, f"the library cannot: {said}")
        return Answer(name, "found", expected, f"It raises {said}", np.inf)
    answer = Answer(name, "holds", expected, measured.sentence, measured.number)
    answer = answer._replace(remark=measured.remark, allowed=measured.allowed)
    if not measured.found:
        return answer
    return answer._replace(status="found", words=words, code=_to_paste(measured, subject, told))


def _confirmed(probe: Probe, subject: Subject, given: Subject) -> tuple[Measured, Subject]:
    """Ask again in the layer's own precision if float64 leads to an error or to nan.

    A library may take float64 for granted nowhere: a mask of its smallest number, cast to float32
    inside, becomes minus infinity, and the softmax of nothing else is nan.
    """
    try:
        measured = probe(subject, WORDS)
    except NotAsked:
        raise
    except Exception as failed:
        if subject is given:
            raise
        try:
            return probe(given, WORDS), given
        except NotAsked:  # it compares with float64
            raise failed from None
    if subject is given or not measured.found or np.isfinite(measured.number):
        return measured, subject
    try:
        own = probe(given, WORDS)
    except NotAsked:  # it compares with float64
        return measured, subject
    where = f"In float64, it is not finite; this is in {given.precision}."
    return own._replace(remark=f"{own.remark} {where}".strip()), given


def _shortest(probe: Probe, subject: Subject, measured: Measured) -> tuple[int, Measured]:
    """Ask again about shorter texts, until one shows it."""
    for n in range(1, WORDS if measured.found else 1):
        try:
            shorter = probe(subject, n)
        except Exception:  # too short for the layer, or for the probe
            continue
        if shorter.found:
            return n, shorter
    return WORDS, measured


def _to_paste(measured: Measured, subject: Subject, told: dict[str, Any]) -> str:
    arguments = "".join(f", {name}={value!r}" for name, value in told.items() if _short(value))
    cast = f'.cast("{subject.precision}")' if subject.precision == "float64" else ""
    return "\n".join(
        [
            "import numpy as np",
            "from attnprobes import as_subject",
            f"subject = as_subject(layer{arguments}){cast}  # layer: yours",
            *(
                f"{name} = {subject.spelled(text)}"
                for name, text in zip("AB", measured.texts, strict=False)
            ),
            f"first, second = {measured.code}",
            "print(abs(first - second).max())",
        ]
    )


def _short(value: Any) -> bool:
    return isinstance(value, bool | int | float | str)
