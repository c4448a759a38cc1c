"""Exam variants: other slips, other letters; what is right stays right, and copied answers are wrong."""

import ast
import json
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from markdown_it import MarkdownIt

from checks import check
from checks.bugs import defined
from checks.catalogue import TASKS
from checks.changes import changes
from checks.variants import in_variant, other_letters
from coursetools.cli import main
from coursetools.errors import UnusableInput
from coursetools.notebook import Notebook, read_notebook
from coursetools.roles import cells_by_task, checked_as
from coursetools.variant import in_variant as in_variant_of
from coursetools.variant import write_variant

ROOT = Path(__file__).parents[2]
SOLUTIONS = sorted((ROOT / "solutions").glob("*.ipynb"))
LESSON, SEED = "04_causal_mask", "a secret of this spring"
LETTERS = dict(zip("abcde", "cdaeb", strict=True))
CHANGED = {"wrong_snippet": {"letters": LETTERS, "right": "('a', 2)", "output": {"text": "a"}}}
OTHER = {"starter": "pass", "lines": [1], "slips": ["It is wrong."]}
COMMENT = re.compile("<!--.*?-->")
EAST, KEYS = np.array([1.0, 0]), np.array([[3.0, 4], [1, 0]])
SURE = np.array([[0.9, 0.1], [0.1, 0.9]])
BIG, PAIR = np.full((1, 16), 64, np.float16), np.array([[0, 1]])
HALVE = [lambda x: x / 2]


def is_same(old: Any, new: Any) -> bool:
    return old == new if isinstance(old, tuple | dict) else np.allclose(old, new)


def columns(heads: Any) -> list[int]:
    """How many columns each of four heads fills, if all its values are its number."""
    zeros = np.zeros((4, 8, 2))
    values = zeros + np.arange(1, 5)[:, None, None] / 8
    filled = heads(np.ones((3, 8)), zeros, zeros, values, np.eye(8))[0].round()
    return [int((filled == number).sum()) for number in range(1, 5)]


def is_disturbed(heads: Any) -> bool:
    """Whether any column of heads 1 to 3 changes when head 0 loses its question."""
    X, stack = np.random.default_rng(0).normal(size=(2, 4, 8, 2))
    without = np.where(np.arange(4)[:, None, None] == 0, 0, stack)
    outputs = [heads(X[..., 0], asked, stack, stack, np.eye(8)) for asked in (stack, without)]
    return not np.allclose(*[output[:, 2:] for output in outputs])


def is_lost_by_one_head_of_each(attend: Any) -> bool:
    """Whether the word that sentence 0 hides is hidden from head 0 of both sentences."""
    visible = np.ones((2, 10, 10), bool)
    visible[0, :, -1] = False
    return bool((attend(*[np.zeros((2, 2, 10, 3))] * 3, visible)[1][:, 0, :, -1] == 0).all())


SAID_OF_THE_CODE = [
    ("nearest_key", "while the function says 0", lambda f: f(EAST, KEYS) == 0),
    ("mean_largest_weight", "but the function says .5", lambda f: np.isclose(f(SURE), 0.5)),
    ("heads_by_loop", "most heads keep only one column", lambda f: columns(f).count(1) > 2),
    ("heads_by_einsum", "every head disturbs all the others", is_disturbed),
    ("masked_multi_head", "one head of each sentence would lose", is_lost_by_one_head_of_each),
    ("key_padding_mask", "had no token left", lambda f: f(np.array([1, 3, 5]), 5)[2].all()),
    ("pre_norm_block", "the code gives 2", lambda f: f(np.full((1, 1), 8.0), *HALVE * 4) == 2),
    ("held_out_pairs", "has read the mirror image", lambda f: not f(PAIR[:, ::-1], PAIR).any()),
    ("half_scores", "The code returns `inf`", lambda f: np.isinf(f(BIG, BIG)).all()),
]


def solution(lesson: str) -> Notebook:
    return read_notebook(ROOT / "solutions" / f"{lesson}.ipynb")


def cell(notebook: Notebook, name: str) -> Any:
    return next(one for one in notebook.cells if one.id == name)


def snippets(notebook: Notebook) -> dict[str, Any]:
    names: dict[str, Any] = {"np": np}
    for part in ("snippets", "more-snippets"):
        exec(cell(notebook, f"wrong_snippet-{part}").source, names)
    return {letter: names[f"snippet_{letter}"] for letter in LETTERS}


def test_functions_change_places_and_the_words_about_them_follow() -> None:
    course = solution("03_softmax_axis")
    variant = in_variant_of(solution("03_softmax_axis"), CHANGED, "exam", "solution")
    before, after = snippets(course), snippets(variant)
    for old, new in LETTERS.items():
        assert before[old].__code__.co_code == after[new].__code__.co_code
    assert [*snippets(variant)] == [*"abcde"]
    assert "return ('a', 2)" in cell(variant, "wrong_snippet-answer").source
    assert cell(variant, "wrong_snippet-check").source == "%check wrong_snippet@exam"
    assert cell(variant, "wrong_snippet-check").outputs[0].data == {"text": "a"}
    assert "In `snippet_a` the sums over each row" in cell(variant, "wrong_snippet-why").source
    assert "`c` subtracts one maximum" in cell(variant, "wrong_snippet-why").source
    assert cell(variant, "wrong_snippet-task").source == cell(course, "wrong_snippet-task").source
    assert checked_as(variant, "softmax") == "softmax"


@pytest.mark.parametrize("name", ["wrong_snippet", "leaking_attention", "wrong_cache"])
def test_a_letter_is_judged_in_its_variant(name: str) -> None:
    _, evidence = TASKS[name].reference()
    for old, new in other_letters(TASKS[name], "exam").items():
        here = check(name, lambda old=old: (old, evidence))
        there = check(f"{name}@exam", lambda new=new: (new, evidence))
        assert (there.status, there.mistakes) == (here.status, here.mistakes)


def test_a_repair_is_judged_in_its_variant() -> None:
    task = TASKS["alibi_bias"]
    changed = in_variant(task, "exam")
    assert status("alibi_bias@exam", changed.starter) == "not_attempted"
    assert status("alibi_bias@exam", task.starter) == "fail"  # where other code is given
    assert status("alibi_bias@exam", task.facts.starter) == "pass"
    assert status("alibi_bias", changed.starter) == "fail"


def status(called: str, code: str) -> str:
    names: dict[str, Any] = {"np": np}
    exec(code, names)
    return check(called, names[called.partition("@")[0]]).status


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_every_statement_of_a_repair_can_do_without_the_code_of_the_course(path: Path) -> None:
    tasks = cells_by_task(read_notebook(path), "starter")
    variant = in_variant_of(read_notebook(path), dict.fromkeys(tasks, OTHER), "exam", path.name)
    for task in tasks:
        asked = cell(variant, f"{task}-task").source
        assert asked.count("One line of the code in the answer cell is wrong.") == 1
        assert asked.count("not attempted yet") == 1
        assert f"{task}-hints" not in {one.id for one in variant.cells}


@pytest.mark.parametrize("seed", ["", "final"])
@pytest.mark.parametrize(("task", "words", "holds"), SAID_OF_THE_CODE)
def test_what_is_said_of_the_code_is_true_of_the_code_beside_it(
    task: str, words: str, holds: Any, seed: str
) -> None:
    (solution,) = (path for path in SOLUTIONS if int(path.name[:2]) == TASKS[task].order[0])
    notebook = read_notebook(solution)
    code = in_variant(TASKS[task], seed).starter if seed else TASKS[task].starter
    if seed:
        assert code != TASKS[task].starter
        in_variant_of(notebook, {task: {**OTHER, "starter": code}}, "exam", "solution")
    cells = [one.source for one in notebook.cells if re.match(rf"{task}-(task|view)", one.id)]
    is_said = words in " ".join(" ".join(cells).split())
    assert is_said or seed
    with np.errstate(all="ignore"):
        assert not is_said or holds(defined(code)[task])


@pytest.mark.parametrize(
    "words",
    [
        "So the answer is 1, while the\nfunction says 0.",
        "Then the result is 12.5, whereas the code gives 2.",
        "And now two things go wrong: of some, the model has read the mirror image.",
        "(In the code you started from, most heads keep only one column.)",
        "*Symptom: everything is nan.*",
        "Somebody reported .25 for four keys.",
        "<!-- given -->Each row sums to 2.",
    ],
)
def test_a_statement_that_speaks_of_the_code_of_the_course_is_refused(words: str) -> None:
    notebook = solution(LESSON)
    cell(notebook, "joined_visibility-task").source += f"\n\n{words}"
    with pytest.raises(UnusableInput, match=r"lesson 4: cell joined_visibility-task .* given"):
        in_variant_of(notebook, {"joined_visibility": OTHER}, "exam", "lesson 4")


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_the_marks_are_seen_by_nobody(path: Path) -> None:
    for one in read_notebook(path).cells:
        if one.cell_type == "markdown" and "<!--" in one.source:
            without = MarkdownIt().render(COMMENT.sub("", one.source))
            shown = COMMENT.sub("", MarkdownIt().render(one.source))
            assert "".join(shown.split()) == "".join(without.split())


def test_a_variant_needs_a_folder_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["release", "--variant", SEED]) == 2
    assert "--out" in capsys.readouterr().err
    assert main(["release", "--variant", SEED, "--out", str(ROOT)]) == 2
    assert main(["release", "--variant", "summer", "--out", str(tmp_path)]) == 2
    assert "could be guessed" in capsys.readouterr().err
    assert main(["release", "--variant", SEED, "--out", str(tmp_path), "--lessons", "4,99"]) == 2
    assert "there is no lesson 99" in capsys.readouterr().err


def test_what_changes_is_counted_for_the_lessons_asked_for(
    written: dict[Path, str], exam: Path
) -> None:
    """Two repairs, the functions of `leaking_attention`, and numbers on paper."""
    path = exam / "exercises" / f"{LESSON}.ipynb"
    assert written == {path: "4 of 8 tasks, 5 of 13 points differ"}


def test_what_changes_is_plain_json_and_does_not_name_the_seed(exam: Path) -> None:
    assert {path.name for path in (exam / "exercises").iterdir()} == {f"{LESSON}.ipynb"}
    text = (exam / "exercises" / f"{LESSON}.ipynb").read_text(encoding="utf-8")
    assert SEED not in text
    variant = json.loads(text)["metadata"]["variant"]
    assert re.fullmatch("[0-9a-f]{12}", variant)
    assert text.count(f"@{variant}") == 4  # their checks


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    folder = tmp_path_factory.mktemp("variant")
    (folder / "course" / "solutions").mkdir(parents=True)
    for path in SOLUTIONS[2:4]:
        shutil.copy(path, folder / "course" / "solutions")
    return write_variant(folder / "course", folder / "exam", SEED, {4})


@pytest.fixture(scope="module")
def exam(written: dict[Path, str]) -> Path:
    return next(iter(written)).parents[1]


def answered(exam: Path, answers: Path | None) -> Notebook:
    notebook = read_notebook(exam / "exercises" / f"{LESSON}.ipynb")
    right = cells_by_task(read_notebook(answers), "answer") if answers else {}
    for task, (given, *_) in cells_by_task(notebook, "answer").items():
        given.source = right[task][0].source if right else given.source
    return notebook


@pytest.mark.thorough
@pytest.mark.xdist_group("variant")
def test_a_variant_is_graded_by_its_own_solutions(
    exam: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = {
        "right": exam / "solutions" / f"{LESSON}.ipynb",
        "copied": ROOT / "solutions" / f"{LESSON}.ipynb",
        "untouched": None,
    }
    for student, answers in solved.items():
        (tmp_path / "class" / student).mkdir(parents=True)
        notebook = answered(exam, answers)
        nbformat.write(notebook, tmp_path / "class" / student / f"{LESSON}.ipynb")
    monkeypatch.chdir(exam)
    main(["grade", str(tmp_path / "class"), "--out", str(tmp_path / "graded"), "--jobs", "1"])
    graded = {
        student: json.loads((tmp_path / "graded" / student / f"{LESSON}.json").read_text())["tasks"]
        for student in solved
    }
    assert {task["status"] for task in graded["right"]} == {"pass"}
    assert {task["status"] for task in graded["untouched"]} == {"not_attempted"}
    failed = [task["id"] for task in graded["copied"] if task["status"] != "pass"]
    assert failed == ["shares_of_the_visible", "leaking_attention"]


def test_a_notebook_of_the_course_is_not_checked_by_a_variant(
    exam: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(exam)
    own = shutil.copy(ROOT / "exercises" / f"{LESSON}.ipynb", tmp_path)
    assert main(["check", str(own)]) == 2
    assert "of no variant" in capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.parametrize("variant", [f"exam {number}" for number in range(10)])
def test_every_variant_can_be_solved(variant: str) -> None:
    changed = {name: change for name in TASKS if (change := changes(name, variant))}
    assert len(changed) > 40
    for name, change in changed.items():
        called = f"{name}@{variant}"
        if "right" in change:
            old, new = TASKS[name].reference(), ast.literal_eval(change["right"])
            assert check(called, lambda new=new: new).status == "pass"
            assert (check(called, lambda old=old: old).status == "pass") == is_same(old, new)
        else:
            assert status(called, change["starter"]) == "not_attempted"
            assert status(called, TASKS[name].facts.starter) == "pass"
            assert status(called, TASKS[name].starter) == "fail"
