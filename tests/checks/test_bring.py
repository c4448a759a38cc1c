"""`%bring` takes passing answers out of their exercises, and says of all others why it does not."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jupyter_client.manager import start_new_kernel

import checks.bring
from checks.bring import Brought, bring, functions_from

IMPORTS = "import numpy as np\nfrom course.views import bars\n\n%load_ext checks"
SOFTMAX = """\
def softmax(scores, axis=-1):
    # mine
    return share(np.exp(scores - scores.max(axis=axis, keepdims=True)), axis)"""
SHARE = """\
def share(X, axis):
    return X / X.sum(axis=axis, keepdims=True)"""
SPLIT = """\
def split_heads(X, num_heads):
    return np.swapaxes(X.reshape(*X.shape[:-1], num_heads, -1), -2, -3)"""


def write(folder: Path, name: str, **cells: str) -> None:
    """Write a notebook; the cell `softmax_check` has the id softmax-check."""
    found = [
        {"cell_type": "code", "id": name.replace("_check", "-check"), "source": source}
        for name, source in cells.items()
    ]
    (folder / name).write_text(json.dumps({"cells": found}), encoding="utf-8")


def exercise_3(folder: Path, softmax: str = SOFTMAX, **cells: str) -> None:
    own = {"imports": IMPORTS, "own": f"X = np.ones(3)\n\n\n{SHARE}", **cells}
    write(folder, "03_softmax_axis.ipynb", **own, answer=softmax, softmax_check="%check softmax")


def said(folder: Path, names: str = "softmax", **notebook: Any) -> str:
    (line,) = bring(names.split(), folder, notebook).lines
    return line


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process for each answer takes half a second; one test has them."""
    monkeypatch.setattr(checks.bring, "NO_PROCESSES", True)


def test_an_answer_comes_as_it_was_written_with_what_it_calls(tmp_path: Path) -> None:
    exercise_3(tmp_path)
    found = bring(["softmax"], tmp_path, {"np": 0})
    assert found.code == f"# softmax (exercise 3, task 2)\n\n{SHARE}\n\n\n{SOFTMAX}"
    assert found.lines == ("✓ softmax (exercise 3, task 2). It brings share along.",)
    assert (found.count, found.asked) == (1, 1)


def test_an_import_of_several_names_comes_along_if_one_is_missing(tmp_path: Path) -> None:
    own = f"from math import exp, sqrt\n\n\n{SHARE}"
    answer = SOFTMAX.replace("share(", "sqrt(exp(0)) * share(")
    exercise_3(tmp_path, answer, own=own)
    brought = bring(["softmax"], tmp_path, {"np": 0, "sqrt": 0})
    assert "from math import exp, sqrt" in brought.code


def test_an_import_comes_along_where_the_notebook_has_none(tmp_path: Path) -> None:
    exercise_3(tmp_path)
    assert bring(["softmax"], tmp_path, {}).code.splitlines()[2] == "import numpy as np"


def test_what_does_not_fit_as_it_is_is_said(tmp_path: Path) -> None:
    write(tmp_path, "05_multi_head.ipynb", imports=IMPORTS, answer=SPLIT)
    assert said(tmp_path, "split_heads").endswith("task 2). The model has two heads.")


def test_an_answer_that_fails_stays_behind_with_its_mistake(tmp_path: Path) -> None:
    exercise_3(tmp_path, SOFTMAX.replace("share(", "(lambda X, axis: X)("))
    found = bring(["softmax"], tmp_path, {})
    assert (found.code, found.count) == ("", 0)
    assert "it does not pass yet. The exponentials" in found.lines[0]


@pytest.mark.parametrize(
    ("softmax", "words"),
    [
        ("def softmax(scores, axis=-1):\n    raise NotImplementedError", "not attempted yet"),
        ("def softmax(scores", "no cell above its check"),
        ("", "no cell above its check"),
        ("def softmax(scores, axis=-1):\n    import attnlib\n", "it needs code of the course"),
        (
            "def softmax(scores, axis=-1):\n    return bars(scores)",
            "(from course.views import bars)",
        ),
        ("def softmax(scores, axis=-1):\n    return 1 / 0\n", "raised ZeroDivisionError"),
        ("def softmax(scores, axis=1 / 0):\n    return 1", "Its cells stop: ZeroDivisionError"),
    ],
)
def test_each_obstacle_has_a_sentence(tmp_path: Path, softmax: str, words: str) -> None:
    exercise_3(tmp_path, softmax)
    assert words in said(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", '{"cells": [{}]}', '{"cells": 3}', '{"cells": [', "7"])
def test_a_file_that_is_no_notebook_is_to_be_saved(tmp_path: Path, text: str) -> None:
    (tmp_path / "03_softmax_axis.ipynb").write_text(text, encoding="utf-8")
    assert "03_softmax_axis.ipynb is not a whole notebook" in said(tmp_path)
    assert "save it first" in said(tmp_path)


def test_what_is_there_already_is_not_written_again(tmp_path: Path) -> None:
    exercise_3(tmp_path)
    assert "this notebook has it already" in said(tmp_path, softmax=print)
    assert "it needs its share, but here this name means something else" in said(tmp_path, share=1)


def test_two_answers_share_a_helper_if_it_is_the_same(tmp_path: Path) -> None:
    exercise_3(tmp_path)
    for helper, count in {SHARE: 2, SHARE.replace("keepdims=True", "keepdims=1"): 1}.items():
        split = SPLIT.replace("X.reshape", "share and X.reshape")
        write(tmp_path, "05_multi_head.ipynb", imports=IMPORTS, own=helper, answer=split)
        found = bring(["softmax", "split_heads"], tmp_path, {})
        assert (found.count, found.code.count("def share")) == (count, 1)


def test_of_two_functions_with_the_same_name_the_later_one_comes(tmp_path: Path) -> None:
    write(
        tmp_path,
        "03_softmax_axis.ipynb",
        imports=IMPORTS,
        earlier=SHARE.replace("X / X", "X + X"),
        own=SHARE,
        answer=SOFTMAX,
        softmax_check="%check softmax",
        below="def softmax(scores):\n    return 7",
    )
    assert "Two cells there define share: this is the later one." in said(tmp_path)
    assert "X / X" in bring(["softmax"], tmp_path, {}).code


def test_an_answer_that_never_returns_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Takes 2 s: three processes, and one of them is waited for."""
    monkeypatch.setattr(checks.bring, "NO_PROCESSES", False)
    exercise_3(tmp_path)
    assert said(tmp_path).startswith("✓")
    exercise_3(tmp_path, "def softmax(scores, axis=-1):\n    import os; os._exit(1)")
    assert "It ended Python" in said(tmp_path)
    monkeypatch.setattr(checks.bring, "SECONDS", 1)
    exercise_3(tmp_path, "def softmax(scores, axis=-1):\n    while True: pass")
    assert "still running after 1 seconds" in said(tmp_path)


def test_words_and_html_say_the_same() -> None:
    found = Brought("x = 1", 1, 2, ("✓ one & all.",))
    assert repr(found).startswith("○ 1 of 2 brought. Run the cell with their code.\n")
    assert "✓ one &amp; all." in found._repr_html_()


def replies(client: Any, code: str, metadata: dict[str, str]) -> tuple[list[Any], Any]:
    content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
    sent = client.session.msg("execute_request", content, metadata=metadata)
    client.shell_channel.send(sent)
    reply = client.get_shell_msg(timeout=60)
    while reply["parent_header"].get("msg_id") != sent["header"]["msg_id"]:
        reply = client.get_shell_msg(timeout=60)
    return reply["content"]["payload"], reply["content"]["status"]


def test_the_line_becomes_a_comment_above_the_code(tmp_path: Path) -> None:
    """Takes 2 s, for a kernel: "Run All" must not bring everything again."""
    exercise_3(tmp_path)
    manager, client = start_new_kernel(cwd=str(tmp_path))
    try:
        replies(client, "import numpy as np\n%load_ext checks", {})
        assert replies(client, "%bring softmax", {}) == ([], "ok")  # nobody sees it
        (alone,), _ = replies(client, "%bring softmax", {"cellId": "one"})
        (below,), _ = replies(client, "x = 1\n%bring softmax", {"cellId": "one"})
        assert replies(client, "%bring softmaks", {"cellId": "one"})[1] == "error"
    finally:
        client.stop_channels()
        manager.shutdown_kernel()
    assert alone["source"] == below["source"] == "set_next_input"
    assert (alone["replace"], below["replace"]) == (True, False)
    assert alone["text"].startswith(
        "# %bring softmax\n\n# softmax (exercise 3, task 2)\n\ndef share"
    )


def test_answers_come_as_functions_that_have_passed(tmp_path: Path) -> None:
    exercise_3(tmp_path)
    softmax = functions_from(tmp_path, ["softmax"])["softmax"]
    assert softmax(np.zeros(2)).tolist() == [0.5, 0.5]
    assert softmax.passed


def test_where_an_answer_is_wrong_no_function_comes(tmp_path: Path) -> None:
    exercise_3(tmp_path, SOFTMAX.replace("axis)", "0)"))
    with pytest.raises(LookupError, match=r"^softmax \(exercise 3, task 2\): it does not pass yet"):
        functions_from(tmp_path, ["softmax"])
