"""If tests run as root, run a command as a user who owns only one folder."""

import os
import sys
from pathlib import Path

from submissions import ROOT

USER = "987654321"
CLASS = "/tmp/class"
SYSTEM = ["--dev", "/dev", "--perms", "1777", "--tmpfs", "/dev/shm", "--proc", "/proc"]
CAPABILITIES = ("CAP_SETUID", "CAP_SETGID")


def as_nobody(folder: Path) -> list[str]:
    """Begin a command that sees the folder as CLASS, can write nowhere else, and is not root."""
    bound = ["--bind", str(folder), CLASS]
    if os.geteuid() != 0:
        return ["bwrap", "--ro-bind", "/", "/", "--tmpfs", "/tmp", *bound, *SYSTEM]
    os.chown(folder, int(USER), int(USER))
    for path in folder.rglob("*"):
        os.chown(path, int(USER), int(USER), follow_symlinks=False)
    switch = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    return ["bwrap", "--ro-bind", "/", "/", *_opened(), *bound, *_kept(), "--", *switch]


def _opened() -> list[str]:
    """Open the way to the interpreter and the course through folders that are closed to others."""
    needed = [Path(sys.base_prefix), Path(sys.prefix), ROOT]
    closed = {
        parent for one in needed for parent in one.parents if parent.stat().st_mode & 0o005 != 0o005
    }
    opened = [Path("/tmp"), *(one for one in closed if closed.isdisjoint(one.parents))]
    hidden = [part for one in opened for part in ("--perms", "1777", "--tmpfs", str(one))]
    seen = [one for one in needed if any(one.is_relative_to(other) for other in opened)]
    above = sorted({parent for one in seen for parent in one.parents if parent not in opened})
    folders = [part for one in above[1:] for part in ("--perms", "0755", "--dir", str(one))]
    return [
        *hidden,
        *folders,
        *(part for one in seen for part in ("--ro-bind", str(one), str(one))),
    ]


def _kept() -> list[str]:
    drop = ["--cap-drop", "ALL", *(part for one in CAPABILITIES for part in ("--cap-add", one))]
    return [*SYSTEM, *drop]
