"""Bug hunts: what is remembered, which hunt comes next, and that every reply is true."""

import json
import re
import subprocess
import sys
from datetime import date, timedelta

import numpy as np
import pytest
from IPython.core.error import UsageError

from checks.catalogue import TASKS
from checks.hunt.choice import FIRST, wanted
from checks.hunt.evidence import alike
from checks.hunt.hunt import FIND, OVER, REPAIR, can_be_hunted, defined, hunt_of
from checks.hunt.memory import DAYS, NOT_A_LEARNER, Hunted, Memory, Notes, Remembered, memory_of
from checks.hunt.page import LiveHunt
from checks.hunt.picture import picture
from checks.hunt.words import FORGET_WHAT, forgotten, mine
from checks.magic import register
from checks.outcome import call

MONDAY = date(2030, 1, 7)
DAY = timedelta(days=1)
LESSONS = {"dot_scores": 1, "cosine_scores": 1, "softmax": 3, "attention": 3, "block": 8}
ANY = Hunted(MONDAY, "negated", "dot_scores", True)  # so that the next hunt is not the first


def both(task):
    return ["negated", "no-scale"]


def choices(notes, today=MONDAY, only=None):
    return list(wanted(notes, LESSONS, both, today, only))


# What is remembered


def test_a_mistake_comes_back_after_1_3_7_and_21_days_and_then_rests():
    one = Remembered("no-scale", "attention", MONDAY).made_again("attention", MONDAY)
    assert one.due == MONDAY
    day = MONDAY
    for days in DAYS:
        one = one.hunted(True, day)
        assert one.due - day == days * DAY
        day = one.due
    assert one.hunted(True, day).due is None


def test_who_needed_help_begins_again_with_tomorrow():
    one = Remembered("no-scale", "attention", MONDAY, 1, step=3, due=MONDAY)
    assert one.hunted(False, MONDAY) == Remembered(
        "no-scale", "attention", MONDAY, 1, step=1, due=MONDAY + DAY
    )


def test_a_mistake_counts_once_a_day_and_begins_again_when_it_is_made_again():
    memory = Memory(None)
    for day in (MONDAY, MONDAY, MONDAY + DAY):
        memory.made("attention", ["no-scale"], day)
        memory.hunted("attention", "no-scale", True, day)
    (one,) = memory.read().mistakes
    assert (one.days, one.made, one.step, one.due) == (2, MONDAY + DAY, 1, MONDAY + 2 * DAY)


def test_only_a_hunt_that_needed_help_is_remembered_of_a_mistake_that_nobody_made():
    memory = Memory(None)
    memory.hunted("softmax", "negated", True, MONDAY)
    memory.hunted("softmax", "exp-missing", False, MONDAY)
    assert [one.slug for one in memory.read().mistakes] == ["exp-missing"]
    assert [one.alone for one in memory.read().hunts] == [True, False]


def test_the_file_has_a_line_for_each_mistake_and_another_kernel_reads_it(tmp_path):
    file = tmp_path / "my_hunts.json"
    memory = Memory(file)
    memory.made("attention", ["no-scale", "negated"], MONDAY)
    memory.passed("softmax")
    memory.passed("softmax")
    text = file.read_text()
    assert sum('"slug"' in line for line in text.splitlines()) == 2
    assert json.loads(text)["passed"] == ["softmax"]
    assert Memory(file).read() == memory.read()
    assert [*tmp_path.iterdir()] == [file]


def test_a_folder_that_cannot_be_written_is_said_once_and_the_session_remembers(tmp_path):
    memory = Memory(tmp_path / "missing" / "my_hunts.json")
    memory.made("attention", ["no-scale"], MONDAY)
    memory.passed("softmax")
    assert memory.read().passed == ["softmax"]
    (line,) = [one for one in mine(memory, MONDAY) if "this session only" in one]
    assert str(memory.file) in line
    assert "cannot be written" in line


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"mistakes": [{}], "passed": [], "hunts": []}'])
def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path, text):
    file = tmp_path / "my_hunts.json"
    file.write_text(text)
    memory = Memory(file)
    memory.made("attention", ["no-scale"], MONDAY)
    assert file.read_text() == text
    assert "cannot be read" in memory.trouble
    assert [one.slug for one in memory.read().mistakes] == ["no-scale"]


def test_all_can_be_forgotten_or_one(tmp_path):
    file = tmp_path / "my_hunts.json"
    memory = Memory(file)
    memory.made("attention", ["no-scale", "negated"], MONDAY)
    assert forgotten("negated", memory) == ("negated is forgotten.",)
    assert [one.slug for one in memory.read().mistakes] == ["no-scale"]
    with pytest.raises(LookupError, match="--forget negated: nothing of this name"):
        forgotten("negated", memory)
    with pytest.raises(LookupError, match=FORGET_WHAT.split(":")[0]):
        forgotten("", memory)
    assert forgotten("all", memory) == ("Everything is forgotten.",)
    assert not file.exists()
    assert forgotten("all", memory) == ("There was nothing to forget.",)


def test_the_file_is_in_the_folder_of_the_course_and_else_beside_the_notebook(tmp_path):
    for name in ("notebooks/practice", "exercises", "elsewhere"):
        (tmp_path / "course" / name).mkdir(parents=True)
    for place in ("notebooks/practice", "exercises", "elsewhere"):
        found = memory_of(tmp_path / "course" / place, {}).file
        assert found == tmp_path / "course" / "my_hunts.json"
    assert memory_of(tmp_path, {}).file == tmp_path / "my_hunts.json"


@pytest.mark.parametrize("name", ["PYTEST_VERSION", "NBGRADER_EXECUTION", "CI"])
def test_nothing_is_written_under_tests_and_graders(tmp_path, name):
    assert memory_of(tmp_path, {name: "1"}).file is None


def test_mine_says_when_each_comes_back():
    memory = Memory(None)
    memory.made("attention", ["no-scale", "negated"], MONDAY)
    memory.hunted("attention", "negated", True, MONDAY)
    today, later, week = mine(memory, MONDAY)
    assert today.startswith("no-scale: The scores are not divided by the root of d_k. You made it")
    assert today.endswith("in attention on 7 January. It comes back today.")
    assert later.endswith("It comes back tomorrow.")
    assert week == "This week you found 1 of 1 at first sight."


class Shell:
    """As much of IPython as the magics need."""

    def __init__(self):
        self.user_ns, self.magics = {}, {}

    def register_magic_function(self, function, kind, name):
        self.magics[name] = function


@pytest.fixture
def magics(tmp_path, monkeypatch):
    """The magics of a learner who works in a folder of their own."""
    for name in NOT_A_LEARNER:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    shell = Shell()
    register(shell)
    shell.user_ns["scaled_scores"] = lambda Q, K: Q @ np.swapaxes(K, -1, -2)
    return shell.magics


def test_a_mistake_that_a_check_names_comes_back_as_a_hunt(magics, tmp_path):
    magics["check"]("scaled_scores")
    magics["check"]("softmax")
    assert [one.slug for one in Memory(tmp_path / "my_hunts.json").read().mistakes] == ["no-scale"]
    assert "no-scale: " in repr(magics["hunt"]("--mine"))
    Memory(tmp_path / "my_hunts.json").hunted("softmax", "negated", True, MONDAY)
    assert magics["hunt"]("2").hunt.mistake.slug == "no-scale"
    magics["hunt"]("--forget all")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("77", "%hunt 77: there is no such lesson; they are numbered 1 to 13."),
        ("--forget", FORGET_WHAT),
        ("--forget nothing", "--forget nothing: nothing of this name is remembered."),
        ("three", "invalid int value: 'three'"),
    ],
)
def test_what_cannot_be_hunted_gets_one_clear_error(magics, typed, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        magics["hunt"](typed)


def test_a_check_loads_nothing_that_draws():
    code = "import sys, checks.magic; print({'anywidget', 'attnlib.view'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# Which hunt comes next


def test_everybody_begins_with_the_same_hunt():
    assert choices(Notes())[0] == FIRST
    assert hunt_of(TASKS[FIRST[0]], FIRST[1]) is not None
    assert choices(Notes(), only=3)[0][0] in ("softmax", "attention")


def test_what_is_due_comes_first_and_in_another_function_that_is_known():
    due = Remembered("no-scale", "softmax", MONDAY, 1, due=MONDAY)
    found = choices(Notes([due], hunts=[ANY]))
    assert {task for task, slug in found[:3]} == {"dot_scores", "cosine_scores", "attention"}
    assert found[3] == ("softmax", "no-scale")
    assert all(slug == "no-scale" for _, slug in found[:4])
    tomorrow = Remembered("no-scale", "softmax", MONDAY, 1, due=MONDAY + DAY)
    assert choices(Notes([tomorrow], hunts=[ANY]))[:4] != found[:4]
    assert choices(Notes([tomorrow], hunts=[ANY]), MONDAY + DAY)[:4] == found[:4]


def test_then_come_tasks_that_passed_then_their_lessons_and_then_all_in_their_order():
    found = [task for task, _ in choices(Notes(passed=["softmax"], hunts=[ANY]))]
    assert found[:4] == ["softmax"] * 2 + ["attention"] * 2
    assert [LESSONS[task] for task in found[4:]] == [1] * 4 + [8] * 2


def test_what_was_found_at_first_sight_comes_last_in_its_lesson():
    found = choices(Notes(passed=["dot_scores"], hunts=[ANY]))
    assert found[:2] == [("dot_scores", "no-scale"), ("dot_scores", "negated")]


def test_a_lesson_alone():
    assert {task for task, _ in choices(Notes(hunts=[ANY]), only=8)} == {"block"}


def test_the_same_notes_give_the_same_order_and_the_next_hunt_another():
    assert choices(Notes(hunts=[ANY])) == choices(Notes(hunts=[ANY]))
    orders = {tuple(choices(Notes(hunts=[ANY] * count))) for count in range(1, 9)}
    assert len(orders) > 1


# The hunt itself


def usual():
    return hunt_of(TASKS["scaled_scores"], "no-scale")


def test_a_wrong_guess_gets_what_is_true_of_the_line_and_the_question_of_the_mistake():
    hunt = usual()
    said, question = hunt.guess(3)
    assert said == "✗ Line 3 is innocent: `scores` comes out right on this input."
    assert question == hunt.mistake.question
    assert hunt.guess(1)[0] == "✗ Line 1 is innocent: it is a line of the right function, too."
    assert "the result comes out wrong, but another line is to blame" in hunt.guess(5)[0]
    assert hunt.stage == FIND
    assert hunt.innocent == [3, 1, 5]
    assert not hunt.alone


def test_any_line_that_makes_the_function_right_is_a_repair():
    hunt = usual()
    assert hunt.guess(4)[0].startswith("✓ Line 4")
    assert hunt.repair("  scaled = scores ")[0].startswith("This is the line as it stands")
    assert "cannot read this line" in hunt.repair("scaled = (")[0]
    assert "divided by d_k itself" in " ".join(hunt.repair("scaled = scores / K.shape[-1]"))
    assert hunt.stage == REPAIR
    assert hunt.repair("scaled = scores * K.shape[-1] ** -0.5")[0].startswith("✓ Right")
    assert hunt.stage == OVER
    assert hunt.alone


def test_nobody_hunts_for_a_line_that_returns_none():
    assert "return-missing" in [one.slug for one in TASKS["dot_scores"].mistakes]
    assert hunt_of(TASKS["dot_scores"], "return-missing") is None


def test_a_line_that_should_go_is_repaired_by_nothing():
    hunt = hunt_of(TASKS["causal_visibility"], "mask-inverted")
    assert hunt.right_lines == ()
    assert hunt.repair("")[0].startswith("✓ Right")


def test_show_me_shows_the_line_and_then_its_repair():
    hunt = usual()
    assert hunt.show()[0].startswith("→ Line 4")
    assert hunt.stage == REPAIR
    hunt.show()
    assert hunt.stage == OVER
    assert not hunt.alone


def live(memory):
    hunts = [usual(), hunt_of(TASKS["attention_weights"], "no-scale")]
    return LiveHunt(hunts.pop(0), memory, lambda: hunts.pop(0), lambda: MONDAY)


def test_the_page_follows_and_the_end_is_remembered():
    memory = Memory(None)
    memory.made("attention", ["no-scale"], MONDAY)
    shown = live(memory)
    widget = shown.widget()
    shown._told(widget, {"guess": 3})
    assert widget.page["marks"] == {"3": ("✗", "innocent")}
    shown._told(widget, {"guess": 4})
    assert widget.page["stage"] == REPAIR
    shown._told(widget, {"repair": "scaled = scores / np.sqrt(Q.shape[-1])"})
    for words in (
        "It belongs to lesson 2 (scaling), exercise scaled_scores.",
        "You made this mistake yourself, in attention on 7 January.",
        "It comes back tomorrow.",
        "This week you found 0 of 1 at first sight.",
    ):
        assert words in widget.page["said"]
    shown._told(widget, {"guess": 3})  # a late click
    assert widget.page["stage"] == OVER
    assert len(memory.read().hunts) == 1
    shown._told(widget, {"another": True})
    assert widget.page["title"] == "Bug hunt in attention_weights."
    assert widget.page["stage"] == FIND


def test_a_saved_hunt_asks_and_folds_the_answer():
    html = live(Memory(None))._repr_mimebundle_()["text/html"]
    before, _, folded = html.partition("<details>")
    assert "One line of this function is wrong" in before
    assert usual().mistake.does not in before
    assert usual().mistake.does in folded


SOME = ("cosine_scores", "split_heads", "write")  # the others take two minutes


def hunts(task):
    found = (hunt_of(TASKS[task], mistake.slug) for mistake in TASKS[task].mistakes)
    return [hunt for hunt in found if hunt]


@pytest.mark.parametrize(
    "task",
    [
        pytest.param(name, marks=[] if name in SOME else [pytest.mark.thorough])
        for name, task in TASKS.items()
        if can_be_hunted(task)
    ],
)
def test_every_reply_is_true(task):
    right_lines = {line.strip() for line in TASKS[task].right_code.splitlines()}
    for hunt in hunts(task):
        assert picture(hunt.evidence).sentence
        wrong, right = (at_the_end(code, hunt) for code in (hunt.bug.code, hunt.bug.right))
        for number in {*range(1, len(hunt.lines) + 1)} - {hunt.number}:
            assert hunt.lines[number - 1].strip() in right_lines
            said, name = hunt.guess(number)[0], hunt._assigned_in(number)
            if "comes out" in said:
                assert not callable(right[name])
                same = alike(hunt.evidence.probe, wrong[name], right[name])
                assert same == ("comes out right" in said), (hunt.mistake.slug, said)
        assert hunt.repair(" ".join(hunt.right_lines))[0].startswith("✓ Right"), hunt.mistake.slug


def at_the_end(code, hunt):
    """Watch a call from outside: the names of the function when it returns, and its result."""
    function, kept = defined(code)[hunt.bug.task.name], {}

    def inside(frame, event, value):
        if event == "return":
            kept.update(frame.f_locals, result=value)
        return inside

    def watch(frame, event, value):
        return inside if frame.f_code is function.__code__ else None

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        call(function, hunt.evidence.probe)
    finally:
        sys.settrace(before)
    return kept
