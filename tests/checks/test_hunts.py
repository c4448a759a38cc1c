"""Bug hunts: what is remembered, which hunt comes next, and that every reply is true."""

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from datetime import date, timedelta
from unittest.mock import Mock

import numpy as np
import pytest
from IPython.core.error import UsageError

from checks.catalogue import TASKS
from checks.hunt import command
from checks.hunt.choice import FIRST, again, wanted
from checks.hunt.command import begin
from checks.hunt.evidence import Evidence, alike, evidence_of
from checks.hunt.hunt import FIND, OVER, REPAIR, can_be_hunted, defined, hunt_of
from checks.hunt.memory import DAYS, NOT_A_LEARNER, Hunted, Memory, Notes, Remembered, memory_of
from checks.hunt.page import LiveHunt
from checks.hunt.picture import picture
from checks.hunt.words import (
    ENOUGH_FOR_A_DAY,
    FORGET_WHAT,
    forgotten,
    lesson_of,
    mine,
    week,
)
from checks.hunt.worth import without_comments
from checks.magic import register
from checks.outcome import Outcome, Probe, call, own

MONDAY = date(2030, 1, 7)
DAY = timedelta(days=1)
LESSONS = {"dot_scores": 1, "cosine_scores": 1, "softmax": 3, "attention": 3, "block": 8}
ANY = Hunted(MONDAY, "negated", "dot_scores", True)  # so that the next hunt is not the first


def both(task):
    return ["negated", "no-scale"]


def always(one):
    return True


def choices(notes, today=MONDAY):
    return list(wanted(notes, LESSONS, both, today))


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
    (line,) = [one for one in mine(memory, MONDAY, always) if "this session only" in one]
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


def test_what_is_deleted_stays_deleted_and_a_stale_copy_overwrites_nothing(tmp_path):
    here, there = (Memory(tmp_path / "my_hunts.json") for _ in range(2))
    here.made("attention", ["no-scale"], MONDAY)
    assert there.read() == here.read()
    here.hunted("attention", "no-scale", True, MONDAY)
    there.passed("softmax")
    assert len(here.read().hunts) == 1
    there.forget("all")
    assert here.read() == Notes()
    here.made("softmax", ["negated"], MONDAY)
    assert [one.slug for one in there.read().mistakes] == ["negated"]


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
    today, later, week = mine(memory, MONDAY, always)
    assert today.startswith("no-scale: The scores are not divided by the root of d_k. You made it")
    assert today.endswith("in attention on 7 January. It comes back today.")
    assert later.endswith("It comes back tomorrow.")
    assert week == "This week you found 1 of 1 at first sight."


class Shell:
    """As much of IPython as the magics need."""

    def __init__(self):
        self.user_ns, self.magics, self.events = {}, {}, Mock()

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
        ("77", "%hunt 77: there is no such lesson or exercise. Lessons are numbered 1 to 17"),
        ("--forget", FORGET_WHAT),
        ("--forget nothing", "--forget nothing: nothing of this name is remembered."),
        ("three", "%hunt three: there is no such lesson or exercise."),
        ("block", "%hunt block: no hunt can be made of it."),
    ],
)
def test_what_cannot_be_hunted_gets_one_clear_error(magics, typed, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        magics["hunt"](typed)


def test_a_check_loads_nothing_that_draws():
    code = "import sys, checks.magic; print({'anywidget', 'course.views'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


# Which hunt comes next


def test_everybody_begins_with_the_same_hunt():
    assert choices(Notes())[0] == FIRST
    assert hunt_of(TASKS[FIRST[0]], FIRST[1]) is not None
    lessons = {"softmax": 3, "attention": 3}
    assert next(wanted(Notes(), lessons, both, MONDAY))[0] in lessons


def test_what_is_due_comes_before_the_hunt_with_which_everybody_begins():
    due = Remembered("no-scale", "softmax", MONDAY, 1, due=MONDAY)
    assert choices(Notes([due]))[0] == ("softmax", "no-scale")


def test_a_mistake_comes_back_where_no_exercise_is_given_away():
    due = Remembered("no-scale", "softmax", MONDAY, 1, due=MONDAY)
    notes = Notes([due], passed=["dot_scores", "block"], hunts=[ANY])
    found = [task for task, _ in again(due, notes, LESSONS, both)]
    assert found == ["block", "dot_scores", "softmax", "cosine_scores", "attention"]
    assert "block" not in dict(again(due, Notes([due]), LESSONS, both))


def test_the_function_of_the_last_hunt_comes_last():
    for last, other in (("softmax", "attention"), ("attention", "softmax")):
        hunts = [ANY, Hunted(MONDAY, "negated", last, False)]
        assert choices(Notes(passed=["softmax", "attention"], hunts=hunts))[0][0] == other


def test_what_is_due_comes_first_and_in_another_function_that_is_known():
    due = Remembered("no-scale", "softmax", MONDAY, 1, due=MONDAY)
    passed = ["dot_scores", "cosine_scores"]
    found = choices(Notes([due], passed, [ANY]))
    assert {task for task, slug in found[:2]} == {*passed}
    assert found[2] == ("softmax", "no-scale")
    assert all(slug == "no-scale" for _, slug in found[:4])
    tomorrow = Remembered("no-scale", "softmax", MONDAY, 1, due=MONDAY + DAY)
    assert choices(Notes([tomorrow], passed, [ANY]))[:4] != found[:4]
    assert choices(Notes([tomorrow], passed, [ANY]), MONDAY + DAY)[:4] == found[:4]


def test_then_come_tasks_that_passed_then_their_lessons_and_then_all_in_their_order():
    found = [task for task, _ in choices(Notes(passed=["softmax"], hunts=[ANY]))]
    assert found[:4] == ["softmax"] * 2 + ["attention"] * 2
    assert [LESSONS[task] for task in found[4:]] == [1] * 4 + [8] * 2


def test_what_was_found_at_first_sight_comes_last_in_its_lesson():
    found = choices(Notes(passed=["dot_scores"], hunts=[ANY]))
    assert found[:2] == [("dot_scores", "no-scale"), ("dot_scores", "negated")]


@pytest.mark.parametrize(("where", "lesson"), [("3", 3), ("softmax", 3), ("scaled_scores", 2)])
def test_a_lesson_alone_or_an_exercise_alone(where, lesson):
    hunt = begin(Memory(None), where).hunt
    assert lesson_of(hunt.bug.task.name).startswith(f"lesson {lesson} ")
    assert where in (hunt.bug.task.name, str(lesson))


def test_help_says_what_can_be_typed(magics, capsys):
    assert magics["hunt"]("--help") is None
    assert "--mine" in capsys.readouterr().out


def test_what_no_hunt_can_bring_back_is_not_promised():
    memory = Memory(None)
    memory.made("softmax", ["mutates-input"], MONDAY)
    (line,) = command.mine(memory, MONDAY)
    assert line.endswith("There is no hunt for it, so come back to it in the exercise softmax.")


def test_a_hunt_that_comes_back_has_other_numbers():
    first, second = (hunt_of(TASKS["softmax"], "softmax-base-2", seed) for seed in (0, 1))
    assert first.wrong_line == second.wrong_line
    assert not np.array_equal(first.evidence.found, second.evidence.found)


# Which lines are worth looking for


@pytest.mark.parametrize(
    ("task", "slug"),
    [
        ("scaled_scores", "no-scale"),  # scaled = scores
        ("softmax", "softmax-not-normalised"),  # total = 1.0
        ("attention_weights", "negated"),  # scores = -scores
        ("softmax", "sigmoid-not-softmax"),  # nothing reads the lines above
        ("half_scores", "no-scale"),  # one line and the return
    ],
)
def test_lines_that_give_themselves_away_are_only_for_those_who_wrote_them(task, slug):
    assert hunt_of(TASKS[task], slug) is None
    hunt = hunt_of(TASKS[task], slug, silly=True)
    assert hunt is not None
    notes = Notes([Remembered(slug, task, MONDAY, 1, due=MONDAY)])
    assert next(command._hunts([(task, slug)], notes)).wrong_line == hunt.wrong_line


def test_comments_are_not_shown():
    assert without_comments("# a\nx = '#'  # b\n    # c\n") == "x = '#'\n"
    assert "#" not in hunt_of(TASKS["padded_attention"], "scale-by-d_k").bug.code


def test_the_same_notes_give_the_same_order_and_the_next_hunt_another():
    assert choices(Notes(hunts=[ANY])) == choices(Notes(hunts=[ANY]))
    orders = {tuple(choices(Notes(hunts=[ANY] * count))) for count in range(1, 9)}
    assert len(orders) > 1


# The hunt itself


def usual():
    return hunt_of(TASKS["scaled_scores"], "no-scale", silly=True)


def test_a_wrong_guess_gets_what_is_true_of_the_line_and_the_question_of_the_mistake():
    hunt = usual()
    (said,) = hunt.guess(3)
    assert said == "✗ Line 3 is innocent: `scores` comes out right on this input."
    assert hunt.guess(1)[0] == "✗ Line 1 is innocent: it is a line of the right function, too."
    assert hunt.stage == FIND
    assert hunt.innocent == [3, 1]
    assert not hunt.alone


def test_a_line_that_the_mistake_has_reached_is_not_called_innocent_and_gets_the_question_once():
    hunt = usual()
    said = "✗ Line 5: the result comes out wrong here, but it goes wrong earlier."
    assert hunt.guess(5) == (said, hunt.mistake.question)
    assert hunt.guess(5) == (said,)
    assert hunt.innocent == []
    assert hunt.later == [5]
    assert hunt.alone


def test_statements_are_true_of_the_input_that_is_shown():
    task = TASKS["layer_norm"]
    right = next(one for one in task.right_code.splitlines() if one.strip().startswith("root ="))
    wrong = defined(task.right_code.replace(right, "    root = variance"))["layer_norm"]
    broken = [said for said, holds in evidence_of(task, wrong).statements if not holds]
    assert broken == ["Before gain and shift, its variance v becomes v / (v + eps)."]


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
    hunt = hunt_of(TASKS["causal_visibility"], "mask-inverted", silly=True)
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
    hunts = [usual(), hunt_of(TASKS["attention_weights"], "scale-by-d_k")]
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


def test_a_hunt_says_where_it_comes_from():
    memory = Memory(None)
    assert live(memory).said.count("<p") == 1
    memory.made("attention", ["no-scale"], MONDAY - 3 * DAY)
    assert "You made this one in attention on 4 January." in live(memory).said
    memory.hunted("attention", "no-scale", True, MONDAY - 3 * DAY)
    assert "Back after 3 days." in live(memory).said


def test_ones_own_repair_comes_before_ours():
    shown = live(Memory(None))
    shown._answered({"guess": 4})
    typed = "scaled = scores * K.shape[-1] ** -0.5"
    shown._told(shown.widget(), {"repair": typed})
    assert shown.said.index("Yours:") < shown.said.index(typed) < shown.said.index("Ours:")


def test_a_hunt_that_does_not_come_back_says_so_and_five_are_enough_for_a_day():
    memory = Memory(None)
    for _ in range(ENOUGH_FOR_A_DAY):
        shown = live(memory)
        assert "enough for today" not in shown.said
        shown._answered({"guess": 4})
        shown._told(shown.widget(), {"repair": "scaled = scores / np.sqrt(Q.shape[-1])"})
        assert "so it does not come back" in shown.said
    assert "That is enough for today" in shown.said


def test_a_name_that_is_not_known_in_a_repair_is_said_without_a_cell():
    hunt = usual()
    hunt.guess(4)
    (said,) = hunt.repair("scaled = scors / 2")
    assert "name 'scors' is not defined" in said
    assert "cell" not in said


def test_the_input_is_shown_and_numbers_are_not_written_out():
    assert "Q = [[" in picture(usual().evidence).html
    probe = Probe("one", {"x": 1.0})
    said = picture(Evidence(probe, 2.609313792590698, 1.0, (), ())).sentence
    assert said == "On one, the result differs."


def test_the_count_says_how_many_of_the_entries_that_differ_are_shown():
    found = picture(Evidence(Probe("nine", {}), np.ones(9), np.zeros(9), (), ()))
    assert found.sentence == (
        "On nine, 9 of 9 entries differ, 8 of them in the part that is shown."
    )


def test_a_week_without_hunts_is_not_counted():
    assert [*week(Notes(), MONDAY)] == []


def test_a_saved_hunt_asks_and_folds_the_answer():
    html = live(Memory(None))._repr_mimebundle_()["text/html"]
    before, _, folded = html.partition("<details>")
    assert "One line of this function is wrong" in before
    assert usual().mistake.does not in before
    assert usual().mistake.does in folded


COMES_OUT = re.compile(r"(?:the result|what `\w+` returns|`(.*)`) comes out (right|wrong)")
SOME = (
    "cosine_scores",
    "split_heads",
    "unpacked_blocks",
    "running_attention",
    "write",
)  # the others take two minutes


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
    properties = {one.statement: one for one in TASKS[task].properties}
    for hunt in hunts(task):
        right_lines = {line.strip() for line in hunt.bug.right.splitlines()}
        for statement, holds in hunt.evidence.statements:
            shown = Outcome(hunt.evidence.found)
            assert properties[statement].broken_by(hunt.evidence.probe, shown) != holds
        assert picture(hunt.evidence).sentence
        wrong, right = (watched(code, hunt) for code in (hunt.bug.code, hunt.bug.right))
        for number in {*range(1, len(hunt.lines) + 1)} - {hunt.number}:
            assert hunt.lines[number - 1].strip() in right_lines
            said = hunt.guess(number)[0]
            if found := COMES_OUT.search(said):
                names = (found[1] or "result").split(", ")
                further = len(hunt.bug.right.splitlines()) - len(hunt.lines)
                place = number + further * (number > hunt.number)
                same = all(
                    alike(hunt.evidence.probe, one[name], other[name])
                    for one, other in zip(wrong[number], right[place], strict=False)
                    for name in names
                )
                assert same == (found[2] == "right"), (hunt.mistake.slug, said)
        assert hunt.repair(" ".join(hunt.right_lines))[0].startswith("✓ Right"), hunt.mistake.slug


def watched(code, hunt):
    """Watch a call from outside: for each line, the names behind it, each time that it runs."""
    functions = {one.__code__.co_name for one in defined(code).values() if hasattr(one, "__code__")}
    inside = {}  # by line: the innermost statement around it
    for one in (one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.stmt)):
        inside |= dict.fromkeys(range(one.lineno, one.end_lineno + 1), one)
    behind, last = defaultdict(list), {}

    def watch(frame, event, value):
        if frame.f_code.co_filename != "<string>" or frame.f_code.co_name not in functions:
            return None
        here, before = inside[frame.f_lineno], last.get(frame)
        if before and (event == "return" or (event == "line" and here != before)):
            known = {name: own(one) for name, one in frame.f_locals.items()}
            for line in (line for line, one in inside.items() if one is before):
                behind[line].append({**known, "result": value})
        if event == "line":
            last[frame] = here
        return watch

    function, before = defined(code)[hunt.bug.task.name], sys.gettrace()
    sys.settrace(watch)
    try:
        call(function, hunt.evidence.probe)
    finally:
        sys.settrace(before)
    return behind
