"""Downloads of submissions are unpacked to DIR/<student>/<notebook>.ipynb, whatever they contain."""

import os
import stat
import tracemalloc
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from coursetools import collect as module
from coursetools.cli import main
from coursetools.collect import collect
from coursetools.errors import UnusableInput

MOODLE = "Ana Núñez_1234_assignsubmission_file"
NB = "03_softmax_axis.ipynb"


@pytest.fixture
def into(tmp_path):
    return tmp_path / "dir"


def download(folder: Path, *entries: Any) -> Path:
    """A zip of (name, content) or of (ZipInfo, content)."""
    path = folder / "download.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return path


def unpacked(into: Path) -> dict[str, str]:
    return {
        path.relative_to(into).as_posix(): path.read_text()
        for path in sorted(into.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (f"{MOODLE}/{NB}", f"Ana Núñez_1234/{NB}"),
        (f"{MOODLE}_/{NB}", f"Ana Núñez_1234/{NB}"),
        (f"{MOODLE}_{NB}", f"Ana Núñez_1234/{NB}"),
        (f"{MOODLE}/sub/folder/{NB}", f"Ana Núñez_1234/{NB}"),
        (f"Downloads/{MOODLE}/{NB}", f"Ana Núñez_1234/{NB}"),
        (f"Participant_77_assignsubmission_file/{NB}", f"Participant_77/{NB}"),
        (f"Group A_5_assignsubmission_file/{NB}", f"Group A_5/{NB}"),
        (f"doejane_1234_98765_{NB}", f"doejane_1234/{NB}"),
        (f"doejane_LATE_1234_98765_{NB}", f"doejane_1234/{NB}"),
        (f"anon_x1Y2z_98765_{NB}", f"anon_x1Y2z/{NB}"),
        (f"LATE_anon_x1Y2z_98765_{NB}", f"anon_x1Y2z/{NB}"),
        ("doejane_1234_98765_03_softmax_axis-1.ipynb", f"doejane_1234/{NB}"),
        (f"{MOODLE}/03_softmax_axis.IPYNB", f"Ana Núñez_1234/{NB}"),
        (f"{MOODLE}/03_softmax_axis (2).ipynb", f"Ana Núñez_1234/{NB}"),
        (f"müllerjörg_12_3_{NB}", f"müllerjörg_12/{NB}"),
    ],
)
def test_names_of_moodle_and_canvas_tell_student_and_notebook(tmp_path, into, path, expected):
    collected = collect(download(tmp_path, (path, "{}")), into)
    assert unpacked(into) == {expected: "{}"}
    assert collected.files == [into / expected]
    assert collected.left_out == []
    assert any("late" in note for note in collected.notes) == ("LATE" in path)
    renamed = not path.endswith(NB)
    assert any("was saved as" in note for note in collected.notes) == renamed


@pytest.mark.parametrize(
    "path",
    [
        f"{MOODLE}/doejane_1234_98765_{NB}",
        f"{MOODLE}/Bob_9_assignsubmission_file/{NB}",
        f"{MOODLE}_Bob_9_assignsubmission_file_{NB}",
        f"{MOODLE}/LATE_anon_x1Y2z_98765_{NB}",
    ],
)
def test_no_student_can_hand_in_for_another(tmp_path, into, path):
    collect(download(tmp_path, (path, "{}")), into)
    assert [folder.name for folder in into.iterdir()] == ["Ana Núñez_1234"]


def test_in_a_canvas_name_the_first_student_counts(tmp_path, into):
    collect(download(tmp_path, (f"doejane_1_2_roebob_3_4_{NB}", "{}")), into)
    assert list(unpacked(into)) == [f"doejane_1/roebob_3_4_{NB}"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (f"../{MOODLE}/{NB}", "leads elsewhere"),
        (f"{MOODLE}/../../../{NB}", "leads elsewhere"),
        (f"/{MOODLE}/{NB}", "leads elsewhere"),
        (f"{MOODLE}//{NB}", "leads elsewhere"),
        (f"C:/{MOODLE}/{NB}", "leads elsewhere"),
        (f"{MOODLE}\\..\\{NB}", "leads elsewhere"),
        (f"{MOODLE}/sub\\{NB}", "leads elsewhere"),
        (f"{MOODLE}/essay.pdf", "not a notebook"),
        ("Ana_1_assignsubmission_onlinetext/onlinetext.html", "not a notebook"),
        (NB, "whose it is"),
        (f"somebody/{NB}", "whose it is"),
    ],
)
def test_what_is_no_submitted_notebook_is_left_out_in_a_line(tmp_path, into, path, reason):
    before = set(tmp_path.parent.rglob("*"))
    good = f"{MOODLE}/{NB}"
    archive = download(tmp_path, (path, "{}"), (good, "good"))
    (line,) = collect(archive, into).left_out
    assert reason in line
    assert unpacked(into) == {f"Ana Núñez_1234/{NB}": "good"}
    new = set(tmp_path.parent.rglob("*")) - before - {archive}
    assert all(path.is_relative_to(into) for path in new)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR])
def test_links_and_devices_are_left_out(tmp_path, into, kind):
    info = ZipInfo(f"{MOODLE}/{NB}")
    info.create_system, info.external_attr = 3, (kind | 0o777) << 16
    (line,) = collect(download(tmp_path, (info, "/etc/passwd")), into).left_out
    assert "a link or another special file" in line
    assert not into.exists()


def test_a_bomb_is_left_out(tmp_path, into):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", b"\0" * 20_000_001), (f"{MOODLE}/b.ipynb", "b"))
    assert archive.stat().st_size < 50_000
    (line,) = collect(archive, into).left_out
    assert "larger than 20 MB" in line
    assert unpacked(into) == {"Ana Núñez_1234/b.ipynb": "b"}


def test_of_a_bomb_no_more_is_read_than_a_notebook_may_have(tmp_path, into):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", b"\0" * 100_000_000))
    tracemalloc.start()
    collect(archive, into)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 70_000_000


def test_a_bomb_that_lies_about_its_size_is_left_out(tmp_path, into):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", b"\0" * 20_000_001))
    size, lie = (20_000_001).to_bytes(4, "little"), (10).to_bytes(4, "little")
    archive.write_bytes(archive.read_bytes().replace(size, lie))
    assert len(collect(archive, into).left_out) == 1
    assert not into.exists()


def test_all_together_have_a_limit(tmp_path, into, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 25)
    archive = download(
        tmp_path, *((f"S_{n}_assignsubmission_file/{NB}", "x" * 10) for n in range(4))
    )
    collected = collect(archive, into)
    assert (len(collected.files), len(collected.left_out)) == (2, 2)


def test_too_many_entries_are_unusable(tmp_path, into, monkeypatch):
    monkeypatch.setattr(module, "MOST_ENTRIES", 1)
    with pytest.raises(UnusableInput, match="has 2 entries"):
        collect(download(tmp_path, ("a", ""), ("b", "")), into)


def test_a_second_notebook_of_the_same_name_is_renamed(tmp_path, into):
    entries = [(f"{MOODLE}/{place}/{NB}", text) for place, text in zip("abcd", "1213", strict=True)]
    collected = collect(download(tmp_path, *entries), into)
    assert unpacked(into) == {
        f"Ana Núñez_1234/{NB}": "1",
        "Ana Núñez_1234/03_softmax_axis-2.ipynb": "2",
        "Ana Núñez_1234/03_softmax_axis-3.ipynb": "3",
    }
    assert sum("is a second one" in note for note in collected.notes) == 2


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_entry_that_is_there_twice_is_read_as_two(tmp_path, into):
    collect(download(tmp_path, (f"{MOODLE}/{NB}", "1"), (f"{MOODLE}/{NB}", "2")), into)
    assert sorted(unpacked(into).values()) == ["1", "2"]


def test_nothing_is_overwritten_and_a_repetition_changes_nothing(tmp_path, into):
    entries = [(f"{MOODLE}/a/{NB}", "1"), (f"{MOODLE}/b/{NB}", "2")]
    archive = download(tmp_path, *entries)
    collect(archive, into)
    once = unpacked(into)
    assert collect(archive, into).left_out == []
    assert unpacked(into) == once
    (into / "Ana Núñez_1234" / NB).write_text("mine")
    (line,) = collect(archive, into).left_out
    assert "is already there" in line
    assert (into / "Ana Núñez_1234" / NB).read_text() == "mine"


RAW = '{"cells": [], "metadata": {"widgets": {"state": "attack()"}}}'
CLEAN = '{\n "cells": [],\n "metadata": {}\n}\n'


def test_what_could_run_when_a_notebook_is_opened_is_removed(tmp_path, into, capsys):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", RAW))
    assert main(["collect", str(archive), "--into", str(into)]) == 0
    assert unpacked(into) == {f"Ana Núñez_1234/{NB}": CLEAN}
    assert "could run it on opening: widgets (1 notebooks)" in capsys.readouterr().out
    assert main(["collect", str(archive), "--into", str(into)]) == 0
    assert unpacked(into) == {f"Ana Núñez_1234/{NB}": CLEAN}


def test_the_same_notebook_with_its_widgets_is_not_another_one(tmp_path, into):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", RAW))
    (into / "Ana Núñez_1234").mkdir(parents=True)
    (into / "Ana Núñez_1234" / NB).write_text(RAW)
    assert collect(archive, into).left_out == []
    assert unpacked(into) == {f"Ana Núñez_1234/{NB}": CLEAN}


def test_two_uploads_that_differ_in_outputs_alone_are_one(tmp_path, into):
    entries = [(f"{MOODLE}/a/{NB}", RAW), (f"{MOODLE}/b/{NB}", RAW.replace("attack", "other"))]
    collect(download(tmp_path, *entries), into)
    assert unpacked(into) == {f"Ana Núñez_1234/{NB}": CLEAN}


def test_nesting_without_end_is_left_out(tmp_path, into):
    deep = '{"metadata": {"widgets": 1}, "a": ' + "[" * 5000 + "]" * 5000 + "}"
    (line,) = collect(download(tmp_path, (f"{MOODLE}/{NB}", deep)), into).left_out
    assert "nested too deeply" in line


@pytest.mark.parametrize("target", ["missing", "same"])
def test_a_link_in_the_way_is_not_followed(tmp_path, into, target):
    (into / "Ana Núñez_1234").mkdir(parents=True)
    (tmp_path / "same").write_text("{}")
    target = tmp_path / target
    (into / "Ana Núñez_1234" / NB).symlink_to(target)
    assert len(collect(download(tmp_path, (f"{MOODLE}/{NB}", "{}")), into).left_out) == 1
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize("name", ["..", ".hidden", "a\x1b[2Jb", "x" * 300, "a|b?", "a\u202eb"])
def test_odd_names_become_file_names_with_a_line(tmp_path, into, name):
    path = f"{name}_1_assignsubmission_file/{name} {NB}"
    collected = collect(download(tmp_path, (path, "{}")), into)
    (folder,) = into.iterdir()
    (file,) = folder.iterdir()
    assert not folder.name.startswith(".")
    assert folder.name.isprintable()
    assert file.name.isprintable()
    assert file.suffix == ".ipynb"
    assert len(os.fsencode(file.name)) < 180
    assert len(collected.notes) == 2
    assert all(note.isprintable() for note in collected.notes)


def test_names_that_differ_in_case_alone_stay_apart(tmp_path, into):
    entries = [(f"{name}_1_assignsubmission_file/{NB}", name) for name in ("Ana", "ana")]
    collect(download(tmp_path, *entries), into)
    assert len({folder.name.casefold() for folder in into.iterdir()}) == 2


def test_names_in_utf_8_are_read_even_where_the_zip_does_not_say_so(tmp_path, into):
    marked, plain = "Ana N\xfa\xf1ez", "Ana N\xfa\xf1ez".encode()
    archive = download(tmp_path, (f"{'A' * len(plain)}_1_assignsubmission_file/{NB}", "{}"))
    archive.write_bytes(archive.read_bytes().replace(b"A" * len(plain), plain))
    collect(archive, into)
    assert [folder.name for folder in into.iterdir()] == [f"{marked}_1"]


def test_names_in_no_known_encoding_are_names_all_the_same(tmp_path, into):
    archive = download(tmp_path, (f"AAA_1_assignsubmission_file/{NB}", "{}"))
    archive.write_bytes(archive.read_bytes().replace(b"AAA", b"\xff\xfe\x81"))
    assert len(collect(archive, into).files) == 1


def test_a_damaged_entry_is_left_out_and_the_others_are_not(tmp_path, into):
    text = "the text of the first one"
    path = tmp_path / "download.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr(f"{MOODLE}/{NB}", text)
        archive.writestr(f"{MOODLE}/b.ipynb", "b")
    path.write_bytes(path.read_bytes().replace(text.encode(), text[::-1].encode()))
    (line,) = collect(path, into).left_out
    assert "damaged" in line
    assert unpacked(into) == {"Ana Núñez_1234/b.ipynb": "b"}


def test_an_encrypted_entry_is_left_out(tmp_path, into):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", "{}"))
    content = bytearray(archive.read_bytes())
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(signature) + place] |= 1
    archive.write_bytes(content)
    (line,) = collect(archive, into).left_out
    assert "encrypted" in line


def test_the_command_says_how_many_and_what_was_left_out(tmp_path, into, capsys):
    archive = download(tmp_path, (f"{MOODLE}/{NB}", "{}"), ("\x1b[31mred", ""))
    assert main(["collect", str(archive), "--into", str(into)]) == 1
    printed, complaint = capsys.readouterr()
    assert printed == f"{into}: 1 notebooks from 1 students\n"
    (line,) = complaint.splitlines()
    assert line.startswith("coursetools: �[31mred: left out, because ")
    good = download(tmp_path, (f"{MOODLE}/{NB}", "{}"))
    assert main(["collect", str(good), "--into", str(into)]) == 0


@pytest.mark.parametrize("content", [None, b"", b"no zip at all", b"PK\x03\x04torn"])
def test_no_zip_is_status_2_and_one_line(tmp_path, into, capsys, content):
    path = tmp_path / "download.zip"
    if content is not None:
        path.write_bytes(content)
    assert main(["collect", str(path), "--into", str(into)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {path}: ")
    assert not into.exists()


def test_a_place_that_cannot_be_written_is_status_2_and_one_line(tmp_path, into, capsys):
    into.write_text("in the way")
    archive = download(tmp_path, (f"{MOODLE}/{NB}", "{}"))
    assert main(["collect", str(archive), "--into", str(into)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot be used" in line
