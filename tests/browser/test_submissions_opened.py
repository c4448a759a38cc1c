"""Submissions opened in JupyterLab run JavaScript, unless `coursetools collect` removes it."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from lab import Lab
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, writes
from pictures import notebook_of

from coursetools.collect import collect

RUNS = "window.attacks = [...(window.attacks ?? []), '{}'];"
WRITE = """([path, content]) => window.jupyterapp.serviceManager.contents
    .save(path, {type: 'file', format: 'text', content})"""
SUCCEEDS = "() => window.attacks.length > 0"
ATTACKS = "() => window.attacks"
WIDGET = {
    "model_name": "AnyModel",
    "model_module": "anywidget",
    "model_module_version": "*",
    "state": {"_esm": RUNS.format("widget") + "export default {}", "_anywidget_id": "submission"},
}
SVG = f'<svg xmlns="http://www.w3.org/2000/svg"><script>{RUNS.format("svg")}</script></svg>'
PROSE = f"""<script>{RUNS.format("script")}</script>
<img src="x" onerror="{RUNS.format("image")}"> <iframe srcdoc="<script>parent.{RUNS.format("frame")}</script>"></iframe>
{SVG} ![an attachment](attachment:picture.svg) [a link](javascript:{RUNS.format("link")})"""


def submission() -> str:
    """A notebook with every attack that needs neither trust nor a running cell."""
    html = new_output("display_data", data={"text/html": PROSE})
    script = new_output("display_data", data={"application/javascript": RUNS.format("output")})
    code = new_code_cell("1", outputs=[html, script], metadata={"trusted": True})
    prose = new_markdown_cell(PROSE, attachments={"picture.svg": {"image/svg+xml": SVG}})
    state = {"version_major": 2, "version_minor": 0, "state": {"w" * 32: WIDGET}}
    notebook = notebook_of([prose, code])
    notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": state}
    return str(writes(notebook))


BUTTON = '<button data-commandlinker-command="notebook:run-all-cells">Show my plot</button>'
ASKS_OR_RAN = ".jp-Dialog, .jp-Notebook .jp-OutputArea-child"


def with_button() -> str:
    """A notebook with a button that runs all cells; newer versions of JupyterLab ask first."""
    return str(writes(notebook_of([new_markdown_cell(BUTTON), new_code_cell("1")])))


def collected(text: str, folder: Path) -> str:
    with ZipFile(folder / "download.zip", "w") as archive:
        archive.writestr("Ana_1_assignsubmission_file/one.ipynb", text)
    (path,) = collect(folder / "download.zip", folder / "class", {"one": ()}).files
    return path.read_text(encoding="utf-8")


def open_attacking(lab: Lab, path: str, content: str) -> None:
    lab.page.evaluate("() => { window.attacks = []; }")
    lab.page.evaluate(WRITE, [path, content])
    lab.open(path)


def attacks(lab: Lab) -> list[str]:
    """The attacks that have succeeded within some seconds."""
    lab.page.wait_for_timeout(3_000)
    found: list[str] = lab.page.evaluate(ATTACKS)
    return found


def test_raw(lab: Lab) -> None:
    open_attacking(lab, "raw.ipynb", submission())
    lab.page.wait_for_function(SUCCEEDS)
    assert attacks(lab) == ["widget"]


@pytest.mark.thorough
def test_collected(lab: Lab, tmp_path: Path) -> None:
    open_attacking(lab, "collected.ipynb", collected(submission(), tmp_path))
    assert attacks(lab) == []


def test_a_raw_button_is_linked_to_a_command(lab: Lab) -> None:
    open_attacking(lab, "raw-button.ipynb", with_button())
    lab.page.get_by_role("button", name="Show my plot").click()
    lab.page.get_by_role("button", name="Cancel").click()


@pytest.mark.thorough
def test_a_collected_button_does_nothing(lab: Lab, tmp_path: Path) -> None:
    open_attacking(lab, "button.ipynb", collected(with_button(), tmp_path))
    lab.page.get_by_role("button", name="Show my plot").click()
    lab.page.wait_for_timeout(2_000)
    assert lab.page.locator(ASKS_OR_RAN).count() == 0
