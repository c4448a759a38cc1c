"""Tests what the kernel does for a cgroup, in a process that was given a cgroup to divide.

    systemd-run --user --scope -p Delegate=yes python tests/coursetools/in_a_cgroup.py

It prints its observations as JSON.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from coursetools.grading.cgroup import Delegated, Group, delegated

MEMORY = 100 * 2**20
PROCESSES = 12
HOARDS = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        hoard = bytearray(40 * 2**20)
        time.sleep(60)
os.wait()
time.sleep(2)
"""
LEAVES = """
import mmap, os, time
with open("/dev/zero", "r+b") as zero:
    kept = mmap.mmap(zero.fileno(), 200 * 2**20, mmap.MAP_SHARED)
for start in range(0, len(kept), 2**20):
    sum(kept[start + page] for page in range(0, 2**20, 4096))
    kept.madvise(mmap.MADV_DONTNEED)
"""
SENDS = """
import socket
pairs = []
while True:
    pairs.append(socket.socketpair())
    pairs[-1][0].setblocking(False)
    try:
        while True:
            pairs[-1][0].send(bytes(2**16))
    except BlockingIOError:
        pass
"""
FORKS = """
import os, time
born = 0
try:
    while os.fork() or time.sleep(60):
        born += 1
except OSError:
    print(born)
"""


def main() -> None:
    """Try everything, and check what is left."""
    before = Path("/proc/self/cgroup").read_text()
    with delegated() as groups:
        seen = {"groups": len(groups.folders), **(tried(groups) if groups.folders else {})}
        child = subprocess.Popen(["sleep", "60"])
        begun = time.monotonic()
    seen["back"] = Path("/proc/self/cgroup").read_text() == before
    seen["left"] = [str(one) for folder in groups.folders for one in folder.glob("coursetools*")]
    seen["soon"] = time.monotonic() - begun < 30
    child.kill()
    print(json.dumps(seen))


def tried(groups: Delegated) -> dict[str, object]:
    return {
        "hoards": in_a_group(groups, HOARDS),
        "leaves": in_a_group(groups, LEAVES),
        "sends": in_a_group(groups, SENDS),
        "modest": in_a_group(groups, "x = bytearray(20 * 2**20)"),
        "forks": in_a_group(groups, FORKS),
    }


def in_a_group(groups: Delegated, code: str) -> tuple[int, str, bool]:
    """Return the exit status, the output, and whether it was killed for using too much memory."""
    group: Group = groups.group(MEMORY, PROCESSES)
    command = [*group.entering, sys.executable, "-I", "-S", "-c", code]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        return done.returncode, done.stdout.strip(), group.out_of_memory
    finally:
        group.remove()


if __name__ == "__main__":
    main()
