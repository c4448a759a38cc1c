"""Tasks on paper whose numbers can be drawn again: the statement and the check go together."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from checks import check
from checks.catalogue import TASKS
from checks.changes import changes
from checks.variants import in_variant
from coursetools.notebook import read_notebook
from coursetools.variant import _renumber

MARKED = re.compile(r"<!-- = (.+?) -->(.*?)<!-- / -->", re.DOTALL)
NUMBER = re.compile(r"\u2212?(?:\d{1,3}(?:,\d{3})+|\d*\.?\d+)")
VARIANTS = [f"paper-{student}" for student in range(10)]


def numbers_of_head(*numbers: int) -> list[Any]:
    table, head = np.reshape(numbers[6:18], (2, 6)), numbers[-1]  # first come those of the columns
    return [table[:, 2 * head : 2 * head + 2], np.split(table.ravel(), 6)[2 * head : 2 * head + 2]]


def shapes(n: int, t: int, d: int, heads: int, _: int) -> dict[str, Any]:
    weights = {"weights": (t, n, n), "batch_first": (n, t, t), "each_head": (n, heads, t, t)}
    return {"output": (n, t, d), **weights}


def norms(*numbers: int) -> list[Any]:
    *tokens, gain, shift = np.reshape(numbers, (6, 5))
    first, second, third = [(row - row.mean()) / row.std() for row in tokens[:3]]
    return [first, second, third, [0] * 5, first * gain + shift]


def parameters(d: int, d_ff: int, blocks: int) -> list[int]:
    parts = [4 * d * (d + 1), 2 * d * d_ff + d_ff + d, 4 * d]
    return [*parts, sum(parts), blocks * sum(parts)]


# Where numbers stand in a statement, in brackets or in all that fits, and what is right for them.
ON_PAPER: dict[str, tuple[str, Callable[..., Any]]] = {
    "predicted_spread": (r"d_k\$ = \d+", lambda a, b, c, *_: [*np.sqrt([a, b, c]), 1]),
    "slopes_on_paper": (r"weights \S+, \S+ and \S+,", lambda *w: np.diag(w) - np.outer(w, w)),
    "it_afterwards": (r"(?<=\| )[\d.]+(?= \|)", lambda *n: n[6:9] @ np.reshape(n[9:], (3, 3))),
    "shares_of_the_visible": (
        r"ln \d+",
        lambda m, c, _: [np.array([1, m, c, 0]) / (1 + m + c), [0, 0, 1, 0], [0] * 4],
    ),
    "numbers_of_head": (r"(?<=\| )\d+(?= \|)|(?<=are in head )\d", numbers_of_head),
    "predicted_products": (r"\d+ col|\d+\.\d+", lambda a, p, b, *_: [a / 2, p, a - 2 * p, b / 2]),
    "torch_shapes": (r"\d+, \d+, \d+|heads=\d+", shapes),
    "norms_on_paper": (r"\u2212?\d+(?:, \u2212?\d+){4}", norms),
    "parameter_count_on_paper": (r"model\} = \d+|ff\} = \d+|of \d+ such blocks", parameters),
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
every_task = pytest.mark.parametrize("name", ON_PAPER)


@pytest.fixture(scope="module")
def statements() -> dict[str, str]:
    """The statement of each task, with its marks."""
    paths = (Path(__file__).parents[2] / "solutions").glob("*.ipynb")
    cells = [cell for path in paths for cell in read_notebook(path).cells]
    return {name: cell.source for name in ON_PAPER for cell in cells if cell.id == f"{name}-task"}


def written_anew(name: str, statement: str, variant: str) -> str:
    cell = nbformat.v4.new_markdown_cell(statement, id=f"{name}-task")
    marks = MARKED.findall(statement)
    _renumber([cell], changes(name, variant, [mark[0] for mark in marks])["says"])
    return str(cell.source)


def right_for(name: str, statement: str) -> Any:
    """What is right for the numbers that a reader finds in a statement."""
    places, formula = ON_PAPER[name]
    match = re.search(places, statement, re.DOTALL)
    numbers = (
        match.groups()
        if match and match.groups()
        else NUMBER.findall(" ".join(re.findall(places, statement)))
    )
    plain = [number.replace(",", "").replace("\u2212", "-") for number in numbers]
    return formula(*map(ast.literal_eval, plain))


@every_task
def test_the_course_says_what_its_marks_come_to(name: str, statements: dict[str, str]) -> None:
    plain = MARKED.sub(r"\2", statements[name])
    for expression, text in MARKED.findall(statements[name]):
        assert TASKS[name].value(expression) == text
    assert check(name, lambda: right_for(name, plain)).status == "pass"


@every_task
def test_what_a_new_statement_asks_for_is_right(name: str, statements: dict[str, str]) -> None:
    for variant in VARIANTS:
        statement = written_anew(name, statements[name], variant)
        verdict = check(f"{name}@{variant}", lambda text=statement: right_for(name, text))
        assert verdict.status == "pass", f"{verdict}\n{statement}"
        assert check(f"{name}@{variant}", TASKS[name].reference).status == "fail"


@every_task
def test_no_mistake_is_right_with_other_numbers(name: str) -> None:
    for variant in VARIANTS[:3]:
        task = in_variant(TASKS[name], variant)
        for mistake, way in task.slips():
            assert check(f"{name}@{variant}", task.going_wrong(way)).status != "pass", mistake.slug
