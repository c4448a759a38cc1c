"""How large are the website's pages, and how fast are their views? Compares them with JupyterLab.

    make site && python benchmarks/site.py

Measures the same views and sliders in the same browser and the same run, twice. Writes benchmarks/SITE.md.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from latency import CELLS, OBSERVE, key_latency, notebook_of

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("tests/browser", "docs/site", "docs/lite")]

from execution import executed  # noqa: E402
from lab import Lab  # noqa: E402
from pages import lectures, write_scripts  # noqa: E402
from playwright.sync_api import Locator, Page  # noqa: E402
from recordings import place_recordings  # noqa: E402
from server import chromium_at, jupyterlab, settle  # noqa: E402

SITE = ROOT / "build" / "site" / "html"
ROUNDS = 2
VIEWS = {"our_table": "heat table, 8 x 8", "our_figure": "curves, 3 lines"}
SHOWN = {name: CELLS[name] for name in ("imports", "shows", *VIEWS)}
PAGE = """<!doctype html><html lang="en" data-theme="light"><title>Latency</title>
<link rel="stylesheet" href="_static/widgets.css"><script src="_static/views.js"></script>
<body>{cells}</body></html>"""
ALIVE = "() => document.querySelector('.live .attnlib-view:is(.quiz, :has(.controls))') !== null"
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
            rounds = [_round(page, address, address_of_page) for _ in range(ROUNDS)]
            pages = [_row(page, name) for name in ("index", *lectures())]
    table = _table(rounds, pages)
    (ROOT / "benchmarks" / "SITE.md").write_text(table)
    print(table)


def _round(page: Page, lab: str, site: str) -> list[dict[str, float]]:
    """Measure both, one after the other."""
    page.goto(lab)
    settle(page)
    notebook = Lab(page, []).open("latency.ipynb")
    notebook.run_all()
    notebook.output("our_figure").last.wait_for(timeout=180_000)
    in_lab = _measured(page, notebook.cell)
    page.goto(site)
    return [_measured(page, lambda name: page.locator(f"#{name}")), in_lab]


def _page(folder: Path) -> str:
    """Write a page like the site's, but only with the views, and return its address."""
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
    """Measure the 95th percentile of the milliseconds for each view."""
    taken = {}
    for name in VIEWS:
        cell = cell_of(name)
        handle = cell.locator("input[type=range]")
        handle.scroll_into_view_if_needed()
        cell.evaluate(OBSERVE)
        taken[name] = key_latency(cell, handle, page)
    return taken


def _row(page: Page, name: str) -> str:
    """Say how much a page of the website loads with all its views, and when its first view responds."""
    path = SITE / "index.html" if name == "index" else SITE / "notebooks" / f"{name}.html"
    views = [
        one for one in (SITE / "_static" / "views" / name).glob("*") if "-dark" not in one.name
    ]
    size = sum(one.stat().st_size for one in [path, *views])
    page.goto(path.as_uri())
    page.locator(".live").first.scroll_into_view_if_needed()
    page.wait_for_function(ALIVE)
    taken = page.evaluate("() => performance.now()")
    return f"| {name} | {size / 1000:,.0f} kB | {taken / 1000:.1f} s |"


def _table(rounds: list[list[dict[str, float]]], pages: list[str]) -> str:
    lines = [
        "# The website in figures",
        "",
        "Written by `python benchmarks/site.py`. From a key press to the changed picture, 95th percentile, on a",
        "page of recorded states and in JupyterLab, twice in one run on one machine:",
        "",
        "| picture | website | JupyterLab | ratio |",
        "|---|---|---|---|",
        *(
            f"| {words} | {site[name]:.0f} ms | {lab[name]:.0f} ms | {site[name] / lab[name]:.2f} |"
            for name, words in VIEWS.items()
            for site, lab in rounds
        ),
        "",
        "The size of a page's files, with all its views in one theme, and the time until its first view can be used:",
        "",
        "| page | size | time |",
        "|---|---|---|",
        *pages,
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
