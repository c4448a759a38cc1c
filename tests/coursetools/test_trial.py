"""`%log` writes what it says and no more, and `coursetools trial` finds again what a class has done."""

import json
import re
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

import checks.log
from checks.hunt.memory import NOT_A_LEARNER
from coursetools.cli import main

CLASS = json.loads(Path(__file__).with_name("trial_class.json").read_text("utf-8"))
ANSWER, CHECK = CLASS["learners"][2][2][5:7]  # wrong, and no name fits
ON, OFF, EDITOR = (0, "x", "%log on"), (0, "x", "%log off"), (0, "editor:/home/ana/x.ipynb", "1")


@pytest.fixture
def play(monkeypatch, tmp_path):
    """Run cells of a learner's notebook, each some minutes after the last; return the log."""
    now = [1_800_000_000]
    monkeypatch.setattr(checks.log, "time", lambda: now[0])
    for name in NOT_A_LEARNER:
        monkeypatch.delenv(name, raising=False)

    def run(learner, folder, *steps):
        log = tmp_path / learner / "my_log.jsonl"
        log.parent.mkdir(exist_ok=True)
        monkeypatch.chdir(log.parent)
        monkeypatch.setenv("JPY_SESSION_NAME", f"/home/{learner}/{folder}/01_dot_product.ipynb")
        shell = InteractiveShell()
        shell.run_line_magic("load_ext", "checks")
        for minutes, cell, code in steps:
            now[0] += 60 * minutes
            shell.parent_header = {"metadata": {"cellId": cell}}
            shell.run_cell(code)
        return log.read_text("utf-8") if log.exists() else ""

    return run


def test_the_page_has_the_numbers_of_a_class(play, tmp_path):
    logs = {learner: play(learner, folder, *steps) for learner, folder, steps in CLASS["learners"]}
    (tmp_path / "cy" / "my_log.jsonl").write_text(logs["cy"] + '\n{"at": 18')  # the power was cut
    assert main(["trial", str(tmp_path), "--out", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text("utf-8").replace("&nbsp;", " ")
    lines = re.findall("<li><strong>.*|<tr><th scope=.row.*|<h3.*|<pre.*|<summary>.*", page)
    texts = [re.sub("<.*?>", "", line.replace("</t", "|</t")).strip("|") for line in lines]
    assert texts == CLASS["page"]


def test_a_log_holds_what_a_learner_agreed_to(play, tmp_path, monkeypatch, capsys):
    assert play("ana", "exercises", ANSWER, CHECK) == ""
    assert "Your code is not written." in next(checks.log.Log(tmp_path).obey("on"))
    assert not (tmp_path / "my_log.jsonl").exists()  # first it says so
    log = play("ana", "exercises/ana", ON, ANSWER, CHECK, EDITOR, OFF, CHECK)
    cells = [json.loads(line).get("cell") for line in log.splitlines()]
    assert cells == [None, "x", "dot_scores-answer", None, "dot_scores-check", None]
    assert not re.search("ana|home|return", log)
    log = play("ana", "exercises", ON)
    assert "Your code is not written." in capsys.readouterr().out
    monkeypatch.setattr(checks.log, "time", Path("/").read_text)  # fails, as a full disk does
    assert play("ana", "exercises", ANSWER, CHECK) == log
    words = capsys.readouterr().out
    assert words.count("my_log.jsonl cannot be written") == words.count("✗ dot_scores") == 1


@pytest.mark.parametrize(("log", "complaint"), CLASS["not logs"].items())
def test_what_is_no_log_gets_a_sentence(log, complaint, tmp_path, capsys):
    assert main(["trial", str(tmp_path)]) == 2
    (tmp_path / "a.jsonl").write_text(log)
    assert main(["trial", str(tmp_path)]) == 2
    assert f"a.jsonl, line {complaint}" in capsys.readouterr().err
