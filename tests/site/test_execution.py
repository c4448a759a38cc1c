"""A notebook that one kernel has recorded is not executed again; any other is."""

import os
from pathlib import Path
from typing import Any

import execution
import pytest
from execution import executed, kernel_folder
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_code_cell, new_notebook, new_output
from states import MIME, load_ipython_extension
from traitlets.config import Config

SOURCES = {
    "imports": "from course.views import explore, words",
    "prepare": "def show(n=2):\n    return words(f'n is {n}')\n",
    "view": "explore(show, n=(1, 3, 1))",
}


class ExecutedError(Exception):
    """A kernel would have been started."""


def notebook(**changed: str) -> Any:
    cells = [new_code_cell(source, id=name) for name, source in (SOURCES | changed).items()]
    return new_notebook(cells=cells)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache after somebody else has run the notebook; running it again fails."""
    quiet = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell(ipython_dir=str(kernel_folder(tmp_path)), config=quiet)
    load_ipython_extension(shell)
    for source in SOURCES.values():
        shell.run_cell(source).raise_error()

    async def execute(name: str, one: Any) -> None:
        raise ExecutedError(name)

    monkeypatch.setattr(execution, "_execute", execute)
    return tmp_path


def test_the_recording_of_another_run_is_added_to_the_output(cache: Path) -> None:
    data = executed({"one": notebook()}, cache)["one"].cells[-1].outputs[0].data
    assert data[MIME]["values"] == {"n": [1, 2, 3]}
    assert "n is 2" in data["text/html"]


@pytest.mark.parametrize("name", SOURCES)
def test_a_cell_changed_and_all_below_it_are_executed_again(name: str, cache: Path) -> None:
    with pytest.raises(ExecutedError, match="one"):
        executed({"one": notebook(**{name: SOURCES[name] + "\nNone"})}, cache)


def stored_wrongly() -> Any:
    one = notebook()
    one.cells[-1].outputs = [new_output("display_data", {"text/html": "<p>n is 3</p>"})]
    return one


def test_an_output_that_is_not_what_was_displayed_is_named_and_shown(cache: Path) -> None:
    with pytest.raises(SystemExit) as stopped:
        executed({"one": stored_wrongly()}, cache)
    first, *between, last = str(stopped.value).splitlines()
    assert first.startswith("notebooks/one.ipynb, cell view: what is stored (-) is not")
    assert "  -n is 3" in between
    assert "  +n is 2" in between
    assert "make execute" in last
    assert len(between) <= 8


def test_the_first_difference_ends_the_kernels_of_the_others(tmp_path: Path) -> None:
    begun = tmp_path / "pid"
    path = f"from pathlib import Path\nbegun = Path({str(begun)!r})\n"
    announce = "import os\nbegun.write_text(str(os.getpid()))\n"
    forever = new_notebook(cells=[new_code_cell(f"{path}{announce}while True: pass")])
    one = stored_wrongly()
    one.cells.insert(
        0, new_code_cell(f"{path}while not (begun.exists() and begun.read_text()): pass")
    )
    with pytest.raises(SystemExit, match=r"one\.ipynb, cell view"):
        executed({"forever": forever, "one": one}, tmp_path / "cache")
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.read_text()), 0)


def test_an_output_that_differs_every_time_is_replaced(cache: Path) -> None:
    one = stored_wrongly()
    one.cells[-1].metadata["tags"] = ["nbval-ignore-output"]
    data = executed({"one": one}, cache)["one"].cells[-1].outputs[0].data
    assert "n is 2" in data["text/html"]
