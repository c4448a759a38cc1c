"""Downloads of submissions are unpacked to DIR/<student>/<notebook>.ipynb, whatever they contain."""

import hashlib
import io
import json
import os
import shutil
import stat
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from coursetools import collect as collecting
from coursetools import downloads
from coursetools.cli import main
from coursetools.errors import UnusableInput
from coursetools.handed_in import read_handed_in
from coursetools.roster import Person

MOODLE = "Ana Núñez_1234_assignsubmission_file"
NB = "03_softmax_axis.ipynb"
TASKS = {"03_softmax_axis": {"softmax", "attention"}, "04_causal_mask": {"masked_softmax"}}


@pytest.fixture
def into(tmp_path):
    return tmp_path / "dir"


def download(folder: Path, *entries: Any) -> Path:
    """Make a zip of (name, content) or (ZipInfo, content)."""
    path = folder / "download.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return path


def collect(archive: Path, into: Path, **more: Any) -> Any:
    return collecting.collect(archive, into, TASKS, **more)


def unpacked(into: Path) -> dict[str, str]:
    return {
        path.relative_to(into).as_posix(): path.read_text()
        for path in sorted(into.rglob("*"))
        if path.is_file() and path.parent != into
    }


def folders(into: Path) -> list[Path]:
    return [path for path in into.iterdir() if path.is_dir()]


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
        (f"Default group_assignsubmission_file/{NB}", f"Default group/{NB}"),
        (f"Default group_assignsubmission_file_{NB}", f"Default group/{NB}"),
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
    assert bool(collected.late) == ("LATE" in path)
    renamed = not path.endswith(NB)
    assert any("was saved as" in note for note in collected.names) == renamed


@pytest.mark.parametrize(
    "path",
    [
        f"{MOODLE}/doejane_1234_98765_{NB}",
        f"{MOODLE}/Bob_9_assignsubmission_file/{NB}",
        f"{MOODLE}/LATE_anon_x1Y2z_98765_{NB}",
    ],
)
def test_no_student_can_hand_in_for_another(tmp_path, into, path):
    collect(download(tmp_path, (path, "{}")), into)
    assert [folder.name for folder in folders(into)] == ["Ana Núñez_1234"]


@pytest.mark.parametrize("end", [f"/{NB}", f"_/{NB}", f"_{NB}"])
def test_a_profile_name_cannot_pretend_to_be_somebody_else(tmp_path, into, end):
    collect(
        download(tmp_path, (f"Bob_9_assignsubmission_file_x_7_assignsubmission_file{end}", "{}")),
        into,
    )
    assert [folder.name for folder in folders(into)] == ["Bob_9_assignsubmission_file_x_7"]


def test_in_a_canvas_name_the_first_student_counts(tmp_path, into):
    collect(download(tmp_path, (f"doejane_1_2_roebob_3_4_{NB}", "{}")), into)
    assert list(unpacked(into)) == [f"doejane_1/roebob_3_4_{NB}"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (f"../{MOODLE}/{NB}", "leads outside the folder"),
        (f"{MOODLE}/../../../{NB}", "leads outside the folder"),
        (f"/{MOODLE}/{NB}", "leads outside the folder"),
        (f"{MOODLE}//{NB}", "leads outside the folder"),
        (f"C:/{MOODLE}/{NB}", "leads outside the folder"),
        (f"{MOODLE}\\..\\{NB}", "leads outside the folder"),
        (f"{MOODLE}/sub\\{NB}", "leads outside the folder"),
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
    assert unpacked(into) == {}


def test_a_bomb_is_left_out(tmp_path, into, monkeypatch):
    monkeypatch.setattr(downloads, "LARGEST_FILE", 20_000_000)
    archive = download(tmp_path, (f"{MOODLE}/{NB}", b"\0" * 20_000_001), (f"{MOODLE}/b.ipynb", "b"))
    assert archive.stat().st_size < 50_000
    (line,) = collect(archive, into).left_out
    assert "larger than 20 MB" in line
    assert unpacked(into) == {"Ana Núñez_1234/b.ipynb": "b"}


def test_of_a_bomb_no_more_is_read_than_a_notebook_may_have(tmp_path, into, monkeypatch):
    monkeypatch.setattr(downloads, "LARGEST_FILE", 20_000_000)
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
    assert unpacked(into) == {}


def test_all_together_have_a_limit(tmp_path, into, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_BYTES", 25)
    archive = download(
        tmp_path, *((f"S_{n}_assignsubmission_file/{NB}", "x" * 10) for n in range(4))
    )
    collected = collect(archive, into)
    assert (len(collected.files), len(collected.left_out)) == (2, 2)


def test_too_many_entries_are_unusable(tmp_path, into, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_ENTRIES", 1)
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
    assert sum("was saved as" in note for note in collected.names) == 2


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
    assert "opening a notebook could run it: widgets (1 notebooks)" in capsys.readouterr().out
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
    (folder,) = folders(into)
    (file,) = folder.iterdir()
    assert not folder.name.startswith(".")
    assert folder.name.isprintable()
    assert file.name.isprintable()
    assert file.suffix == ".ipynb"
    assert len(os.fsencode(file.name)) < 180
    assert len(collected.names) == 2
    assert all(note.isprintable() for note in collected.names)


def test_names_that_differ_in_case_alone_stay_apart(tmp_path, into):
    entries = [(f"{name}_1_assignsubmission_file/{NB}", name) for name in ("Ana", "ana")]
    collect(download(tmp_path, *entries), into)
    assert len({folder.name.casefold() for folder in folders(into)}) == 2


def test_names_in_utf_8_are_read_even_where_the_zip_does_not_say_so(tmp_path, into):
    marked, plain = "Ana N\xfa\xf1ez", "Ana N\xfa\xf1ez".encode()
    archive = download(tmp_path, (f"{'A' * len(plain)}_1_assignsubmission_file/{NB}", "{}"))
    archive.write_bytes(archive.read_bytes().replace(b"A" * len(plain), plain))
    collect(archive, into)
    assert [folder.name for folder in folders(into)] == [f"{marked}_1"]


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
    heading, line = complaint.splitlines()
    assert heading == "Left out:"
    assert line.startswith("  �[31mred, because ")
    good = download(tmp_path, (f"{MOODLE}/{NB}", "{}"))
    assert main(["collect", str(good), "--into", str(into)]) == 0


def test_what_the_command_says_stands_under_headings_and_begins_with_the_student(
    tmp_path, into, capsys
):
    ana = uploads_of_ana(tmp_path)
    main(["collect", str(ana), "--into", str(into)])
    first = capsys.readouterr().err
    assert "Several uploads:\n  Ana Núñez_1234: 2 uploads of 03_softmax_axis. The newest" in first
    assert "assignsubmission" not in first
    other = "Bo Li_7_assignsubmission_file"
    late = f"doejane_LATE_1_2_{NB}"
    archive = download(
        tmp_path, (f"{other}/mine.ipynb", notebook("softmax")), (late, "{}"), (f"{other}/x.pdf", "")
    )
    main(["collect", str(archive), "--into", str(into)])
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "Late:",
        f"  doejane_1: {late}",
        "Names:",
        f"  Bo Li_7: mine.ipynb, was saved as {NB}",
        "Left out:",
        "  Bo Li_7: x.pdf, because it is a PDF, not a notebook (.ipynb)",
    ]


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


# No student is lost


def notebook(*tasks: str, says: str = "") -> str:
    cells = [{"cell_type": "code", "id": f"{task}-answer", "metadata": {}, "source": says, "outputs": []} for task in tasks]  # fmt: skip
    return json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


def dated(path: str, day: int) -> ZipInfo:
    return ZipInfo(path, date_time=(2026, 11, day, 10, 0, 0))


def zipped(*entries: Any) -> bytes:
    content = io.BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, text in entries:
            archive.writestr(name, text)
    return content.getvalue()


def outcomes(into: Path) -> dict[str, str]:
    return {one.file: one.outcome for one in read_handed_in(into / "handed_in.json").files}


@pytest.mark.parametrize(
    "name",
    [
        "Hannah_Bauer_Uebung3.ipynb",
        "Copy of 03_softmax_axis.ipynb",
        "03_softmax_axis (1).ipynb",
        "04_causal_mask.ipynb",
        "03_softmax_axis.ipynb.txt",
        "03_softmax_axis.json",
    ],
)
def test_a_notebook_is_known_by_its_tasks_whatever_it_is_called(tmp_path, into, name):
    collected = collect(download(tmp_path, (f"{MOODLE}/{name}", notebook("softmax"))), into)
    assert list(unpacked(into)) == [f"Ana Núñez_1234/{NB}"]
    assert collected.left_out == []
    how = "renamed" if name.endswith(".ipynb") else "read as a notebook"
    assert outcomes(into) == {f"{MOODLE}/{name}": f"{how}, to be graded"}


def test_every_file_has_a_row_and_a_reason(tmp_path, into):
    inside = ("hw/x.ipynb", notebook("softmax")), ("__MACOSX/._x.ipynb", "junk"), ("a.pdf", "%PDF")
    files = {
        f"{MOODLE}/hw.zip": zipped(*inside),
        f"{MOODLE}/.ipynb_checkpoints/{NB}": notebook("softmax", says="old"),
        "Bo_2_assignsubmission_file/essay.pdf": "%PDF-1.7",
        "Cy_3_assignsubmission_file/hw.rar": "Rar!",
        "Di_4_assignsubmission_file/own.ipynb": notebook("my_own"),
        "Ed_5_assignsubmission_onlinetext/onlinetext.html": "<p>Here it is.",
        "Flo_6_assignsubmission_file/answers.py": "def softmax(): ...",
        "whose.ipynb": "{}",
    }
    collected = collect(download(tmp_path, *files.items()), into)
    assert outcomes(into) == {
        f"{MOODLE}/hw.zip": "zip, unpacked",
        f"{MOODLE}/hw.zip/hw/x.ipynb": "from a zip, renamed, to be graded",
        f"{MOODLE}/hw.zip/__MACOSX/._x.ipynb": "a program made it, not a student",
        f"{MOODLE}/hw.zip/a.pdf": "a PDF, not a notebook (.ipynb)",
        f"{MOODLE}/.ipynb_checkpoints/{NB}": "a program made it, not a student",
        "Bo_2_assignsubmission_file/essay.pdf": "a PDF, not a notebook (.ipynb)",
        "Cy_3_assignsubmission_file/hw.rar": "an archive (only zips are unpacked), not a notebook (.ipynb)",
        "Di_4_assignsubmission_file/own.ipynb": "no exercise of this course",
        "Ed_5_assignsubmission_onlinetext/onlinetext.html": "a web page, not a notebook (.ipynb)",
        "Flo_6_assignsubmission_file/answers.py": "a Python script, not a notebook (.ipynb)",
        "whose.ipynb": "its name does not say whose it is; names from Moodle and Canvas do",
    }
    assert list(unpacked(into)) == [f"Ana Núñez_1234/{NB}", "Di_4/own.ipynb"]
    assert len(collected.left_out) == 6
    assert not any("program" in line for line in collected.left_out)


def test_a_zip_in_a_zip_without_end_is_unpacked_to_a_depth(tmp_path, into):
    bomb = zipped(("x.ipynb", notebook("softmax")))
    for _ in range(10):
        bomb = zipped(("a.zip", bomb))
    (line,) = collect(download(tmp_path, (f"{MOODLE}/a.zip", bomb)), into).left_out
    assert line.count(".zip") == downloads.DEEPEST + 1
    assert unpacked(into) == {}


def test_one_students_zip_cannot_use_up_what_others_may_hand_in(tmp_path, into, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_BYTES", 40_000)
    monkeypatch.setattr(downloads, "MOST_BYTES_INSIDE", 600)
    bomb = zipped(*((f"{number}.ipynb", " " * 500) for number in range(150)))
    collected = collect(
        download(tmp_path, (f"{MOODLE}/a.zip", bomb), (f"doejane_1_2_{NB}", "{}")), into
    )
    assert f"doejane_1/{NB}" in unpacked(into)
    assert len(collected.left_out) == 149


def test_a_zip_with_too_much_in_it_is_one_line(tmp_path, into, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_ENTRIES_INSIDE", 3)
    many = zipped(*((f"{number}.ipynb", "{}") for number in range(4)))
    (line,) = collect(download(tmp_path, (f"{MOODLE}/a.zip", many)), into).left_out
    assert "a zip that cannot be unpacked" in line


def test_a_zip_inside_cannot_lead_out_or_say_that_it_is_somebody_else(tmp_path, into):
    inside = zipped((f"../../Bob_9/{NB}", "{}"), (f"Bob_9_assignsubmission_file/{NB}", notebook("softmax")))  # fmt: skip
    collected = collect(download(tmp_path, (f"{MOODLE}/a.zip", inside)), into)
    assert list(unpacked(into)) == [f"Ana Núñez_1234/{NB}"]
    assert len(collected.left_out) == 1


def uploads_of_ana(tmp_path: Path) -> Path:
    draft, final = notebook("softmax", says="draft"), notebook("softmax", says="final")
    return download(tmp_path, (dated(f"{MOODLE}/{NB}", 1), draft), (dated(f"{MOODLE}/final.ipynb", 2), final))  # fmt: skip


@pytest.mark.parametrize(("newest", "text"), [(True, "final"), (False, "draft")])
def test_of_several_uploads_one_counts_and_which_is_said(tmp_path, into, newest, text):
    collected = collect(uploads_of_ana(tmp_path), into, newest=newest)
    files = unpacked(into)
    assert len(files) == 2
    assert text in files[f"Ana Núñez_1234/{NB}"]
    saved = {f"Ana Núñez_1234: final.ipynb, was saved as {NB}" in note for note in collected.names}
    assert (True in saved) == newest
    (line,) = [note for note in collected.uploads if "2 uploads of 03_softmax_axis" in note]
    assert ("Without --first, another would" in line) != newest
    counted = [one for one in read_handed_in(into / "handed_in.json").files if one.counts]
    assert [one.file.endswith("final.ipynb") for one in counted] == [newest]
    collect(uploads_of_ana(tmp_path), into, newest=newest)
    assert unpacked(into) == files


def test_a_file_that_was_changed_or_removed_since_stays_so(tmp_path, into):
    collect(uploads_of_ana(tmp_path), into)
    (into / "Ana Núñez_1234" / NB).write_text("mine")
    collect(uploads_of_ana(tmp_path), into, newest=True)
    assert unpacked(into)[f"Ana Núñez_1234/{NB}"] == "mine"
    shutil.rmtree(into / "Ana Núñez_1234")
    archive = download(tmp_path, (f"doejane_1_2_{NB}", "{}"))
    assert collect(archive, into, newest=True).left_out == []


def test_a_choice_made_for_one_assignment_is_not_made_again_for_the_next(tmp_path, into):
    collect(uploads_of_ana(tmp_path), into, newest=False)
    other = f"{MOODLE}/04_causal_mask.ipynb"
    collected = collect(download(tmp_path, (other, notebook("masked_softmax"))), into, newest=True)
    assert collected.uploads == []
    assert "draft" in unpacked(into)[f"Ana Núñez_1234/{NB}"]


def test_where_no_upload_is_the_newest_a_line_says_so(tmp_path, into):
    files = [
        (dated(f"{MOODLE}/{name}.ipynb", 1), notebook("softmax", says=name))
        for name in ("final", "final_v2")
    ]
    (line,) = collect(download(tmp_path, *files), into).uploads
    assert line.endswith("others are of the same time: look which one is meant")


def test_the_newest_can_be_chosen_later(tmp_path, into):
    collect(uploads_of_ana(tmp_path), into, newest=False)
    collect(uploads_of_ana(tmp_path), into, newest=True)
    assert "final" in unpacked(into)[f"Ana Núñez_1234/{NB}"]


@pytest.mark.parametrize("newest", [True, False])
def test_a_second_download_is_merged(tmp_path, into, newest):
    for number, text in enumerate(["first", "second"]):
        path = f"doejane_1234_{98765 + number}_{NB}"
        archive = download(tmp_path, (path, notebook("softmax", says=text)))
        collected = collect(archive, into, newest=newest)
        assert collected.left_out == []
    assert ("second" if newest else "first") in unpacked(into)[f"doejane_1234/{NB}"]
    assert len(read_handed_in(into / "handed_in.json").files) == 2


ROSTER = [Person("Ana Núñez", folder="Ana Núñez"), Person("Jane Doe", folder="Jane Doe")]


def test_a_roster_joins_two_assignments_of_moodle_and_says_who_is_missing(tmp_path, into):
    for number, name in ((1234, NB), (5678, "04_causal_mask.ipynb")):
        archive = download(tmp_path, (f"Ana Núñez_{number}_assignsubmission_file/{name}", "{}"))
        assert collect(archive, into, roster=ROSTER).missing == ["Jane Doe"]
    assert list(unpacked(into)) == [f"Ana Núñez/{NB}", "Ana Núñez/04_causal_mask.ipynb"]


def test_two_accounts_of_one_name_are_not_joined(tmp_path, into):
    entries = [(f"Ana Núñez_{number}_assignsubmission_file/{NB}", "{}") for number in (1, 2)]
    collected = collect(download(tmp_path, *entries), into, roster=ROSTER)
    assert {folder.name for folder in folders(into)} == {"Ana Núñez_1", "Ana Núñez_2"}
    assert sum("or several people" in note for note in collected.names) == 2


@pytest.mark.parametrize("eve", ["ben@x.org_9", "Ben\u200b_9"])
def test_of_two_accounts_that_match_a_person_the_one_with_the_number_counts(tmp_path, into, eve):
    roster = [Person("Ben", "7", "ben@x.org", folder="Ben")]
    entries = [(f"{name}_assignsubmission_file/{NB}", "{}") for name in ("Ben_7", eve)]
    collected = collect(download(tmp_path, *entries), into, roster=roster)
    assert (into / "Ben" / NB).is_file()
    (note,) = collected.names
    assert note.endswith("_9: matches nobody on the roster, or several people")


def test_lateness_is_listed_from_canvas_and_from_the_roster(tmp_path, into):
    late = [replace(ROSTER[0], late=True), ROSTER[1]]
    entries = (f"{MOODLE}/{NB}", "{}"), (f"doejane_LATE_1_2_{NB}", "{}"), (f"bo_1_2_{NB}", "{}")
    collect(download(tmp_path, *entries), into, roster=late)
    files = read_handed_in(into / "handed_in.json").files
    assert [one.late for one in files] == [True, True, False]


def test_lateness_belongs_to_one_assignment_and_is_not_forgotten(tmp_path, into):
    late = [replace(ROSTER[0], late=True)]
    first = f"{MOODLE}/{NB}", notebook("softmax")
    collect(download(tmp_path, first), into, roster=late)
    collect(download(tmp_path, first), into)
    collect(download(tmp_path, (f"{MOODLE}/x.ipynb", notebook("masked_softmax"))), into)
    known = read_handed_in(into / "handed_in.json")
    assert {one.notebook: one.late for one in known.files} == {
        "03_softmax_axis": True,
        "04_causal_mask": False,
    }


def test_the_list_knows_the_digest_of_the_file_as_it_was_handed_in(tmp_path, into):
    collect(download(tmp_path, (f"{MOODLE}/{NB}", RAW)), into)
    (one,) = read_handed_in(into / "handed_in.json").files
    assert one.sha256 == hashlib.sha256(RAW.encode()).hexdigest()
    assert one.saved_sha256 == hashlib.sha256(CLEAN.encode()).hexdigest()


def test_the_command_reads_a_roster_and_names_who_is_missing(tmp_path, into, capsys):
    (tmp_path / "students.csv").write_text("name,id\nAna Núñez,1\nJane Doe,2\n", encoding="utf-8")
    archive = download(tmp_path, (f"{MOODLE}/x.ipynb", notebook("softmax")))
    options = ["--first", "--roster", str(tmp_path / "students.csv")]
    assert main(["collect", str(archive), "--into", str(into), *options]) == 0
    assert "Handed in nothing: Jane Doe" in capsys.readouterr().out
    assert (into / "Ana Núñez" / NB).is_file()


@pytest.mark.parametrize(
    "name", ["CON", "aux", "nul.x", "COM1", "lpt9", "COM¹", "CONIN$", "aux .x"]
)
def test_names_that_windows_keeps_for_itself_are_changed(tmp_path, into, name):
    archive = download(tmp_path, (f"{name}_assignsubmission_file/{name}.ipynb", "{}"))
    collect(archive, into)
    (folder,) = folders(into)
    assert folder.name.startswith(name.partition(".")[0])
    assert folder.name.partition(".")[0] != name.partition(".")[0]
    assert [path.name for path in folder.iterdir()] != [f"{name}.ipynb"]
