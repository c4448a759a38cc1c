"""Submissions that a grader must survive: broken files, hostile code, honest work with bad luck.

Most cases hand in lesson 3. A task that a case does not mention is expected to pass.
"""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from submissions import (
    NAME,
    NOTEBOOKS,
    RIGHT,
    ROOT,
    SOLUTION,
    TASKS,
    cell,
    exercise,
    insert_after,
    lose_ids,
    remove,
    right,
    save,
    tasks_of,
)

Write = Callable[[Path], None]
ALL_ERROR = dict.fromkeys(TASKS, "error")
NONE_TRIED = dict.fromkeys(TASKS, "not_attempted")
SECONDS = 4  # time for a cell in this suite


@dataclass(frozen=True)
class Case:
    """One student's submission.

    Attributes
    ----------
    name : str
    write : callable
        Puts the submission where it belongs.
    expected : mapping of task to status
        Several are separated by a bar, if the result depends on the machine.
    notes : str
        Words that must be in the notes.
    message : str
        Words that must be in the message of the first task.
    lesson : str
    """

    name: str
    write: Write
    expected: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    message: str = ""
    lesson: str = NAME


def body(code: str, task: str = "softmax") -> str:
    """Make an answer whose function does this."""
    arguments = {"softmax": "scores, axis=-1", "attention": "Q, K, V", "attention_weights": "Q, K"}
    lines = "\n    ".join(code.splitlines())
    return (
        f"import os, sys, time\nimport numpy as np\ndef {task}({arguments[task]}):\n    {lines}\n"
    )


def raw(content: bytes) -> Write:
    return lambda path: _write_bytes(path, content)


def answers(**sources: str) -> Write:
    """Make right answers, except for these."""
    return lambda path: _save(exercise({**RIGHT, **sources}), path)


def changed(change: Callable[[Any], Any], **sources: str) -> Write:
    """Make right answers, and then change the notebook."""

    def write(path: Path) -> None:
        notebook = exercise({**RIGHT, **sources})
        _save(change(notebook) or notebook, path)

    return write


def hostile(name: str, code: str, status: str, **more: Any) -> Case:
    """A harmful first answer; the three others are right, and pass."""
    return Case(name, answers(softmax=body(code)), {"softmax": status}, **more)


def _save(notebook: Any, path: Path) -> None:
    save(notebook, path)


def _write_bytes(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)


def _text(notebook: Any) -> str:
    return str(nbformat.v4.writes(notebook))


def _right() -> Any:
    return exercise(RIGHT)


def _made(make: Callable[[Path], Any]) -> Write:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True)
        make(path)

    return write


def _version_3(path: Path) -> None:
    save_text = nbformat.writes(nbformat.convert(_right(), 3), version=3)
    _write_bytes(path, save_text.encode())


def _version_4_0(notebook: Any) -> Any:
    lose_ids(notebook)
    for one in notebook.cells:
        del one["id"]
    notebook.nbformat_minor = 0
    return notebook


def _own_cells(*sources: str, after: str = "imports") -> Callable[[Any], None]:
    return lambda notebook: insert_after(notebook, after, *sources)


def _reordered(notebook: Any) -> None:
    notebook.cells[1:] = reversed(notebook.cells[1:])
    notebook.cells.sort(key=lambda one: one.id != "imports")


def _without_checks(notebook: Any) -> None:
    for task in TASKS:
        remove(notebook, f"{task}-check")


def _richer(notebook: Any) -> None:
    for task in TASKS:
        cell(notebook, f"{task}-check").metadata.nbgrader.points = 1000


def _checks_that_cheer(notebook: Any) -> None:
    for task in TASKS:
        cell(notebook, f"{task}-check").source = "print('pass')  # NBVAL_SKIP"


def _doubled(notebook: Any) -> None:
    second = dict(cell(notebook, "softmax-answer"), source="def softmax(x): return 1 / 0")
    notebook.cells.append(nbformat.from_dict(second))


def _sleeping(task: str) -> str:
    return RIGHT[task] + "\nimport time\ntime.sleep(1e6)\n"


LINK = (  # what an answer finds if it looks for a way to the grader
    "frame = sys._getframe()\n"
    "while 'link' not in frame.f_locals:\n"
    "    frame = frame.f_back\n"
    "link = frame.f_locals['link']\n"
)
WRONG = "def softmax(scores, axis=-1):\n    return np.exp(scores)\n"
RIGHT_BODY = (
    "largest = scores.max(axis=axis, keepdims=True)\n"
    "exponentials = np.exp(scores - np.where(np.isneginf(largest), 0, largest))\n"
    "total = exponentials.sum(axis=axis, keepdims=True)\n"
    "return exponentials / np.where(total == 0, 1, total)\n"
)

BROKEN = [
    Case("empty file", raw(b""), ALL_ERROR),
    Case("an essay", raw(b"Dear teacher, my dog ate it."), ALL_ERROR),
    Case("a picture", raw(b"\x89PNG\r\n\x1a\n\x00\x00"), ALL_ERROR),
    Case("a list", raw(b"[1, 2, 3]"), ALL_ERROR),
    Case(
        "cells that are none", raw(b'{"nbformat": 4, "nbformat_minor": 5, "cells": 7}'), ALL_ERROR
    ),
    Case("cut off", lambda path: _write_bytes(path, _text(_right()).encode()[:900]), ALL_ERROR),
    Case("a hundred thousand brackets", raw(b"[" * 100_000), ALL_ERROR),
    Case("21 MB", raw(b" " * 21_000_000), ALL_ERROR),
    Case(
        "UTF-16",
        lambda path: _write_bytes(path, _text(_right()).encode("utf-16")),
        notes="it was saved in utf-16",
    ),
    Case(
        "half a surrogate pair",
        lambda path: _write_bytes(
            path, json.dumps(_right()).replace("import numpy", "\\ud800", 1).encode()
        ),
        notes="invalid characters were replaced",
    ),
    Case(
        "two thousand cells",
        changed(_own_cells(*["1"] * 2000)),
        notes="2000 cells of your own: those after the first 1000 were left out",
    ),
    Case("a folder", _made(lambda path: path.mkdir()), ALL_ERROR),
    Case("a pipe", _made(lambda path: os.mkfifo(path)), ALL_ERROR),
    Case("a link to the solution", _made(lambda path: path.symlink_to(SOLUTION)), ALL_ERROR),
    Case("a link to nothing", _made(lambda path: path.symlink_to("/nowhere")), ALL_ERROR),
    Case(
        "BOM and CR LF",
        lambda path: _write_bytes(
            path, b"\xef\xbb\xbf" + _text(_right()).replace("\n", "\r\n").encode()
        ),
    ),
    Case("nbformat 3", _version_3, notes="its metadata"),
    Case("nbformat 4.0", changed(_version_4_0), notes="its metadata"),
]

HONEST = [
    Case("all right", answers()),
    Case("nothing done", lambda path: _save(exercise(), path), NONE_TRIED),
    Case("a slip in one", answers(softmax=WRONG), {"softmax": "fail"}, message="add up to"),
    Case(
        "ids and metadata lost", changed(lambda one: lose_ids(one, metadata=True)), notes="found by"
    ),
    Case("backwards", changed(_reordered)),
    Case("checks deleted", changed(_without_checks), notes="is missing"),
    Case("an answer twice", changed(_doubled), {"softmax": "error"}, notes="number 2 counts"),
    Case("a syntax error", answers(attention="def attention(Q K V)"), {"attention": "error"}),
    Case("stops after its definition", answers(softmax=RIGHT["softmax"] + "\n1 / 0")),
    Case(
        "changes its input",
        answers(softmax=body("scores -= scores.max()\n" + RIGHT_BODY)),
        {"softmax": "fail"},
        message="changed its argument",
    ),
    Case("names taken", changed(_own_cells("from numpy import *\nsum = max = print = check = 0"))),
    Case(
        "warnings are errors",
        changed(_own_cells("import warnings\nwarnings.simplefilter('error')")),
    ),
    Case(
        "debug prints and logging",
        answers(
            softmax=body(
                "import logging, warnings\nprint(scores)\nwarnings.warn('?')\nlogging.error('!')\n"
                + RIGHT_BODY
            )
        ),
    ),
    Case(
        "a plot in the answer",
        answers(
            softmax="%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()\n"
            + RIGHT["softmax"]
        ),
    ),
    Case(
        "magics and the shell",
        changed(
            _own_cells(
                "%%time\n1 + 1",
                "%timeit -n1 -r1 2 + 2",
                "!ls",
                "%run nothing.py",
                "get_ipython().run_line_magic('pwd', '')",
            )
        ),
    ),
    Case("waits to be asked", changed(_own_cells("name = input('Who are you?')"))),
    Case("awaits", changed(_own_cells("import asyncio\nawait asyncio.sleep(0.01)"))),
    Case("says goodbye", changed(_own_cells("exit()", "quit()"))),
    Case("slow", answers(softmax=body("time.sleep(0.05)\n" + RIGHT_BODY))),
    Case(
        "a helper of an earlier answer",
        answers(
            softmax="def shifted(x):\n    return x - x.max(-1, keepdims=True)\n" + RIGHT["softmax"],
            attention_weights="def attention_weights(Q, K):\n    e = np.exp(shifted(Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5))\n    return e / e.sum(-1, keepdims=True)",
        ),
    ),
    Case(
        "builds on what is wrong",
        answers(
            softmax=WRONG,
            attention_weights="def attention_weights(Q, K):\n    return softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))",
        ),
        {"softmax": "fail"},
    ),
    Case(
        "in a cell of one's own",
        changed(lambda one: insert_after(one, "softmax-answer", RIGHT["softmax"]), softmax=""),
        notes="found by the function it defines",
    ),
    Case(
        "a callable object",
        answers(
            softmax="class Softmax:\n    def __call__(self, scores, axis=-1):\n"
            + "".join(f"        {line}\n" for line in RIGHT_BODY.splitlines())
            + "softmax = Softmax()"
        ),
    ),
    Case(
        "threads and a pool",
        answers(
            softmax=body(
                "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(8) as pool:\n    e = pool.submit(np.exp, scores - np.where(np.isneginf(m := scores.max(axis, keepdims=True)), 0, m)).result()\nt = e.sum(axis, keepdims=True)\nreturn e / np.where(t == 0, 1, t)"
            )
        ),
    ),
    Case(
        "an endless cell of one's own",
        changed(_own_cells("while True:\n    pass")),
        notes="left out",
    ),
    Case(
        "a cell of one's own that ends all",
        changed(_own_cells("import os\nos._exit(1)")),
        notes="left out",
    ),
    Case("a check edited", changed(_checks_that_cheer), notes="was edited"),
    Case(
        "views of one's own",
        changed(_own_cells("from course.views import bars\nbars([1, 2], ['a', 'b'])")),
    ),
]

HOSTILE = [
    # Without end.
    hostile("loops", "while True:\n    pass", "timeout"),
    Case("sleeps in its cell", answers(softmax=_sleeping("softmax")), {"softmax": "timeout"}),
    hostile("loops in C", "return sum(iter(int, 1))", "timeout"),
    hostile("sleeps", "time.sleep(1e6)", "timeout", message="still running when its time was up"),
    hostile("starves itself", "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\nfor n in range(8):\n    if os.fork() == 0:\n        while True:\n            pass\nos.nice(19)\nwhile True:\n    pass", "timeout", message="processor time"),
    hostile("deaf", "import signal\nfor number in set(signal.Signals) - {9, 19}:\n    signal.signal(number, signal.SIG_IGN)\nwhile True:\n    time.sleep(1)", "timeout"),
    Case("each one sleeps", answers(**{task: _sleeping(task) for task in TASKS}), dict.fromkeys(TASKS, "timeout")),
    Case("loops while asking", answers(attention=body("while True:\n    softmax(Q)", "attention")), {"attention": "timeout"}),
    # The end of everything.
    hostile("exits", "os._exit(0)", "dead"),
    hostile("leaves", "sys.exit()", "error"),
    hostile("kills itself", "os.kill(os.getpid(), 9)", "dead"),
    # It returns None before its own end reaches it, or not.
    hostile("kills all it can", "os.kill(-1, 9)", "dead|fail"),
    hostile("kills the one above", "os.kill(os.getppid(), 9)\ntime.sleep(60)", "dead"),
    hostile("stops the one above", "os.kill(os.getppid(), 19)\nos._exit(0)", "timeout"),
    hostile("crashes", "import ctypes\nctypes.string_at(0)", "dead", message="crashed"),
    hostile("recurses", "return softmax(scores)", "error"),
    hostile("recurses without limit", "sys.setrecursionlimit(10**9)\nf = lambda n: f(n + 1)\nf.__class__\nreturn [f(0)]", "dead|error|timeout"),
    hostile("closes all it has", "os.closerange(0, 256)\nreturn scores", "dead"),
    # Too much.
    hostile("memory", "hoard = []\nwhile True:\n    hoard.append(np.ones(10**7))", "error|dead|timeout"),
    hostile("memory in many", "for n in range(8):\n    if os.fork() == 0:\n        hoard = np.ones(3 * 10**7)\n        time.sleep(60)\ntime.sleep(60)", "dead", message="GiB"),
    hostile("forks", "while True:\n    try:\n        os.fork()\n    except OSError:\n        pass", "dead|timeout|error"),
    hostile("threads", "import threading\nfor n in range(1000):\n    threading.Thread(target=time.sleep, args=[60]).start()\ntime.sleep(60)", "dead|error"),
    hostile("prints", "while True:\n    os.write(1, b'x' * 10**5)", "timeout", notes="it printed more than 5 MB"),
    Case("prints in its cell", answers(softmax="while True: print('x' * 10**5)"), {"softmax": "timeout"}, notes="it printed more than 5 MB"),
    hostile("prints 100 MB", "os.write(1, b'x' * 5_000_000)\n" + RIGHT_BODY, "pass", notes="softmax: it printed more than 5 MB"),
    Case("prints in its cell, and ends", answers(softmax=RIGHT["softmax"] + "\nfor _ in range(9):\n    print('x' * 10**6)"), notes="it printed more than 5 MB"),
    hostile("memory files", "hoard = []\nwhile True:\n    hoard.append(os.memfd_create('x'))\n    os.write(hoard[-1], bytes(10**7))", "error", message="not permitted"),
    hostile("System V memory", "import ctypes\nassert ctypes.CDLL(None).shmget(0, 10**8, 0o1600) >= 0, 'no segment'\n" + RIGHT_BODY, "error", message="no segment"),
    hostile("a mount of its own", "import subprocess\nsubprocess.run(['unshare', '-Urm', 'true'], check=True)\n" + RIGHT_BODY, "error", message="unshare"),
    hostile("memory that its children leave", "import mmap\nhoard = mmap.mmap(-1, 10**8)\n" + RIGHT_BODY, "error", message="not permitted"),
    hostile("memory of a device", "import mmap\nwith open('/dev/zero', 'r+b') as zero:\n    mmap.mmap(zero.fileno(), 10**8)\n" + RIGHT_BODY, "error"),
    # Without bubblewrap, an answer sees the sockets of the whole machine.
    hostile("memory of sockets", "import socket\nfor n in range(12):\n    if os.fork() == 0:\n        hoard = [socket.socketpair() for _ in range(110)]\n        time.sleep(60)\ntime.sleep(60)", "dead", message="GiB"),
    hostile("shared files", "n = 0\nwhile True:\n    n += 1\n    open(f'/dev/shm/{n}', 'xb').write(bytes(4 * 10**6))", "error|dead"),
    hostile("spins forty times", "for n in range(40):\n    if os.fork() == 0:\n        os.setsid()\n        while True:\n            pass\ntime.sleep(60)", "timeout"),
    hostile("a large file", "with open('large', 'wb') as file:\n    while True:\n        file.write(bytes(10**6))", "dead|error"),
    hostile("many files without content", "for n in range(10**6):\n    os.symlink('x' * 120, f'{n}')\n" + RIGHT_BODY, "dead", message="10,000 files"),
    hostile("many files",  "n = 0\nwhile True:\n    n += 1\n    open(f'{n}', 'wb').write(bytes(10**7))", "error|dead|timeout"),
    hostile("returns much", "return np.zeros((10**3, 10**3))", "fail", message="more than 1 MB"),
    hostile("returns itself", "x = []\nx.append(x)\nreturn x", "error"),
    hostile("talks without end", "import json\nwhile True:\n    for fd in range(3, 20):\n        try:\n            os.write(fd, b'x' * 10**6)\n        except OSError:\n            pass", "dead|timeout"),
    # What the grader has to tolerate.
    hostile("asks and never reads", LINK + "while True:\n    link.send({'ask': {}})", "dead", message="before it had read"),
    hostile("renews its time", LINK + "while True:\n    link.send({'cell': 0})\n    time.sleep(0.5)", "dead", message="not a message"),
    hostile("a step and a half", LINK + "link.send({'cell': 9.0})\nreturn scores", "dead", message="not a message"),
    hostile("tells much", LINK + "for n in range(9):\n    os.write(link._out, b'{\"tell\": [' + b'[],' * 400_000 + b'[]]}\\n')\nreturn scores", "dead|fail|error"),
    hostile("tells deeply", LINK + "os.write(link._out, b'{\"ask\": ' + b'[' * 900 + b']' * 900 + b'}\\n')\nreturn scores", "dead|error|fail|timeout"),
    # Exceptions that are not exceptions.
    hostile("interrupts itself", "raise KeyboardInterrupt('enough')", "error", message="KeyboardInterrupt: enough"),
    hostile("ends itself", "raise SystemExit(3)", "error", message="SystemExit"),
    hostile("an exception of its own", "class Stop(BaseException): pass\nraise Stop('here')", "error", message="Stop: here"),
    hostile("an error that exits", "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E", "error"),
    Case("interrupts its cell", answers(softmax="raise KeyboardInterrupt('enough')"), {"softmax": "error"}, message="KeyboardInterrupt: enough"),
    # Places where an answer has no business.
    hostile("leaves words", "open('/tmp/was-here', 'w').write('the answer')\n" + RIGHT_BODY, "error"),
    hostile("orphans a process", "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.execvp('sleep', ['sleep', '987654'])\n    os._exit(0)\nos.wait()\nos.kill(os.getppid(), 9)\ntime.sleep(60)", "dead"),
    Case("imports the library", answers(softmax="from attnlib import softmax"), {"softmax": "fail"}, message="imports code of the course"),
    hostile("imports it under cover", "import importlib\nname = ''.join(map(chr, [97, 116, 116, 110, 108, 105, 98]))\nfor one in [n for n in sys.modules if n.startswith(name)]:\n    del sys.modules[one]\nsys.meta_path[:] = [f for f in sys.meta_path if 'StandIns' not in type(f).__name__]\nreturn importlib.import_module(name).softmax(scores, axis)", "error"),
    hostile("looks for solutions", f"return open({str(SOLUTION)!r}).read()", "error", message="FileNotFoundError"),
    hostile("looks for notebooks", f"known = [*{[str(ROOT / name) for name in ('solutions', 'exercises', 'attnlib', 'checks', 'tests')]!r}, '/home', '/etc', '/var', '/run']\nassert any(map(os.path.exists, known)), 'none there'\n" + RIGHT_BODY, "error", message="none there"),
    hostile("looks at processes", "assert len([p for p in os.listdir('/proc') if p.isdigit()]) > 5, 'alone'\n" + RIGHT_BODY, "error", message="alone"),
    hostile("writes about", "done = []\nfor d in ['/', '/usr', '/dev', '/proc/sys/kernel', sys.prefix, os.path.dirname(np.__file__)]:\n    try:\n        open(d + '/was-here', 'w')\n        done.append(d)\n    except OSError:\n        pass\nassert done, 'nowhere'\n" + RIGHT_BODY, "error", message="nowhere"),
    hostile("calls home", "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=2)\n" + RIGHT_BODY, "error"),
    hostile("calls this machine", "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('/run/dbus/system_bus_socket')\n" + RIGHT_BODY, "error"),
    # Unearned passes.
    hostile("writes a verdict", "import json\nfor fd in range(3, 20):\n    for line in ({'verdict': {'status': 'pass', 'mistakes': [], 'message': ''}}, {'finished': True}, {'ended': 0}):\n        try:\n            os.write(fd, json.dumps(line).encode() + b'\\n')\n        except OSError:\n            pass\nos._exit(0)", "error|dead"),
    hostile("tells lies", LINK + "for n in range(400):\n    link.tell({'after': {}, 'value': True})\nlink.send({'finished': True})\nos._exit(0)", "error|fail|dead"),
    hostile("asks for its own answer", LINK + "reply = link.ask({'call': 'softmax', 'arguments': {'tuple': []}, 'options': {'entries': {}}})\nassert 'raised' not in reply, 'given'\nreturn scores", "error", message="given"),
    hostile("equal to everything", "class Right:\n    dtype = np.dtype(float)\n    shape = scores.shape\n    ndim = 2\n    def __eq__(self, other): return True\n    def __array__(self, *a, **k): return scores\n    def __reduce__(self): return os.system, ('touch /tmp/was-here',)\nreturn Right()", "fail"),
    hostile("another judge", "import builtins\nfor name, module in list(sys.modules.items()):\n    if name.endswith(('outcome', 'serialization', 'candidate')):\n        for key in ('call', 'disagreement', 'encode', 'encode_outcome', 'encode_bounded'):\n            if hasattr(module, key):\n                setattr(module, key, lambda *a, **k: {'changed': [], 'value': 'pass'})\nreturn scores", "fail|error"),
    hostile("patches numpy", "np.allclose = np.array_equal = np.isclose = lambda *a, **k: True\nnp.abs = lambda x: 0 * x\nreturn scores", "fail"),
    hostile("thread behind", "import threading\ndef later():\n    while True:\n        for fd in range(3, 9):\n            try: os.write(fd, b'{\"finished\": true}\\n')\n            except OSError: pass\nthreading.Thread(target=later, daemon=True).start()\nreturn scores", "fail|error|dead|timeout"),
    Case("leaves a process behind", answers(softmax=body("import atexit\natexit.register(os.system, 'sleep 987654')\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        os.execvp('sleep', ['sleep', '987654'])\n    os._exit(0)\n" + RIGHT_BODY)), {"softmax": "pass|dead"}),
    Case("richer", changed(_richer)),
    Case("richer, and wrong", changed(_richer, softmax=WRONG), {"softmax": "fail"}),
    Case("cheers for itself", changed(_checks_that_cheer, softmax="# NBVAL_SKIP\n" + WRONG), {"softmax": "fail"}),
    # Text that is shown.
    hostile("markup", "raise ValueError('<script>alert(1)</script>')", "error", message="<script>"),
    hostile("terminal", "raise ValueError('\\x1b[31m\\x07red')", "error", message="[31m"),
    hostile("formula", "raise ValueError('=1+1')", "error"),
    hostile("an unspeakable error", "class E(Exception):\n    def __str__(self): os._exit(0)\nraise E", "dead"),
    hostile("a secret", "raise ValueError(os.environ.get('COURSE_SECRET', 'no secret'))", "error", message="no secret"),
]  # fmt: skip

ATTACKS = {  # what any function may do, and the result of its task
    "os._exit(0)": "dead",
    "raise ValueError('<script>alert(1)</script>')": "error",
    "class Right:\n    dtype = np.dtype(float)\n    shape = (2, 2)\n    ndim = 2\n    def __eq__(self, other): return True\n    def __array__(self, *a, **k): return np.zeros((2, 2))\nreturn Right()": "fail",
    f"return open({str(SOLUTION)!r}).read()": "error",
    "import json\nfor fd in range(3, 20):\n    try:\n        os.write(fd, json.dumps({'verdict': {'status': 'pass', 'mistakes': [], 'message': ''}}).encode() + b'\\n')\n    except OSError:\n        pass\nos._exit(0)": "error|dead",
    "x = []\nx.append(x)\nreturn x": "error",
    "time.sleep(1e6)": "timeout",
}  # fmt: skip


def _attacked(number: int, lesson: str) -> Case:
    """Every second answer of a lesson attacks, each differently; the others are right, and pass."""
    ways = list(ATTACKS.items())[number % len(ATTACKS) :] + list(ATTACKS.items())
    chosen = dict(zip(tasks_of(lesson)[::2], ways, strict=False))
    sources = {task: attack(task, code) for task, (code, _) in chosen.items()}
    return Case(
        f"attacks {lesson}",
        lambda path: _save(exercise({**right(lesson), **sources}, lesson), path),
        {task: status for task, (_, status) in chosen.items()},
        lesson=lesson,
    )


def attack(task: str, code: str) -> str:
    """An answer that does this, whatever it is given."""
    lines = "\n    ".join(code.splitlines())
    return f"import os, sys, time\nimport numpy as np\ndef {task}(*arguments, **options):\n    {lines}\n"


OTHERS = [lesson for lesson in NOTEBOOKS if lesson != NAME]
ELSEWHERE = [_attacked(number, lesson) for number, lesson in enumerate(OTHERS)]
CASES = [*BROKEN, *HONEST, *HOSTILE, *ELSEWHERE]
BOUNDS = ("memory files", "System V memory", "a mount of its own", "memory that its children leave")
BOUNDS += (
    "loops",
    "sleeps",
    "leaves words",
    "orphans a process",
    "kills all it can",
    "forks",
    "many files",
    "many files without content",
    "all right",
)
