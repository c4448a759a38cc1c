"""What wrong results have in common is said, and nothing that is true by accident alone.

It runs in two seconds.
"""

from collections.abc import Callable
from typing import Any

import bank
import numpy as np
import pytest

from checks.catalogue import TASKS
from checks.checking import check
from checks.observed import observation
from checks.outcome import call

Answer = Callable[..., Any]


def observed(name: str, answer: Answer) -> str | None:
    task = TASKS[name]
    probes = task.probes(0)
    return observation(task, probes, [call(answer, probe) for probe in probes], answer)


def made_of_the_right(name: str, change: Callable[[Any], Any]) -> Answer:
    return lambda *arguments: change(TASKS[name].reference(*arguments))


def transposed(scores: Any) -> Any:
    return np.swapaxes(scores, -1, -2)


def last_wrong(scores: Any) -> Any:
    return np.concatenate([scores[..., :-1, :], 2 * scores[..., -1:, :]], axis=-2)


OF_SCORES = {
    "Every number is 0.": np.zeros_like,
    "Every number has the wrong sign.": np.negative,
    "Negative numbers have become 0.": lambda scores: np.maximum(scores, 0),
    "Every number is the exponential of the right one.": np.exp,
    "Every number is the right one times 3.": lambda scores: 3 * scores,
    "Every number is the right one plus 1.": lambda scores: scores + 1,
    "Every number is the right one divided by `n_k`.": lambda scores: scores / scores.shape[-1],
    "Every number is the right one times the root of `n_q`.": (
        lambda scores: scores * scores.shape[-2] ** 0.5
    ),
    "The right numbers are all there, but in other places.": lambda scores: scores[..., ::-1],
    "The numbers are right, but an axis of length 1 is left over.": lambda scores: scores[None],
    "The numbers are right and in order, but cut into another shape.": np.ravel,
    "Of axis 0, only the first entry is returned.": lambda scores: scores[0],
    "Of axis 0, the last entry is missing.": lambda scores: scores[:-1],
    "Axis 0 has an entry too many at its end.": lambda scores: np.concatenate([scores, scores[:1]]),
    "Along axis 0, the numbers are added up.": lambda scores: scores.sum(axis=0),
    "Here only the last row is wrong.": last_wrong,
}


@pytest.mark.parametrize("sentence", OF_SCORES)
def test_what_all_wrong_scores_have_in_common_is_said(sentence: str) -> None:
    assert (
        observed("scaled_scores", made_of_the_right("scaled_scores", OF_SCORES[sentence]))
        == sentence
    )


def test_results_in_another_order_and_mixed_up_axes_are_told() -> None:
    exchanged = made_of_the_right("attention", lambda both: both[::-1])
    assert "in another order" in str(observed("attention", exchanged))
    reshaped = made_of_the_right(
        "split_heads", lambda heads: transposed(heads).reshape(heads.shape)
    )
    assert "after a reshape in place of a transpose" in str(observed("split_heads", reshaped))
    turned = made_of_the_right("scaled_scores", transposed)
    assert "axes are in another order" in str(observed("scaled_scores", turned))


def by_a_root_of_whole_numbers(Q: Any, K: Any) -> Any:
    return Q @ transposed(K) / int(Q.shape[-1] ** 0.5)


def test_a_size_is_named_only_where_cutting_inputs_to_it_makes_them_right() -> None:
    sentence = "It is right where `d_k` is 4, and wrong where not."
    assert observed("scaled_scores", by_a_root_of_whole_numbers) == sentence

    inputs = [probe.arguments["Q"] for probe in TASKS["scaled_scores"].probes(0)]
    lucky = {Q.flat[0] for Q in inputs if Q.shape[-1] == 4}

    def right_by_accident(Q: Any, K: Any) -> Any:
        right = TASKS["scaled_scores"].reference(Q, K)
        return right if Q.flat[0] in lucky else right + K[..., 0, 0].sum()

    assert "`d_k`" not in str(observed("scaled_scores", right_by_accident))


def test_nothing_is_said_of_errors_of_single_truths_or_where_nothing_is_common() -> None:
    def fails(Q: Any, K: Any) -> Any:
        raise ValueError

    assert observed("scaled_scores", fails) is None
    assert observed("is_identity", lambda *arguments: True) is None
    assert observed("scaled_scores", TASKS["scaled_scores"].reference) is None
    assert (
        observed("scaled_scores", lambda Q, K: Q @ transposed(K) + np.cos(K[..., 0].sum())) is None
    )


def test_a_size_of_0_is_no_error() -> None:
    def louder_each_time(weights: Any, tokens: Any, past: int) -> Any:
        return TASKS["enter_stream"].reference(weights, tokens, past) * (past + 2)

    assert {probe.arguments["past"] for probe in TASKS["enter_stream"].probes(0)} > {0}
    assert check("enter_stream", louder_each_time).status == "fail"


def test_the_check_says_it_beside_a_small_input() -> None:
    halved = next(answer for answer in bank.answers("swiglu") if answer.thought == "halved")
    lines = check("swiglu", halved.function).lines
    assert "Every number is the right one times 0.5." in lines
