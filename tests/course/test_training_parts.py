"""What training is made of: a learner's functions train a model without the course's."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from course.models.learning import own_text, twins
from course.models.learning.own_model import EVERY, Training
from course.models.learning.own_text import Corpus, TextError, cut_windows
from course.models.learning.training_parts import Parts, parts_of_learner

CORPUS = Corpus.of(own_text.stories(twins, 3000), "words")
SMALL: dict[str, Any] = {"d_model": 16, "context": 12, "batch": 4}
# README says the same in words: the text as tokens, the first numbers, the dice, and the button.
HERE, OURS = "course.models.learning", ("attnlib", "attnprobes", "checks", "course")
LENT = {
    f"{HERE}.own_text",
    f"{HERE}.own_model",
    f"{HERE}.training_parts",
    f"{HERE}.generation.choose",
    f"{HERE}.generation.chances",
    "attnlib.softmax.softmax",  # for the dice
    "attnlib.shapes",
    "attnlib.words.folded",
}
NOT_LENT = {f"{HERE}.training_parts.{name}" for name in ("loss_and_slopes", "read_again")}


def answers_of_capstone() -> dict[str, Any]:
    (capstone,) = (Path(__file__).parents[2] / "solutions").glob("*_capstone.ipynb")
    answers: dict[str, Any] = {"np": np}
    for cell in json.loads(capstone.read_text(encoding="utf-8"))["cells"]:
        if {"answer", "own"} & set(cell["metadata"].get("tags", [])):
            exec("".join(cell["source"]), answers)
    return answers


def parts() -> Parts:
    names = ("windows", "loss_and_slopes", "adam_step", "cat_step")
    answers = answers_of_capstone()
    return parts_of_learner(*(answers[name] for name in names))


def called_of_course(train: Callable[[], object]) -> set[str]:
    """List the functions of the course that run, and are not lent."""
    called = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        name = f"{module}.{frame.f_code.co_qualname}".split(".<locals>")[0]
        if (
            event == "call"
            and module.split(".")[0] in OURS
            and (name in NOT_LENT or not {module, name} & LENT)
        ):
            called.add(name)

    sys.setprofile(note)
    try:
        train()
    finally:
        sys.setprofile(None)
    return called


def test_the_learners_functions_train_without_any_of_the_course_but_those_lent() -> None:
    training = Training(CORPUS, parts(), **SMALL)
    called = called_of_course(lambda: [training.step() for _ in range(EVERY)])
    first, last = training.model.reports
    assert last.validation < 0.8 * first.validation
    assert called == set()
    by_the_course = called_of_course(Training(CORPUS, **SMALL).step)
    assert {f"{HERE}.training.loss_and_gradients", f"{HERE}.autograd.softmax"} <= by_the_course


def test_they_find_the_same_slopes_and_first_step_as_the_course() -> None:
    theirs, ours = Training(CORPUS, parts(), **SMALL), Training(CORPUS, **SMALL)
    assert theirs.step() == pytest.approx(ours.step(), rel=1e-12)
    for name, array in ours.model.weights.items():
        assert np.allclose(theirs.model.weights[name], array, atol=1e-7)


@pytest.mark.parametrize(
    ("function", "at", "wrong"),
    [
        ("loss_and_slopes", 1, lambda weights, *_: (1.0, {**weights, "W_u": 0})),
        ("loss_and_slopes", 1, lambda *_: (np.nan, {})),
        ("adam_step", 2, lambda W, *_: W),
        ("cat_step", 3, lambda *_: (np.zeros(3), None)),
    ],
)
def test_who_stops_is_named_in_a_sentence(function: str, at: int, wrong: Any) -> None:
    answers = answers_of_capstone()
    right = [answers[name] for name in ("loss_and_slopes", "adam_step", "cat_step")]
    right[at - 1] = wrong
    with pytest.raises(
        TextError, match=f"Training needs your `{function}`, which does not work yet"
    ):
        Training(CORPUS, parts_of_learner(cut_windows, *right), **SMALL).step()
