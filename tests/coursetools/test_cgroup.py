"""Cgroups: which may be divided, and what is written where; then a real one, if there is one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from submissions import ROOT

from coursetools.grading import cgroup, isolation
from coursetools.grading.cgroup import Delegated, Group, delegated
from coursetools.grading.isolation import Limits, Sandbox, Setting
from coursetools.grading.json_process import Ended

VERSION_2 = ("cgroup.controllers", "cgroup.procs", "cgroup.subtree_control", "cgroup.type")
VERSION_2 += ("cgroup.kill", "memory.max", "memory.swap.max", "memory.oom.group", "pids.max")
MEMORY_1 = ("cgroup.procs", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
PIDS_1 = ("cgroup.procs", "pids.max")
ALONE = str(os.getpid())


class Machine:
    """A tree of plain files in place of the groups of Linux, and the folder of a process."""

    def __init__(self, folder: Path) -> None:
        self.process = folder / "process"
        self.tree = folder / "tree"
        self.process.mkdir()
        (self.process / "cgroup").write_text("")
        (self.process / "mountinfo").write_text("25 1 8:1 / / rw - ext4 /dev/sda1 rw\n")

    def group(self, mounted: str, root: str, path: str, number: str, options: str = "rw") -> Path:
        """Put the process into a group of a hierarchy that is visible from this root down."""
        kind = "cgroup" if number[2:-1] else "cgroup2"
        with (self.process / "cgroup").open("a") as groups:
            groups.write(f"{number}{path}\n")
        with (self.process / "mountinfo").open("a") as mounts:
            point = self.tree / mounted
            mounts.write(
                f"30 25 0:26 {root} {point} rw,nosuid shared:4 - {kind} cgroup {options}\n"
            )
        folder = point / Path(path).relative_to(root)
        folder.mkdir(parents=True)
        return folder

    def version_2(self, root: str = "/", path: str = "/mine") -> Path:
        folder = self.group("unified", root, path, "0::")
        (folder / "cgroup.controllers").write_text("cpu memory pids\n")
        (folder / "cgroup.procs").write_text(f"{ALONE}\n")
        (folder / "cgroup.subtree_control").write_text("cpu\n")
        return folder

    def version_1(self) -> list[Path]:
        return [
            self.group(name, "/", "/mine", f"{number}:{name}:", f"rw,{name}")
            for number, name in enumerate(("pids", "memory"), 3)
        ]


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Machine:
    """A machine whose groups get the files of their version as soon as they are created."""

    def made(prefix: str, dir: Path) -> str:  # as `mkdtemp` calls it
        folder = Path(dir, f"{prefix}{len(list(Path(dir).iterdir()))}")
        files = {"memory": MEMORY_1, "pids": PIDS_1}.get(Path(dir).parent.name, VERSION_2)
        folder.mkdir()
        for name in files:
            (folder / name).write_text("")
        return str(folder)

    monkeypatch.setattr(cgroup, "mkdtemp", made)
    monkeypatch.setattr(Path, "rmdir", shutil.rmtree)
    return Machine(tmp_path)


@pytest.fixture
def unprivileged(monkeypatch) -> None:
    """The owner of these files, who is not root."""
    stat = Path.stat
    owned = lambda path, **more: SimpleNamespace(st_uid=1234, st_mode=stat(path, **more).st_mode)  # noqa: E731
    monkeypatch.setattr(Path, "stat", owned)
    monkeypatch.setattr(os, "geteuid", lambda: 1234)


def divided(machine: Machine) -> tuple[Path, ...]:
    with delegated(machine.process) as groups:
        return groups.folders


def test_a_machine_without_groups_bounds_nothing(tmp_path, machine):
    assert divided(machine) == ()
    with delegated(tmp_path / "nothing") as groups:
        assert groups.folders == ()
    group = Delegated().group(2**30, 9)
    assert (group.entering, group.out_of_memory) == ([], False)
    group.remove()


def test_a_group_of_ones_own_is_divided(machine, unprivileged):
    assert divided(machine) == ()
    mine = machine.version_2()
    assert divided(machine) == (mine,)


def test_what_root_may_write_to_is_not_its_own(machine, monkeypatch):
    mine = machine.version_2()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert divided(machine) == ()
    assert sorted(one.name for one in mine.iterdir()) == sorted(VERSION_2[:3])
    assert (mine / "cgroup.subtree_control").read_text() == "cpu\n"


@pytest.mark.parametrize("mark", cgroup.MARKS)
def test_a_group_that_systemd_delegated_is_divided(machine, monkeypatch, mark):
    mine = machine.version_2()
    marks = {(mine, mark): b"1"}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "getxattr", lambda *asked: marks.get(asked, b"0"), raising=False)
    assert divided(machine) == (mine,)


def test_the_outermost_group_of_a_container_is_divided_and_that_of_a_machine_is_not(machine):
    mine = machine.version_2(path="/")
    assert divided(machine) == ()
    (mine / "cgroup.type").write_text("domain\n")
    assert divided(machine) == (mine,)


def test_a_hierarchy_may_be_seen_in_part(machine, unprivileged):
    mine = machine.version_2(root="/docker/abc", path="/docker/abc/inner")
    assert divided(machine) == (mine,)


def test_a_group_that_cannot_be_seen_is_left_alone(machine, unprivileged):
    machine.version_2()
    (machine.process / "cgroup").write_text("0::/../unified/mine\n")
    assert divided(machine) == ()


def test_a_group_with_other_processes_is_left_as_it_is(machine, unprivileged):
    mine = machine.version_2()
    (mine / "cgroup.procs").write_text(f"{ALONE}\n1\n")
    assert divided(machine) == ()
    assert sorted(one.name for one in mine.iterdir()) == sorted(VERSION_2[:3])


def test_this_process_makes_room_and_comes_back(machine, unprivileged):
    mine = machine.version_2()
    with delegated(machine.process):
        assert (mine / cgroup.OWN / "cgroup.procs").read_text() == ALONE
        assert (mine / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert (mine / "cgroup.subtree_control").read_text() == "-memory -pids"
    assert (mine / "cgroup.procs").read_text() == ALONE
    assert not (mine / cgroup.OWN).exists()


def test_a_group_that_nothing_can_enter_is_of_no_use(machine, unprivileged, monkeypatch):
    mine = machine.version_2()
    monkeypatch.setattr(cgroup, "ENTER", "exit 1")
    assert divided(machine) == ()
    assert sorted(one.name for one in mine.iterdir()) == sorted(VERSION_2[:3])


def test_version_1_has_a_group_for_memory_and_one_for_processes(machine, unprivileged):
    pids, memory = machine.version_1()
    assert divided(machine) == (memory, pids)


def bounds(folder: Path) -> dict[str, str]:
    return {one.name: one.read_text() for one in folder.iterdir() if one.read_text()}


def test_a_sandbox_is_bounded_and_enters_by_itself(machine, unprivileged):
    machine.version_2()
    with delegated(machine.process) as groups:
        group = groups.group(5000, 70)
        (folder,) = group._folders
        limits = {"memory.max": "5000", "memory.swap.max": "0", "memory.oom.group": "1"}
        assert bounds(folder) == {**limits, "pids.max": "70"}
        entered = subprocess.run(
            [*group.entering, "sh", "-c", "echo $$ and $0", "a b"], capture_output=True, text=True
        )
        assert entered.stdout == f"{(folder / 'cgroup.procs').read_text().strip()} and a b\n"
        group.remove()
        assert not folder.exists()


def test_so_it_is_in_version_1(machine, unprivileged):
    machine.version_1()
    with delegated(machine.process) as groups:
        memory, pids = groups.group(5000, 70)._folders
        with_swap = "memory.memsw.limit_in_bytes"
        assert bounds(memory) == {"memory.limit_in_bytes": "5000", with_swap: "5000"}
        assert bounds(pids) == {"pids.max": "70"}


def test_files_in_memory_count_and_without_isolation_nothing_is_bounded():
    asked = SimpleNamespace(group=lambda memory, processes: (memory, processes))
    bounded, unbounded = (
        isolation._group(Setting(level, Limits(memory=10**9, processes=5), groups=asked))
        for level in ("bwrap", "none")
    )
    assert bounded == (10**9 + 256_000_000 + 64_000_000, 5 + 5)
    assert unbounded.entering == []


@pytest.mark.parametrize("name", ["memory.events", "memory.oom_control"])
def test_what_the_kernel_killed_for_its_memory_is_dead_and_says_so(tmp_path, name):
    sandbox = object.__new__(Sandbox)
    sandbox.limits, sandbox._group = Limits(), Group([tmp_path])
    (tmp_path / name).write_text("low 0\noom 3\noom_kill 0\noom_group_kill 0\n")
    sandbox._require_memory()
    (tmp_path / name).write_text("low 0\noom 3\noom_kill 1\noom_group_kill 1\n")
    with pytest.raises(Ended, match="more than 2 GiB of memory") as ended:
        sandbox._require_memory()
    assert ended.value.how == "dead"


def test_a_real_group_holds():
    """Run four processes of 40 MB in 100 MB, then as many as allowed; nothing is left over."""
    scope = ["systemd-run", *["--user"] * (os.geteuid() != 0), "--scope", "-qp", "Delegate=yes"]
    if shutil.which(scope[0]) is None or subprocess.run([*scope, "true"], check=False).returncode:
        pytest.skip(
            "NO CGROUP TO DIVIDE HERE: systemd delegates none, so the kernel's bounds are untried"
        )
    script = str(ROOT / "tests" / "coursetools" / "in_a_cgroup.py")
    done = subprocess.run(
        [*scope, sys.executable, script], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {
        "groups": 1,
        "hoards": [-9, "", True],
        "leaves": [-9, "", True],
        "sends": [-9, "", True],
        "modest": [0, "", False],
        "forks": [0, "11", False],
        "left": [],
        "back": True,
        "soon": True,
    }
