"""The states of a view, drawn beforehand, for a page that has no kernel."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import chain, product
from math import prod
from typing import Any

import numpy as np
from IPython import get_ipython

from attnlib.view.explore import View
from attnlib.view.figure import Picture, panel_of
from attnlib.view.layers import Layers, layers_of
from attnlib.view.predict import Prediction
from attnlib.view.widgets import Panel, Quiz

MIME = "application/vnd.attnlib.recording+json"
# A figure takes a hundred times the room of a drawing, and of the time.
MOST_DRAWINGS, MOST_FIGURES = 1400, 400

Form = Mapping[str, Any]
Values = dict[str, list[Any]]
Places = tuple[int, ...]
Row = list[dict[str, Any]]


def publish() -> None:
    """Let this kernel display its views, figures and predictions as recordings, under `MIME`.

    Examples
    --------
    In the first cell of a notebook:

    >>> publish()  # doctest: +SKIP
    """
    formatter = get_ipython().display_formatter.mimebundle_formatter
    formatter.for_type(View, lambda view: _bundle(record(view.panel), view.html, view))
    formatter.for_type(Picture, lambda one: _bundle(record(panel_of(one)), one.still(), one))
    formatter.for_type(
        Prediction, lambda one: _bundle(record_quiz(one.quiz()), one._repr_html_(), one)
    )


def _bundle(recording: dict[str, Any], html: str, shown: object) -> dict[str, Any]:
    return {MIME: recording, "text/html": html, "text/plain": repr(shown)}


def record_quiz(quiz: Quiz) -> dict[str, Any]:
    """Keep what a page needs to ask a question.

    Returns
    -------
    dict
        The attributes of the widget, by name.

    Examples
    --------
    >>> record_quiz(Quiz(question="2 + 2?", options=["4", "5"], reasons=["Yes", "No"], right=0))["right"]
    0
    """
    return {
        name: getattr(quiz, name) for name in ("form", "question", "options", "reasons", "right")
    }


def record(panel: Panel) -> dict[str, Any]:
    """Draw the states that a view can take, and keep what a page needs to show them.

    Where there are too many states, controls with few values are combined, and each of the others
    moves from the start alone. A text stays as it is.

    Parameters
    ----------
    panel : Panel
        The widget of a view: `explore(...).panel`. Afterwards it is at its start again.

    Returns
    -------
    dict
        Plain JSON.

        - `form`, `controls`, `start`, `buttons`: as the panel has them.
        - `values`: for each control the values that it can take.
        - `answers`: by the places of the values in the order of the controls ("0,3,1"), the `rows` and the `message` of the
          panel. An `html` is a list of places among `pieces`, a `png` a place among the pictures.
        - `pieces`: tags and texts, of which all HTML is made.
        - `pictures`: `light` and `dark`, each with `files`, PNG in base64, and `layers`: for each
          picture the places of the files that are drawn one on top of the other.

    Examples
    --------
    >>> from attnlib.view import explore, words
    >>> view = explore(lambda n=2: words(f"n is {n}"), n=(1, 3, 1))
    >>> recording = record(view.panel)
    >>> recording["values"], list(recording["answers"])
    ({'n': [1, 2, 3]}, ['0', '1', '2'])
    """
    panel.state = panel.start
    values = {form["name"]: _VALUES[form["kind"]](form, panel) for form in panel.controls}
    most = MOST_FIGURES if _has_figures(panel) else MOST_DRAWINGS
    states = list(_combined(values, panel.start, most))
    pages = {"light": _drawn(panel, values, states, dark=False)}
    # The colours of drawings follow the page by themselves.
    pages["dark"] = (
        _drawn(panel, values, states, dark=True) if _has_figures(panel) else pages["light"]
    )
    store = _Store()
    answers = {
        ",".join(map(str, places)): {
            "rows": store.rows(light.rows, dark.rows),
            "message": light.message,
        }
        for places, light, dark in zip(states, pages["light"], pages["dark"], strict=True)
    }
    kept = {name: getattr(panel, name) for name in ("form", "controls", "start", "buttons")}
    return kept | {"values": values, "answers": answers} | store.contents()


def _has_figures(panel: Panel) -> bool:
    return any("png" in picture for row in panel.rows for picture in row)


@dataclass(frozen=True)
class _Answer:
    rows: list[Row]
    message: str


def _drawn(panel: Panel, values: Values, states: Sequence[Places], *, dark: bool) -> list[_Answer]:
    """Draw all states in one theme: a figure's frame is then drawn once."""
    panel.dark = dark
    answers = []
    for places in states:
        chosen = zip(values.items(), places, strict=True)
        panel.state = {name: among[place] for (name, among), place in chosen}
        answers.append(_Answer(panel.rows, panel.message))
    panel.state, panel.dark = panel.start, False
    return answers


@dataclass(frozen=True)
class _Store:
    """What answers have in common is kept once."""

    pieces: dict[str, int] = field(default_factory=dict)
    pictures: dict[tuple[bytes, bytes], int] = field(default_factory=dict)

    def rows(self, light: list[Row], dark: list[Row]) -> list[Row]:
        return [
            [self._kept(*pair) for pair in zip(*rows, strict=True)]
            for rows in zip(light, dark, strict=True)
        ]

    def _kept(self, light: dict[str, Any], dark: dict[str, Any]) -> dict[str, Any]:
        if "png" in light:
            pair = light["png"], dark["png"]
            return light | {"png": self.pictures.setdefault(pair, len(self.pictures))}
        pieces = re.findall(r"<[^>]*>|[^<]+", light["html"])
        return light | {
            "html": [self.pieces.setdefault(piece, len(self.pieces)) for piece in pieces]
        }

    def contents(self) -> dict[str, Any]:
        light, dark = (layers_of(pair[n] for pair in self.pictures) for n in (0, 1))
        files = {"light": _table(light), "dark": _table(dark)}
        return {"pieces": list(self.pieces), "pictures": files}


def _table(pictures: list[Layers]) -> dict[str, Any]:
    """Keep the files that pictures share once."""
    files = {file: n for n, file in enumerate(dict.fromkeys(chain.from_iterable(pictures)))}
    return {"files": list(files), "layers": [[files[file] for file in one] for one in pictures]}


def _combined(values: Values, start: Mapping[str, Any], most: int) -> Iterator[Places]:
    """Combine the controls with the fewest values; move each of the others from the start."""
    begin = [among.index(start[name]) for name, among in values.items()]
    sizes = [len(among) for among in values.values()]
    by_size = sorted(range(len(sizes)), key=sizes.__getitem__)
    free = {n for k, n in enumerate(by_size) if prod(sizes[i] for i in by_size[: k + 1]) <= most}
    yield from product(*(range(size) if n in free else [begin[n]] for n, size in enumerate(sizes)))
    for n in sorted(set(by_size) - free):
        for place in set(range(sizes[n])) - {begin[n]}:
            yield (*begin[:n], place, *begin[n + 1 :])


def _numbers(form: Form, panel: Panel) -> list[float]:
    """List the stops of a slider, as a browser counts them."""
    low, high, step = form["low"], form["high"], form["step"]
    stops = [low + n * step for n in range(int((high - low) / step + 1e-9) + 1)]
    rounded = {int(stop) if form["whole"] else float(f"{stop:.12g}") for stop in stops}
    return sorted(rounded | {panel.start[form["name"]]})


def _parts(form: Form, panel: Panel) -> list[Any]:
    """List what can be chosen in the pictures."""
    marks = rf'data-move="{re.escape(form["name"])}" data-to="([^"]*)"'
    places = [json.loads(unescape(to)) for to in re.findall(marks, _html(panel))]
    return places if panel.start[form["name"]] in places else [panel.start[form["name"]], *places]


def _points(form: Form, panel: Panel) -> list[list[float]]:
    """List the points of the grid on which an arrow moves."""
    drag = f'data-drag="{form["name"]}"'
    svg = next(svg for svg in _html(panel).split("<svg")[1:] if drag in svg)
    *_, low, high, step = map(float, svg.partition('data-plane="')[2].partition('"')[0].split())
    line = [
        float(f"{number:.6g}")
        for number in np.arange(np.ceil(low / step), high / step + 1e-6) * step
    ]
    points = [[x, y] for x in line for y in line]
    start = panel.start[form["name"]]
    return points if start in points else [start, *points]


def _html(panel: Panel) -> str:
    return "".join(picture.get("html", "") for row in panel.rows for picture in row)


_VALUES: dict[str, Callable[[Form, Panel], list[Any]]] = {
    "range": _numbers,
    "list": lambda form, panel: [*range(len(form["numbers"]))],
    "choice": lambda form, panel: [*range(len(form["options"]))],
    "film": lambda form, panel: [*range(form["count"])],
    "words": lambda form, panel: [*range(len(panel.buttons[form["name"]]))],
    "checkbox": lambda form, panel: [False, True],
    "text": lambda form, panel: [panel.start[form["name"]]],
    "part": _parts,
    "point": _points,
}
