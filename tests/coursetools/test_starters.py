"""Functions from earlier exercises, handed to students who lack them, work wherever they are pasted."""

import re
from pathlib import Path

import numpy as np
import pytest
from submissions import exercise, insert_after, right, save

from checks import check
from coursetools.cli import main
from coursetools.starters import starters

ROOT = Path(__file__).parents[2]
TEACHING = (ROOT / "docs" / "TEACHING.md").read_text(encoding="utf-8")
ADVISED = re.findall(r"^coursetools starters (.+)$", TEACHING, re.MULTILINE)
LATE = "05_multi_head"
CALLS_ATTENTION = """
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    source = X if context is None else context
    Q, K, V = (split_heads(rows @ W, num_heads) for rows, W in ((X, W_q), (source, W_k), (source, W_v)))
    output, weights = attention(Q, K, V)
    return merge_heads(output) @ W_o, weights
"""


@pytest.mark.parametrize("names", ADVISED)
def test_what_teachers_are_told_to_hand_out_is_right(names: str) -> None:
    namespace = {"np": np}
    exec(starters(ROOT, names.split()), namespace)
    for name in names.split():
        assert repr(check(name, namespace[name])).startswith("✓"), name


def test_each_comes_with_what_it_calls_once_and_first() -> None:
    code = starters(ROOT, ["attention", "softmax"])
    assert re.findall(r"^def (\w+)", code, re.MULTILINE) == [
        "softmax",
        "attention_weights",
        "attention",
    ]
    assert "SOLUTION" not in code
    assert "attnlib" not in code


def test_an_unknown_name_is_an_error_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["starters", "sofmax"]) == 2
    assert "sofmax: no exercise has this name" in capsys.readouterr().err


@pytest.mark.thorough
def test_an_answer_that_calls_them_gets_its_points(tmp_path: Path) -> None:
    notebook = exercise({**right(LATE), "multi_head_attention": CALLS_ATTENTION.strip()}, LATE)
    insert_after(notebook, "imports", starters(ROOT, ["softmax", "attention"]))
    handed_in = save(notebook, tmp_path / "class" / "ana" / f"{LATE}.ipynb")
    assert main(["check", str(handed_in)]) == 0
    places = [str(tmp_path / "class"), "--out", str(tmp_path / "graded")]
    assert main(["grade", *places, "--isolation", "none", "--jobs", "1"]) == 0
