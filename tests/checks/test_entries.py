"""Numbers on paper are diagnosed one by one, and no coincidence is given a name."""

from fractions import Fraction

import numpy as np
import pytest

from checks import check
from checks.catalogue import TASKS

SHAPES = TASKS["model_on_paper"].reference()


@pytest.mark.parametrize(
    ("task", "answer", "place"),
    [
        ("it_afterwards", [0.6, 0.3, 1.8], "2 of 3 right; look at the third"),
        ("lookup_on_paper", [0.2, 0.7, 6, 16], "2 of 4 right; look at the second"),
        ("norms_on_paper", [[0] * 5] * 5, "1 of 5 rows right; look at the first"),
        ("model_on_paper", {**SHAPES, "cache": 1, "weights": 2}, "weights is 2 (6 of 8 right)"),
    ],
)
def test_the_first_wrong_place_is_said(task, answer, place):
    assert place in check(task, lambda: answer).lines[0]


def test_an_unknown_slip_does_not_silence_the_name_of_another():
    alone = check("model_on_paper", lambda: {**SHAPES, "cache": 576})
    beside = check("model_on_paper", lambda: {**SHAPES, "cache": 576, "weights": (3, 9, 9)})
    assert alone.mistakes == beside.mistakes != ()
    fractions = [Fraction(1, 5), Fraction(1, 3), 6, Fraction(16, 18)]
    assert check("lookup_on_paper", lambda: fractions).mistakes == ("ratio-doubled",)


@pytest.mark.parametrize(
    ("task", "answer", "why"),
    [
        ("cache_on_paper", [2048, 128, 4, 1, 16], "as with four bytes each, but one of four is not"),
        ("first_loss", [np.inf, np.inf, np.log(4), -2, 0], "too much is unknown"),
    ],
)  # fmt: skip
def test_what_may_be_a_coincidence_has_no_name(task, answer, why):
    assert check(task, lambda: answer).mistakes == (), why


@pytest.mark.parametrize("factor", [2, 3, 5, 0.5, 0.25, 8, 16, 32])
def test_numbers_that_are_all_wrong_by_one_factor_never_get_two_names(factor):
    for task in (one for one in TASKS.values() if one.kind == "predict"):
        right = task.reference()
        if not isinstance(right, dict):
            verdict = check(task.name, lambda right=right: right * factor)
            assert len(verdict.mistakes) <= 1, verdict
