"""Traces: every step with its axes and shape, as a text that can be read and compared."""

from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

from attnlib import attention, attention_steps
from attnlib.heads import head_shapes, multi_head_steps
from attnlib.trace import TracedStep, trace


def test_the_steps_of_attention_in_order() -> None:
    steps = attention_steps(np.zeros((3, 8)), np.zeros((5, 8)), np.zeros((5, 2)))
    assert trace(steps).rows == (
        TracedStep("scores", ("queries", "keys"), (3, 5)),
        TracedStep("scaled", ("queries", "keys"), (3, 5)),
        TracedStep("weights", ("queries", "keys"), (3, 5)),
        TracedStep("output", ("queries", "features"), (3, 2)),
    )


def test_the_shapes_of_eight_heads_over_six_tokens() -> None:
    eye = np.eye(64)
    steps = multi_head_steps(np.zeros((6, 64)), eye, eye, eye, eye, num_heads=8)
    traced = {row.step: row for row in trace(steps).rows}
    told = [traced[step].shape for step in ("X", "Q_heads", "weights", "head_outputs", "output")]
    assert told == [(6, 64), (8, 6, 8), (8, 6, 6), (8, 6, 8), (6, 64)]
    assert traced["weights"].axes == ("heads", "queries", "keys")
    assert all("..." not in row.axes for row in traced.values())


def test_batch_axes_are_dots_and_missing_ones_are_left_out() -> None:
    rows = trace({"weights": np.zeros((2, 8, 3, 5)), "scores": np.zeros(5), "output": 0.5}).rows
    assert [row.axes for row in rows] == [("...", "queries", "keys"), ("keys",), ()]


def test_the_axes_of_unknown_steps_are_dots_until_they_are_named() -> None:
    steps = {"blend": np.zeros((2, 3)), "weights": np.zeros((4, 3, 3))}
    assert trace(steps).rows[0].axes == ("...",)
    named = trace(steps, {"blend": "tokens", "weights": ["heads", "words", "words"]}).rows
    assert named[0].axes == ("...", "tokens")
    assert named[1].axes == ("heads", "words", "words")


def test_the_text_is_a_plain_table() -> None:
    assert repr(trace({"scores": np.zeros((2, 3)), "temperature": np.float64(1)})) == (
        "step         axes           shape\n"
        "scores       queries, keys  (2, 3)\n"
        "temperature  none           ()"
    )


def test_tensors_lists_and_other_named_tuples_are_traced() -> None:
    class Mine(NamedTuple):
        scores: Any
        rest: Any

    tensor = torch.zeros(2, 3, requires_grad=True)
    rows = trace(Mine(tensor, [[1, 2, 3]])).rows
    assert [row.shape for row in rows] == [(2, 3), (1, 3)]
    assert {type(row.shape) for row in rows} == {tuple}
    assert rows[0].axes == ("queries", "keys")


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (attention([[1]], [[1]], [[1]]), r"it is a tuple.*try attention_steps"),
        (np.zeros((2, 3)), "it is a ndarray"),
        (head_shapes(6, 64, 8), r"X: an array is needed, but it is the tuple \(6, 64\)"),
        ({"weights": None}, "weights: real numbers are needed"),
    ],
)
def test_what_is_no_array_by_name_is_refused(steps: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        trace(steps)


def test_names_that_do_not_fit_are_refused() -> None:
    steps = {"scores": np.zeros((2, 3))}
    with pytest.raises(ValueError, match="the steps are scores, but 'score' is named"):
        trace(steps, {"score": ("queries", "keys")})
    with pytest.raises(ValueError, match="scores has 2 axes, but 3 names: heads, queries, keys"):
        trace(steps, {"scores": ("heads", "queries", "keys")})
