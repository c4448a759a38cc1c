"""The doctor: each line has a level, and every failure has a remedy."""

import importlib.metadata
import sys
from pathlib import Path

import pytest

from coursetools import doctor
from coursetools.cli import main
from coursetools.doctor import REINSTALL, Finding, examine


class StandInKernel:
    """A stand-in for a kernel, its manager and its client, with prepared replies."""

    def __init__(self, **reply: str) -> None:
        self.reply = {"status": "ok", **reply}
        self.stopped = False

    def start(self, **options):
        return self, self

    def execute_interactive(self, code, timeout):
        return {"content": self.reply}

    def stop_channels(self):
        pass

    def shutdown_kernel(self, now):
        self.stopped = True


@pytest.fixture(autouse=True)
def kernel(monkeypatch):
    stand_in = StandInKernel()
    monkeypatch.setattr(doctor, "start_new_kernel", stand_in.start)
    return stand_in


def finding(words: str) -> Finding:
    (found,) = (one for one in examine() if words in one.message)
    return found


def without(monkeypatch, *names: str) -> None:
    """Make some packages look as if they were not installed."""
    version = importlib.metadata.version

    def known(name: str) -> str:
        if name in names:
            raise importlib.metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(importlib.metadata, "version", known)


def fails(found: Finding, remedy: str, capsys) -> None:
    assert (found.level, found.remedy) == ("FAIL", remedy)
    assert main(["doctor"]) == 1
    assert f"FAIL  {found.message}\n      -> {remedy}\n" in capsys.readouterr().out


def test_each_line_has_a_level_and_all_well_is_status_0(capsys):
    assert main(["doctor"]) == 0
    printed, complaints = capsys.readouterr()
    lines = [line for line in printed.splitlines() if not line.startswith("      -> ")]
    assert len(lines) == 8
    assert {line[:6] for line in lines} <= {"OK    ", "WARN  ", "FAIL  "}
    assert complaints == ""


def test_only_what_is_not_well_has_a_remedy():
    for found in examine():
        assert (found.level == "OK") == (found.remedy == "")


def test_an_old_python(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    fails(finding("Python 3.10.4"), "Install Python 3.11 or newer.", capsys)


def test_a_missing_package(monkeypatch, capsys):
    without(monkeypatch, "nbval", "ipywidgets")
    found = finding("Missing")
    assert found.message == "Missing packages: ipywidgets, nbval"
    fails(found, REINSTALL, capsys)


def test_a_course_that_is_not_installed(monkeypatch, capsys):
    without(monkeypatch, "attention-course")
    fails(finding("attention-course is not installed"), REINSTALL, capsys)


def test_a_package_apart_from_its_notebooks(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(doctor, "__file__", str(tmp_path / "coursetools" / "doctor.py"))
    monkeypatch.chdir(tmp_path)
    found = finding("notebooks and exercises are not here")
    assert (found.level, found.remedy[:31]) == ("WARN", "Run this in the folder of the c")
    assert main(["doctor"]) == 0


def test_the_course_is_found_from_below(monkeypatch, tmp_path):
    for name in ("notebooks", "exercises/deep"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "exercises" / "deep")
    assert finding("Course folder").message == f"Course folder {tmp_path}"


def test_a_kernel_that_does_not_start(monkeypatch, capsys):
    def broken(**options):
        raise RuntimeError("Kernel died before replying to kernel_info")

    monkeypatch.setattr(doctor, "start_new_kernel", broken)
    fails(finding("No notebook kernel starts: Kernel died"), REINSTALL, capsys)


def test_a_kernel_of_another_environment(kernel, capsys):
    kernel.reply = {
        "status": "error",
        "ename": "ModuleNotFoundError",
        "evalue": "No module attnlib",
    }
    found = finding("cannot import the course: ModuleNotFoundError: No module attnlib")
    fails(found, REINSTALL, capsys)
    assert kernel.stopped


def test_no_bubblewrap_is_a_warning(monkeypatch):
    monkeypatch.setattr(doctor, "bwrap_complaint", lambda: "no bwrap")
    assert finding("Bubblewrap does not work (no bwrap)").level == "WARN"


def test_little_disk_is_a_warning(monkeypatch):
    monkeypatch.setattr(doctor, "NEEDED_MB", 10**12)
    found = finding("MB of disk free")
    assert (found.level, found.remedy) == ("WARN", f"Free at least {10**12} MB.")


def test_no_environment_is_a_warning(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    assert finding("No virtual environment").level == "WARN"
    Path(tmp_path, "conda-meta").mkdir()
    assert finding("Environment").level == "OK"


def test_no_torch_is_a_warning_and_status_0(monkeypatch):
    without(monkeypatch, "torch")
    assert finding("PyTorch is not installed").level == "WARN"
    assert main(["doctor"]) == 0
