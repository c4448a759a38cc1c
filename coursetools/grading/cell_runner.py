"""Run cells inside the sandbox. This file is alone there, so it imports no other module of ours.

    python -I cell_runner.py SETTINGS

A warm process (IPython and the notebook's imports are loaded) forks for each run of a notebook's cells,
so every run starts from the same clean state. That fork runs the cells up to an answer, tries the
answer in another fork, and then runs the next cells: what an answer does when it is called is gone
before they run, as in a run of their own. Messages are lines of JSON on the standard input and
output that it started with; cells get an empty standard input, and what they print goes to standard error.
"""

import ast
import asyncio
import base64
import builtins
import contextlib
import ctypes
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 22, 36, 38
SECCOMP_MODE_FILTER = 2
OF_THE_KERNEL = ("autosave", "clear", "connect_info", "less", "man", "more", "qtconsole")  # magics


def main() -> None:
    """Serve one grader: load what it sends, then run its jobs until it closes the pipe."""
    settings = json.loads(sys.argv[1])
    link = Link()
    adopt_orphans()
    sys.meta_path.insert(0, StandIns(settings["stand_ins"]))
    shell = _warm_shell(settings["imports"])
    candidate = _load(link.receive()["modules"])
    _switch_user(settings["user"])
    signal.signal(signal.SIGTERM, _end_all)
    die_with_parent(os.getppid(), signal.SIGTERM)  # switching users would undo it
    if settings["forbidden"]:
        _forbid(settings["forbidden"])
    link.send({"ready": True})
    written = _files(settings["folders"])
    while job := link.next_job():
        child = _fork(lambda: _run(job, settings, shell, candidate, link))
        ended = _reap(child, settings["alone"])
        link.send({"ended": ended, "clean": _files(settings["folders"]) == written})


class Link:
    """The two pipes to the grader, moved away from the streams that cells use."""

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(0), "rb")
        self._out = os.dup(1)
        empty = os.open(os.devnull, os.O_RDWR)
        os.dup2(empty, 0)
        os.dup2(2, 1)
        self._lock = threading.RLock()  # a cell may ask from several threads
        self._asked = 0

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

    def next_job(self) -> Any:
        """Wait for the next job. An answer that has ended may have left a reply, or the rest of one."""
        while line := self._lines.readline():
            with contextlib.suppress(ValueError):
                job = json.loads(line)
                if isinstance(job, dict) and "reply" not in job:
                    return job
        return {}

    def ask(self, question: Any) -> Any:
        """Send a question, and wait for its reply; an earlier one may not have been read."""
        with self._lock:
            self._asked += 1
            self.send({"ask": question, "number": self._asked})
            while (message := self.receive()).get("number") != self._asked:
                pass
            return message["reply"]

    def tell(self, message: Any) -> None:
        """Send something that needs no reply."""
        self.send({"tell": message})


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds stand-ins for packages and their submodules: every name in them exists and does nothing."""

    def __init__(self, packages: list[str]) -> None:
        self._packages = packages

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Find stand-ins for these packages only."""
        if name.partition(".")[0] not in self._packages:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def exec_module(self, module: Any) -> None:
        """Make every name of the module a `Nothing`."""
        module.__getattr__ = _nothing_called


class Nothing:
    """Takes any arguments, has any attribute, and is of a type that says what it stands for."""

    def __call__(self, *arguments: Any, **options: Any) -> "Nothing":
        """Do nothing."""
        return self

    def __getattr__(self, name: str) -> "Nothing":
        return _nothing_called(name, type(self).__name__ + ".")


def _is_stand_in(value: Any) -> bool:
    of_module = isinstance(value, ModuleType) and isinstance(value.__loader__, StandIns)
    return of_module or isinstance(value, Nothing)


def _nothing_called(name: str, within: str = "stand-in for ") -> Nothing:
    if name.startswith("__"):
        raise AttributeError(name)
    kind: type[Nothing] = type(within + name, (Nothing,), {})
    return kind()


def _warm_shell(imports: list[str]) -> Any:
    from IPython.core.displayhook import DisplayHook
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    gc.disable()  # nothing is garbage until all is loaded

    class Remembering(DisplayHook):
        def __call__(self, result: Any = None) -> None:
            """Keep the value of a cell as `_` and in `Out`, and show it to nobody."""
            hook: Any = super()
            hook.check_for_underscore()
            if result is not None and not hook.quiet():
                hook.update_user_ns(result)

    class Shell(InteractiveShell):
        displayhook_class = Remembering
        system = InteractiveShell.system_raw  # the other way needs a terminal

        def should_run_async(self, raw_cell: str, **options: Any) -> bool:
            """Run each cell in an event loop, as a kernel does; what its magics run is in it already."""
            with contextlib.suppress(RuntimeError):
                asyncio.get_running_loop()
                return bool(super().should_run_async(raw_cell, **options))
            return True

        def enable_matplotlib(self, gui: str | None = None) -> Any:
            return gui, "agg"  # figures are made, and nobody sees them

    settings = Config()
    settings.HistoryManager.enabled = False
    settings.InteractiveShell.colors = "NoColor"
    shell: Any = Shell.instance(config=settings)
    shell.history_manager.outputs = Forgotten()
    for folder, _, _ in os.walk(shell.profile_dir.location):
        Path(folder).chmod(0o777)  # the sandbox user writes there
    check_nothing: Any = Nothing()
    for magic in ("check", "bring", "log", *OF_THE_KERNEL):
        shell.register_magic_function(check_nothing, "line", magic)
    for name in imports:
        with contextlib.suppress(Exception):  # the cell that needs it will raise
            importlib.import_module(name)
    shell.run_cell("%check", silent=True)  # whatever the first cell loads, all jobs have then
    _look_for_magics_last(shell.input_transformer_manager)
    shell.user_ns_hidden.update(
        shell.user_ns
    )  # as a kernel does, so `_` stays what a cell makes it
    builtins.input = lambda prompt="": ""  # nobody is there to answer
    gc.freeze()  # else the first collection in each job would copy all of this
    gc.enable()
    return shell


class Forgotten(dict[int, list[Any]]):
    """What cells print, which IPython would keep for its history: a flood would fill the memory."""

    def __missing__(self, cell: int) -> list[Any]:
        return []


def _look_for_magics_last(manager: Any) -> None:
    """Look for magics only in what is not plain Python: that takes longer than to run most cells."""
    transform = manager.do_token_transforms

    def transform_unless_plain(lines: list[str]) -> Any:
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            ast.parse("".join(lines))
            return lines
        return transform(lines)

    manager.do_token_transforms = transform_unless_plain


def _load(sources: dict[str, str]) -> Any:
    """Load the modules that were sent, in their order, and return the last."""
    module = None
    for name, source in sources.items():
        module = importlib.util.module_from_spec(importlib.machinery.ModuleSpec(name, None))
        sys.modules[name] = module
        exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    return module


def _fork(work: Callable[[], None]) -> int:
    """Do something in a process of its own, in a group of its own."""
    parent, child = os.getpid(), os.fork()
    if child == 0:
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            die_with_parent(parent)
            os.setpgid(0, 0)
            work()
        finally:
            os._exit(0)
    return child


def _reap(child: int, alone: bool) -> int:
    """Wait for the end of a child, leave nothing of it behind, and tell how it ended."""
    _, status = os.waitpid(child, 0)
    _kill_leftovers(child, alone)
    return os.waitstatus_to_exitcode(status)


def _run(job: Any, settings: Any, shell: Any, candidate: Any, link: Link) -> None:
    """Run cells and try answers, until told to end or until a fork would lack what the cells made."""
    adopt_orphans()
    _limit(settings)
    sys.path.insert(0, "")  # as in a notebook: cells may import what they have written
    while "steps" in job:
        _run_cells(job, shell, candidate, link)
        child = _fork_if_single(lambda job=job: _try(job, shell, candidate, link))  # type: ignore[misc]
        if child is None:
            return _try(job, shell, candidate, link)
        link.send({"tried": _reap(child, alone=False)})
        job = link.next_job()


def _run_cells(job: Any, shell: Any, candidate: Any, link: Link) -> None:
    for number, step in enumerate(job["steps"], job["first"]):
        if "give" in step:
            shell.user_ns.update({name: candidate.given(name, link.ask) for name in step["give"]})
            continue
        link.send({"cell": number})
        shell.execution_count, before = step["number"], {**shell.user_ns}
        outcome = shell.run_cell(step["run"], store_history=True)
        error = outcome.error_before_exec or outcome.error_in_exec
        if error is not None:
            link.send({"raised": f"{type(error).__name__}: {_words(error)}"})
            _go_on(shell, step["run"], error)
        _keep(before, shell.user_ns)
        for name, value in job["lent"].get(step["cell"], {}).items():
            _define(name, candidate.lent(value, link.ask), shell.user_ns)


def _go_on(shell: Any, source: str, error: Any) -> None:
    """Run the rest of a cell that has stopped, if stand-ins may be why: it may define helpers."""
    source = shell.transform_cell(source)
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        if not any(_is_stand_in(shell.user_ns.get(name)) for name in used):
            return
        while error is not None and (source := _after(source, error, shell.user_ns)):
            error = shell.run_cell(source).error_in_exec


def _after(source: str, error: Any, names: Any) -> str:
    """Give what follows the statement of a cell that has raised this error."""
    steps = traceback.walk_tb(error.__traceback__)
    at = next((line for frame, line in steps if frame.f_locals is names), None)
    ends = [node.end_lineno or 0 for node in ast.parse(source).body]
    end = next((end for end in ends if at is not None and at <= end), len(source))
    return "".join(source.splitlines(keepends=True)[end:])


def _keep(before: Any, names: Any) -> None:
    """Give names back what they had before a cell imported stand-ins in its place."""
    for name, value in before.items():
        replaced = isinstance(names.get(name), Nothing) and not isinstance(value, Nothing)
        if replaced and not name.startswith("_"):  # `_` is the value of the cell
            names[name] = value


def _define(name: str, value: Any, names: Any) -> None:
    """Define a name or, if it has a dot, an attribute of the stand-in for a module."""
    module, dot, attribute = name.rpartition(".")
    if not dot:
        names[name] = value
    elif isinstance(names.get(module), Nothing):  # a student may have used its name
        setattr(names[module], attribute, value)


def _try(job: Any, shell: Any, candidate: Any, link: Link) -> None:
    """Try the answer that the cells have defined."""
    link.send({"cell": job["first"] + len(job["steps"])})
    try:
        paper = link.ask("paper")["paper"]
        candidate.sit(shell.user_ns.get(job["task"]), paper, link.ask, link.tell)
    except BaseException as error:  # such as an answer's own KeyboardInterrupt
        link.send({"stopped": f"{type(error).__name__}: {_words(error)}"})
    link.send({"finished": True})


def _files(folders: Any) -> list[Any] | None:
    """List the files that cells have written; a change shows in the size or the time."""
    places = [place for one in folders for place, _, _ in os.walk(one)]
    with contextlib.suppress(OSError):  # one of them vanishes meanwhile
        entries = [entry for place in places for entry in os.scandir(place)]
        about = [(entry.path, entry.stat(follow_symlinks=False)) for entry in entries]
        return sorted((path, one.st_size, one.st_mtime_ns) for path, one in about)
    return None


def _words(error: BaseException) -> str:
    try:
        if isinstance(error, SyntaxError) and error.lineno:  # a file's name would say nothing
            return f"{error.msg} (line {error.lineno})"[:500]
        return str(error)[:500]
    except BaseException:  # its words are the student's code
        return ""


def _limit(settings: Any) -> None:
    """Limit what this process, and each below it, may use."""
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
    _kill_children()


def _end_all(*_: Any) -> None:
    """End with all that descends from this process, when the grader has been killed."""
    _kill_children()
    os._exit(1)


def _kill_children() -> None:
    while children := _children():  # when a parent ends, its children become ours
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _children() -> list[int]:
    with contextlib.suppress(OSError):  # only Linux has this file
        found = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
        return [int(child) for child in found.split()]
    return []


def _fork_if_single(work: Callable[[], None]) -> int | None:
    """Fork where the fork would have all that the cells have made: no other threads, no children."""
    single = threading.active_count() == 1
    with contextlib.suppress(OSError):  # only Linux has this folder
        single = len(list(Path("/proc/self/task").iterdir())) == 1 and not _children()
    with contextlib.suppress(
        OSError
    ):  # without bubblewrap, others may have all that a user may have
        return _fork(work) if single else None
    return None


def _switch_user(user: int | None) -> None:
    """Give up the rights of root, permanently."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def confine(settings: Any) -> None:
    """Confine this process, and each below it, as answers are."""
    _switch_user(settings["user"])
    _limit(settings)
    if settings["forbidden"]:
        _forbid(settings["forbidden"])


def die_with_parent(parent: int, by: int = signal.SIGKILL) -> None:
    """Have Linux send a signal when the parent ends; exit at once if it has ended already."""
    _prctl(PR_SET_PDEATHSIG, by)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of whatever outlives its own parent below this process, on Linux."""
    _prctl(PR_SET_CHILD_SUBREAPER)


def _forbid(calls: str) -> None:
    """Give up system calls for good; the filter is in base64."""
    _prctl(PR_SET_NO_NEW_PRIVS)
    filters = base64.b64decode(calls)
    program = struct.pack("HP", len(filters) // 8, ctypes.addressof(_buffer(filters)))
    if _prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(_buffer(program))) != 0:
        raise OSError("this system cannot restrict system calls (seccomp)")


def _buffer(content: bytes) -> Any:
    """Keep bytes at an address for as long as this process lives."""
    _BUFFERS.append(ctypes.create_string_buffer(content, len(content)))
    return _BUFFERS[-1]


def _prctl(option: int, argument: int = 1, address: int = 0) -> int:
    if sys.platform != "linux":
        return 0
    words = map(ctypes.c_ulong, (argument, address, 0, 0))
    return int(ctypes.CDLL(None).prctl(option, *words))


_BUFFERS: list[Any] = []

if __name__ == "__main__":
    main()
