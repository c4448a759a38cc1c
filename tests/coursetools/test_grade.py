"""Grading a class: what is read, kept, written and reported."""

import contextlib
import csv
import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import psutil
import pytest
from bank import failing
from hostile.test_hostile import SECONDS_TO_END
from submissions import (
    NAME,
    NOTEBOOKS,
    OWN_SIGNATURES,
    OWN_SIGNATURES_BUT_ONE_WRONG,
    RIGHT,
    ROOT,
    TASKS,
    cell,
    exercise,
    insert_after,
    right,
    save,
    source,
    tasks_of,
)

from checks import check
from coursetools import cli
from coursetools.grading.cell_runner import Nothing
from coursetools.grading.isolation import Limits, Sandbox, Setting, bwrap_complaint
from coursetools.grading.patience import CLOCK, LOOK_EVERY
from coursetools.grading.session import Job, grade, grade_together
from coursetools.grading.worker_pool import WorkerPool, grade_all, local_pool
from coursetools.judge import TaskResult
from coursetools.notebook import LARGEST_FILE
from coursetools.result import NotebookResult, reusable_result, write_result

SOLUTION = (ROOT / "solutions" / f"{NAME}.ipynb").read_bytes()
pytestmark = pytest.mark.slow  # it grades classes
SHORT = "01_dot_product"
EACH_TIME = (NAME, "08_block", "15_bug_clinic")
LEAVES = "import subprocess, time; subprocess.Popen(['sleep', '864209'], start_new_session=True)"
COMMAND = [sys.executable, "-c", "import sys, coursetools.cli as c; sys.exit(c.main())", "grade"]
shares_a_run = pytest.mark.xdist_group("graded class")
LEVEL = "none" if bwrap_complaint() else "bwrap"
needs_bwrap = pytest.mark.skipif(LEVEL == "none", reason="bubblewrap does not work here")


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A class of two, Ana and Bo, whose answers are all right."""
    monkeypatch.chdir(ROOT)
    return seated(tmp_path)


def seated(folder: Path) -> Path:
    for student in ("ana", "bo"):
        save(exercise(RIGHT), folder / "in" / student / f"{NAME}.ipynb")
    return folder


@pytest.fixture(scope="module")
def first_run(tmp_path_factory) -> Any:
    """The same class, graded once: its folder, the exit status, and the output."""
    folder, out, err = seated(tmp_path_factory.mktemp("class")), io.StringIO(), io.StringIO()
    with contextlib.chdir(ROOT), redirect_stdout(out), redirect_stderr(err):
        status = run(folder)
    return folder, status, out.getvalue(), err.getvalue()


@pytest.fixture
def graded_room(first_run, tmp_path, monkeypatch):
    """A copy of the class that has already been graded."""
    monkeypatch.chdir(ROOT)
    return shutil.copytree(first_run[0], tmp_path / "class")


def run(room: Path, *options: str) -> int:
    known = [str(room / "in"), "--out", str(room / "out"), "--isolation", "none", "--jobs", "1"]
    return cli.main(["grade", *known, *options])


def result(room: Path, student: str = "ana", name: str = NAME) -> Any:
    return json.loads((room / "out" / student / f"{name}.json").read_text(encoding="utf-8"))


def job(content: bytes | str, seconds: float = 30, **more: Any) -> Job:
    return Job(NAME, content, SOLUTION, Setting("none", Limits(seconds=seconds)), 7, **more)


def written(notebook: Any, tmp_path: Path) -> bytes:
    return save(notebook, tmp_path / "one.ipynb").read_bytes()


def all_pass_but(**others: str) -> list[str]:
    return [others.get(task, "pass") for task in TASKS]


def statuses(result: Any) -> list[str]:
    plain = result.as_json() if isinstance(result, NotebookResult) else result
    return [task["status"] for task in plain["tasks"]]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in EACH_TIME else pytest.mark.thorough)
        for name in NOTEBOOKS
    ],
)
def test_wrong_answers_of_every_lesson_are_graded_as_its_checks_judge(name, tmp_path):
    """One wrong answer to each task, named as in its check; tests/hostile grades right ones."""
    if name.startswith("07"):
        pytest.importorskip("torch")
    solution = (ROOT / "solutions" / f"{name}.ipynb").read_bytes()
    wrong = {task: failing(task)[1] for task in tasks_of(name)}
    content = written(exercise({task: source(one) for task, one in wrong.items()}, name), tmp_path)
    found = grade(Job(name, content, solution, Setting("none", Limits()), 7))
    for task in found.as_json()["tasks"]:
        verdict = check(task["id"], wrong[task["id"]].function)
        assert (task["status"], task["mistakes"]) == (verdict.status, list(verdict.mistakes))
        assert task["message"] == " ".join(verdict.lines)


@shares_a_run
def test_a_class_with_everything_right_is_status_0(first_run):
    room, status, out, err = first_run
    assert status == 0
    assert statuses(result(room)) == ["pass"] * len(TASKS)
    assert str(room / "out" / "report" / "grades.csv") in out
    assert "2 notebooks, 1 at a time. Isolation: none" in err
    # A minute and a half for each answer, those of the solution included: the student's cell, the
    # check, a search for the mistake.
    assert "at most 43 minutes, even if every answer uses all of its time, and more" in err
    assert err.endswith("\ngraded: 2 of 2\n")


@shares_a_run
def test_what_is_graded_is_not_graded_again(graded_room, monkeypatch):
    kept = graded_room / "out" / "ana" / f"{NAME}.json"
    written = kept.stat().st_mtime_ns
    monkeypatch.setattr("coursetools.grading.command.grade_all", None)  # nobody is asked
    assert (run(graded_room), kept.stat().st_mtime_ns) == (0, written)


@shares_a_run
def test_a_torn_result_and_a_changed_submission_are_graded_again(graded_room):
    """Bo's slip is status 1, and costs one task, for which the instructor gives half a point by hand."""
    by_hand = "student,task,points,comment\nbo,attention,0.5,Nearly\n"
    (graded_room / "out" / "overrides.csv").write_text(by_hand)
    (graded_room / "out" / "ana" / f"{NAME}.json").write_text('{"schema": 1, "tas')
    slip = {**RIGHT, "attention": "def attention(Q, K, V): return V"}
    save(exercise(slip), graded_room / "in" / "bo" / f"{NAME}.ipynb")
    assert run(graded_room) == 1
    assert statuses(result(graded_room)) == ["pass"] * len(TASKS)
    assert statuses(result(graded_room, "bo")) == all_pass_but(attention="fail")
    assert (graded_room / "out" / "overrides.csv").read_text() == by_hand
    by_hand = grade_of(graded_room, "bo", "attention")
    assert (by_hand["points"], by_hand["by_hand"], by_hand["comment"]) == ("0.5", "yes", "Nearly")


def grade_of(room: Path, student: str, task: str) -> dict[str, str]:
    with (room / "out" / "report" / "grades.csv").open(encoding="utf-8-sig") as file:
        rows = [
            row for row in csv.DictReader(file) if (row["student"], row["task"]) == (student, task)
        ]
    return rows[0]


@shares_a_run
def test_other_options_make_another_result(graded_room):
    before = result(graded_room)["graded_with"]
    shutil.rmtree(graded_room / "in" / "bo")  # one of the two is enough
    run(graded_room, "--seconds", "29")
    assert result(graded_room)["graded_with"] != before


def test_kept_results_are_of_this_submission_and_whole(tmp_path):
    path = tmp_path / "one.json"
    mine, how = "a" * 64, "b" * 64
    result = NotebookResult("one", mine, "none", [], [], how)
    write_result(result, path)
    assert reusable_result(path, mine, how) == result
    assert reusable_result(path, how, how) is reusable_result(path, mine, mine) is None
    path.write_text(path.read_text()[:-5])
    assert reusable_result(path, mine, how) is None
    assert reusable_result(tmp_path / "none.json", mine, how) is None


def test_names_are_kept_to_the_byte_and_never_followed(room, capsys):
    names = [
        b"..evil",
        b"...",
        b".. ",
        b"a\\..",
        b"x. ",
        b"CON",
        b"=1+1",
        b"<b>x",
        b"caf\xe9",
        b"two\nlines",
        b"\x01\x7f",
        b"n" * 255,
        b"-rf",
        b"~",
        b"%s{0}",
        b"'\"&",
        b"report",
        "Иван".encode(),
    ]
    for name in names:
        folder = Path(os.fsdecode(os.fsencode(room / "in") + b"/" + name))
        folder.mkdir()
        (folder / f"{NAME}.ipynb").touch()
    (room / "in" / ".hidden").mkdir()
    (room / "in" / "link").symlink_to(room / "in" / "ana")
    (room / "in" / "loose.txt").touch()
    (room / "in" / "ana" / "essay.ipynb").touch()
    assert run(room) == 1  # the empty files cost nothing to grade
    found = {os.fsencode(one.name) for one in (room / "out").iterdir()}
    assert found == {*names, b"ana", b"bo", b"report"}
    assert len(list((room / "out").glob(f"*/{NAME}.json"))) == len(names) + 2
    said = capsys.readouterr().err
    for words in (
        ".hidden: skipped, because its name starts with a dot",
        "link: skipped, because it is not a student's folder",
        "loose.txt: skipped",
        "ana/essay.ipynb: skipped: no exercise of this course",
    ):
        assert words in said
    grades = (room / "out" / "report" / "grades.csv").read_text(encoding="utf-8-sig")
    assert grades.count("error") == len(names) * len(TASKS)


def test_a_submission_keeps_the_digest_of_the_file_as_it_was_handed_in(room):
    """This holds for downloads, and for files that are too large to be read."""
    (room / "in" / "ana" / f"{NAME}.ipynb").unlink()
    large = room / "in" / "bo" / f"{NAME}.ipynb"
    with large.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    raw = save(exercise(), room / "raw.ipynb").read_bytes()
    with ZipFile(room / "all.zip", "w") as archive:
        archive.writestr("ana_LATE_1_2_Uebung.ipynb", raw + b" ")
    assert cli.main(["collect", str(room / "all.zip"), "--into", str(room / "in")]) == 0
    shutil.rmtree(room / "in" / "ana")
    assert run(room) == 1
    digests = [result(room, one)["submission_sha256"] for one in ("ana_1", "bo")]
    contents = (raw + b" ", large.read_bytes())
    assert digests == [hashlib.sha256(content).hexdigest() for content in contents]
    assert "larger than 50 MB" in result(room, "bo")["tasks"][0]["message"]


def starving(*names: str) -> Any:
    """Grade everything right, the class before the solutions, but for what the machine is too busy for."""

    def grade_all(jobs, pool):
        for key, one in reversed([*jobs]):
            starved = (key if isinstance(key, str) else key.student) in names
            task = TaskResult("softmax", "starved" if starved else "pass", 0, 1, [], "")
            yield key, NotebookResult(NAME, one.sha256, "none", [task], [])

    return grade_all


def test_what_the_machine_was_too_busy_for_is_said(room, monkeypatch, capsys):
    monkeypatch.setattr("coursetools.grading.command.grade_all", starving("bo"))
    assert run(room) == 1
    said = capsys.readouterr().err
    assert f"bo/{NAME}: not graded to the end. This machine is too busy." in said
    assert f"ana/{NAME}: not graded" not in said


def test_a_machine_too_busy_for_the_solution_is_status_2(room, monkeypatch, capsys):
    monkeypatch.setattr("coursetools.grading.command.grade_all", starving(NAME))
    assert run(room) == 2
    said = capsys.readouterr().err
    assert f"solutions/{NAME}.ipynb: cannot be run in time. This machine is too busy." in said
    assert not (room / "out" / "ana").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["nowhere", "--out", "out"], "no such folder"),
        (["in", "--out", "in/results"], "is inside"),
        (["in", "--out", "file/out"], "cannot be written to"),
        (["empty", "--out", "out"], "no <student>/<notebook>.ipynb of this course"),
        (["in", "--out", "out", "--scheduler", "tcp://127.0.0.1:1"], "--scheduler"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_status_2(room, capsys, monkeypatch, options, words):
    monkeypatch.setattr("coursetools.grading.worker_pool.SECONDS_TO_CONNECT", 1)
    (room / "file").touch()
    (room / "empty").mkdir()
    places = [str(room / one) if one[0] not in "-t" else one for one in options]
    assert cli.main(["grade", *places]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("coursetools: ")
    assert words in line


def test_a_full_disk_is_said_and_leaves_no_half_file(room, monkeypatch, capsys):
    def full(path, content):
        Path.touch(path)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run(room) == 2
    assert "cannot be written (No space left on device)" in capsys.readouterr().err
    assert list((room / "out" / "ana").iterdir()) == []


def test_an_isolation_that_cannot_be_had_is_status_2(room, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "/nowhere")
    assert run(room, "--isolation", "bwrap") == 2
    assert "there is no command bwrap" in capsys.readouterr().err


def test_a_machine_on_which_the_solution_fails_grades_nobody(room, monkeypatch, capsys):
    broken = room / "course" / "solutions" / f"{NAME}.ipynb"
    save(exercise({**RIGHT, "softmax": "softmax = None"}), broken)
    monkeypatch.chdir(room / "course")
    assert run(room) == 2
    assert f"solutions/{NAME}.ipynb: softmax does not pass here" in capsys.readouterr().err
    assert not (room / "out" / "ana").exists()


def test_what_cannot_be_graded_here_is_left_out_and_everybody_else_is_graded(
    room, monkeypatch, capsys
):
    """As where PyTorch is missing, or where somebody hands in the paper of an exam."""
    solutions = room / "course" / "solutions"
    save(
        exercise({**RIGHT, "softmax": "import a_package_that_is_missing"}),
        solutions / f"{NAME}.ipynb",
    )
    shutil.copy(ROOT / "solutions" / f"{SHORT}.ipynb", solutions)
    paper = exercise(right(SHORT), SHORT)
    for student, variant in (("ana", None), ("cy", "8badf00d")):
        paper.metadata.update({"variant": variant} if variant else {})
        save(paper, room / "in" / student / f"{SHORT}.ipynb")
    monkeypatch.chdir(room / "course")
    assert run(room) == 1
    assert sorted(path.parent.name for path in (room / "out").glob("*/*.json")) == ["ana"]
    assert set(statuses(result(room, name=SHORT))) == {"pass"}
    why = {
        NAME: f"solutions/{NAME}.ipynb: softmax does not pass here (error: The answer cell stopped: "
        "ModuleNotFoundError",
        "cy": "it is of variant 8badf00d, but the solutions that belong here are of no variant",
    }
    said = capsys.readouterr().err
    assert f"\n{NAME}: not graded: {why[NAME]}" in said
    assert f"cy/{SHORT}.ipynb: skipped: {why['cy']}" in said
    page = (room / "out" / "report" / "class.html").read_text(encoding="utf-8")
    _, listed = page.split("<h3>Not graded</h3>")
    for student, reason in (("ana", why[NAME]), ("bo", why[NAME]), ("cy", why["cy"])):
        assert re.search(rf">{student}</bdi></a>: .*{re.escape(reason)}", listed)


@pytest.mark.thorough
def test_who_wastes_all_time_ends_within_the_bound_that_was_printed(tmp_path, monkeypatch, capsys):
    """Verdicts and ends of runs take none of it, so the bound is printed without the time for them."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("coursetools.grading.session.SECONDS_TO_JUDGE", 0)
    monkeypatch.setattr("coursetools.grading.session.SECONDS_TO_END", 0)
    endless = exercise(
        {task: f"{source}\nwhile True: pass" for task, source in right(SHORT).items()}, SHORT
    )
    insert_after(endless, "imports", *["while True: pass"] * 5)
    insert_after(endless, f"{tasks_of(SHORT)[0]}-answer", *["while True: pass"] * 30)
    save(endless, tmp_path / "in" / "ana" / f"{SHORT}.ipynb")
    with on_the_patient_clock() as passed:
        assert run(tmp_path, "--seconds=1") == 1
    (bound,) = re.findall(r"at most (\d+) seconds, even", capsys.readouterr().err)
    wasted = 2 * len(tasks_of(SHORT))
    assert wasted / 2 < passed() < int(bound) == 2 * wasted
    assert set(statuses(result(tmp_path, name=SHORT))) == {"timeout", "not_reached"}


@contextlib.contextmanager
def on_the_patient_clock() -> Iterator[Callable[[], float]]:
    """Tell how long something takes, without what its processes wait because of neighbours."""
    begun, over = CLOCK.now(), threading.Event()

    def look() -> None:
        while not over.wait(LOOK_EVERY):
            CLOCK.now()

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield lambda: CLOCK.now() - begun
    finally:
        over.set()
        looking.join()


SPINS = """
import os, time
def softmax(*arguments, **options):
    for number in range(40):
        if os.fork() == 0:
            os.setsid()
            while True: pass
    time.sleep(60)
"""
COMPUTES = """
import os, time
while not os.path.exists("computed") and time.process_time() < 0.5: pass
open("computed", "w").close()
"""


@pytest.mark.thorough  # for ten seconds, nothing else gets much of a processor
@shares_a_run
def test_a_neighbour_who_spins_changes_nothing(first_run, tmp_path):
    """She needs a sixth of her time, but gets a fortieth of a processor while he spins."""
    hers = exercise({**RIGHT, "softmax": RIGHT["softmax"] + COMPUTES})
    setting = Setting(LEVEL, Limits(seconds=3))
    jobs = {
        name: replace(job(written(one, tmp_path)), setting=setting)
        for name, one in (("she", hers), ("he", exercise({"softmax": SPINS})))
    }
    with closing(local_pool(2)) as pool:
        found = dict(grade_all(jobs.items(), pool))
    assert found["she"].as_json()["tasks"] == result(first_run[0])["tasks"]
    assert "timeout" in statuses(found["he"])


def named(name: str) -> NotebookResult:
    return NotebookResult(name, "", "none", [], [])


def test_a_job_that_ends_its_process_is_tried_again_alone_and_given_up(tmp_path):
    from concurrent.futures import Executor, Future
    from concurrent.futures.process import BrokenProcessPool

    class Fragile(Executor):
        def submit(self, function, together, /):
            future: Future[Any] = Future()
            contents = [one.content for one in together]
            if "fatal" in contents:
                future.set_exception(BrokenProcessPool())
            else:
                future.set_result([named(content) for content in contents])
            return future

    contents = enumerate(["a", "fatal", "b", "c"])
    jobs = [(number, job(content, student="ana")) for number, content in contents]
    found = dict(grade_all(jobs, WorkerPool(Fragile, Executor.shutdown, 2)))
    assert [found[number].notebook for number in (0, 2, 3)] == ["a", "b", "c"]
    assert set(statuses(found[1])) == {"not_reached"}
    assert found[1].graded_with is None


def test_a_grader_that_stumbles_says_so_and_goes_on(monkeypatch):
    from concurrent.futures import Executor, ThreadPoolExecutor

    def stumbling(jobs):
        return [named({"fine": "fine"}[one.content]) for one in jobs]

    monkeypatch.setattr("coursetools.grading.worker_pool.grade_together", stumbling)
    pool = WorkerPool(lambda: ThreadPoolExecutor(1), Executor.shutdown, 1)
    jobs = [("first", job("fine", student="ana")), ("second", job("worse", student="ana"))]
    found = dict(grade_all(jobs, pool))
    assert found["first"].notebook == "fine"
    assert "stopped at this notebook: KeyError" in found["second"].tasks[0].message


def test_stand_ins_take_everything_and_say_what_they_stand_for():
    grammar = type("stand-in for grammar", (Nothing,), {})()
    assert isinstance(grammar.view.explore(3, angle=4), Nothing)
    with pytest.raises(TypeError, match=r"'stand-in for grammar\.LENGTH' has no len"):
        len(grammar.LENGTH)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone hands orphans to their grader")
def test_what_an_answer_leaves_running_is_ended_before_the_next(tmp_path):
    number = f"87654.{os.getpid()}"
    sleeper = (
        f"import subprocess\n    subprocess.Popen(['sleep', '{number}'], start_new_session=True)\n"
    )
    looks = f"import psutil\nassert '{number}' not in str([p.info for p in psutil.process_iter(['cmdline'])])\n"
    sources = {
        "softmax": f"def softmax(scores, axis=-1):\n    {sleeper}",
        "attention": looks + RIGHT["attention"],
    }
    found = grade(job(written(exercise({**RIGHT, **sources}), tmp_path)))
    assert statuses(found) == all_pass_but(softmax="fail")
    assert not [one for one in psutil.process_iter(["cmdline"]) if number in str(one.info)]


def test_a_notebook_is_given_up_at_the_task_that_starves(tmp_path, monkeypatch):
    monkeypatch.setattr("coursetools.grading.session.MOST_LOST", -1)
    endless = {**RIGHT, "attention": "def attention(Q, K, V):\n    while True: pass"}
    found = grade(job(written(exercise(endless), tmp_path), seconds=2))
    place = TASKS.index("attention")
    assert statuses(found) == ["pass"] * place + ["starved"] * (len(TASKS) - place)


def test_a_cell_after_an_answer_in_ruins_finds_the_right_one(tmp_path):
    notebook = exercise({**RIGHT, "softmax": "def softmax(scores, axis=-1):\n    while True: pass"})
    insert_after(notebook, "softmax-check", "softmax(np.zeros((2, 2)))")
    found = grade(job(written(notebook, tmp_path), seconds=2))
    assert statuses(found) == all_pass_but(softmax="timeout")
    assert found.notes == []


def test_right_answers_are_used_as_they_are_with_signatures_of_their_own(tmp_path):
    found = grade(job(written(exercise(OWN_SIGNATURES), tmp_path)))
    assert statuses(found) == ["pass"] * len(TASKS)


def test_only_wrong_answers_are_restored_for_later_tasks(tmp_path):
    found = grade(job(written(exercise(OWN_SIGNATURES_BUT_ONE_WRONG), tmp_path)))
    assert statuses(found) == all_pass_but(softmax="fail")


def test_the_seed_decides_and_is_not_in_the_result(tmp_path):
    lookup = "def normalised_axis(weights):\n    return -1"
    first, second = (
        grade(
            replace(job(written(exercise({**RIGHT, "normalised_axis": lookup}), tmp_path)), seed=n)
        )
        for n in (1, 2)
    )
    assert first == second
    assert statuses(first)[TASKS.index("normalised_axis")] == "fail"


LOOKS = """
import os, sys
def paper(frame):
    return frame.f_locals['link'].ask('paper') if 'link' in frame.f_locals else paper(frame.f_back)
print(paper(sys._getframe()), file=open({place!r}, 'a'), flush=True)
os._exit(0)
"""


def test_each_try_has_inputs_of_its_own(tmp_path):
    """A cell may look at them, and tell the next try what it has seen by whether it ends the run."""
    notebook, place = exercise(RIGHT), tmp_path / "papers"
    insert_after(notebook, "it_afterwards-check", *[LOOKS.format(place=str(place))] * 2)
    assert statuses(grade(job(written(notebook, tmp_path)))) == ["pass"] * len(TASKS)
    first, second = place.read_text().splitlines()
    assert first != second


def test_folders_deep_in_one_another_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    deep = "import os\nfor _ in range(1900):\n    os.mkdir('d')\n    os.chdir('d')\n"
    notebook = exercise({**RIGHT, "softmax": deep + RIGHT["softmax"]})
    found = grade(job(written(notebook, tmp_path), seconds=31))  # no sandbox waits for that
    assert statuses(found) == ["pass"] * len(TASKS)
    assert not list(tmp_path.glob("*/d"))


ANOTHER = "05_multi_head"


@pytest.fixture
def started(monkeypatch) -> list[Sandbox]:
    """The sandboxes in which anything was started."""
    begun: list[Sandbox] = []
    begin = Sandbox.begin

    def noting(sandbox: Sandbox, message: Any) -> None:
        begun.extend([sandbox] * (sandbox not in begun))
        begin(sandbox, message)

    monkeypatch.setattr(Sandbox, "begin", noting)
    return begun


def two_notebooks(first: Any, tmp_path: Path) -> list[Job]:
    """The second is right, if nothing of the first is in its sandbox."""
    answers_to = right(ANOTHER)
    first_task = next(iter(answers_to))
    alone = "import os\nassert 'left' not in os.listdir() + os.listdir('/dev/shm')\n"
    second = exercise(answers_to | {first_task: alone + answers_to[first_task]}, ANOTHER)
    solution = (ROOT / "solutions" / f"{ANOTHER}.ipynb").read_bytes()
    setting = Setting(LEVEL, Limits())
    return [
        replace(job(written(first, tmp_path), student="ana"), setting=setting),
        Job(ANOTHER, written(second, tmp_path), solution, setting, 7, student="ana"),
    ]


@needs_bwrap
def test_notebooks_of_one_student_share_a_sandbox(started, tmp_path):
    jobs = two_notebooks(exercise(RIGHT), tmp_path)
    assert all(one.passed for one in grade_together(jobs))
    assert len(started) == 1


@needs_bwrap
@pytest.mark.parametrize("leaves", ["open('left', 'w').close()", "open('/dev/shm/left', 'w')"])
def test_a_sandbox_in_which_a_notebook_has_left_a_file_is_not_used_again(leaves, started, tmp_path):
    notebook = exercise(RIGHT)
    insert_after(notebook, "softmax-check", leaves)
    assert all(one.passed for one in grade_together(two_notebooks(notebook, tmp_path)))
    assert len(started) == 2


FORGES = """
import json, sys
def softmax(*arguments, **options):
    frame = sys._getframe()
    while 'link' not in frame.f_locals:
        frame = frame.f_back
    for message in MESSAGES:
        frame.f_locals['link'].send(message)
    return arguments[0]
"""
ATTACKS = {
    "says that it has finished": FORGES.replace("MESSAGES", "[{'finished': True}, {'tried': 0}]"),
    "says that nothing is left": FORGES.replace("MESSAGES", "[{'ended': 0, 'clean': True}] * 3"),
    "asks and does not wait": FORGES.replace("MESSAGES", "[{'ask': {'call': 'softmax'}}]"),
    "kills all it can": "import os\ndef softmax(*arguments, **options):\n    os.kill(-1, 9)",
    "leaves a process": f"def softmax(*arguments, **options):\n    {LEAVES}",
}
MARKS = [(), pytest.mark.thorough, pytest.mark.thorough, (), ()]  # three of them forge


@needs_bwrap
@pytest.mark.parametrize(
    "attack", [pytest.param(name, marks=marks) for name, marks in zip(ATTACKS, MARKS, strict=True)]
)
def test_what_a_notebook_does_to_its_sandbox_gives_nothing_to_the_next(attack, tmp_path):
    hostile = exercise({**RIGHT, "softmax": ATTACKS[attack]})
    first, second = grade_together(two_notebooks(hostile, tmp_path))
    assert statuses(first)[TASKS.index("softmax")] != "pass"
    assert second.passed or "says" in attack  # who forges messages, answers for the next ones
    alone = grade_together(two_notebooks(exercise(RIGHT), tmp_path))
    assert all(one.passed for one in alone)


def test_an_unread_reply_is_not_taken_for_a_job(tmp_path):
    """As of a thread that asks and ends with the answer, before the reply is there."""
    asks = FORGES.replace("MESSAGES", "[{'ask': {'call': 'softmax'}}]").replace(
        "softmax(", "hurry("
    )
    calls = RIGHT["attention_weights"].replace("attention_weights", "calm", 1)
    both = "asked = []\ndef attention_weights(Q, K):\n    asked or asked.append(hurry(Q))\n    return calm(Q, K)"
    asks = "\n\n".join([asks, calls, both])
    wrong = "def softmax(scores, axis=-1):\n    return scores"
    answers_of_one = {**RIGHT, "softmax": wrong, "attention_weights": asks}
    found = grade(job(written(exercise(answers_of_one), tmp_path)))
    assert statuses(found) == all_pass_but(softmax="fail")


def test_cells_run_once_and_what_an_answer_does_when_it_is_called_is_gone_before_the_next(tmp_path):
    counts = "with open('runs', 'a') as file: file.write('x')\ncalls = []"
    checks = "assert calls == [] and open('runs').read() == 'x'\n"
    notebook = exercise(
        {
            **RIGHT,
            "softmax": RIGHT["softmax"].replace("):\n", "):\n    calls.append(1)\n", 1),
            "attention": checks + RIGHT["attention"],
        }
    )
    insert_after(notebook, "imports", counts)
    found = grade(job(written(notebook, tmp_path)))
    assert statuses(found) == ["pass"] * len(TASKS)


def test_threads_that_cells_have_started_work_in_every_answer(tmp_path):
    """A fork would not have them, so the cells run again for each answer."""
    pool = "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(1)\npool.submit(int)"
    through = RIGHT["softmax"].replace("def softmax(", "def through(")
    calls = "\n\ndef softmax(*values, **named):\n    return pool.submit(through, *values, **named).result()"
    notebook = exercise({**RIGHT, "softmax": through + calls})
    insert_after(notebook, "imports", pool)
    found = grade(job(written(notebook, tmp_path), seconds=10))
    assert statuses(found) == ["pass"] * len(TASKS)


def test_a_cell_that_has_used_a_wrong_answer_runs_again_with_the_right_one(tmp_path):
    """It is between the answer and its check, so it has run before anything was known."""
    notebook = exercise({**RIGHT, "softmax": "def softmax(scores, axis=-1):\n    return scores"})
    uses = "again = 'equal' in globals()\nequal = softmax(np.zeros((2, 2)))[0, 0]"
    insert_after(notebook, "softmax-answer", uses)
    cell(
        notebook, "attention-answer"
    ).source = f"assert equal == 0.5 and not again\n{RIGHT['attention']}"
    found = grade(job(written(notebook, tmp_path)))
    assert statuses(found) == all_pass_but(softmax="fail")


def test_limits_can_be_counted_for_a_user_without_a_name(monkeypatch):
    from coursetools.grading import isolation

    assert isolation._threads_of_user() >= 1
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)
    assert isolation._threads_of_user() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone ends children with their parent")
def test_kill_9_leaves_no_process_that_was_only_just_starting(room):
    options = [str(room / "in"), "--out", str(room / "out"), "--isolation=none", "--jobs=2"]
    grader = subprocess.Popen([*COMMAND, *options], cwd=ROOT, stderr=subprocess.DEVNULL)
    own = psutil.Process(grader.pid)
    while not any("spawn_main" in str(child.cmdline()) for child in own.children()):
        time.sleep(0.01)
    family = own.children(recursive=True)
    os.kill(grader.pid, signal.SIGKILL)
    grader.wait()
    assert psutil.wait_procs(family, timeout=SECONDS_TO_END)[1] == []


@pytest.mark.parametrize(
    ("version", "advice"),
    [("3.11.0", ""), ("3.99.0", " If Python 3.99 can, grade it with that version.")],
)
def test_a_syntax_error_is_said_with_its_line_and_a_newer_python(version, advice, tmp_path):
    notebook = exercise({**RIGHT, "softmax": "def softmax(:\n    pass"})
    notebook.metadata.language_info.version = version
    messages = {task.id: task.message for task in grade(job(written(notebook, tmp_path))).tasks}
    words = re.sub(r" Python 3\.\d+ cannot read a cell of this notebook\.", "", messages["softmax"])
    assert words == f"The answer cell stopped: SyntaxError: invalid syntax (line 1).{advice}"
    assert "grade it" not in messages["attention"]
