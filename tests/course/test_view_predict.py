"""A prediction: its order, its folded answer, and the data for the browser."""

import re

import pytest

from course.views import Prediction, predict

OPTIONS = ["rows <1>", "columns", "both", "neither"]
REASONS = ["Softmax runs along them.", "Nobody divides them.", "One axis only.", "Look again."]


def asked(question: str = "Which sum to 1?") -> Prediction:
    return predict(question, OPTIONS, REASONS)


def test_the_order_depends_on_the_question_alone() -> None:
    orders = {tuple(asked(question).options) for question in ("a?", "b?", "c?", "d?", "e?")}
    assert len(orders) > 1
    assert all(sorted(order) == sorted(asked().options) for order in orders)
    assert asked().options == asked().options


def test_without_a_kernel_the_question_is_read_and_the_answer_is_folded() -> None:
    html = asked()._repr_html_()
    before, _, folded = html.partition("<details>")
    assert "Predict: Which sum to 1?" in before
    assert all(option in before for option in ("rows &lt;1&gt;", "columns", "both", "neither"))
    assert not any(reason in before for reason in REASONS)
    assert "rows &lt;1&gt;. Softmax runs along them." in re.sub("<[^>]*>", "", folded)
    assert not any(reason in folded for reason in REASONS[1:])


def test_the_sentence_does_not_give_the_answer_away() -> None:
    assert repr(asked()).startswith("Predict: Which sum to 1?\n  - ")
    assert not any(reason in repr(asked()) for reason in REASONS)


def test_bundle() -> None:
    bundle = asked()._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}


@pytest.mark.parametrize(
    ("options", "because", "message"),
    [
        (["one"], ["r"], "at least two different ones are needed"),
        (["one", "one"], ["r", "s"], "Is one of them repeated?"),
        (["one", "two"], ["r"], "2 options need as many reasons, but there are 1"),
    ],
)
def test_refused_in_words(options: list[str], because: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        predict("?", options, because)
