"""The live widgets: the panel of a view, the quiz of a prediction, a bug hunt. All run widgets.js."""

import threading
from pathlib import Path
from typing import Any

import anywidget
import traitlets

FOLDER = Path(__file__).parent


class Panel(anywidget.AnyWidget):
    """Controls, a line for errors, pictures.

    Attributes
    ----------
    controls : list of dict
        The `form` of each `course.views.controls.Control`.
    start, state : dict
        For each control, the state to which Reset returns, and the current state. The browser
        changes it with a custom message, which is answered when the pictures are drawn.
    buttons : dict
        For each control of words, the words that can be chosen.
    dark : bool
        Whether the page is dark; set by the browser.
    rows : list of list of dict
        The pictures, by row: `sentence` and either `html`, or `png`, `table`, `width`, `height`.
    message : str
        An error message, or empty.
    lock : threading.RLock
        Held during drawing.
    """

    _esm = FOLDER / "widgets.js"
    _css = FOLDER / "widgets.css"

    form = traitlets.Unicode("panel").tag(sync=True)
    controls: "traitlets.List[dict[str, Any]]" = traitlets.List().tag(sync=True)
    start = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True, echo_update=False)
    buttons = traitlets.Dict().tag(sync=True)
    dark = traitlets.Bool(False).tag(sync=True, echo_update=False)
    rows: "traitlets.List[list[dict[str, Any]]]" = traitlets.List().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        # JupyterLab passes messages to several threads of the kernel, so two may arrive at the same time,
        # and an older one after a newer one.
        self.lock = threading.RLock()
        self._newest = 0.0
        self.on_msg(self._move)

    def open(self) -> None:
        """Announce it to the page, unless there is nothing to show yet.

        If a slow page takes too long to load it, anywidget passes on no later change,
        so the first message has to bring the pictures.
        """
        if self.rows or self.message:
            super().open()

    def _move(self, _: object, content: dict[str, Any], buffers: object) -> None:
        with self.lock:
            if content["moment"] > self._newest:
                self._newest = content["moment"]
                # As if the page had synchronised it, so that its own values are not sent back.
                self.set_state({"state": content["state"]})
        self.send("arrived")


class Quiz(anywidget.AnyWidget):
    """A question, its options, and a reason for each.

    Attributes
    ----------
    question : str
    options, reasons : list of str
    right : int
        The place of the right option.
    """

    _esm = FOLDER / "widgets.js"
    _css = FOLDER / "widgets.css"

    form = traitlets.Unicode("quiz").tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    options: "traitlets.List[str]" = traitlets.List().tag(sync=True)
    reasons: "traitlets.List[str]" = traitlets.List().tag(sync=True)
    right = traitlets.Int().tag(sync=True)


class BugHunt(anywidget.AnyWidget):
    """Code of which one line is wrong, what shows that it is wrong, and a field to repair it.

    Attributes
    ----------
    page : dict
        What is to be seen: `title`, `asks`, `lines` (of the code), `marks` (words by the number of a
        line), `evidence` and `said` (HTML), `stage` (find, repair or over), `draft` (the line to
        repair). The browser answers with a custom message: `guess` (the number of a line), `repair`
        (what was typed), `show` or `another`.
    """

    _esm = FOLDER / "widgets.js"
    _css = FOLDER / "widgets.css"

    form = traitlets.Unicode("hunt").tag(sync=True)
    page = traitlets.Dict().tag(sync=True)


def widget_bundle(widget: Any) -> dict[str, Any]:
    """Make the entries of a Jupyter mime bundle that refer to a live widget."""
    model = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    return {"application/vnd.jupyter.widget-view+json": model}
