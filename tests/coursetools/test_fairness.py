"""Any mix of right answers, in any form, gets full points, as in the student's own checks."""

import random

import nbformat
import pytest
from bank import answers
from submissions import NOTEBOOKS, ROOT, exercise, insert_after, source, tasks_of

from coursetools.grading.isolation import Limits, Setting
from coursetools.grading.session import Job, grade

pytestmark = pytest.mark.slow  # a second or two for each mix
OFTEN = ("03_softmax_axis", "08_block", "16_capstone")  # in make test; the others are thorough

# Forms that students may give a function: a cell of their own before the answer, and the answer.
PLAIN = ("", "{source}")
SIGNATURE = (
    "",
    "{source}\nof_{task} = {task}\n"
    "def {task}(*given, mine=True, **options):\n    return of_{task}(*given, **options)",
)
HELPER = (
    "{source}\nhelp_{task} = {task}",
    "def {task}(*given, **options):\n    return help_{task}(*given, **options)",
)
OBJECT = (
    "{source}\nclass Of_{task}:\n    def __init__(self, function):\n        self.function = function\n"
    "    def __call__(self, *given, **options):\n        return self.function(*given, **options)",
    "{task} = Of_{task}({task})",
)
DECORATED = (
    "import functools\ndef noted(function):\n    @functools.wraps(function)\n"
    "    def noting(*given, **options):\n        print('called', '{task}')\n"
    "        return function(*given, **options)\n    return noting",
    "{source}\n{task} = noted({task})",
)
FORMS = {
    "plain": PLAIN,
    "signature": SIGNATURE,
    "helper": HELPER,
    "object": OBJECT,
    "decorated": DECORATED,
}
STILL_MINE = "\nimport inspect\nassert 'mine' in inspect.signature({task}).parameters\n"


def mixed(lesson: str, number: int) -> nbformat.NotebookNode:
    """The answers with this number to every task in the bank, each in a random form."""
    draw, notebook, before = random.Random(f"{lesson} {number}"), exercise(name=lesson), ""
    for task in tasks_of(lesson):
        right = answers(task, "right")
        form = draw.choice(sorted(FORMS))
        own, answer = (
            text.format(task=task, source=source(right[number % len(right)]))
            for text in FORMS[form]
        )
        cell = next(one for one in notebook.cells if one.id == f"{task}-answer")
        cell.source = before + answer
        if own:
            place = notebook.cells[notebook.cells.index(cell) - 1].id
            insert_after(notebook, place, own)
        before = STILL_MINE.format(task=task) if form == "signature" else ""
    return notebook


def all_mixes() -> list[object]:
    """As many mixes for each lesson as it takes to use every right answer once."""
    found = []
    for lesson in NOTEBOOKS:
        most = max(len(answers(task, "right")) for task in tasks_of(lesson))
        for number in range(most):
            is_rare = number > 0 or lesson not in OFTEN
            marks = pytest.mark.thorough if is_rare else ()
            found.append(pytest.param(lesson, number, marks=marks, id=f"{lesson}-{number}"))
    return found


@pytest.mark.parametrize(("lesson", "number"), all_mixes())
def test_any_mix_of_right_answers_gets_full_points(lesson, number):
    if lesson == "07_pytorch":
        pytest.importorskip("torch")
    content = nbformat.v4.writes(mixed(lesson, number)).encode()
    solution = (ROOT / "solutions" / f"{lesson}.ipynb").read_bytes()
    found = grade(Job(lesson, content, solution, Setting("none", Limits()), random.getrandbits(60)))
    assert {
        task.id: (task.status, task.message) for task in found.tasks if task.status != "pass"
    } == {}
    assert found.points == found.max_points
