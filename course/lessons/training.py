"""Train a model, stop and go on: a button, a bar, two curves, and what the model writes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import anywidget
import ipywidgets
import traitlets

from course.models.learning.own_model import Model, Report, Training, baselines
from course.models.learning.own_runs import OwnRun, recorded
from course.models.learning.own_text import Corpus, TextError, cut_windows
from course.models.learning.training_parts import (
    AdamStep,
    LossAndSlopes,
    Parts,
    Step,
    Windows,
    parts_of_learner,
)
from course.views.charts import curves
from course.views.drawing import Drawing, header, plain_cell, table
from course.views.explore import View, explore
from course.views.figure import Picture
from course.views.sentence import paragraph
from course.views.widgets import FOLDER, widget_bundle

AT_ONCE = 2000  # steps after which training stops by itself
PROSE = "text-align:left;white-space:pre-wrap"
EARLY, LATE = 4, 2  # samples in the table: most happens in the first few hundred steps


class TrainingBar(anywidget.AnyWidget):
    """A button and a bar. The browser sends a custom message when the button is pressed.

    Attributes
    ----------
    running : bool
    step, begun, goal : int
        The steps so far, those before the button was pressed, and those after which training stops
        by itself.
    said : str
        How it goes, also for screen readers.
    """

    _esm = FOLDER / "widgets.js"
    _css = FOLDER / "widgets.css"

    form = traitlets.Unicode("training").tag(sync=True)
    running = traitlets.Bool(False).tag(sync=True)
    step = traitlets.Int().tag(sync=True)
    begun = traitlets.Int().tag(sync=True)
    goal = traitlets.Int(AT_ONCE).tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)


class LiveTraining:
    """A model in training, as it is displayed; made by `live_training`."""

    def __init__(self, training: Training, recorded: OwnRun | None) -> None:
        self.training, self.recorded = training, recorded
        self.baselines = baselines(training.corpus)
        self.view: View = explore(self.pictures)
        self.bar = TrainingBar(
            step=training.model.steps, begun=training.model.steps, said=self._about()
        )
        self.bar.on_msg(lambda *_: self.press())
        self._task: asyncio.Task[None] | None = None  # kept, or it might be collected

    def __repr__(self) -> str:
        return f"{self.bar.said}\n{self.view!r}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        static = {
            "text/html": f"{paragraph(self.bar.said)}\n{self.view.html}",
            "text/plain": repr(self),
        }
        return widget_bundle(ipywidgets.VBox([self.bar, self.view.panel])) | static

    @property
    def best(self) -> Model:
        """The model as it was when its validation loss was lowest."""
        return self.training.best

    def pictures(self) -> tuple[Picture, Drawing]:
        """Draw the curves, and a table of what the model wrote."""
        reports, counting, whose = self.training.model.reports, self.baselines, "your model"
        if self.recorded and not self.training.model.steps:
            reports, counting = self.recorded.reports, self.recorded.examination.baselines
            whose = "a model on record"
        lines = {
            "training": [report.training for report in reports],
            "validation": [report.validation for report in reports],
            "counting": [counting.single] * len(reports),
            "counting pairs": [counting.pairs] * len(reports),
        }
        chart = curves(
            [report.step for report in reports],
            lines,
            title=f"The loss of {whose}",
            xlabel="step",
            ylabel="loss",
            ylim=(0, max(map(max, lines.values()))),
            at=reports[-1].step,
        )
        return chart, _samples(reports, f"What {whose} wrote")

    def press(self) -> None:
        """Train if nothing is trained now, and stop otherwise."""
        if self.bar.running:
            self.bar.running = False
            return
        steps = self.training.model.steps
        with self.bar.hold_sync():
            self.bar.begun, self.bar.goal = steps, steps + AT_ONCE
            self.bar.running, self.bar.said = True, "It trains."
        # In the kernel's own loop, between two steps, so that all messages are answered meanwhile,
        # and also where there are no threads, as in the browser.
        # Stop and Go on may both come before the task has noticed: then it just goes on.
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._train())

    async def _train(self) -> None:
        try:
            while self.bar.running and self.training.model.steps < self.bar.goal:
                known = len(self.training.model.reports)
                self.training.step()
                self.bar.step = self.training.model.steps
                if len(self.training.model.reports) > known:
                    self._show()
                await asyncio.sleep(0)
            if self.training.model.reports[-1].step < self.training.model.steps:
                self.training.report()  # or what it learned since the last report would be lost
                self._show()
            self.bar.said = self._about()
        except TextError as error:
            self.bar.said = f"{error}"
        finally:
            self.bar.running = False

    def _show(self) -> None:
        self.view.controller.redraw()
        self.bar.said = f"It trains. {self._validation()}"

    def _validation(self) -> str:
        reports = self.training.model.reports
        newest, best = reports[-1], self.training.best.reports[-1]
        text = f"Validation loss after step {newest.step:,}: {newest.validation:.2f}."
        if best.step < newest.step:
            text += f" The best weights are those after step {best.step:,}: {best.validation:.2f}."
        return text

    def _about(self) -> str:
        steps = self.training.model.steps
        if steps:
            return f"Your model has been trained for {steps:,} steps. {self._validation()}"
        if not self.recorded:
            return "Your model is not trained yet."
        until = "Until it is, you see a training on record. Its text:"
        return f"Your model is not trained yet. {until} {self.recorded.corpus}"


def live_training(
    corpus: Corpus,
    windows: Windows = cut_windows,
    model: Model | None = None,
    *,
    own: tuple[LossAndSlopes, AdamStep, Step] | None = None,
    record: str = "",
) -> LiveTraining:
    """Train at the press of a button, stop, and go on.

    While it trains, cells can be run: training goes on after each of them. Make it the last line of
    a cell. Its `best` is the model with the lowest validation loss.

    Parameters
    ----------
    corpus : Corpus
    windows : function, optional
        Cuts the text into windows; if it does not work yet, the button says so.
    model : Model, optional
        Go on with this one. Default: a new one.
    own : three functions, optional
        A learner's `loss_and_slopes`, `adam_step` and `cat_step`, which train in place of the course's.
    record : str, optional
        The name of the training that is shown until the model is trained, and to readers without a
        kernel; see `own_runs.recorded`.

    Examples
    --------
    >>> from course.models.learning import own_text, twins
    >>> corpus = own_text.Corpus.of(own_text.stories(twins, 3000), "words")
    >>> live = live_training(corpus)
    >>> print(repr(live).splitlines()[0])
    Your model is not trained yet.
    """
    parts = parts_of_learner(windows, *own) if own else Parts(windows)
    return LiveTraining(Training(corpus, parts, model), recorded(record) if record else None)


def _samples(reports: Sequence[Report], title: str) -> Drawing:
    newest = reports[-1]
    heads = [header("after step", "col"), header("what it wrote", "col", "text-align:left")]
    rows = [
        (header(f"{report.step:,}", "row"), plain_cell(report.sample, PROSE))
        for report in [*reports[:EARLY], *reports[EARLY:][-LATE:]]
    ]
    sentence = f"{title}, after step {newest.step:,}: {newest.sample}"
    return Drawing(table(title, heads, rows), sentence)
