"""Functions with a bug: wrong lines of the catalogue in the text of a right function."""

from dataclasses import replace

import numpy as np
import pytest

from checks import check
from checks.bugs import Bug, candidates, is_named
from checks.catalogue import TASKS
from checks.written import Text

RIGHT = '''
def scaled(x, K):
    """Doc."""
    total = x.sum()  # a comment
    mean = (total /
        len(x))  # formatted by hand
    return mean, K  # both
'''
TOTAL, MEAN, END = (
    "    total = x.sum()  # a comment\n",
    "    mean = (total /\n        len(x))  # formatted by hand\n",
    "    return mean, K  # both\n",
)


@pytest.mark.parametrize(
    ("way", "before", "after", "lines"),
    [
        ("total = x.max()", TOTAL, "    total = x.max()\n", (4,)),
        ("two = 2\ntotal = two", TOTAL, "    two = 2\n    total = two\n", (4, 5)),
        ("mean = 1", MEAN, "    mean = 1\n", (5,)),
        ("mean = -mean", END, f"    mean = -mean\n{END}", (7,)),
        ("x = 2 * x", TOTAL, f"    x = 2 * x\n{TOTAL}", (4,)),
        ("return K, mean", END, "    return K, mean\n", (7,)),
        ("result = 5", END, "    result = 5\n    return result\n", (7,)),
        (
            "result = result[0]",
            END,
            "    result = mean, K  # both\n    result = result[0]\n    return result\n",
            (8,),
        ),
        ("total = x.sum()\nmean = 1", MEAN, "    mean = 1\n", (5,)),  # a right line, repeated
    ],
)
def test_a_wrong_line_is_written_where_it_goes(
    way: str, before: str, after: str, lines: tuple[int, ...]
) -> None:
    assert Text(RIGHT, "scaled", {}).with_wrong([way]) == (RIGHT.replace(before, after), lines)


@pytest.mark.parametrize(
    "ways",
    [
        ["mean = unknown"],
        ["total = x.sum()"],  # which is right
        ["mean = 1", "mean = 2"],
    ],
)
def test_what_has_no_place_is_not_written(ways: list[str]) -> None:
    assert Text(RIGHT, "scaled", {}).with_wrong(ways) is None


def bugs(name: str, right_code: str | None = None) -> list[Bug]:
    return [*filter(is_named, candidates(TASKS[name], right_code, 1, None))]


@pytest.mark.parametrize("name", ["attention_weights", "alibi_bias", "enter_stream"])
def test_a_bug_is_named_by_its_check(name: str) -> None:
    found = bugs(name)
    assert len({bug.mistakes for bug in found}) > 10
    for bug in found[::5]:
        namespace = {"np": np}
        exec(bug.code, namespace)
        assert check(name, namespace[name]).mistakes == tuple(one.slug for one in bug.mistakes)
        changed = set(bug.code.splitlines()) - set(bug.right.splitlines())
        wrong = {bug.code.splitlines()[number - 1] for number in bug.lines}
        assert wrong >= changed - {"    return result"}


ANOTHER = """
def scores_of(Q, K):
    return Q @ np.swapaxes(K, -1, -2)  # row i asks


def attention_weights(Q, K):
    scores = scores_of(Q, K)
    scaled = scores / np.sqrt(K.shape[-1])
    exponentials = np.exp(scaled)  # all positive
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / total
"""


def test_wrong_lines_fit_into_other_right_answers() -> None:
    found = bugs("attention_weights", ANOTHER)
    assert {"no-scale", "softmax-over-queries"} <= {bug.mistakes[0].slug for bug in found}
    assert all("# row i asks" in bug.code for bug in found)


def test_a_bug_that_is_right_or_has_another_name_does_not_count() -> None:
    bug, *_, other = bugs("alibi_bias")
    assert is_named(bug)
    assert not is_named(replace(bug, code=bug.right))
    assert not is_named(replace(bug, mistakes=other.mistakes))
