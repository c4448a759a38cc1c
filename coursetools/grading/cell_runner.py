"""Run cells inside the sandbox. This file is alone there, so it imports no other module of ours.

    python -I cell_runner.py SETTINGS

A warm process (IPython and the notebook's imports are loaded) forks once for each job, so every job
starts from the same clean state, and a hang or a crash costs that job alone. Messages are lines of
JSON on the standard input and output that it started with; cells get an empty standard input, and
what they print goes to standard error.
"""

import contextlib
import ctypes
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def main() -> None:
    """Serve one grader: load what it sends, then run its jobs until it closes the pipe."""
    settings = json.loads(sys.argv[1])
    link = Link()
    _prctl(PR_SET_CHILD_SUBREAPER)
    sys.meta_path.insert(0, StandIns(settings["stand_ins"]))
    shell = _warm_shell(settings["imports"])
    candidate = _load(link.receive()["modules"])
    _switch_user(settings["user"])
    die_with_parent(os.getppid())  # switching users would undo it
    link.send({"ready": True})
    while job := link.receive():
        _fork_and_run(job, settings, shell, candidate, link)


class Link:
    """The two pipes to the grader, moved away from the streams that cells use."""

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(0), "rb")
        self._out = os.dup(1)
        empty = os.open(os.devnull, os.O_RDWR)
        os.dup2(empty, 0)
        os.dup2(2, 1)
        self._lock = threading.RLock()  # a cell may ask from several threads

    def send(self, message: Any) -> None:
        """Send a whole message."""
        line = json.dumps(message).encode() + b"\n"
        with self._lock:
            while line:
                line = line[os.write(self._out, line) :]

    def receive(self) -> Any:
        """Wait for the next message; None once the pipe is closed."""
        line = self._lines.readline()
        return json.loads(line) if line else None

    def ask(self, question: Any) -> Any:
        """Send a question, and wait for its reply."""
        with self._lock:
            self.send({"ask": question})
            return self.receive()["reply"]

    def tell(self, message: Any) -> None:
        """Send something that needs no reply."""
        self.send({"tell": message})


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds stand-ins for a package and its submodules: every name in them exists and does nothing."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Find stand-ins for this package only."""
        if name.partition(".")[0] != self._package:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def exec_module(self, module: Any) -> None:
        """Make every name of the module a `Nothing`."""
        module.__getattr__ = _nothing_called


class Nothing:
    """Takes any arguments, has any attribute, holds no items."""

    def __call__(self, *arguments: Any, **options: Any) -> "Nothing":
        """Do nothing."""
        return self

    def __getattr__(self, name: str) -> "Nothing":
        return _nothing_called(name)

    def __iter__(self) -> Any:
        return iter(())


def _nothing_called(name: str) -> Nothing:
    if name.startswith("__"):
        raise AttributeError(name)
    return Nothing()


def _warm_shell(imports: list[str]) -> Any:
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Shell(InteractiveShell):
        def enable_matplotlib(self, gui: str | None = None) -> Any:
            return gui, "agg"  # figures are made, and nobody sees them

    settings = Config()
    settings.HistoryManager.enabled = False
    settings.InteractiveShell.colors = "NoColor"
    shell = Shell.instance(config=settings)
    check_nothing: Any = Nothing()
    shell.register_magic_function(check_nothing, "line", "check")
    for name in imports:
        with contextlib.suppress(Exception):  # the cell that needs it will raise
            importlib.import_module(name)
    return shell


def _load(sources: dict[str, str]) -> Any:
    """Load the modules that were sent, in their order, and return the last."""
    module = None
    for name, source in sources.items():
        module = importlib.util.module_from_spec(importlib.machinery.ModuleSpec(name, None))
        sys.modules[name] = module
        exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    return module


def _fork_and_run(job: Any, settings: Any, shell: Any, candidate: Any, link: Link) -> None:
    """Run a job in a process of its own, and leave nothing of it behind."""
    parent, child = os.getpid(), os.fork()
    if child == 0:
        try:
            die_with_parent(parent)
            _limit(settings)
            _run(job, shell, candidate, link)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    _kill_leftovers(child, settings["alone"])
    link.send({"ended": os.waitstatus_to_exitcode(status)})


def _run(job: Any, shell: Any, candidate: Any, link: Link) -> None:
    sys.path.insert(0, "")  # as in a notebook: cells may import what they have written
    for number, step in enumerate(job["steps"]):
        if "give" in step:
            shell.user_ns.update({name: candidate.given(name, link.ask) for name in step["give"]})
            continue
        link.send({"cell": number})
        outcome = shell.run_cell(step["run"], silent=True)
        error = outcome.error_before_exec or outcome.error_in_exec
        if error is not None:
            link.send({"raised": f"{type(error).__name__}: {str(error)[:500]}"})
    link.send({"cell": len(job["steps"])})
    candidate.sit(shell.user_ns.get(job["task"]), job["paper"], link.ask, link.tell)
    link.send({"finished": True})


def _limit(settings: Any) -> None:
    """Start a process group with limits of its own."""
    os.setpgid(0, 0)
    for name, amount in settings["limits"].items():
        import resource

        kind = getattr(resource, f"RLIMIT_{name}")
        amount += _memory_in_use() if name == "AS" else 0
        with contextlib.suppress(ValueError, OSError):  # macOS cannot limit every one
            # The hard limit of processor time is a second later: a signal comes first.
            resource.setrlimit(kind, (amount, amount + (name == "CPU")))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python would ignore it


def _memory_in_use() -> int:
    with contextlib.suppress(OSError):  # only Linux has this file
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _kill_leftovers(group: int, alone: bool) -> None:
    """Kill what a job started. Where it can reach no other processes (alone), kill all."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)
    with contextlib.suppress(OSError):
        if alone:
            os.kill(-1, signal.SIGKILL)
    while children := _children():  # when a parent ends, its children become ours
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _children() -> list[int]:
    with contextlib.suppress(OSError):  # only Linux has this file
        found = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
        return [int(child) for child in found.split()]
    return []


def _switch_user(user: int | None) -> None:
    """Give up the rights of root, permanently."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def die_with_parent(parent: int) -> None:
    """Have Linux kill this process when its parent ends; exit at once if it has ended already."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _prctl(option: int, argument: int = 1) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


if __name__ == "__main__":
    main()
