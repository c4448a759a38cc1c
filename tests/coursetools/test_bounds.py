"""The bounds on grading: system calls, messages, time, parsing, and who is graded again."""

import ast
import errno
import platform
import struct
import sys
import time
from collections import Counter
from concurrent.futures import Executor, Future
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import nbformat
import psutil
import pytest
from IPython.core.inputtransformer2 import TransformerManager
from submissions import NAME, RIGHT, ROOT, exercise

from coursetools.grading import command, family, session, worker_pool
from coursetools.grading.bench import Bench
from coursetools.grading.cgroup import Group
from coursetools.grading.family import Use
from coursetools.grading.isolation import Limits, Sandbox, Setting
from coursetools.grading.json_process import Ended, JsonProcess
from coursetools.grading.patience import CLOCK
from coursetools.grading.seccomp import seccomp_filter
from coursetools.grading.session import Attempt, GradingSession, Job
from coursetools.grading.worker_pool import WorkerPool, grade_all
from coursetools.graft import CodeOf, graft, read_submission
from coursetools.import_policy import Code, parsed
from coursetools.judge import TaskResult
from coursetools.notebook import parse_notebook
from coursetools.result import NotebookResult

SOLUTION = (ROOT / "solutions" / f"{NAME}.ipynb").read_bytes()
JOB = Job(NAME, b"", SOLUTION, Setting("none", Limits()), 7)
REFUSED, UNKNOWN = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
ALLOWED, KILLED = 0x7FFF0000, 0x80000000
CALLS = {  # clone, mmap, memfd_create, shmget, unshare, read
    "x86_64": (0xC000003E, 56, 9, 319, 29, 272, 0),
    "aarch64": (0xC00000B7, 220, 222, 279, 194, 97, 63),
}


def decided(program: bytes, machine: int, number: int, *arguments: int) -> int:
    """Decide about a system call as a filter does: an interpreter for the filter in Python."""
    data = struct.pack("=IIQ6Q", number, machine, 0, *arguments, *[0] * (6 - len(arguments)))
    tests = {
        0x15: lambda a, b: a == b,
        0x35: lambda a, b: a >= b,
        0x45: lambda a, b: bool(a & b),
    }
    place, loaded = 0, 0
    while True:
        code, yes, no, value = struct.unpack_from("=HBBI", program, 8 * place)
        place += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        elif code == 0x54:
            loaded &= value
        else:
            place += yes if tests[code](loaded, value) else no


@pytest.mark.parametrize("machine", CALLS)
def test_the_filter_forbids_memory_of_no_process_and_new_namespaces(machine, monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: machine)
    audit, clone, mmap, memfd, shmget, unshare, read = CALLS[machine]
    program = seccomp_filter()
    for call in (memfd, shmget, unshare, 425, 428):
        assert decided(program, audit, call) == REFUSED
    assert decided(program, audit, read) == ALLOWED
    assert decided(program, audit, 435) == UNKNOWN  # clone3, whose flags no filter can read
    assert decided(program, audit, clone, 0x10000000 | 17) == REFUSED  # a user namespace
    assert decided(program, audit, clone, 0x3D0F00) == ALLOWED  # a thread
    assert decided(program, audit, mmap, 0, 4096, 3, 0x21) == REFUSED  # shared, anonymous
    assert decided(program, audit, mmap, 0, 4096, 3, 0x22) == ALLOWED  # private, anonymous
    assert decided(program, audit, mmap, 0, 4096, 3, 0x01) == ALLOWED  # shared, of a file
    assert decided(program, audit, 0x40000000 + read) == UNKNOWN
    assert decided(program, 0x40000003, read) == KILLED


def test_a_machine_without_known_numbers_has_no_filter(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "pdp11")
    assert seccomp_filter() is None


CELLS = [
    "a = !ls\nb = %time 1\nprint?\n%matplotlib inline\nfor i in x:\n    %time y\n    !rm\nnp.array??\n?foo",
    "%%time\nx = 1\n%foo",
    ">>> x = 1\n>>> y = 2",
    "In [1]: x",
    "    x = 1\n    %time y",
    "%time (\nx = 1\n%time y",
    "x = '''\n%time\n'''\n%time 1",
    "%time \\\n  x\n%time 2",
    "!echo 'it\nimport numpy",
    "def f(:",
]


@pytest.mark.parametrize("cell", CELLS)
def test_cells_are_read_as_ipython_reads_them(cell):
    try:
        expected = ast.dump(ast.parse(TransformerManager().transform_cell(cell)))
    except SyntaxError:
        expected = None
    tree = parsed(cell)
    assert (ast.dump(tree) if tree is not None else None) == expected


def test_many_magics_take_no_longer_than_one():
    """IPython reads the whole cell again for each magic: seconds for 10 kB, an error after 500."""
    cell = "x = [1, 2, 3]\n" * 400 + "%time 1\n" * 520
    begun = time.process_time()
    assert len(parsed(cell).body) == 920
    assert time.process_time() - begun < 4


def test_each_cell_of_a_submission_is_parsed_once(monkeypatch):
    seen: Counter[str] = Counter()
    read = Code.read.__func__

    def counted(cls, source):
        seen[source] += 1
        return read(cls, source)

    monkeypatch.setattr(Code, "read", classmethod(counted))
    solution = parse_notebook(SOLUTION, NAME)
    submission = read_submission(exercise(RIGHT), solution)
    graft(solution, submission)
    assert submission.refused == {}
    assert set(RIGHT.values()) <= set(seen)
    assert set(seen.values()) == {1}
    assert isinstance(submission.code, CodeOf)


class Playing:
    """A sandbox that sends prepared messages."""

    def __init__(self, *messages: Any, is_sending: bool = False, size: int = 10) -> None:
        self.messages, self.is_sending, self.received_bytes = list(messages), is_sending, size

    def receive(self, deadline: float) -> Any:
        return self.messages.pop(0)


def relayed(sandbox: Any, inputs: int = 5) -> Attempt:
    solution = session._solution(SOLUTION, NAME)
    submission = read_submission(exercise(RIGHT), solution)
    grading = GradingSession(JOB, solution, submission, Bench(JOB.setting))
    grading._deadline = CLOCK.now() + 60
    attempt = Attempt()
    grading._relay(sandbox, attempt, [{}] * 9, inputs)
    return attempt


def test_steps_only_go_up():
    found = relayed(
        Playing({"cell": 0}, {"cell": 3}, {"raised": "E" * 10**6}, {"finished": 1}, {"ended": 0})
    )
    assert (found.at, found.ended) == (3, "done")
    assert len(found.raised[3]) == session.LONGEST_ERROR


@pytest.mark.parametrize("second", [0, 1, 10, -1, 2.0, "2", True, None, [3]])
def test_a_step_that_renews_the_time_is_no_message(second):
    with pytest.raises(Ended, match="not a message"):
        relayed(Playing({"cell": 1}, {"cell": second}, {"ended": 0}))


def test_who_asks_again_before_reading_the_reply_is_stopped():
    with pytest.raises(Ended, match="before it had read the reply"):
        relayed(Playing({"ask": {}}, {"ended": 0}, is_sending=True))


def test_what_is_told_is_bounded():
    told = [{"tell": {}}] * 6
    assert len(relayed(Playing(*told, {"ended": 0}, size=10**6)).told) == 6
    with pytest.raises(Ended, match="returned too much"):
        relayed(Playing(*told, {"ended": 0}, size=2 * 10**7))


def test_a_process_may_print_any_amount_and_messages_know_their_size():
    talk = "import os; os.write(2, b'x' * 3_000_000); os.write(1, b'{\"a\": [1, 2]}\\n')"
    process = JsonProcess([sys.executable, "-I", "-S", "-c", talk])
    try:
        assert process.receive(CLOCK.now() + 30) == {"a": [1, 2]}
        assert process.received_bytes == 13 + 64 * 3
        with pytest.raises(Ended):
            process.receive(CLOCK.now() + 30)  # it has ended, and all its output has arrived
    finally:
        process.kill()
    assert process.printed_bytes > 2_000_000
    assert len(process.printed) == 2000


def test_a_reply_leaves_at_once_though_the_next_question_is_there():
    talk = 'import os; os.write(1, b\'{"ask": 1}\\n{"ask": 2}\\n\'); os.read(0, 99)'
    process = JsonProcess([sys.executable, "-I", "-S", "-c", talk])
    try:
        assert process.receive(CLOCK.now() + 30) == {"ask": 1}
        process.send({"reply": 1})
        assert process.receive(CLOCK.now() + 30) == {"ask": 2}
        assert not process.is_sending
    finally:
        process.kill()


def test_what_nests_too_deeply_is_no_message():
    process = JsonProcess([sys.executable, "-I", "-S", "-c", ""])
    deep: Any = []
    for _ in range(10_000):
        deep = [deep]
    try:
        with pytest.raises(Ended, match="not a message"):
            process.send({"ask": deep})
    finally:
        process.kill()


@pytest.mark.parametrize(
    ("use", "files", "how", "words"),
    [
        (Use(computed=61), 0, "timeout", "processor time"),
        (Use(threads=70), 0, "dead", "64 processes and threads"),
        (Use(memory=2**32), 0, "dead", "2 GiB"),
        (Use(), 10_001, "dead", "10,000 files"),
    ],
)
def test_what_all_processes_use_together_is_bounded(use, files, how, words):
    sandbox = object.__new__(Sandbox)
    sandbox._before, sandbox._use, sandbox._wrapped = Use(), use, True
    sandbox.limits, sandbox._group = Limits(), Group()
    sandbox.family = SimpleNamespace(memory=lambda: use.memory, files=lambda places: files)
    with pytest.raises(Ended, match=words) as ended:
        sandbox._enforce(Limits())
    assert ended.value.how == how


class Recorded(Executor):
    """Starves the second job whenever others run, and records which jobs ran side by side."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def submit(self, function: Any, jobs: Any, /) -> Future[Any]:
        (one,) = jobs  # without a student, so it is graded by itself
        self.calls.append(one.seed)
        task = TaskResult("softmax", "starved" if one.seed == 1 else "pass", 0, 1, [], "")
        future: Future[Any] = Future()
        future.set_result([NotebookResult(str(one.seed), "", "none", [task], [])])
        return future


@pytest.mark.parametrize("size", [1, 2])
def test_who_starved_is_graded_again_alone_once(size):
    executor = Recorded()
    jobs = [(number, replace(JOB, seed=number)) for number in range(6)]
    found = dict(grade_all(jobs, WorkerPool(lambda: executor, Executor.shutdown, size)))
    assert sorted(found) == list(range(6))
    assert executor.calls.count(1) == 2


class Inline(Executor):
    """Does each job immediately, and counts the jobs."""

    calls = 0

    def submit(self, function: Any, one: Any, /) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        future.set_result(function(one))
        return future


@pytest.mark.parametrize(("most", "status"), [(-1, "starved"), (session.MOST_LOST, "not_reached")])
def test_a_time_that_others_used_is_said_and_given_again(monkeypatch, most, status):
    """The time of the whole notebook is used up at once; almost nothing of it was lost to others."""
    monkeypatch.setattr(session, "SHARES", 0)
    monkeypatch.setattr(session, "MOST_LOST", most)
    executor = Inline()
    one = replace(JOB, content=nbformat.writes(exercise(RIGHT)).encode())
    pool = WorkerPool(lambda: executor, Executor.shutdown, 2)
    ((_, found),) = grade_all([("ana", one)], pool)
    assert {task.status for task in found.tasks} == {status}
    assert found.starved == (status == "starved")
    assert executor.calls == 1 + found.starved
    assert (found.graded_with is None) == found.starved  # so that the next run grades it again


def test_a_process_that_closes_its_files_is_counted_all_the_same():
    """So is one that cannot be dumped, of which only root may see how much memory is shared."""

    class Closed:
        def memory_full_info(self) -> Any:
            raise psutil.AccessDenied

        def memory_info(self) -> Any:
            return SimpleNamespace(rss=700)

    assert family._total([Closed(), Closed()], family._proportional) == 1400


def test_the_bound_has_time_for_verdicts():
    each = 2 + session.SECONDS_TO_JUDGE + session.SECONDS_TO_END
    assert session.most_seconds(exercise(), 1) == each * len(RIGHT) + session.SECONDS_TO_END


def test_the_bound_holds_for_the_last_to_finish():
    class Room:
        def most_seconds(self, name: str) -> float:
            return {"a": 10, "b": 40}[name]

    names = Counter(a=2, b=1)
    assert command._most_seconds(Room(), names, 1) == 50 + 60
    # Two at a time: in the worst case the longest of the solutions runs alone at the end, then as
    # many of the longest notebooks as one student's that are graded together.
    last = 40 * worker_pool.MOST_TOGETHER
    assert command._most_seconds(Room(), names, 2) == (50 + 40) / 2 + (60 + last) / 2


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(23.4, "24 seconds"), (121, "3 minutes"), (7200, "120 minutes"), (7201, "3 hours")],
)
def test_the_bound_is_rounded_up(seconds, words):
    assert command._lasting(seconds) == words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("it used more than 2 GiB of memory", "While it was running, it used more than 2 GiB of memory."),
        ("its processor time was up", "While it was running, its processor time was up."),
        (Attempt.reason, "It ended the kernel. Does it exit, or need more memory than there is?"),
    ],
)  # fmt: skip
def test_a_question_is_asked_only_where_the_reason_is_not_known(reason, words):
    assert session._ending(Attempt(reason=reason)) == words
