"""On paper, the statement and the check of a variant have the same numbers (lessons 9 to 17)."""

import copy
import re
from ast import literal_eval
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from checks import check
from checks.catalogue import TASKS
from checks.changes import changes
from checks.outcome import quiet
from checks.variants import in_variant
from coursetools.notebook import read_notebook
from coursetools.variant import in_variant as written_anew

SOLUTIONS = Path(__file__).parents[2] / "solutions"
MARKED = re.compile(r"<!-- = (.+?) -->(.*?)<!-- / -->", re.DOTALL)
VARIANTS = [f"number {n}" for n in range(10)]

# Where the numbers stand in a statement, and what it asks for.
NUMBERS: dict[str, Any] = {
    "first_loss": (
        r"gives \*\*(.+?)\*\* tokens.*the \*\*(.+?)\*\* tokens of.*chances \*\*1/(\d+) and 1/(\d+)",
        lambda n, m, a, b: [np.log(n), np.log(m), np.log(a * b) / 2, 1 / n - 1, 1 / n],
    ),
    "steps_on_paper": (
        r"loss is \$(.+?) w\^2\$.*w = (.+?)\$.*one.*\*\*(.+?)\*\*;.*one.*rate \*\*(.+?)\*\*;.*two.*rate \*\*(.+?)\*\*;",
        lambda c, w, *r: [
            *(w * np.power(1 - 2 * c * np.array(r)[[0, 0, 1, 2]], [1, 2, 1, 2])),
            *(1 / (2 * c), 1 / c),
        ],
    ),
    "starting_sizes": (
        r"has \*\*(\d+)\*\* numbers.*`W_2` is `\(([\d]+), .*through \*\*(\d+)\*\* .*\*\*(\d+) times",
        lambda n, m, deep, times: [n, n**-0.5, 0.5, (2 / m) ** 0.5, times**deep],
    ),
    "votes_on_paper": (
        r"chased the dog\*\* \| (\d+) \| (.\d+) .*chased the cat\*\* \| (\d+) \|",
        lambda a, b, c: [b - a, c + b - a, int((a > 0) + (b < 0) + (c < 0) + (c + b > a)), 3],
    ),
    "next_word_on_paper": (
        r"\| ln (\d+) \| ln (\d+) \| ln (\d+) \|",
        lambda a, b, c: [
            *(a**t / (a**t + b**t + c**t) for t in (1, 2, 0.5)),
            *(a**t / (a**t + b**t) for t in (1, 0.5)),
        ],
    ),
    "cache_on_paper": (
        r"for a text of ([\d,]+) tokens.* \1 is (\d+) · 1,024\.",
        lambda n, kibi: [2048, 128, n / 2**13, 0.5, kibi / 2],
    ),
    "merged_softmax_on_paper": (
        r"ln (\d+), ln (\d+) \| (\d+), (\d+) \|.*ln (\d+), ln (\d+) \| (\d+), (\d+) \|",
        lambda a, b, v, w, c, d, x, y: [
            *((a + b) / max(a, b), (a * v + b * w) / max(a, b), max(a, b) / max(c, d)),
            *((a + b + c + d) / max(c, d), (a * v + b * w + c * x + d * y) / max(c, d)),
            (a * v + b * w + c * x + d * y) / (a + b + c + d),
        ],
    ),
    "score_of_turned_pair": (
        r"is \((\d+), 0\).*\((\d+), 0\), so.*key, \(0, (\d+)\).*"
        r"query at position (\d+), the key \(\2, 0\) at position (\d+);.*query at (\d+) and the key \(\2, 0\) at (\d+);"
        r".*position (\d+), .*position (\d+);.*position (\d+), .*position (\d+);.*position (\d+), .*position (\d+)\.",
        lambda q, k, up, *at: [
            q * length * np.cos(np.radians(starts + 30 * (key - query)))
            for length, starts, query, key in zip([k, k, k, up, up], [0, 0, 0, 90, 90], at[::2], at[1::2], strict=True)
        ],
    ),
    "it_further_back": (
        r"by (\d+)° .*length (\d+), .*length (\d+), .*cat\* (\d+) words back;.*cat\* (\d+) words back;.*cat\* (\d+) words back;.*at (\d+), .*cat\* (\d+) words back;.*cat\* (\d+) words back\.",
        lambda speed, q, k, a, b, c, clip, d, e: (
            q * k * np.cos(np.radians(speed * np.array([a, b, c, clip, d / 2, e / 2])))
        ),
    ),
    "first_overflow": (
        r"infinite, for \$d_k\$ = (\d+);\n- the same for \$d_k\$ = (\d+);.* \$d_k\$ = \2 and \$c\$ = (\d+)\.",
        lambda n, m, c: [
            *(next(c for c in range(999) if d * c * c >= 65_520) for d in (n, m, n**0.5, m**0.5)),
            m**0.5 * c * c,
        ],
    ),
    "model_on_paper": (
        r"a text of \*\*(\d+)\*\* words",
        lambda n: {
            **{"stream": (n, 32), "queries": (2, n, 16), "weights": (2, n, n), "hidden": (n, 128)},
            **{"logits": (n, 51), "scores": 4 * n * n, "cache": 128 * n, "new_scores": 4 * n + 4},
        },
    ),
    "bias_that_does_nothing": (
        r"multiplies by (\d+).*ln (\d+), 0.*ln (\d+)\) \| (\d+) \| (\d+) \|.*b_v = (\d+)\.",
        lambda w, a, b, v, u, more: [
            *[a / (a + 1)] * 2, *[a / (a + b)] * 2,
            *(w * ((a * v + u) / (a + 1) + extra) for extra in (0, more)), w * more,
        ],
    ),
}  # fmt: skip
every_task = pytest.mark.parametrize("task", NUMBERS)


@cache
def solutions() -> list[Any]:
    return [read_notebook(path) for path in SOLUTIONS.glob("*.ipynb")]


def statement(task: str) -> Any:
    """A notebook of one cell."""
    (cell,) = (cell for one in solutions() for cell in one.cells if cell.id == f"{task}-task")
    return copy.deepcopy(type(solutions()[0])(cells=[cell]))


def read_off(task: str, text: str) -> list[float]:
    found = re.search(NUMBERS[task][0], MARKED.sub(r"\2", text), re.DOTALL)
    assert found, text
    return [literal_eval(each.replace(",", "").replace("\u2212", "-")) for each in found.groups()]


@every_task
def test_marks_show_the_numbers_of_the_course(task: str) -> None:
    marks = MARKED.findall(statement(task).cells[0].source)
    assert [TASKS[task].value(expression) for expression, _ in marks] == [text for _, text in marks]
    assert marks


@every_task
def test_a_statement_that_is_written_anew_has_the_answer_of_its_check(task: str) -> None:
    marked = [expression for expression, _ in MARKED.findall(statement(task).cells[0].source)]
    for variant in VARIANTS:
        change = changes(task, variant, marked)
        notebook = written_anew(statement(task), {task: change}, variant, "")
        numbers = read_off(task, notebook.cells[0].source)
        right = NUMBERS[task][1](*numbers)
        assert check(f"{task}@{variant}", lambda right=right: right).status == "pass", numbers
        of_the_course = check(f"{task}@{variant}", TASKS[task].reference)
        assert of_the_course.status == "fail", numbers


@every_task
def test_no_mistake_is_right_in_a_variant(task: str) -> None:
    for variant in VARIANTS:
        varied = in_variant(TASKS[task], variant)
        for mistake, exchanged in varied.slips():
            with quiet():
                answer = varied.going_wrong(exchanged)()
            verdict = check(f"{task}@{variant}", lambda answer=answer: answer)
            assert verdict.status != "pass", mistake.slug
