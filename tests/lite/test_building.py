"""What the build writes: Pyodide's lock file, and links that work."""

import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from packages import CDN, COMPILED, COURSE, DRAWING, DRAWS, LOCK, compress, write_lock

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))

import pages  # noqa: E402

WHEELS = {
    "attention_course-1.0-py3-none-any.whl": COURSE,
    "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl": "numpy",
    "pure_eval-0.2.3-py3-none-any.whl": "pure-eval",
}


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    official = {
        name: {"name": name, "file_name": f"{name}.whl", "sha256": "1"} for name in COMPILED
    }
    (tmp_path / LOCK).write_text(json.dumps({"info": {}, "packages": {**official, "scipy": {}}}))
    for wheel in WHEELS:
        (tmp_path / wheel).write_text(wheel)
    return tmp_path


def packages_of(pyodide: Path) -> dict[str, dict[str, object]]:
    return json.loads((pyodide / LOCK).read_text())["packages"]


def test_the_lock_names_the_wheels_beside_it_and_their_hashes(pyodide: Path) -> None:
    write_lock(pyodide, elsewhere=None)
    named = {str(entry["file_name"]): entry for entry in packages_of(pyodide).values()}
    assert {file: entry["name"] for file, entry in named.items()} == WHEELS
    for file, entry in named.items():
        assert entry["sha256"] == hashlib.sha256(file.encode()).hexdigest()


def test_what_is_missing_is_loaded_from_pyodides_server_with_its_hash(pyodide: Path) -> None:
    write_lock(pyodide)
    write_lock(pyodide)  # doing it again changes nothing
    entry = packages_of(pyodide)["matplotlib"]
    assert (entry["file_name"], entry["sha256"]) == (f"{CDN}matplotlib.whl", "1")


@pytest.mark.parametrize("elsewhere", [CDN, None])
def test_the_course_brings_everything_but_what_draws(elsewhere: str | None, pyodide: Path) -> None:
    (pyodide / "python_dateutil-2.9-py3-none-any.whl").touch()
    write_lock(pyodide, elsewhere)
    packages = packages_of(pyodide)
    assert {COURSE, *packages[COURSE]["depends"]} == {*packages} - {*DRAWING}
    if elsewhere:
        assert {DRAWS, *packages[DRAWS]["depends"]} == {*packages} & {*DRAWING}


def test_wheels_are_compressed(tmp_path: Path) -> None:
    wheel = tmp_path / "one-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("one.py", "1\n" * 10_000)
    (tmp_path / "small").mkdir()
    compress(wheel, tmp_path / "small")
    small = tmp_path / "small" / wheel.name
    assert small.stat().st_size < wheel.stat().st_size / 50
    assert zipfile.ZipFile(small).read("one.py") == zipfile.ZipFile(wheel).read("one.py")


def test_the_page_has_the_same_widgets_as_jupyterlab() -> None:
    in_browser = (ROOT / "docs" / "lite" / "browser.txt").read_text()
    (anywidget,) = re.findall("^anywidget==.*", in_browser, re.MULTILINE)
    assert anywidget in (ROOT / "constraints.txt").read_text().splitlines()


@pytest.mark.parametrize("built", [True, False])
def test_pages_lead_to_the_course_in_the_browser_only_where_it_is(
    built: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "up_to_date", lambda: built)
    title = nbformat.v4.new_markdown_cell("# A lesson\n\nText")
    notebook = nbformat.v4.new_notebook(cells=[title])
    pages._lead_on(notebook, "Run this lesson", "notebooks", "11_training", "Exercises")
    assert (
        "../live/lab/index.html?reset&amp;run=1&amp;path=notebooks/11_training.ipynb"
        in title.source
    ) == built
    assert ("for some minutes" in title.source) == built
