"""What a learner can change: sliders, choices, check boxes, text with twins, and words of a text."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import ipywidgets
import numpy as np

from attnlib.words import tokens_of
from course.views.ipywidgets_link import specification_of
from course.views.sentence import join

SYMBOL = re.compile(r"([A-Za-z])_([a-z]+)")  # d_k: the page shows d with subscript k


class WordOf(NamedTuple):
    """Made by `word_of`."""

    text: str


def word_of(text: str) -> WordOf:
    """Make buttons for the words of a text control; for `explore`.

    Parameters
    ----------
    text : str
        The name of a control of kind `str`.

    Returns
    -------
    WordOf
        The value of the control is the index of the chosen word among
        `attnlib.words.tokens_of(text)`, from 0. If the text changes, the same word stays chosen; if
        it is gone, the first pronoun is. A picture whose words are buttons takes the place of this
        control: `arcs` with `control="word"`.

    Examples
    --------
    >>> from course.views import explore, words
    >>> def show(sentence="the cat sat", word=1):
    ...     return words(sentence.split()[word])
    >>> explore(show, sentence=str, word=word_of("sentence"))
    cat
    """
    return WordOf(text)


class Twins(NamedTuple):
    """Made by `twins_of`."""

    words: tuple[str, ...]


def twins_of(*words: str) -> Twins:
    """Make a text field with a button for each of these words, which exchanges them; for `explore`.

    A button puts its word in the place of the last twin in the text; where there is none, in the
    place of the last word.

    Parameters
    ----------
    *words : str
        At least two.

    Returns
    -------
    Twins
        The value of the control is the text, which may also be typed.

    Raises
    ------
    ValueError
        If there are fewer than two words, or they are not single words that all differ.

    Examples
    --------
    >>> from course.views import arcs, explore, word_of
    >>> def show(sentence="it was tired", word=0):
    ...     return arcs(sentence.split(), [0.1, 0.2, 0.7], word, title="Looks", control="word")
    >>> explore(show, sentence=twins_of("tired", "soft"), word=word_of("sentence"))
    Looks: it attends to tired (0.70), was (0.20) and itself (0.10), among 3 tokens.
    """
    if len(set(words)) < max(2, len(words)) or any(tokens_of(word) != [word] for word in words):
        raise ValueError(
            f"twins_of: at least two different words are needed, but there are {join(words) or 'none'}. "
            'Are they written one by one (try twins_of("tired", "soft"))?'
        )
    return Twins(words)


def exchanged(text: str, twins: Sequence[str], twin: str) -> str:
    """Write a text with another of its twins, as the buttons of `twins_of` do.

    Examples
    --------
    >>> exchanged("It was tired.", ["tired", "soft"], "soft")
    'It was soft.'
    >>> exchanged("it was tired . it purred", ["tired", "soft"], "soft")
    'it was soft . it purred'
    >>> exchanged("it was old", ["tired", "soft"], "soft")
    'it was soft'
    """
    any_twin = rf"\b(?:{'|'.join(map(re.escape, twins))})\b"
    places = [*re.finditer(any_twin, text, re.IGNORECASE)] or [*re.finditer(r"\w+", text)]
    if not places:
        return twin
    return text[: places[-1].start()] + twin + text[places[-1].end() :]


class Film(NamedTuple):
    """Made by `film_of`."""

    names: Sequence[str]
    seconds: float


def film_of(frames: int | Sequence[object], seconds: float = 0.5) -> Film:
    """Make a control that plays a recording, or steps through it by hand; for `explore`.

    Parameters
    ----------
    frames : int or sequence of names
        How many frames there are, or their names, such as training steps or tokens.
    seconds : float
        How long each frame is shown. Nothing plays if the reader has asked for reduced motion.

    Returns
    -------
    Film
        The value of the control is the number of the frame, from 0.

    Raises
    ------
    ValueError
        If there are fewer than two frames, or `seconds` is not above 0.

    Examples
    --------
    >>> from course.views import explore, words
    >>> losses = [2.3, 1.1, 0.4]
    >>> def show(step=0):
    ...     return words(f"Loss {losses[step]}")
    >>> explore(show, step=film_of(3))
    Loss 2.3
    """
    names = range(frames) if isinstance(frames, int) else frames
    if len(names) < 2 or seconds <= 0:
        raise ValueError(
            f"film_of: at least two frames are needed, each longer than 0 seconds, but there are "
            f"{len(names)} of {seconds} seconds. Is the recording empty?"
        )
    return Film([str(name) for name in names], seconds)


class Part(NamedTuple):
    """Made by `part_of_picture`."""


def part_of_picture() -> Part:
    """Make a control for a part chosen in the picture itself, as in `linked_steps`; for `explore`.

    Returns
    -------
    Part
        The value of the control is a tuple, the name of the part in the picture. It starts at the
        default of the parameter.

    Examples
    --------
    >>> from course.views import explore, words
    >>> explore(lambda cell=("scores", 0, 1): words(str(cell)), cell=part_of_picture()).values
    {'cell': ('scores', 0, 1)}
    """
    return Part()


class Point(NamedTuple):
    """Made by `point_of_plane`."""


def point_of_plane() -> Point:
    """Make a control for a point in a `plane`, moved by mouse or arrow keys; for `explore`.

    Returns
    -------
    Point
        The value of the control is an array (2,). It starts at the default of the parameter.

    Examples
    --------
    >>> from course.views import explore, words
    >>> explore(lambda q=(3, 4): words(f"{(q**2).sum():g}"), q=point_of_plane())
    25
    """
    return Point()


@dataclass(frozen=True)
class Control:
    """The control of one parameter.

    Attributes
    ----------
    form : dict
        What the browser needs: `name`, `label`, `kind`, and the limits or options.
    start : number, str or bool
        The initial state. A state can be written as JSON: a number, a string, True or False, or the
        index of a choice, of a listed number, or of a word.
    value : callable
        Turns a state into the argument for the parameter.
    state : callable
        Turns an argument into a state; raises ValueError if the control cannot reach it.
    """

    form: dict[str, Any]
    start: Any
    value: Callable[[Any], Any]
    state: Callable[[Any], Any]


def controls_of(show: Callable[..., object], specs: Mapping[str, object]) -> dict[str, Control]:
    """Make one control for each specification; `explore` describes what these may be.

    Raises
    ------
    ValueError, TypeError
        As described in `explore`.

    Examples
    --------
    >>> controls_of(lambda n=2: None, {"n": (1, 8, 1)})["n"].start
    2
    """
    controls = {name: _made(show, name, spec) for name, spec in specs.items()}
    for name, spec in specs.items():
        if isinstance(spec, WordOf) and not _is_text(specs.get(spec.text)):
            raise ValueError(
                f"{name}: its words come from {spec.text!r}, but no control of that name is text. "
                f"Was {spec.text}=str left out?"
            )
    return controls


def _is_text(spec: object) -> bool:
    return spec is str or isinstance(spec, Twins)


def _made(show: Callable[..., object], name: str, spec: object) -> Control:
    if isinstance(spec, ipywidgets.Widget):
        _parameter(show, name)
        plain, start = specification_of(spec)
        return _control(name, plain, start, spec.description)
    return _control(name, spec, _start(show, name))


def _start(show: Callable[..., object], name: str) -> Any:
    start = _parameter(show, name).default
    if start is inspect.Parameter.empty:
        raise ValueError(
            f"{name}: its control starts at the parameter's default, but there is none. "
            f"Was {name}=... left out where the function is defined?"
        )
    return start


def _parameter(show: Callable[..., object], name: str) -> inspect.Parameter:
    parameters = inspect.signature(show).parameters
    if name not in parameters:
        raise ValueError(
            f"{name}: the function has no such parameter; it has "
            f"{join(list(parameters)) or 'none'}. Is the name of the control misspelt?"
        )
    return parameters[name]


def _label(name: str, description: str) -> dict[str, Any]:
    """Write the label of a control: a description, the parts of a symbol, or words."""
    symbol = SYMBOL.fullmatch(description or name)
    if symbol:
        return {"label": symbol[0], "symbol": symbol.groups()}
    return {"label": description or name.replace("_", " ")}


def _control(name: str, spec: object, start: Any, description: str = "") -> Control:
    form = {"name": name} | _label(name, description)
    if spec is bool and isinstance(start, bool):
        return Control(form | {"kind": "checkbox"}, start, bool, bool)
    if spec is str and isinstance(start, str):
        return Control(form | {"kind": "text"}, start, str, str)
    if isinstance(spec, Twins) and isinstance(start, str):
        return Control(form | {"kind": "text", "twins": spec.words}, start, str, str)
    if isinstance(spec, Film) and _are_whole(start):
        return _film(form, spec, start)
    if isinstance(spec, Part) and isinstance(start, tuple):
        return Control(form | {"kind": "part"}, list(start), tuple, list)
    if isinstance(spec, Point) and np.shape(start) == (2,):
        return Control(form | {"kind": "point"}, _plain(start), _array, _plain)
    if isinstance(spec, WordOf) and _are_whole(start):
        return Control(form | {"kind": "words", "of": spec.text}, start, int, int)
    if isinstance(spec, Mapping) and all(isinstance(choice, str) for choice in spec):
        return _choice(form, spec, start)
    if isinstance(spec, list) and len(spec) > 1 and _are_numbers(*spec, start):
        return _listed(form, spec, start)
    if isinstance(spec, tuple) and len(spec) == 3 and _are_numbers(*spec, start):
        return _range(form, spec, start)
    raise TypeError(
        f"{name}: no control fits {spec!r} with the default {start!r}. Write (low, high, step) or "
        '[2, 4, 8, ...] for a number, {"label": value, ...} for a choice, bool for True or False, '
        "str for text."
    )


def _are_numbers(*values: object) -> bool:
    return all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)


def _are_whole(*values: object) -> bool:
    return _are_numbers(*values) and all(isinstance(value, int) for value in values)


def _range(form: dict[str, Any], spec: tuple[Any, ...], start: Any) -> Control:
    low, high, step = spec
    whole = _are_whole(*spec, start)

    def state(value: Any) -> Any:
        if not low <= value <= high or not low < high or step <= 0:
            raise ValueError(
                f"{form['label']}: {value} must lie between low {low} and high {high}, and the "
                f"step {step} must be positive. Is the order (low, high, step)?"
            )
        return value

    limits = {"kind": "range", "low": low, "high": high, "step": step, "whole": whole}
    return Control(form | limits, state(start), int if whole else float, state)


def _film(form: dict[str, Any], film: Film, start: int) -> Control:
    def state(place: Any) -> int:
        if place not in range(len(film.names)):
            raise ValueError(
                f"{form['label']}: there is no frame {place}; they go from 0 to "
                f"{len(film.names) - 1}. Is it counted from 1?"
            )
        return int(place)

    recording = {"names": film.names, "count": len(film.names), "seconds": film.seconds}
    return Control(form | {"kind": "film"} | recording, state(start), int, state)


def _array(state: Any) -> Any:
    return np.array(state, dtype=float)


def _plain(point: Any) -> list[float]:
    return [float(number) for number in point]


def _listed(form: dict[str, Any], numbers: Sequence[Any], start: Any) -> Control:
    if sorted(set(numbers)) != numbers:
        raise ValueError(
            f"{form['label']}: the numbers of a slider must increase, but they are {numbers}. "
            "Is one of them out of order, or repeated?"
        )
    limits = {"kind": "list", "numbers": numbers}
    return _place_among(numbers, form | limits, start)


def _choice(form: dict[str, Any], choices: Mapping[str, Any], start: Any) -> Control:
    return _place_among(
        list(choices.values()), form | {"kind": "choice", "options": list(choices)}, start
    )


def _place_among(values: Sequence[Any], form: dict[str, Any], start: Any) -> Control:
    def state(value: Any) -> int:
        if value not in values:
            raise ValueError(
                f"{form['label']}: {value!r} is none of "
                f"{join([repr(other) for other in values])}. Which of them do you mean?"
            )
        return values.index(value)

    return Control(form, state(start), lambda place: values[place], state)


def buttons(controls: Mapping[str, Control], state: Mapping[str, Any]) -> dict[str, list[str]]:
    """List, for each control of words, the words that can be chosen.

    Examples
    --------
    >>> controls = controls_of(lambda t="", w=0: None, {"t": str, "w": word_of("t")})
    >>> buttons(controls, {"t": "The cat", "w": 0})
    {'w': ['The', 'cat']}
    """
    return {
        name: tokens_of(state[control.form["of"]])
        for name, control in controls.items()
        if control.form["kind"] == "words"
    }
