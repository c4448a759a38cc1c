"""The states of a view, drawn in advance for web pages without a kernel."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from itertools import chain, product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from png_layers import Layers, layers_of

from course.views.controls import exchanged
from course.views.explore import View
from course.views.figure import Picture, panel_of
from course.views.predict import Prediction
from course.views.widgets import Panel, Quiz

MIME = "application/vnd.attnlib.recording+json"
# A figure takes a hundred times as much space and time as a drawing.
MOST_DRAWINGS, MOST_FIGURES = 1400, 400

Form = Mapping[str, Any]
Values = dict[str, list[Any]]
Places = tuple[int, ...]
Row = list[dict[str, Any]]


def load_ipython_extension(shell: Any) -> None:
    """Make this kernel record each view, figure and prediction that its cells display.

    Recordings are written to the folder "recordings" in the kernel's folder (`IPYTHONDIR`), one
    file for each cell. The file name is `name_of` the code that has run, so a cell that has already
    been recorded is not recorded again.

    Examples
    --------
    In IPython's configuration, or in a cell:

    >>> get_ipython().run_line_magic("load_ext", "states")  # doctest: +SKIP
    """
    recorder = _Recorder(Path(shell.ipython_dir) / "recordings")
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type(View, recorder.keep_view)
    formatter.for_type(Picture, recorder.keep_figure)
    formatter.for_type(Prediction, recorder.keep_prediction)
    shell.events.register("pre_run_cell", recorder.begin)
    shell.events.register("post_run_cell", recorder.write)


def name_of(sources: Iterable[str]) -> str:
    """Name the recordings of a cell by the source of all cells that have run, this cell last.

    Examples
    --------
    >>> name_of(["x = 1", "x"]) == name_of(["x = 1"])
    False
    """
    return sha256("\0".join(source.strip() for source in sources).encode()).hexdigest()[:24]


@dataclass
class _Recorder:
    """Records what a cell displays, and displays it as usual."""

    folder: Path
    sources: list[str] = field(default_factory=list)
    shown: list[dict[str, Any]] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / f"{name_of(self.sources)}.json"

    def begin(self, cell: Any) -> None:
        self.sources.append(cell.raw_cell)
        self.shown = []

    def keep_view(self, view: View) -> Any:
        return self._keep(view, view.html, lambda: record(view.panel))

    def keep_figure(self, figure: Picture) -> Any:
        return self._keep(figure, figure.still(), lambda: record(panel_of(figure)))

    def keep_prediction(self, asked: Prediction) -> Any:
        return self._keep(asked, asked._repr_html_(), lambda: record_quiz(asked.quiz()))

    def _keep(self, shown: Any, html: str, recording: Callable[[], dict[str, Any]]) -> Any:
        if not self.file.exists():
            bundle = {MIME: recording(), "text/html": html, "text/plain": repr(shown)}
            self.shown.append(bundle)
        return shown._repr_mimebundle_()

    def write(self, result: object) -> None:
        if not self.file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            draft = self.file.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps(self.shown), encoding="utf-8")
            draft.rename(self.file)


def record_quiz(quiz: Quiz) -> dict[str, Any]:
    """Record what a page needs to ask a question.

    Returns
    -------
    dict
        The attributes of the widget by name.

    Examples
    --------
    >>> record_quiz(Quiz(question="2 + 2?", options=["4", "5"], reasons=["Yes", "No"], right=0))["right"]
    0
    """
    return {
        name: getattr(quiz, name) for name in ("form", "question", "options", "reasons", "right")
    }


def record(panel: Panel) -> dict[str, Any]:
    """Draw the states of a view, and record what a page needs to show them.

    If there are too many states, only controls with few values are combined; each of the others
    moves on its own, from the start. Of text, only the twins of the start are recorded.

    Parameters
    ----------
    panel : Panel
        The widget of a view: `explore(...).panel`. In the end, it is back at its start.

    Returns
    -------
    dict
        Plain JSON.

        - `form`, `controls`, `start`, `buttons`: as the panel has them.
        - `values`: for each control the values that it can take.
        - `answers`: by the places of the values in the order of the controls ("0,3,1"), the `rows`, `buttons`
          and `message` of the panel. An `html` is a list of places among `pieces`, a `png` a place among the pictures.
        - `pieces`: tags and texts, of which all HTML is made.
        - `pictures`: `light` and `dark`, each with `files`, PNG in base64, and `layers`: for each
          picture the places of the files that are drawn one on top of the other.

    Examples
    --------
    >>> from course.views import explore, words
    >>> view = explore(lambda n=2: words(f"n is {n}"), n=(1, 3, 1))
    >>> recording = record(view.panel)
    >>> recording["values"], list(recording["answers"])
    ({'n': [1, 2, 3]}, ['0', '1', '2'])
    """
    panel.state = panel.start
    values = {form["name"]: _VALUES[form["kind"]](form, panel) for form in panel.controls}
    most = MOST_FIGURES if _has_figures(panel) else MOST_DRAWINGS
    states = list(_combined(values, panel.start, most))
    store = _Store()
    with panel.hold_sync():  # a page that shows the panel does not need it
        answers = {
            ",".join(map(str, places)): {
                "rows": store.rows(answer.light, answer.dark),
                "buttons": answer.buttons,
                "message": answer.message,
            }
            for places, answer in zip(states, _drawn(panel, values, states), strict=True)
        }
        panel.state, panel.dark = panel.start, False
    kept = {name: getattr(panel, name) for name in ("form", "controls", "start", "buttons")}
    return kept | {"values": values, "answers": answers} | store.contents()


def _has_figures(panel: Panel) -> bool:
    return any("png" in picture for row in panel.rows for picture in row)


@dataclass(frozen=True)
class _Answer:
    light: list[Row]
    dark: list[Row]
    buttons: dict[str, list[str]]
    message: str


def _drawn(panel: Panel, values: Values, states: Iterable[Places]) -> Iterator[_Answer]:
    """Draw each state in both themes; its pictures are computed only once."""
    for places in states:
        chosen = zip(values.items(), places, strict=True)
        panel.state = {name: among[place] for (name, among), place in chosen}
        themes = {panel.dark: panel.rows}
        if _has_figures(panel):  # drawings take the colours of the page by themselves
            panel.dark = not panel.dark
        themes[panel.dark] = panel.rows
        light, dark = (themes.get(is_dark, panel.rows) for is_dark in (False, True))
        yield _Answer(light, dark, panel.buttons, panel.message)


@dataclass(frozen=True)
class _Store:
    """Stores only once what several answers share."""

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
    """Store only once the files that pictures share."""
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
    """List the grid points to which an arrow can move."""
    before, _, _ = _html(panel).partition(f'data-drag="{form["name"]}"')
    plane = before.rpartition('data-plane="')[2].partition('"')[0]
    *_, low, high, step = map(float, plane.split())
    line = [
        float(f"{number:.6g}")
        for number in np.arange(np.ceil(low / step), high / step + 1e-6) * step
    ]
    points = [[x, y] for x in line for y in line]
    start = panel.start[form["name"]]
    return points if start in points else [start, *points]


def _texts(form: Form, panel: Panel) -> list[str]:
    """List the text of the start, and what the buttons of `twins_of` make of it."""
    start, twins = panel.start[form["name"]], form.get("twins", ())
    return list(dict.fromkeys([start, *(exchanged(start, twins, twin) for twin in twins)]))


def _html(panel: Panel) -> str:
    return "".join(picture.get("html", "") for row in panel.rows for picture in row)


_VALUES: dict[str, Callable[[Form, Panel], list[Any]]] = {
    "range": _numbers,
    "list": lambda form, panel: [*range(len(form["numbers"]))],
    "choice": lambda form, panel: [*range(len(form["options"]))],
    "film": lambda form, panel: [*range(form["count"])],
    "words": lambda form, panel: [*range(len(panel.buttons[form["name"]]))],
    "checkbox": lambda form, panel: [False, True],
    "text": _texts,
    "part": _parts,
    "point": _points,
}
