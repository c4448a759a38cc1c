"""Training at the press of a button: it runs between messages, stops, goes on, and shows how it goes."""

import asyncio
import re
from typing import NoReturn

import pytest

from course.lessons import live_training, training
from course.lessons.training import LiveTraining
from course.models.learning import own_runs, own_text, twins
from course.models.learning.own_model import EVERY, Training
from course.models.learning.own_text import Corpus
from course.models.learning.training_parts import Parts

CORPUS = Corpus.of(own_text.stories(twins, 3000), "words")


@pytest.fixture
def live() -> LiveTraining:
    return LiveTraining(Training(CORPUS, d_model=8, context=8, batch=2), None)


def run(live: LiveTraining, steps: int) -> None:
    """Press, let it train for some steps, and press again."""

    async def learner() -> None:
        begun = live.bar.step
        live.press()
        assert live.bar.running
        while live.bar.running and live.bar.step < begun + steps:
            await asyncio.sleep(0)
        if live.bar.running:
            live.press()
        while live._task is not None and not live._task.done():
            await asyncio.sleep(0)

    asyncio.run(learner())


def test_it_stops_and_goes_on(live: LiveTraining) -> None:
    run(live, 3)
    assert (live.bar.running, live.bar.step, live.training.model.steps) == (False, 3, 3)
    assert live.bar.said.startswith("Your model has been trained for 3 steps. Validation loss ")
    run(live, 2)
    assert (live.bar.begun, live.bar.step) == (3, 5)


def test_stop_and_go_on_at_once_leave_a_single_training(live: LiveTraining) -> None:
    async def learner() -> None:
        live.press()
        await asyncio.sleep(0)
        begun = live._task
        live.press()
        live.press()
        assert live.bar.running
        assert live._task is begun
        live.press()

    asyncio.run(learner())


def test_it_says_when_the_validation_loss_was_lowest(live: LiveTraining) -> None:
    first = live.training.model.reports[0]
    lowest = first._replace(step=100, validation=1.25)
    live.training.best.reports.append(lowest)
    live.training.model.reports += [lowest, first._replace(step=200, validation=1.5)]
    live._show()
    said = "Validation loss after step 200: 1.50. The best weights are those after step 100: 1.25."
    assert said in live.bar.said


def test_where_it_stops_is_measured_so_the_best_weights_are_not_older(live: LiveTraining) -> None:
    run(live, 30)
    best = live.training.best
    assert best.steps == best.reports[-1].step == live.training.model.steps >= 30


def test_without_windows_it_says_what_to_do_first() -> None:
    def windows(numbers: object, begins: object, length: int) -> NoReturn:
        raise NotImplementedError

    live = LiveTraining(Training(CORPUS, Parts(windows), d_model=8, context=8, batch=2), None)
    run(live, 3)
    assert "Do exercise 1 first" in live.bar.said
    assert (live.bar.running, live.training.model.steps) == (False, 0)


def test_it_trains_a_new_model_or_goes_on_with_one() -> None:
    new = live_training(CORPUS, record="stories, words")
    assert "Until it is, you see a training on record." in repr(new)
    new.best.steps = 300
    further = live_training(CORPUS, model=new.best)
    assert "Your model has been trained for 300 steps." in repr(further)
    assert further.best.steps == 300


def test_samples_show_the_beginning_and_the_end(live: LiveTraining) -> None:
    reports = own_runs.recorded("stories, words").reports
    shown = training._samples(reports, "What it wrote").sentence
    assert reports[-1].sample in shown
    html = training._samples(reports, "What it wrote").html
    steps = [report.step for report in reports if f">{report.step:,}<" in html]
    assert steps == [0, 100, 200, 300, 1900, 2000]


def test_it_stops_by_itself(live: LiveTraining, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "AT_ONCE", 4)
    run(live, 1000)
    assert (live.bar.running, live.bar.step, live.bar.goal) == (False, 4, 4)


def test_a_report_is_drawn_and_said(live: LiveTraining) -> None:
    before = live.view.panel.rows
    run(live, EVERY)
    assert live.view.panel.rows != before
    sentences = [row[0]["sentence"] for row in live.view.panel.rows]
    validation = live.training.model.reports[-1].validation
    assert f"at step = {EVERY}" in sentences[0]
    assert f"validation is {validation:.2f}" in sentences[0]
    assert live.training.model.reports[-1].sample in sentences[1]


def test_a_training_on_record_is_shown_until_there_is_one(live: LiveTraining) -> None:
    recorded = own_runs.recorded("stories, letters")
    with_record = LiveTraining(live.training, recorded)
    assert recorded.corpus in repr(with_record)
    assert recorded.reports[-1].sample in repr(with_record)
    run(with_record, EVERY)
    shown = "".join(row[0]["sentence"] for row in with_record.view.panel.rows)
    assert "on record" not in shown + with_record.bar.said


def test_a_notebook_stores_its_first_state_in_words(live: LiveTraining) -> None:
    bundle = live._repr_mimebundle_()
    assert "not trained yet" in bundle["text/plain"]
    assert live.training.model.reports[0].sample in bundle["text/plain"]
    assert "not trained yet" in re.sub("<[^>]*>", "", bundle["text/html"])
    assert len([kind for kind in bundle if "widget" in kind]) == 1
