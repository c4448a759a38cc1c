"""How long from a key press to the changed picture: on the website against JupyterLab.

    python benchmarks/site.py

The same views, sliders and browser in the same run. Writes benchmarks/SITE.md.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from latency import CELLS, OBSERVE, key_latency, notebook_of

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "docs" / "site")]

from execution import executed  # noqa: E402
from lab import Lab  # noqa: E402
from pages import write_scripts  # noqa: E402
from playwright.sync_api import Locator, Page  # noqa: E402
from recordings import place_recordings  # noqa: E402
from server import chromium_at, jupyterlab  # noqa: E402

VIEWS = {"our_table": "heat table, 8 x 8", "our_figure": "curves, 3 lines"}
SHOWN = {name: CELLS[name] for name in ("imports", "shows", *VIEWS)}
PAGE = """<!doctype html><html lang="en" data-theme="light"><title>Latency</title>
<link rel="stylesheet" href="_static/widgets.css"><script src="_static/views.js"></script>
<body>{cells}</body></html>"""
CELL = '<div id="{name}"><div class="jp-OutputArea">{html}</div></div>'


def main() -> None:
    """Measure and write benchmarks/SITE.md."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is missing: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "course").mkdir()
        nbformat.write(notebook_of(SHOWN), folder / "course" / "latency.ipynb")
        address_of_page = _page(folder)
        with (
            jupyterlab(folder / "course", folder) as address,
            chromium_at(address, chromium) as page,
        ):
            notebook = Lab(page, []).open("latency.ipynb")
            notebook.run_all()
            notebook.output("our_figure").last.wait_for(timeout=180_000)
            in_lab = _measured(page, notebook.cell)
            page.goto(address_of_page)
            on_site = _measured(page, lambda name: page.locator(f"#{name}"))
    table = _table(in_lab, on_site)
    (ROOT / "benchmarks" / "SITE.md").write_text(table)
    print(table)


def _page(folder: Path) -> str:
    """Write a page as the site has them, with the views alone; give its address."""
    notebook = executed({"latency": notebook_of(SHOWN)}, folder / "executed")["latency"]
    static = folder / "site" / "_static"
    static.mkdir(parents=True)
    write_scripts(static)
    place_recordings(notebook, "latency", static, "")
    html = {cell.id: cell.outputs[0].data["text/html"] for cell in notebook.cells if cell.outputs}
    cells = "".join(CELL.format(name=name, html=html[name]) for name in VIEWS)
    file = folder / "site" / "index.html"
    file.write_text(PAGE.format(cells=cells), encoding="utf-8")
    return file.as_uri()


def _measured(page: Page, cell_of: Callable[[str], Locator]) -> dict[str, float]:
    """Give the 95th percentile of the milliseconds for each view."""
    taken = {}
    for name in VIEWS:
        cell = cell_of(name)
        handle = cell.locator("input[type=range]")
        handle.scroll_into_view_if_needed()
        cell.evaluate(OBSERVE)
        taken[name] = key_latency(cell, handle, page)
    return taken


def _table(in_lab: dict[str, float], on_site: dict[str, float]) -> str:
    lines = [
        "# Latency of the website's views",
        "",
        "Written by `python benchmarks/site.py`: from a key press to the changed picture, 95th percentile, on a",
        "page of recorded states and in JupyterLab, in one run on one machine.",
        "",
        "| picture | website | JupyterLab | ratio |",
        "|---|---|---|---|",
        *(
            f"| {words} | {on_site[name]:.0f} ms | {in_lab[name]:.0f} ms "
            f"| {on_site[name] / in_lab[name]:.2f} |"
            for name, words in VIEWS.items()
        ),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
