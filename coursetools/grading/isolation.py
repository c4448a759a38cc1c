"""What separates answers from the machine: bubblewrap, or nothing."""

import base64
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from coursetools.errors import UnusableInput
from coursetools.grading.cgroup import NOWHERE, Delegated, Group
from coursetools.grading.family import Family, Use
from coursetools.grading.json_process import Ended, JsonProcess
from coursetools.grading.seccomp import seccomp_filter
from coursetools.grading.visible import course_places, masked_places, visible_places
from coursetools.import_policy import OWN_PACKAGES

LEVELS = ("bwrap", "none")
RUNNER = Path(__file__).with_name("cell_runner.py")
RUNNER_INSIDE = "/cell_runner.py"
SCRATCH = "/scratch"
SCRATCH_BYTES = 256_000_000
MOST_FILES = 10_000  # one without content takes memory, too, up to a kB
SHARED = "/dev/shm"  # for multiprocessing
SHARED_BYTES = 64_000_000
DEVICES = ("null", "full", "random", "urandom")  # not zero: mapped, it is memory of no process
FIRST_SANDBOX_USER = 1_000_000_000  # user ids that no system assigns
OWN_PROCESSES = 5  # bubblewrap's two, the warm one, the one of the cells, the one of an answer
FILES_OPEN = 256
SECONDS_TO_TRY = 600  # only a hang takes so long, even on a busy machine
PLAIN_ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "LOGNAME": "student",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "MPLBACKEND": "agg",
    "OMP_NUM_THREADS": "1",  # many notebooks run at once, so one thread each
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


@dataclass(frozen=True)
class Limits:
    """What one answer may use.

    Attributes
    ----------
    seconds : float
        Of a cell, on the patient clock; a whole task gets twice as much processor time, all its
        processes together.
    memory, file_size : int
        Bytes: of all its processes together, of one file.
    processes : int
        Processes and threads.
    """

    seconds: float = 30
    memory: int = 2 * 2**30
    processes: int = 64
    file_size: int = 20_000_000


def require(level: str) -> None:
    """Make sure that a level of isolation works here.

    Parameters
    ----------
    level : str
        bwrap or none.

    Raises
    ------
    UnusableInput
        If it does not, with the reason.
    """
    if not hasattr(os, "fork"):
        raise UnusableInput(
            f"coursetools grade needs Linux or macOS, and this is {platform.system()}. "
            "On Windows, run it in WSL."
        )
    complaint = bwrap_complaint() if level == "bwrap" else None
    if complaint is not None:
        raise UnusableInput(
            f"answers cannot be isolated here ({complaint}). Install bubblewrap (apt-get install "
            "bubblewrap). Where there is none, grade in a virtual machine with Linux, or with "
            "--isolation none, if you would run these answers in your own notebook."
        )


@dataclass(frozen=True)
class Setting:
    """How a sandbox is set up.

    Attributes
    ----------
    level : str
        bwrap or none.
    limits : Limits
        What each answer in it may use.
    imports : frozenset of str
        Modules to load before the first job.
    hidden : tuple of str
        Folders that bwrap must hide, even inside one that the interpreter needs.
    groups : Delegated
        Where each sandbox gets a cgroup of its own, if there is a place.
    """

    level: str
    limits: Limits
    imports: frozenset[str] = frozenset()
    hidden: tuple[str, ...] = ()
    groups: Delegated = NOWHERE


class Sandbox(JsonProcess):
    """A warm process in which the answers of a notebook run, or of several of one student."""

    def __init__(self, setting: Setting) -> None:
        self.limits = setting.limits
        user = _sandbox_user(setting.level)
        wrapped = setting.level == "bwrap"
        self._scratch = None if wrapped else Path(tempfile.mkdtemp(prefix="coursetools-"))
        inside = SCRATCH if wrapped else str(self._scratch)
        settings = json.dumps(_settings(setting, user, inside))
        wrap = _bwrap(setting.hidden) if wrapped else []
        runner = [sys.executable, "-I", RUNNER_INSIDE if wrapped else str(RUNNER), settings]
        self._group = _group(setting)
        super().__init__(
            [*self._group.entering, *wrap, *runner],
            environment=_environment(setting.level, inside),
            folder=self._scratch,
            watch=_watch,
        )
        self._wrapped = wrapped
        self.family = Family(self.process.pid, own_namespaces=wrapped)
        self._count_again()

    def receive(self, deadline: float) -> dict[str, Any]:
        """Wait for the next message; if the kernel killed something for its memory, say so."""
        try:
            message = super().receive(deadline)
        except Ended:
            self._require_memory()
            raise
        if "tried" in message or "ended" in message:
            self._require_memory()
        return message

    def begin(self, job: Any) -> None:
        """Send a job; what it prints and computes is counted from here."""
        self._count_again()
        self.send(job)

    def kill(self) -> None:
        """End everything that runs in it, and remove its files."""
        self.family.kill()
        super().kill()
        if not self._wrapped:  # else they end with the first process
            self.family.end()
        self._group.remove()
        if self._scratch is not None:
            # shutil.rmtree would not come to the end of a thousand folders in one another.
            subprocess.run(["rm", "-rf", self._scratch], stderr=subprocess.DEVNULL)

    def _count_again(self) -> None:
        self.printed_bytes = 0
        self._before: Use | None = None
        self._use = Use()

    def _watch_family(self) -> None:
        """Limit what all its processes use together: the kernel limits only each of them."""
        self._use = self.family.use()
        self._before = self._before or self._use
        self._enforce(self.limits)

    def _enforce(self, limits: Limits) -> None:
        if self._computed > 2 * limits.seconds:
            raise Ended("timeout", "its processor time was up")
        if self._use.threads > limits.processes + OWN_PROCESSES:
            raise Ended("dead", f"it started more than {limits.processes} processes and threads")
        if self._use.memory > limits.memory < self.family.memory():
            raise Ended("dead", self._too_much_memory)
        self._require_memory()
        if self._wrapped and self.family.files((SCRATCH, SHARED)) > MOST_FILES:
            raise Ended("dead", f"it made more than {MOST_FILES:,} files")

    def _require_memory(self) -> None:
        if self._group.out_of_memory:
            raise Ended("dead", self._too_much_memory)

    @property
    def _too_much_memory(self) -> str:
        return f"it used more than {self.limits.memory / 2**30:g} GiB of memory"

    @property
    def _computed(self) -> float:
        return self._use.computed - (self._before or self._use).computed


def _watch(sandbox: JsonProcess) -> None:
    assert isinstance(sandbox, Sandbox)
    sandbox._watch_family()


def _group(setting: Setting) -> Group:
    """Make a cgroup, in which files in memory count as well."""
    if setting.level == "none":
        return Group()
    memory = setting.limits.memory + SCRATCH_BYTES + SHARED_BYTES
    return setting.groups.group(memory, setting.limits.processes + OWN_PROCESSES)


def _settings(setting: Setting, user: int | None, scratch: str) -> dict[str, Any]:
    return {
        "alone": setting.level == "bwrap",
        "folders": [scratch, SHARED] if setting.level == "bwrap" else [scratch],
        "imports": sorted(setting.imports),
        "limits": _kernel_limits(setting.limits, user),
        "forbidden": _forbidden_calls(setting.level),
        "stand_ins": OWN_PACKAGES,
        "user": user,
    }


def _forbidden_calls(level: str) -> str | None:
    """Encode the filter of system calls, if the sandbox gets one."""
    calls = seccomp_filter() if level == "bwrap" else None
    return base64.b64encode(calls).decode() if calls is not None else None


def _environment(level: str, scratch: str) -> dict[str, str]:
    at_home = ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR", "TMPDIR")
    own = {**PLAIN_ENVIRONMENT, **dict.fromkeys(at_home, scratch)}
    return {**os.environ, **own} if level == "none" else own


def _kernel_limits(limits: Limits, user: int | None) -> dict[str, int]:
    already = OWN_PROCESSES if user is not None else _threads_of_user()
    return {
        "AS": limits.memory,
        "CORE": 0,
        "CPU": max(1, round(2 * limits.seconds)),
        "FSIZE": limits.file_size,
        "NOFILE": FILES_OPEN,
        "NPROC": limits.processes + already,
    }


def _sandbox_user(level: str) -> int | None:
    """As root, give the sandbox a user of its own, who owns nothing else and can end nothing else."""
    if level == "none" or os.geteuid() != 0:
        return None
    return FIRST_SANDBOX_USER + int.from_bytes(os.urandom(3), "little")


def _threads_of_user() -> int:
    known = psutil.process_iter(["uids", "num_threads"])
    mine = [one.info for one in known if one.info["uids"] and one.info["uids"].real == os.getuid()]
    return sum(info["num_threads"] or 0 for info in mine)


def confined(shown: Mapping[str, str], *module: str) -> tuple[list[str], dict[str, str]]:
    """Prepare a sandbox for a module of this package, in which it can read the course.

    Parameters
    ----------
    shown : mapping of place in the sandbox to path
        What else can be read there.
    *module : str
        Its name and its arguments; the last will be JSON, with which it calls `cell_runner.confine`.

    Returns
    -------
    command : list of str
    environment : dict of str to str
    """
    settings = _settings(Setting("bwrap", Limits()), _sandbox_user("bwrap"), SCRATCH)
    del settings["limits"]["CPU"]  # which is that of a cell
    places = {str(place): str(place) for place in course_places()}
    run = [sys.executable, "-P", "-m", *module, json.dumps(settings)]
    return [*_bwrap((), {**places, **shown}), *run], _environment("bwrap", SCRATCH)


def _bwrap(hidden: Iterable[str], shown: Mapping[str, str] | None = None) -> list[str]:
    """Give the command that wraps another one: no network, nothing to read but the interpreter."""
    seen, shown = visible_places(), shown or {}
    return [
        "bwrap",
        "--die-with-parent",
        *_namespaces(),
        *_parents([*seen, *map(Path, shown)]),
        *(part for folder in seen for part in ("--ro-bind", str(folder), str(folder))),
        *(part for link, to in _system_links() for part in ("--symlink", to, link)),
        *(
            part
            for place in masked_places(hidden)
            for part in ("--tmpfs", place, "--remount-ro", place)
        ),
        *(part for place, path in shown.items() for part in ("--ro-bind", path, place)),
        *("--proc", "/proc", *_devices()),
        *_tmpfs(SHARED, SHARED_BYTES),
        *_tmpfs(SCRATCH, SCRATCH_BYTES),
        *("--ro-bind", str(RUNNER), RUNNER_INSIDE, "--remount-ro", "/"),
        *("--chdir", SCRATCH, "--"),
    ]


def _devices() -> list[str]:
    places = [f"/dev/{name}" for name in DEVICES]
    streams = [("/proc/self/fd", "/dev/fd")]
    streams += [
        (f"/proc/self/fd/{n}", f"/dev/std{name}") for n, name in enumerate(("in", "out", "err"))
    ]
    return [
        *("--dir", "/dev"),
        *(part for place in places for part in ("--dev-bind", place, place)),
        *(part for target, link in streams for part in ("--symlink", target, link)),
    ]


def _tmpfs(place: str, size: int) -> list[str]:
    return ["--perms", "1777", "--size", str(size), "--tmpfs", place]


def _namespaces() -> list[str]:
    """As root, make no user namespace: it would have no sandbox user to switch to."""
    if os.geteuid() != 0:
        return ["--unshare-all"]
    kinds = [f"--unshare-{kind}" for kind in ("ipc", "pid", "net", "uts", "cgroup-try")]
    return [*kinds, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]


def _system_links() -> list[tuple[str, str]]:
    """/bin, /lib and their like, which are links into /usr."""
    names = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
    return [(name, str(Path(name).readlink())) for name in names if Path(name).is_symlink()]


def _parents(folders: Iterable[Path]) -> list[str]:
    """The folders above, which the sandbox user must be able to pass through."""
    above = {parent for folder in folders for parent in folder.parents if parent != Path("/")}
    return [part for one in sorted(above) for part in ("--perms", "0755", "--dir", str(one))]


def bwrap_complaint() -> str | None:
    """Say why bubblewrap cannot be used here; None if it can."""
    if shutil.which("bwrap") is None:
        return "there is no command bwrap"
    command = [*_bwrap(()), sys.executable, "-I", "-c", ""]
    tried = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_TO_TRY)
    return None if tried.returncode == 0 else (tried.stderr.strip() or "it fails")[:200]
