"""Runs axe-core on the outputs of the open notebook, and on any other page."""

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
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
# Everything else is hidden while axe runs, because it draws and reads whatever is in the window.
ONLY_OUTPUTS = """
    .jp-MarkdownCell, .jp-InputArea, .jp-CodeCell:not(:has(.jp-OutputArea-output)) {
        display: none !important;
    }
"""
# JupyterLab makes links of addresses in plain text, and styles them itself.
OUTPUTS = {
    "include": [".jp-NotebookPanel .jp-OutputArea-output"],
    "exclude": [".jp-RenderedText a"],
}
# Landmarks are set by JupyterLab; only the outputs are ours.
ALL_RULES = {"rules": {"region": {"enabled": False}}}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # rules that a theme can break
RUN = """async ([place, options]) => {
    const found = await axe.run(place, {...options, resultTypes: ['violations']});
    return found.violations.flatMap(({id, help, nodes}) =>
        nodes.map(({html}) => `${id}: ${help}: ${html.slice(0, 200)}`));
}"""


def violations(page: Page, rules: dict[str, Any] = ALL_RULES) -> list[str]:
    """Show all outputs at once, and run axe on them."""
    usual = page.viewport_size
    assert usual
    style = page.add_style_tag(content=ONLY_OUTPUTS)
    height = page.evaluate(HEIGHT)
    page.set_viewport_size({"width": usual["width"], "height": height + 400})
    page.wait_for_function(FITS, arg=height)
    found = look(page, OUTPUTS, rules)
    page.set_viewport_size(usual)
    style.evaluate("style => style.remove()")
    return found


def look(page: Page, place: str | dict[str, list[str]], rules: dict[str, Any]) -> list[str]:
    """List what axe finds in a part of the page, as `rule: help: html`."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    return list(page.evaluate(RUN, [place, rules]))
