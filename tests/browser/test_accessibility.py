"""What axe-core finds in the outputs of every notebook: nothing, on a light page and on a dark one."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from lab import Lab
from playwright.sync_api import expect
from test_views import PATHS

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"
SET_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
# axe measures no contrast outside the window, nor outside the page's body: JupyterLab's has no height.
HEIGHT = """() => {
    document.body.style.height = '100vh';
    return document.querySelector('.jp-NotebookPanel .jp-WindowedPanel-outer').scrollHeight;
}"""
FITS = """height => {
    const notebook = document.querySelector('.jp-NotebookPanel .jp-WindowedPanel-outer');
    notebook.scrollTop = 0;
    return notebook.clientHeight >= height && notebook.scrollTop === 0;
}"""
# All else is left out while axe looks: it draws, and reads, whatever is in the window.
ONLY_OUTPUTS = """
    .jp-MarkdownCell, .jp-InputArea, .jp-CodeCell:not(:has(.jp-OutputArea-output)) {
        display: none !important;
    }
"""
# Landmarks are JupyterLab's to set: ours is what stands in its outputs.
RUN = """async () => {
    const rules = {region: {enabled: false}};
    const found = await axe.run('.jp-NotebookPanel .jp-OutputArea-output', {rules});
    return found.violations.flatMap(({id, help, nodes}) =>
        nodes.map(({html}) => `${id}: ${help}: ${html.slice(0, 200)}`));
}"""
PLANT = """() => {
    document.querySelector('.attnlib-view .controls label').style.color = 'silver';
    document.querySelector('.attnlib-view input').removeAttribute('id');
}"""


@pytest.fixture(params=[LIGHT, DARK])
def theme(request: pytest.FixtureRequest, lab: Lab) -> Iterator[str]:
    set_theme(lab, request.param)
    yield request.param
    set_theme(lab, LIGHT)


@pytest.mark.parametrize("path", PATHS)
def test_outputs_have_no_violations(path: str, theme: str, lab: Lab) -> None:
    assert violations(path, lab) == []


def test_what_is_planted_is_found(lab: Lab) -> None:
    lab.executed(PATHS[0])
    lab.page.evaluate(PLANT)
    rules = {said.partition(":")[0] for said in violations(PATHS[0], lab)}
    lab.close()
    assert rules == {"color-contrast", "label"}


def violations(path: str, lab: Lab) -> list[str]:
    notebook = lab.executed(path)
    expect(notebook.code_cells.last.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"))
    usual = lab.page.viewport_size
    assert usual
    style = lab.page.add_style_tag(content=ONLY_OUTPUTS)
    height = lab.page.evaluate(HEIGHT)
    lab.page.set_viewport_size({"width": usual["width"], "height": height + 400})
    lab.page.wait_for_function(FITS, arg=height)
    lab.page.evaluate(AXE)
    found = lab.page.evaluate(RUN)
    lab.page.set_viewport_size(usual)
    style.evaluate("style => style.remove()")
    return list(found)


def set_theme(lab: Lab, name: str) -> None:
    lab.page.evaluate(SET_THEME, name)
    expect(lab.page.locator(f"body[data-jp-theme-name='{name}']")).to_have_count(1)
