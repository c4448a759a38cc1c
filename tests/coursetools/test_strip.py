"""Everything that could run when a submission is opened is removed, and nothing else."""

import json

import nbformat
import pytest
from submissions import RIGHT, cell, exercise, solution

from coursetools.graft import graft, read_submission
from coursetools.strip import stripped

WIDGETS = {"application/vnd.jupyter.widget-state+json": {"state": {"w": {"_esm": "attack()"}}}}


def content(notebook) -> bytes:
    return nbformat.v4.writes(notebook).encode()


def hostile(notebook):
    notebook.metadata.widgets = WIDGETS
    html = nbformat.v4.new_output("display_data", data={"text/html": "attack()"})
    cell(notebook, "softmax-check").outputs = [html]
    cell(notebook, "softmax-check").metadata.unknown = "attack()"
    cell(notebook, "title").attachments = {
        "page": {"text/html": "attack()"},
        "picture.png": {"image/png": "aGk="},
    }
    return notebook


def test_what_could_run_is_removed_and_everything_else_stays():
    clean, removed = stripped(content(hostile(exercise(RIGHT))))
    assert removed == {"widgets", "outputs", "other metadata", "attachments"}
    kept = exercise(RIGHT)
    cell(kept, "title").attachments = {"picture.png": {"image/png": "aGk="}}
    assert json.loads(clean) == json.loads(content(kept))


RUN = "data-commandlinker-command"


@pytest.mark.parametrize(
    "source",
    [
        f'<button {RUN}="notebook:run-all-cells">Show my plot</button>',
        f"<button\n{RUN.upper()}\n=\n'notebook:run-all-cells'>Show my plot</button>",
        f"<button {RUN}=notebook&#58;run-all-cells>Show my plot</button>",
        f"<button {RUN[:9]}data-commandlinker{RUN[9:]}=a>Show my plot</button>",
        ["<button data-command", "linker-command='notebook:run-all-cells'>Show my plot</button>"],
    ],
)
@pytest.mark.parametrize("kind", ["markdown", "raw", "heading", None])
def test_a_button_runs_no_command(source, kind):
    cell = {"cell_type": kind, "source": source}
    clean, removed = stripped(json.dumps({"cells": [cell]}).encode())
    assert removed == {"buttons that run commands"}
    assert b"data-commandlinker" not in clean.lower()
    assert b"Show my plot" in clean
    assert stripped(clean) == (clean, set())


def test_code_that_names_the_attribute_stays():
    code = json.dumps({"cells": [{"cell_type": "code", "source": RUN}]}).encode()
    assert stripped(code) == (code, set())


def test_removing_twice_is_removing_once():
    once, _ = stripped(content(hostile(exercise(RIGHT))))
    assert stripped(once) == (once, set())


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", '"text"', "\xff", '{"cells": 3}'])
def test_what_holds_nothing_to_remove_stays_as_it_is(text):
    assert stripped(text.encode("latin-1")) == (text.encode("latin-1"), set())


def test_old_formats_are_searched_too():
    old = nbformat.convert(nbformat.from_dict(hostile(solution())), 3)
    old.metadata.widgets = WIDGETS
    assert "attack" not in stripped(json.dumps(old).encode())[0].decode()


def test_strange_text_is_kept():
    strange = b'{"metadata": {"widgets": {}}, "source": "\\ud800 \\u0000 \xc3\xa9"}'
    clean, _ = stripped(strange)
    assert json.loads(clean)["source"] == "\ud800 \0 é"


def test_nesting_without_end_is_an_error_and_no_crash():
    with pytest.raises(RecursionError):
        stripped(b'{"metadata": {"widgets": 1}, "a": ' + b"[" * 5000 + b"]" * 5000 + b"}")


def test_what_is_run_of_a_submission_carries_nothing_of_it_but_code():
    frame = graft(solution(), read_submission(hostile(exercise(RIGHT)), solution()))
    assert frame.metadata == solution().metadata
    assert "attack" not in str(frame)
