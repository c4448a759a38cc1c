"""JupyterLab in the folder of the course: a start page, and notebooks unchanged by opening."""

import asyncio
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from submissions import ROOT, SOLUTION
from traitlets.config import Config, Configurable

from coursetools import lab
from coursetools.lab.contents import CleanContents

NAME = "kernel of this test"
LANGUAGE = IPythonKernel.language_info


class Server(Configurable):
    """A stand-in for Jupyter's server, which knows one kernel."""

    kernel_spec_manager = SimpleNamespace(
        get_kernel_spec=lambda name: SimpleNamespace(display_name=NAME)
    )


@pytest.fixture
def contents(tmp_path, monkeypatch) -> CleanContents:
    """The contents manager of a folder with one notebook."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))  # it remembers whom it trusts
    shutil.copy(SOLUTION, tmp_path / "one.ipynb")
    return CleanContents(parent=Server(), root_dir=str(tmp_path))


def opened(contents: CleanContents) -> dict[str, Any]:
    return asyncio.run(contents.get("one.ipynb"))["content"]


def saved(contents: CleanContents, notebook: dict[str, Any]) -> bytes:
    asyncio.run(contents.save({"type": "notebook", "content": notebook}, "one.ipynb"))
    return Path(contents.root_dir, "one.ipynb").read_bytes()


def test_a_notebook_comes_with_what_jupyterlab_would_write_into_it(contents):
    metadata = opened(contents)["metadata"]
    assert metadata["kernelspec"] == {
        "name": "python3",
        "display_name": NAME,
        "language": "python",
    }
    assert metadata["language_info"] == LANGUAGE


def test_opened_and_saved_it_is_the_same_byte_for_byte(contents):
    assert saved(contents, opened(contents)) == SOLUTION.read_bytes()


def test_a_cell_that_somebody_changed_is_all_that_changes(contents):
    notebook = opened(contents)
    notebook["cells"][0]["source"] = "# Mine"
    before, after = SOLUTION.read_text().splitlines(), saved(contents, notebook).decode()
    assert [line for line in after.splitlines() if line not in before] == ['    "# Mine"']


def test_a_notebook_of_another_kernel_keeps_its_words(contents):
    other = {"kernelspec": {"name": "julia", "display_name": "Julia", "language": "julia"}}
    notebook = opened(contents)
    notebook["metadata"].update(other)
    saved(contents, notebook)
    assert opened(contents)["metadata"]["kernelspec"] == other["kernelspec"]


def test_other_files_pass_as_they_are(contents):
    (Path(contents.root_dir) / "words.txt").write_text("words")
    assert asyncio.run(contents.get("words.txt"))["content"] == "words"
    listed = asyncio.run(contents.get(""))["content"]
    assert {one["name"] for one in listed} >= {"words.txt", "one.ipynb"}
    assert asyncio.run(contents.get("one.ipynb", content=False))["content"] is None


def linked(folder: Path, **settings: object) -> SimpleNamespace:
    """A server that was started there, after loading the extension."""
    server = SimpleNamespace(
        root_dir=str(folder),
        config=Config(settings),
        contents_manager_class=AsyncLargeFileManager,
    )
    lab._link_jupyter_server_extension(server)
    return server


def test_in_the_course_it_opens_the_start_page():
    one = linked(ROOT)
    assert one.config.LabApp.default_url == "/lab/tree/notebooks/START.md"
    assert one.contents_manager_class is CleanContents


def test_elsewhere_it_changes_nothing(tmp_path):
    one = linked(tmp_path)
    assert "default_url" not in one.config.LabApp
    assert one.contents_manager_class is AsyncLargeFileManager


def test_who_asks_for_another_page_gets_it():
    asked = {"default_url": "/lab/tree/notebooks"}
    assert linked(ROOT, LabApp=asked).config.LabApp == asked


def test_the_environment_has_what_switches_it_on():
    """If this fails, run make, or python -m pip install -c constraints.txt -e . again."""
    places = {
        "course-server.json": "etc/jupyter/jupyter_server_config.d",
        "course-settings.json": "share/jupyter/lab/settings/overrides.d",
        "labextension/package.json": "share/jupyter/labextensions/attention-course",
        "labextension/plugins.js": "share/jupyter/labextensions/attention-course",
    }
    for name, place in places.items():
        source = Path(lab.__file__).parent / name
        assert (Path(sys.prefix) / place / source.name).read_text() == source.read_text()
