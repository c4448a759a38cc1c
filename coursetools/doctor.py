"""Is this machine ready for the course? Each line is OK, WARN or FAIL, with a remedy."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from jupyter_client.manager import start_new_kernel

from coursetools.course import working_folder
from coursetools.errors import UnusableInput
from coursetools.grading.isolation import bwrap_complaint

PROJECT = "attention-course"
OLDEST_PYTHON = (3, 11)
NEEDED_MB = 1000
SECONDS = 300  # only a hang takes so long, even on a busy machine
REINSTALL = "In the course folder: pip install -c constraints.txt -e ."


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report.

    Attributes
    ----------
    level : str
        OK, WARN or FAIL.
    message : str
        What was found.
    remedy : str
        What to do; empty if nothing has to be done.
    """

    level: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{self.level:<4}  {self.message}"
        return f"{line}\n      -> {self.remedy}" if self.remedy else line


def examine() -> Iterator[Finding]:
    """Examine this machine, one thing after another.

    Yields
    ------
    Finding
        Yielded as soon as it is known, because starting a kernel takes seconds.
    """
    checks: tuple[Callable[[], Finding], ...] = (
        _python,
        _environment,
        _packages,
        _course,
        _disk,
        _kernel,
        _torch,
        _isolation,
    )
    for check in checks:
        yield check()


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return Finding("FAIL", f"Python {version}", "Install Python 3.11 or newer.")
    return Finding("OK", f"Python {version}")


def _environment() -> Finding:
    if sys.prefix == sys.base_prefix and not (Path(sys.prefix) / "conda-meta").is_dir():
        remedy = "Use `make lab`, or a virtual environment of your own (see docs/INSTALL.md)."
        return Finding("WARN", f"No virtual environment: {sys.prefix}", remedy)
    return Finding("OK", f"Environment {sys.prefix}")


def _packages() -> Finding:
    if not _installed(PROJECT):
        return Finding("FAIL", f"{PROJECT} is not installed in this Python", REINSTALL)
    requirements = importlib.metadata.requires(PROJECT) or []
    names = [_bare_name(text) for text in requirements if "extra ==" not in text]
    missing = [name for name in names if not _installed(name)]
    if missing:
        return Finding("FAIL", f"Missing packages: {', '.join(missing)}", REINSTALL)
    versions = (f"{name} {importlib.metadata.version(name)}" for name in names)
    return Finding("OK", f"Packages: {', '.join(versions)}")


def _course() -> Finding:
    try:
        folder = working_folder(Path.cwd(), Path(__file__).resolve())
        return Finding("OK", f"Course folder {folder}")
    except UnusableInput:
        remedy = "Run this in the folder of the course."
        remedy += " Only reports on a class work anywhere."
        return Finding("WARN", "The notebooks and exercises are not here", remedy)


def _disk() -> Finding:
    free = shutil.disk_usage(Path.cwd()).free // 1_000_000
    if free < NEEDED_MB:
        return Finding("WARN", f"{free} MB of disk free", f"Free at least {NEEDED_MB} MB.")
    return Finding("OK", f"{free // 1000} GB of disk free")


def _kernel() -> Finding:
    try:
        manager, client = start_new_kernel(startup_timeout=SECONDS, stderr=subprocess.DEVNULL)
    except Exception as error:  # the report needs one clear line, whatever the reason
        return Finding("FAIL", f"No notebook kernel starts: {error}", REINSTALL)
    try:
        reply = client.execute_interactive("import course.views, checks", timeout=SECONDS)
        if reply["content"]["status"] != "ok":
            reason = f"{reply['content']['ename']}: {reply['content']['evalue']}"
            return Finding(
                "FAIL", f"A kernel starts but cannot import the course: {reason}", REINSTALL
            )
        return Finding("OK", "A notebook kernel starts and imports the course")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def _torch() -> Finding:
    if not _installed("torch"):
        remedy = "Optional, also to grade lessons 7 and 10. docs/INSTALL.md says how to add it."
        return Finding("WARN", "PyTorch is not installed: only lessons 7 and 10 use it", remedy)
    return Finding("OK", f"PyTorch {importlib.metadata.version('torch')}")


def _isolation() -> Finding:
    if complaint := bwrap_complaint():
        remedy = "Optional. apt-get install bubblewrap, on Linux."
        said = f"Bubblewrap does not work ({complaint}): grading a class needs it"
        return Finding("WARN", said, remedy)
    return Finding("OK", "Bubblewrap works: it isolates the answers of a class from this machine")


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _bare_name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
