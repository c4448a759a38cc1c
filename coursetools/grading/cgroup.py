"""Bounds that the kernel keeps: a cgroup for each sandbox, where this process was given one to divide.

That is one that belongs to this user, one that systemd delegated, or the outermost one of a
container. Every other one has a manager, and is left alone, even by root.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

CONTROLLERS = ("memory", "pids")
OWN = "coursetools-grader"  # where this process goes: a group that is divided may hold no process
PREFIX = "coursetools-sandbox-"
MARKS = ("user.delegate", "trusted.delegate")  # systemd's
MOST_ROUNDS = 300
ENTER = """
while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs" || exit; shift; done
shift
exec "$@"
"""


class Mount(NamedTuple):
    """Where a hierarchy of groups is seen, and from which group on."""

    root: str
    point: str
    kind: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Delegated:
    """A group to divide. There may be none: then nothing is bounded here.

    Attributes
    ----------
    folders : tuple of Path
        One, or for version 1 two of them, for memory and for processes.
    """

    folders: tuple[Path, ...] = ()

    def group(self, memory: int, processes: int) -> "Group":
        """Make a group below it.

        Parameters
        ----------
        memory : int
            Bytes, files in memory included.
        processes : int
            Processes and threads.

        Returns
        -------
        Group
            The caller has to remove it.

        Raises
        ------
        OSError
        """
        made = Group([Path(mkdtemp(prefix=PREFIX, dir=folder)) for folder in self.folders])
        try:
            made.limit(memory, processes)
        except OSError:
            made.remove()
            raise
        return made


NOWHERE = Delegated()


class Group:
    """A cgroup for one sandbox, and all that starts in it."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = folders

    @property
    def entering(self) -> list[str]:
        """Begin a command that runs in it."""
        if not self._folders:
            return []
        return ["/bin/sh", "-c", ENTER, "sh", *map(str, self._folders), "--"]

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel has killed something in it for using too much memory."""
        lines = self._read("memory.events", "memory.oom_control")
        return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in lines)

    def limit(self, memory: int, processes: int) -> None:
        """Bound it. What is beyond its memory is killed: in version 2, all of it at once."""
        if not self._folders:
            return
        if not self._write(memory, "memory.max", "memory.limit_in_bytes"):
            raise OSError("no limit of memory")
        if not self._write(processes, "pids.max"):
            raise OSError("no limit of processes")
        self._write(0, "memory.swap.max")
        self._write(memory, "memory.memsw.limit_in_bytes")  # with swap, in version 1
        self._write(1, "memory.oom.group")

    def remove(self) -> None:
        """Kill what is left in it, and remove it."""
        for folder in self._folders:
            _remove(folder, self._kill)

    def _kill(self) -> None:
        if self._write(1, "cgroup.kill"):  # Linux 5.14
            return
        for process in map(int, self._read("cgroup.procs")):
            with suppress(ProcessLookupError):
                if process:  # 0 is one that cannot be named here
                    os.kill(process, signal.SIGKILL)

    def _read(self, *names: str) -> list[str]:
        return [line for path in self._files(names) for line in path.read_text().splitlines()]

    def _write(self, value: int, *names: str) -> bool:
        """Write to all files of these names; tell whether there was one."""
        files = self._files(names)
        for path in files:
            path.write_text(str(value))
        return bool(files)

    def _files(self, names: Sequence[str]) -> list[Path]:
        places = [folder / name for folder in self._folders for name in names]
        return [place for place in places if place.exists()]


@contextmanager
def delegated(process: Path = Path("/proc/self")) -> Iterator[Delegated]:
    """Find the group to divide, and prepare it; undo that in the end.

    Parameters
    ----------
    process : Path
        The folder that Linux keeps on this process.

    Yields
    ------
    Delegated
        Without folders where there is no such group, or it cannot be divided.
    """
    with ExitStack() as undo:
        try:
            found = Delegated(_usable(process))
            for folder in found.folders:
                _prepare(folder, undo)
            _try(found)
        except OSError:
            undo.close()
            found = Delegated()
        yield found


def _usable(process: Path) -> tuple[Path, ...]:
    paths = dict(_paths((process / "cgroup").read_text()))
    mounts = list(map(_mount, (process / "mountinfo").read_text().splitlines()))
    version_2 = _places(mounts, "cgroup2", {"": paths.get("")})
    if version_2 and set(CONTROLLERS) <= _words(version_2[0] / "cgroup.controllers"):
        found = version_2
    else:
        found = _places(mounts, "cgroup", {name: paths.get(name) for name in CONTROLLERS})
    return tuple(found) if all(map(_is_ours, found)) else ()


def _paths(groups: str) -> Iterator[tuple[str, str]]:
    """List the group of this process for each controller; for version 2 there is one, without a name."""
    for line in groups.splitlines():
        _, controllers, path = line.split(":", 2)
        yield from ((one, path) for one in controllers.split(","))


def _mount(line: str) -> Mount:
    where, _, what = line.partition(" - ")
    (root, point), (kind, _, options) = where.split()[3:5], what.split(" ", 2)
    return Mount(root, point, kind, tuple(options.split(",")))


def _places(mounts: Sequence[Mount], kind: str, paths: dict[str, str | None]) -> list[Path]:
    """Give the folder of each of these groups, or nothing."""
    found = {
        controller: Path(one.point, Path(path).relative_to(one.root))
        for controller, path in paths.items()
        for one in mounts
        if one.kind == kind and (not controller or controller in one.options)
        if path and ".." not in path and Path(path).is_relative_to(one.root)
    }
    return list(found.values()) if len(found) == len(paths) else []


def _is_ours(folder: Path) -> bool:
    """Whether this group was given to us: what root may write to is not root's for that reason."""
    mine = folder.stat().st_uid == os.geteuid() != 0
    return (mine or _is_marked(folder) or _is_outermost(folder)) and os.access(folder, os.W_OK)


def _is_marked(folder: Path) -> bool:
    for mark in MARKS:
        with suppress(OSError, AttributeError):  # Linux alone has them
            if os.getxattr(folder, mark) == b"1":
                return True
    return False


def _is_outermost(folder: Path) -> bool:
    """Whether it is the outermost group of a container; that of a machine has no type."""
    return (folder / "cgroup.type").exists() and not (folder.parent / "cgroup.procs").exists()


def _prepare(folder: Path, undo: ExitStack) -> None:
    """Let version 2 bound groups below this one, which requires that it holds no process itself."""
    control, process = folder / "cgroup.subtree_control", str(os.getpid())
    if not control.exists():
        return
    missing = sorted(set(CONTROLLERS) - _words(control))
    if not missing:
        return
    if (folder / "cgroup.procs").read_text().split() != [process]:
        raise OSError("it holds processes of others")
    own = folder / OWN
    own.mkdir(exist_ok=True)
    undo.callback(_move_back, own, control, missing)
    (own / "cgroup.procs").write_text(process)
    control.write_text(" ".join(f"+{one}" for one in missing))


def _move_back(own: Path, control: Path, missing: Sequence[str]) -> None:
    """Move back this process and its children, of which some outlive the work."""
    with suppress(OSError):
        control.write_text(" ".join(f"-{one}" for one in missing))
    for process in _words(own / "cgroup.procs"):
        with suppress(OSError):
            (own.parent / "cgroup.procs").write_text(process)
    _remove(own)


def _try(found: Delegated) -> None:
    """Run something in a group, once."""
    group = found.group(2**30, 10)
    try:
        subprocess.run([*group.entering, "true"], check=True, stderr=subprocess.DEVNULL)
    except subprocess.CalledProcessError:
        raise OSError("nothing can enter it") from None
    finally:
        group.remove()


def _remove(folder: Path, kill: Callable[[], None] = lambda: None) -> None:
    """Remove a group once its last process has ended, which may take a moment."""
    for _ in range(MOST_ROUNDS):
        with suppress(OSError):
            kill()
            folder.rmdir()
        if not folder.exists():
            return
        time.sleep(0.01)


def _words(path: Path) -> set[str]:
    return set(path.read_text().split())
