"""A file is written whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coursetools.atomic import remove_abandoned_drafts, write_whole


@pytest.mark.parametrize("content", ["\u00e4\n", "\u00e4\n".encode()])
def test_a_file_is_written_whole_with_the_same_line_ends_everywhere(tmp_path, content):
    write_whole(tmp_path / "a.txt", content)
    assert (tmp_path / "a.txt").read_bytes() == "\u00e4\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_text_that_cannot_be_encoded_leaves_the_old_file(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "a.txt", "\ud800")
    assert (tmp_path / "a.txt").read_text() == "old"


def test_a_full_disk_leaves_the_old_file_and_no_draft(tmp_path, monkeypatch):
    def full(path: Path, content: bytes) -> None:
        path.touch()
        raise OSError(28, "No space left on device")

    (tmp_path / "a.txt").write_text("old")
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "a.txt", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_drafts_of_processes_that_were_killed_are_removed_and_no_others(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    others = {f".a.txt.{os.getpid()}", ".a.txt.bak", ".b.txt.1", "a.txt"}
    for name in {*others, f".a.txt.{ended.pid}"}:
        (tmp_path / name).write_text("half")
    remove_abandoned_drafts(tmp_path / "a.txt")
    assert {path.name for path in tmp_path.iterdir()} == others
