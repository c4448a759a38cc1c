"""On paper, the statement and the check of a variant have the same numbers (lessons 9 to 17)."""

import re
from ast import literal_eval
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from checks import check
from checks.catalogue import TASKS
from checks.changes import changes
from checks.variants import in_variant
from coursetools.notebook import read_notebook
from coursetools.variant import in_variant as written_anew

MARKED = re.compile(r"<!-- = (.+?) -->(.*?)<!-- / -->", re.DOTALL)

# Where the numbers stand in a statement, and what it asks for.
NUMBERS: dict[str, Any] = {
    "first_loss": (
        r"gives \*\*(.+?)\*\* tokens.*the \*\*(.+?)\*\* tokens of.*chances \*\*1/(\d+) and 1/(\d+)",
        lambda n, m, a, b: [np.log(n), np.log(m), np.log(a * b) / 2, 1 / n - 1, 1 / n]),
    "steps_on_paper": (
        r"is \$(.+?) w\^2\$.*w = (.+?)\$.*\*\*(.+?)\*\*;.*one.*\*\*(.+?)\*\*;.*two.*\*\*(.+?)\*\*;",
        lambda c, w, *rates: [*w * np.power(1 - 2 * c * np.take(rates, [0, 0, 1, 2]), [1, 2, 1, 2]),
                              1 / (2 * c), 1 / c]),
    "starting_sizes": (
        r"has \*\*(\d+)\*\* numb.*`W_2` is `\((\d+), .*through \*\*(\d+)\*\* .*\*\*(\d+) times",
        lambda n, m, deep, times: [n, n**-0.5, 0.5, (2 / m) ** 0.5, times**deep]),
    "votes_on_paper": (
        r"the dog\*\* \| (\d+) \| (.\d+) .*the cat\*\* \| (\d+) \|",
        lambda a, b, c: [b - a, c + b - a, (a > 0) + (b < 0) + (c < 0) + (c + b > a), 3]),
    "next_word_on_paper": (
        r"\| ln (\d+) \| ln (\d+) \| ln (\d+) \|",
        lambda *n: [n[0] ** t / sum(each**t for each in n[:kept])
                    for kept, t in ((3, 1), (3, 2), (3, 0.5), (2, 1), (2, 0.5))]),
    "cache_on_paper": (
        r"for a text of ([\d,]+) tokens.* \1 is (\d+) · 1,024\.",
        lambda n, kibi: [2048, 128, n / 2**13, 0.5, kibi / 2]),
    "merged_softmax_on_paper": (
        r"ln (\d+), ln (\d+) \| (\d+), (\d+) \|.*ln (\d+), ln (\d+) \| (\d+), (\d+) \|",
        lambda a, b, v, w, c, d, x, y: np.divide(
            [a + b, a * v + b * w, max(a, b), a + b + c + d, *[a * v + b * w + c * x + d * y] * 2],
            [*[max(a, b)] * 2, *[max(c, d)] * 3, a + b + c + d])),
    "score_of_turned_pair": (
        r"is \((\d+), 0\).*\((\d+), 0\), so.*key, \(0, (\d+)\)"
        r".*query at position (\d+), .*position (\d+);.*query at (\d+) .* at (\d+);"
        + 3 * r".*query at position (\d+), .*position (\d+)[;.]",
        lambda q, k, up, *at: q * np.array([k, k, k, up, up]) * np.cos(
            np.radians(30 * np.subtract(at[1::2], at[::2]) + [0, 0, 0, 90, 90]))),
    "it_further_back": (
        r"by (\d+)° .*length (\d+), .*length (\d+), " + 3 * r".*cat\* (\d+) words back;"
        + r".*at (\d+), .*cat\* (\d+) words back;.*cat\* (\d+) words back\.",
        lambda turn, q, k, *d: q * k * np.cos(np.radians(turn * np.divide(d, [1, 1, 1, 1, 2, 2])))),
    "first_overflow": (
        r"infinite, for \$d_k\$ = (\d+);\n.* = (\d+);\n.* \$d_k\$ = \2 and \$c\$ = (\d+)\.",
        lambda *n: [*(next(c for c in range(999) if d * c * c >= 65_520)
                      for d in (*n[:2], *np.sqrt(n[:2]))), n[1] ** 0.5 * n[2] ** 2]),
    "model_on_paper": (
        r"a text of \*\*(\d+)\*\* words",
        lambda n: {"stream": (n, 32), "queries": (2, n, 16), "weights": (2, n, n),
                   "hidden": (n, 128), "logits": (n, 51), "scores": 4 * n**2, "cache": 128 * n,
                   "new_scores": 4 * n + 4}),
    "bias_that_does_nothing": (
        r"multiplies by (\d+).*ln (\d+), 0.*ln (\d+)\) \| (\d+) \| (\d+) \|.*b_v = (\d+)\.",
        lambda w, a, b, v, u, e: [*2 * [a / (a + 1)], *2 * [a / (a + b)],
                                  *(w * ((a * v + u) / (a + 1) + np.array([0, e]))), w * e]),
}  # fmt: skip
every_task = pytest.mark.parametrize("task", NUMBERS)


@cache
def statements() -> dict[str, str]:
    notebooks = map(read_notebook, Path(__file__).parents[2].glob("solutions/*.ipynb"))
    return {cell.id: cell.source for notebook in notebooks for cell in notebook.cells}


def marks(task: str) -> list[tuple[str, str]]:
    return MARKED.findall(statements()[f"{task}-task"])


@every_task
def test_marks_show_the_numbers_of_the_course(task: str) -> None:
    assert [(each, TASKS[task].value(each)) for each, _ in marks(task)] == marks(task) != []


@every_task
def test_the_numbers_of_a_statement_lead_to_the_right_answer(task: str) -> None:
    where, formula = NUMBERS[task]
    for variant in map(str, range(10)):
        change = changes(task, variant, [expression for expression, _ in marks(task)])
        cell = new_markdown_cell(statements()[f"{task}-task"], id=f"{task}-task")
        written_anew(new_notebook(cells=[cell]), {task: change}, variant, "")
        numbers = re.search(where, cell.source, re.DOTALL).groups()  # type: ignore[union-attr]
        right = formula(*(literal_eval(n.replace(",", "").replace("\u2212", "-")) for n in numbers))
        assert check(f"{task}@{variant}", lambda right=right: right).status == "pass", cell.source
        assert check(f"{task}@{variant}", TASKS[task].reference).status == "fail", cell.source


@every_task
def test_no_mistake_is_right_in_a_variant(task: str) -> None:
    for variant in map(str, range(10)):
        varied = in_variant(TASKS[task], variant)
        for mistake, exchanged in varied.slips():
            verdict = check(f"{task}@{variant}", varied.going_wrong(exchanged))
            assert verdict.status == "fail", mistake.slug
