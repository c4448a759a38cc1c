"""Questions about a student's own code: the answers are true, and no sheet tells them."""

import html
import re

import pytest
from bank import answers
from graded import result, save, task

from checks import check
from checks.bugs import defined
from checks.counterexample import in_words
from checks.outcome import quiet
from coursetools.cli import main
from coursetools.grading.isolation import bwrap_complaint

SECRET = "):  # <b>secret\n    'secret'\n"
TASKS = ("softmax", "masked_softmax", "causal_attention")
OWN = {name: answers(name, "right")[0].source.replace("):\n", SECRET, 1) for name in TASKS}
LOOPS = "def softmax(scores, axis=-1):\n    while True: pass"
CLASS = {"ana": OWN, "bo": {**OWN, "softmax": LOOPS}, "cy": {"softmax": "ended = exit()"}}


def read(text, pattern):
    parts = re.findall(pattern, re.sub(" ?[0-9]+  ", "", text), re.DOTALL)
    return [html.unescape(re.sub("<.*?>", "", part)) for part in parts]


@pytest.mark.thorough
def test_answers_are_true_and_hostile_code_costs_only_its_own_questions(tmp_path, capsys):
    for student, code in CLASS.items():
        save(tmp_path / "graded", student, result(*map(task, code), answers=code))
    save(tmp_path / "graded", "<i>di", result(task("softmax", "fail"), answers=OWN))
    level, drawn = "none" if bwrap_complaint() else "bwrap", []
    for out in (tmp_path / "exam", tmp_path / "again"):
        arguments = ["viva", str(tmp_path / "graded"), "--isolation", level, "--out", str(out)]
        assert main(arguments) == 0
        drawn.append({path.name: path.read_text("utf-8") for path in out.rglob("*.html")})
    assert drawn[0] == drawn[1]
    assert "Fewer than three questions: <i>di (0); cy (0)\n" in capsys.readouterr().out
    sheet, examiner = drawn[0]["ana.html"], drawn[0]["examiner.html"]
    assert not re.search("secret|<i>|<script", sheet + examiner)
    slip, swapped, call, _, own_call = read(sheet, "<pre.*?</pre>")
    first, second, third = (heading.split()[1] for heading in read(sheet, "<h2.*?</h2>"))
    assert len({first, second, third}) == 3
    line, *verdict, exchanged, by_hand = read(examiner.split(">bo<")[0], "<li>.*?</li>")
    wrong, right = re.fullmatch(r"Line \d+: (.*) instead of (.*)\.", line).groups()
    assert [*check(first, defined(slip)[first]).lines] == verdict
    assert check(first, defined(slip.replace(wrong, right))[first]).status == "pass"
    pairs = (call, swapped), (call, OWN[second]), (own_call, OWN[third])
    with quiet():
        now, before, returned = (in_words(eval(typed, defined(code))) for typed, code in pairs)
    assert exchanged == f"It returns {now}. Before, it returned {before}."
    assert by_hand == f"It returns {returned}."
