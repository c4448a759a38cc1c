"""Answers that measure with what their notebook has: graded, they have it, too, as far as it answers no task.

Two minutes of `make thorough`; `make test` looks at the lesson that lends most, which takes 6 seconds.
"""

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from submissions import (
    NOTEBOOKS,
    ROOT,
    cell,
    checked,
    exercise,
    insert_after,
    right,
    save,
    tasks_of,
)

from coursetools.grading.isolation import Limits, Setting
from coursetools.grading.lent import cells_of_library
from coursetools.grading.session import Job, grade
from coursetools.notebook import read_notebook

pytestmark = pytest.mark.slow  # it runs whole notebooks
LENDS_MOST = "15_bug_clinic"
MEASURING = {
    "13_long_context": {
        "who_carries": """
def who_carries():
    five = "queen saw the king because".split()
    return min(five, key=lambda word: sang_after(swap(queen, 1 + five.index(word))))
""",
    },
    "15_bug_clinic": {
        "clinic_record": """
def clinic_record():
    assert [case.complaint for case in CASES] == list(patients)
    assert patients["nan after weeks"](cat_rows, cat_matrices)[0].shape == cat_rows.shape
    assert cat_matrices.heads == 2 and len(sentence) == len(cat_sentence()[1])
    assert expectation("twice") == "Asked twice, it gives the same answer."
    return {
        complaint: [name for name, probe in PROBES.items() if probe(layer).found]
        for complaint, layer in patients.items()
    }
""",
    },
    "16_capstone": {
        "model_on_paper": """
def model_on_paper():
    (V, d), n, layers = cat_weights["embedding"].shape, len(story_tokens), 2
    assert V == len(grammar.VOCABULARY) and d == language_model.D_MODEL
    assert [grammar.VOCABULARY[i] for i in story_tokens] == story
    assert list(grammar.numbers_of(story)) == list(story_tokens)
    assert tokens_of("the cat sat") == story[1:4]
    assert set(trained.cat_sentence()) == set(cat_weights)
    shapes = {"stream": (n, d), "queries": (2, n, d // 2), "weights": (2, n, n)}
    shapes |= {"hidden": (n, len(cat_weights["0.W_2"])), "logits": (n, V)}
    counts = {"scores": layers * 2 * n * n, "cache": layers * 2 * n * d}
    return shapes | counts | {"new_scores": layers * 2 * (n + 1)}
""",
    },
    "17_real_model": {
        "which_heads": """
def which_heads():
    read = heads(two_sentences[1])
    weights = read.weights[LAYERS, NUMBERS]
    back, ahead = (max(range(6), key=lambda i: np.trace(weights[i], by)) for by in (-1, 1))
    parked = max(range(6), key=lambda i: weights[i][:, 0].sum())
    nouns = head_measures()["its nouns"][LAYERS, NUMBERS].argmax()
    names = ("one back", "one ahead", "parked", "its nouns")
    return {name: "abcdef"[i] for name, i in zip(names, (back, ahead, parked, nouns))}
""",
    },
}
NOTES_DOWN = """
import json
from pathlib import Path
from types import ModuleType

def described(value):
    if type(value).__name__.startswith("stand-in for "):
        return "no data: " + type(value).__name__
    if isinstance(value, np.ndarray):
        return [value.dtype.str, value.shape, value.tobytes().hex()]
    if isinstance(value, dict):
        return {{str(key): described(part) for key, part in value.items()}}
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(described, value)]
    if value is None or isinstance(value, (bool, int, float, str, np.generic)):
        return repr(value)
    return "no data: " + ("function" if callable(value) else type(value).__name__)

known = {{name: described(value) for name, value in list(globals().items()) if name[0] != "_"}}
Path({path!r}).write_text(json.dumps(known))
del described, known
"""
OF_IPYTHON = {"In", "Out", "exit", "quit", "get_ipython", "open"}


def results(notebook: Any, lesson: str, folder: Path) -> Any:
    """The result of each task."""
    content = save(notebook, folder / f"{lesson}.ipynb").read_bytes()
    known = (ROOT / "solutions" / f"{lesson}.ipynb").read_bytes()
    return grade(Job(lesson, content, known, Setting("none", Limits()), 7)).tasks


def graded(notebook: Any, lesson: str, folder: Path) -> dict[str, str]:
    """The status of each task."""
    return {task.id: task.status for task in results(notebook, lesson, folder)}


def noting(lesson: str, folder: Path) -> Any:
    """A notebook with right answers that writes down, before each of them, what it has."""
    folder.mkdir()
    notebook = exercise(right(lesson), lesson)
    for task in tasks_of(lesson):
        place = notebook.cells.index(cell(notebook, f"{task}-answer"))
        source = NOTES_DOWN.format(path=str(folder / f"{task}.json"))
        notebook.cells.insert(place, nbformat.v4.new_code_cell(source))
    return notebook


def unlike(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """What a notebook has and a sandbox has not, but for stand-ins for what is no data."""
    return {
        name: (value, theirs.get(name))
        for name, value in mine.items()
        if value != theirs.get(name)
        and not (str(value)[:8] == str(theirs.get(name))[:8] == "no data:")
        and name not in OF_IPYTHON
    }


@pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(name, marks=[] if name == LENDS_MOST else pytest.mark.thorough)
        for name in NOTEBOOKS
    ],
)
def test_an_answer_has_what_its_notebook_has(lesson, tmp_path):
    """Graded, each name has the same value; only modules and functions may be stand-ins."""
    if lesson.startswith("07"):
        pytest.importorskip("torch")
    here, there = tmp_path / "notebook", tmp_path / "sandbox"
    NotebookClient(noting(lesson, here), kernel_name="python3").execute()
    assert graded(noting(lesson, there), lesson, tmp_path) == all_pass(lesson)
    for task in tasks_of(lesson):
        mine, theirs = (json.loads((one / f"{task}.json").read_text()) for one in (here, there))
        assert unlike(mine, theirs) == {}, task


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", MEASURING)
def test_an_answer_that_measures_is_right_by_check_and_by_grade(lesson, tmp_path):
    notebook = exercise({**right(lesson), **MEASURING[lesson]}, lesson)
    assert graded(notebook, lesson, tmp_path) == all_pass(lesson)
    report = checked(notebook, tmp_path / f"{lesson}.ipynb")
    assert {task.id: task.status for task in report.tasks} == all_pass(lesson)


def test_what_was_measured_in_a_cell_of_ones_own_is_there(tmp_path):
    """Before a task with inputs, and in a run that begins again because an answer was wrong."""
    lesson = "15_bug_clinic"
    found = "{name for name, probe in PROBES.items() if probe(layer).found}"
    measured = f"rows = {{complaint: {found} for complaint, layer in patients.items()}}"
    answers = {
        "half_scores": "half_scores = min",
        "clinic_record": "def clinic_record(): return rows",
    }
    notebook = exercise({**right(lesson), **answers}, lesson)
    insert_after(notebook, "half_scores-view", measured)
    assert graded(notebook, lesson, tmp_path) == {**all_pass(lesson), "half_scores": "error"}


def test_a_method_of_the_course_stays_behind_and_the_message_says_so(tmp_path):
    """Arrays of a cache are lent, so `swap` and `_replace` work; its methods are code."""
    lesson, fall = "13_long_context", "sang_after(queen.with_value(1, place, girl.V[1][:, place]))"
    answer = f"def who_carries(): return min([{fall} for place in range(1, 6)])"
    notebook = exercise({**right(lesson), "who_carries": answer}, lesson)
    found = {task.id: task for task in results(notebook, lesson, tmp_path)}
    assert found["who_carries"].status == "error"
    assert "When you are graded, `Cache.with_value` of the course is not there." in (
        found["who_carries"].message
    )


def all_pass(lesson: str) -> dict[str, str]:
    return dict.fromkeys(tasks_of(lesson), "pass")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "solutions").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_what_is_lent_can_be_run_by_the_examiner(path: Path) -> None:
    cells = read_notebook(path).cells
    last = max(place for place, cell in enumerate(cells) if cell.id.endswith("-answer"))
    names: dict[str, Any] = {}
    for lent in cells_of_library(nbformat.v4.new_notebook(cells=cells[:last])):
        exec(lent["run"], names)
