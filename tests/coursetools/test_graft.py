"""What is taken from a submission, what is ignored, and where it goes."""

import base64

import nbformat
import pytest
from submissions import (
    RIGHT,
    TASKS,
    cell,
    exercise,
    insert_after,
    lose_ids,
    remove,
    solution,
)

from coursetools.graft import Submission, graft, read_submission, replace_imports, restorable
from coursetools.import_policy import IMPORTS_COURSE
from coursetools.roles import cells_by_task, has_tag

HELPER = "def helper(x):\n    return x"


def read(notebook) -> Submission:
    return read_submission(notebook, solution())


def framed(notebook) -> list[tuple[str, str]]:
    """Return the id and source of the code cells that would run."""
    return framed_with(read(notebook))


def framed_with(submission: Submission) -> list[tuple[str, str]]:
    frame = graft(solution(), submission)
    return [(one.id, one.source) for one in frame.cells if one.cell_type == "code"]


def ids(notebook) -> list[str]:
    return [cell_id for cell_id, _ in framed(notebook)]


def test_answers_are_taken_and_nothing_needs_a_note():
    submission = read(exercise(RIGHT))
    assert submission.answers == RIGHT
    assert submission.extras == {}
    assert submission.notes == []


def test_the_frame_is_the_solution_with_other_answers():
    frame = graft(solution(), read(exercise(RIGHT)))
    kept = [one for one in frame.cells if restorable(one) is None]
    cells = [one for one in solution().cells if not has_tag(one, "starter")]
    assert [one.id for one in kept] == [one.id for one in cells]
    for one, original in zip(kept, cells, strict=True):
        task = one.id.removesuffix("-answer")
        assert one.source == RIGHT.get(task, original.source)


def test_functions_of_the_solution_are_never_in_a_student_s_frame():
    """If the solution is submitted, it brings them along, like a student's own cells."""
    whole = solution("16_capstone")
    own = [one.source for one in whole.cells if has_tag(one, "own")]
    assert own
    for notebook, brought in ((exercise(name="16_capstone"), []), (whole, own)):
        frame = graft(whole, read_submission(notebook, whole))
        assert [one.source for one in frame.cells if one.source in own] == brought


def test_before_and_after_each_answer_tasks_may_be_restored():
    frame = graft(solution(), read(exercise()))
    order = [one.id for one in frame.cells]
    for number, task in enumerate(TASKS):
        place = order.index(f"{task}-answer")
        assert restorable(frame.cells[place]) is None
        assert restorable(frame.cells[place - 1]) == list(TASKS[:number])
        assert restorable(frame.cells[place + 1]) == list(TASKS[: number + 1])


def test_metadata_matches_where_ids_were_lost():
    submission = read(lose_ids(exercise(RIGHT)))
    assert submission.answers == RIGHT
    assert submission.extras == {}
    assert submission.notes == [f"the answer to {task} was found by its metadata" for task in TASKS]


def test_the_function_matches_where_ids_and_metadata_were_lost():
    submission = read(lose_ids(exercise(RIGHT), metadata=True))
    assert submission.answers == RIGHT
    assert submission.extras == {}
    assert submission.notes == [
        f"the answer to {task} was found by the function it defines" for task in TASKS
    ]


@pytest.mark.parametrize(
    "source",
    [
        "%timeit 1\ndef softmax(x): ...",
        "softmax = lambda x: x",
        "class softmax: ...",
        "other = softmax = 1",
    ],
)
def test_a_function_is_found_in_whatever_way_it_is_defined(source):
    notebook = lose_ids(exercise({"softmax": source}), metadata=True)
    assert read(notebook).answers["softmax"] == source


def test_an_answer_that_keeps_its_id_is_not_taken_for_another_one():
    attention = f"{RIGHT['softmax']}\n\n{RIGHT['attention']}"
    notebook = exercise({"attention": attention})
    remove(notebook, "softmax-answer")
    submission = read(notebook)
    assert submission.answers["attention"] == attention
    assert "softmax" not in submission.answers
    assert submission.notes == ["no answer cell for softmax was found"]


TEMPLATE, REPAIR = (
    cell(exercise(), f"{task}-answer").source for task in ("softmax", "batched_attention")
)
ANSWER, REPAIRED = RIGHT["softmax"], RIGHT["batched_attention"]
FIRST_TRY = f"{HELPER}\n\ndef softmax(scores, axis=-1):\n    return helper(scores)"
BROKEN = "def softmax(x:"
LIBRARY = "import attnlib\nsoftmax = attnlib.softmax"
LAST_LINE = "\n    raise NotImplementedError"
every_way_to_copy = pytest.mark.parametrize("keeps", ["its id", "its metadata", "nothing"])


def with_copies(*sources: str, keeps: str, task: str = "softmax", below: str = "answer"):
    """Write the first source into an answer cell, and the others into copies of it."""
    notebook = exercise({**RIGHT, task: sources[0]})
    place = notebook.cells.index(cell(notebook, f"{task}-{below}")) + 1
    for number, source in enumerate(sources[1:]):
        double = nbformat.from_dict({**cell(notebook, f"{task}-answer"), "source": source})
        double.id = double.id if keeps == "its id" else f"a-new-one-{number}"
        double.metadata = nbformat.from_dict({} if keeps == "nothing" else double.metadata)
        notebook.cells.insert(place + number, double)
    return notebook


def in_effect(notebook, task: str = "softmax") -> str:
    """Return the source of the last definition above the check of a task."""
    cells = [source for cell_id, source in framed(notebook) if cell_id != f"{task}-restore-after"]
    before = cells[: cells.index(cell(solution(), f"{task}-check").source)]
    return next(one for one in reversed(before) if f"def {task}(" in one and one != BROKEN)


@every_way_to_copy
@pytest.mark.parametrize(
    ("task", "sources", "counts"),
    [
        ("softmax", (TEMPLATE, ANSWER), 2),
        ("softmax", (ANSWER, TEMPLATE), 1),
        ("softmax", (FIRST_TRY, ANSWER), 2),
        ("softmax", (ANSWER, FIRST_TRY), 2),
        ("softmax", (ANSWER, BROKEN), 1),
        ("softmax", (ANSWER, ""), 1),
        ("softmax", (ANSWER, "# see above"), 1),
        ("softmax", (ANSWER, ANSWER), 2),
        ("softmax", (ANSWER, FIRST_TRY, TEMPLATE), 2),
        ("softmax", (TEMPLATE, ANSWER + LAST_LINE), 2),
        ("batched_attention", (REPAIR, REPAIRED), 2),
        ("batched_attention", (REPAIRED, REPAIR), 1),
    ],
)
def test_the_last_definition_counts_but_never_what_was_handed_out(task, sources, counts, keeps):
    notebook = with_copies(*sources, keeps=keeps, task=task)
    wanted = sources[counts - 1]
    assert read(notebook).answers == {**RIGHT, task: wanted}
    assert in_effect(notebook, task) == wanted


def test_the_notes_say_which_of_several_answers_counts():
    notes = [
        read(with_copies(*sources, keeps="its metadata")).notes
        for sources in (
            (TEMPLATE, ANSWER),
            (ANSWER, FIRST_TRY, TEMPLATE),
            ("", BROKEN, "# nothing"),
        )
    ]
    assert notes == [
        ["softmax is answered in 2 cells: number 2 counts"],
        ["softmax is answered in 3 cells: number 2 counts"],
        ["the answer to softmax was found by its metadata"],
    ]


@pytest.mark.parametrize("keeps", ["its id", "its metadata"])
@pytest.mark.parametrize("above", [TEMPLATE, ANSWER])
def test_a_copy_that_was_moved_below_the_check_counts_as_well(above, keeps):
    notebook = with_copies(above, FIRST_TRY, keeps=keeps, below="check")
    assert read(notebook).answers["softmax"] == in_effect(notebook) == FIRST_TRY


@every_way_to_copy
def test_a_copy_may_be_split_in_two(keeps):
    notebook = with_copies(TEMPLATE, *FIRST_TRY.split("\n\n"), keeps=keeps)
    assert read(notebook).answers["softmax"] == in_effect(notebook) == FIRST_TRY.split("\n\n")[1]
    sources = [source for _, source in framed(notebook)]
    assert sources.index(HELPER) < sources.index(in_effect(notebook))


@every_way_to_copy
def test_what_an_earlier_answer_defines_besides_is_still_there(keeps):
    uses_it = "def softmax(scores, axis=-1):\n    return helper(scores) + 0"
    notebook = with_copies(FIRST_TRY, uses_it, keeps=keeps)
    sources = [source for _, source in framed(notebook)]
    assert in_effect(notebook) == uses_it
    assert sources.index(FIRST_TRY) < sources.index(uses_it)


@every_way_to_copy
@pytest.mark.parametrize("sources", [(LIBRARY, ANSWER), (ANSWER, LIBRARY)])
def test_no_copy_brings_the_library_in(sources, keeps):
    """The last one is refused; one that does not count gets stand-ins, like any other own cell."""
    submission = read(with_copies(*sources, keeps=keeps))
    replace_imports(submission)
    assert submission.refused == ({"softmax": IMPORTS_COURSE} if sources[1] == LIBRARY else {})
    runs = [source for _, source in framed_with(submission)]
    assert LIBRARY not in runs


@pytest.mark.parametrize("cell_id", ["softmax-check", "attention-check"])
def test_an_edited_check_is_noted_and_the_original_used(cell_id):
    notebook = exercise(RIGHT)
    cell(notebook, cell_id).source = "print('all right')"
    assert read(notebook).notes == [f"cell {cell_id} was edited: the original was used"]
    assert dict(framed(notebook)) == dict(framed(exercise(RIGHT)))


def test_a_deleted_check_is_noted_and_the_original_used():
    notebook = exercise(RIGHT)
    remove(notebook, "softmax-check")
    assert read(notebook).notes == ["cell softmax-check is missing: the original was used"]
    assert framed(notebook) == framed(exercise(RIGHT))


def double_a_check(notebook):
    notebook.cells.append(nbformat.from_dict(cell(notebook, "softmax-check")))


def tag_a_check_anew(notebook):
    cell(notebook, "softmax-check").metadata = nbformat.from_dict({"tags": ["answer", "hidden"]})


def move_a_check(notebook):
    notebook.cells.insert(
        0, notebook.cells.pop(notebook.cells.index(cell(notebook, "softmax-check")))
    )


def copy_a_check_into_a_cell_of_ones_own(notebook):
    insert_after(notebook, "attention-view", "%check softmax", "%check softmax --seed 1\n")


def write_points_and_outputs(notebook):
    cell(notebook, "softmax-check").metadata.nbgrader.points = 1000
    notebook.metadata.kernelspec = {"name": "mine", "display_name": "", "language": "R"}
    cell(notebook, "softmax-check").outputs = [nbformat.v4.new_output("stream", text="✓")]


def reverse_everything(notebook):
    notebook.cells.reverse()


@pytest.mark.parametrize(
    "meddle",
    [
        double_a_check,
        tag_a_check_anew,
        move_a_check,
        copy_a_check_into_a_cell_of_ones_own,
        write_points_and_outputs,
        reverse_everything,
    ],
)
def test_what_else_is_done_to_a_notebook_changes_nothing(meddle):
    notebook = exercise(RIGHT)
    meddle(notebook)
    assert read(notebook).notes == []
    assert graft(solution(), read(notebook)) == graft(solution(), read(exercise(RIGHT)))


def test_a_hidden_cell_in_a_submission_is_not_run():
    notebook = exercise(RIGHT)
    insert_after(notebook, "softmax-check", "print('mine')")
    notebook.cells[notebook.cells.index(cell(notebook, "softmax-check")) + 1].id = "softmax-hidden"
    assert framed(notebook) == framed(exercise(RIGHT))


def test_cells_of_ones_own_run_where_they_stand():
    notebook = exercise(RIGHT)
    insert_after(notebook, "title", "first = 1")
    insert_after(notebook, f"{TASKS[0]}-hints", HELPER, "second = 2", "  ")
    sources, order = dict(framed(notebook)), ids(notebook)
    assert order[0] == "start-own-0"
    assert sources["start-own-0"] == "first = 1"
    after_imports = order[order.index("imports") + 1 :]
    assert after_imports[:4] == [
        "imports-own-0",
        "imports-own-1",
        f"{TASKS[0]}-restore-before",
        f"{TASKS[0]}-answer",
    ]
    assert sources["imports-own-0"] == HELPER


def test_a_cell_of_ones_own_that_imports_the_mathematics_runs_only_where_there_is_none():
    notebook = exercise(RIGHT)
    views, mathematics = "from course.views import bars", "from attnlib.softmax import softmax"
    insert_after(notebook, "imports", views, mathematics)
    submission = read(notebook)
    assert (submission.extras, submission.notes) == ({"imports": [views, mathematics]}, [])
    insert_after(notebook, "imports", back_door := "__import__('attnlib').softmax")
    submission = read(notebook)
    replace_imports(submission)
    *others, last = submission.extras["imports"]
    assert (others, back_door in others) == ([views], False)
    assert last.endswith("softmax = globals().get('softmax', Nothing())")
    assert submission.notes == ["a cell of your own imports code of the course: it was left out"]


def test_an_edited_imports_cell_runs_after_the_original():
    notebook = exercise(RIGHT)
    imports = cell(notebook, "imports")
    imports.source = f"import math\n{imports.source}"
    assert read(notebook).notes == ["cell imports was edited: yours runs after the original"]
    order = ids(notebook)
    assert order[order.index("imports") + 1] == "imports-own-0"
    assert dict(framed(notebook))["imports-own-0"] == imports.source


def test_spaces_at_line_ends_are_no_edit():
    notebook = exercise(RIGHT)
    cell(notebook, "imports").source = (
        cell(notebook, "imports").source.replace("\n", "  \r\n") + "\n"
    )
    assert read(notebook).notes == []
    assert framed(notebook) == framed(exercise(RIGHT))


@pytest.mark.parametrize("answer", [TEMPLATE, "# see below", BROKEN, ""])
def test_a_function_in_a_cell_of_ones_own_counts_where_the_answer_has_none(answer):
    notebook = exercise({**RIGHT, "softmax": answer})
    insert_after(notebook, "softmax-view", FIRST_TRY, ANSWER)
    assert read(notebook).answers == RIGHT
    assert in_effect(notebook) == ANSWER


def test_a_function_in_a_cell_of_ones_own_does_not_replace_the_answer():
    notebook = exercise(RIGHT)
    insert_after(notebook, "softmax-view", "def softmax(x): ...")
    assert read(notebook).answers == RIGHT
    assert "softmax-answer-own-0" not in ids(notebook)


def test_an_answer_that_imports_the_library_is_refused_and_not_run():
    notebook = exercise({**RIGHT, "softmax": "from attnlib import softmax"})
    assert read(notebook).refused == {"softmax": IMPORTS_COURSE}
    assert dict(framed(notebook))["softmax-answer"] == ""


def test_an_answer_cell_turned_into_words_is_missing():
    notebook = exercise(RIGHT)
    cell(notebook, "softmax-answer").cell_type = "markdown"
    submission = read(notebook)
    assert submission.answers == {task: RIGHT[task] for task in TASKS if task != "softmax"}
    assert submission.notes == ["no answer cell for softmax was found"]


def test_strange_metadata_is_no_obstacle():
    notebook = lose_ids(exercise(RIGHT), metadata=True)
    for one in notebook.cells:
        one.metadata = nbformat.from_dict({"nbgrader": "broken", "tags": [3, None]})
    assert read(notebook).answers == RIGHT


def test_an_empty_notebook_attempts_nothing():
    submission = read(nbformat.v4.new_notebook())
    assert submission.answers == {}
    assert len(submission.notes) == 2 * len(cells_by_task(solution(), "answer"))


def test_what_a_student_wrote_in_markdown_is_found_and_nothing_of_the_course():
    notebook = exercise(RIGHT)
    assert read_submission(notebook, solution()).writing == []
    cell(notebook, "discussion").source += "\n\nI would **shift** the keys."
    notebook.cells.append(nbformat.v4.new_markdown_cell("And test it.\n<script>x</script>"))
    assert read_submission(notebook, solution()).writing == [
        "I would **shift** the keys.",
        "And test it.\n<script>x</script>",
    ]


BASE64 = base64.encodebytes(b"import attnlib" * 400).decode()
TEXTS = {"base64": (BASE64, 1), "words": ("the cat " * 800, 0), "Chinese": ("猫坐" * 3_000, 0)}


@pytest.mark.parametrize(("text", "notes"), TEXTS.values(), ids=TEXTS)
def test_a_long_encoded_text_in_a_cell_of_one_s_own_is_noted_and_runs(text, notes):
    notebook, source = exercise(RIGHT), f'kept = """{text}"""'
    insert_after(notebook, "imports", source)
    submission = read(notebook)
    assert submission.extras == {"imports": [source]}
    assert "".join(submission.notes).count("encoded text") == notes
