"""How long does it take from a key press to the changed picture? Compares our views with ipywidgets.

    python benchmarks/latency.py

The comparison is with `interactive` and `plt.show`, for the same slider and the same picture, in the
same run of a real JupyterLab and a real Chromium. Writes benchmarks/LATENCY.md.
"""

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat
import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from lab import Lab, OpenNotebook  # noqa: E402
from playwright.sync_api import Locator, Page  # noqa: E402
from server import chromium_at, jupyterlab  # noqa: E402

PRESSES = 40
DRAG_STEPS = 30
UPDATES = 500

CELLS = {
    "imports": """
import json, time
import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
from attnlib import softmax
from attnlib import dot_scores
from course.views import bars, curves, explore, heat_table, plane, point_of_plane

scores = np.random.default_rng(0).normal(size=(8, 8))
tokens = "The cat sat on the mat and slept".split()
temperatures = np.geomspace(0.1, 10, 60)
lines = softmax(np.outer(1 / temperatures, [2, 1, 0])).T
""",
    "shows": """
def our_table(temperature=1.0):
    return heat_table(softmax(scores / temperature), tokens, tokens)

def stock_table(temperature=1.0):
    weights = softmax(scores / temperature)
    fig, ax = plt.subplots()
    ax.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    ax.set_xticks(range(8), tokens, rotation=45)
    ax.set_yticks(range(8), tokens)
    for (i, j), weight in np.ndenumerate(weights):
        ax.text(j, i, f"{weight:.2f}", ha="center", va="center")
    plt.show()

def our_figure(temperature=1.0):
    named = {f"score {2 - i}": line for i, line in enumerate(lines)}
    labels = {"title": "Weights", "xlabel": "temperature", "ylabel": "weight"}
    return curves(temperatures, named, at=temperature, logx=True, **labels)

def our_plane(query=(-1.0, 1.0)):
    keys = {"one": (2, 0.5), "two": (-1, 2), "three": (0.5, -2)}
    arrows = plane({"query": query, **keys}, movable={"query": "query"}, step=0.02, title="Turn it")
    scores = dot_scores(query, list(keys.values()))
    return [arrows, bars(scores, list(keys), title="Scores", ylabel="score", ylim=(-9, 9))]

def stock_figure(temperature=1.0):
    fig, ax = plt.subplots(figsize=(7, 3.2))
    for i, line in enumerate(lines):
        ax.plot(temperatures, line, label=f"score {2 - i}")
    ax.axvline(temperature)
    ax.set(title="Weights", xlabel="temperature", ylabel="weight", xscale="log")
    ax.legend()
    plt.show()
""",
    "our_table": "view = explore(our_table, temperature=(0.1, 8.1, 0.1))\nview",
    "stock_table": "stock = ipywidgets.interactive(stock_table, temperature=(0.1, 8.1, 0.1))\nstock",
    "our_figure": "figure_view = explore(our_figure, temperature=(0.1, 8.1, 0.1))\nfigure_view",
    "stock_figure": (
        "figure_stock = ipywidgets.interactive(stock_figure, temperature=(0.1, 8.1, 0.1))\n"
        "figure_stock"
    ),
    "our_plane": "plane_view = explore(our_plane, query=point_of_plane())\nplane_view",
    "kernel_time": f"""
def resident():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * 4096 / 2**20

def milliseconds(move, times=30):
    taken = []
    for temperature in np.linspace(0.2, 8, times):
        start = time.perf_counter()
        move(round(float(temperature), 1))
        taken.append(1000 * (time.perf_counter() - start))
    return sorted(taken)[times // 2]

def move_ours(view):
    return lambda t: view.set(temperature=t)

def move_stock(stock):
    return lambda t: setattr(stock.children[0], "value", t)

kernel = {{
    "our_table": milliseconds(move_ours(view)),
    "stock_table": milliseconds(move_stock(stock)),
    "our_figure": milliseconds(move_ours(figure_view)),
    "stock_figure": milliseconds(move_stock(figure_stock)),
}}
kernel["our_plane"] = milliseconds(lambda t: plane_view.set(query=(t / 4, 1)))
grown = {{}}
for name, moved in dict(our_table=view, our_figure=figure_view).items():
    milliseconds(move_ours(moved), 100)
    before = resident()
    milliseconds(move_ours(moved), {UPDATES})
    grown[name] = resident() - before
print(json.dumps({{"kernel": kernel, "grown": grown}}))
""",
}

# Records the times at which the picture in a cell's output has changed.
OBSERVE = """cell => {
    const output = cell.querySelector('.jp-OutputArea');
    const picture = () => {
        const ours = output.querySelector('.pictures');
        const image = output.querySelector('img');
        if (!ours) return image?.complete && image.naturalWidth ? image.src : null;
        return ours.querySelector('canvas')?.dataset.turn ?? [...ours.querySelectorAll('.drawing')].at(-1).innerHTML;
    };
    const state = {pressed: 0, changes: [], last: picture()};
    const look = () => {
        const seen = picture();
        if (seen === null || seen === state.last) return;
        state.last = seen;
        state.changes.push(performance.now());
    };
    new MutationObserver(look).observe(output, {subtree: true, childList: true, attributes: true});
    output.addEventListener('load', look, true);
    document.addEventListener('keydown', event => { state.pressed = event.timeStamp; }, true);
    cell.latency = state;
}"""


def main() -> None:
    """Measure and write benchmarks/LATENCY.md."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is missing: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        course = folder / "course"
        course.mkdir()
        nbformat.write(notebook_of(CELLS), course / "latency.ipynb")
        with jupyterlab(course, folder) as address, chromium_at(address, chromium) as page:
            notebook = Lab(page, []).open("latency.ipynb")
            notebook.run_all()
            measured = _measure(notebook, page)
    table = _table(measured)
    (ROOT / "benchmarks" / "LATENCY.md").write_text(table)
    print(table)


def notebook_of(cells: dict[str, str]) -> Any:
    """Make a notebook whose cells have these names."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
    notebook.cells = [
        nbformat.v4.new_code_cell(source.strip(), id=name) for name, source in cells.items()
    ]
    return notebook


def _measure(notebook: OpenNotebook, page: Page) -> dict[str, dict[str, float]]:
    printed = notebook.output("kernel_time").last
    printed.wait_for(timeout=180_000)
    told = json.loads(printed.inner_text())
    results: dict[str, dict[str, float]] = {}
    for name in ("our_table", "stock_table", "our_figure", "stock_figure", "our_plane"):
        cell = notebook.cell(name)
        cell.evaluate(OBSERVE)
        handle = cell.locator("input[type=range], .noUi-handle, [data-drag]").first
        handle.scroll_into_view_if_needed()
        results[name] = {
            "key": key_latency(cell, handle, page),
            "frames": _drag_frames(cell, handle, page) if name != "our_plane" else float("nan"),
            "kernel": told["kernel"][name],
            "grown": told["grown"].get(name, float("nan")),
        }
    return results


def key_latency(cell: Locator, handle: Locator, page: Page) -> float:
    """Measure the milliseconds from key press to changed picture: their 95th percentile."""
    handle.focus()
    page.keyboard.press("Home")
    time.sleep(1)
    taken = []
    for _ in range(PRESSES):
        before = cell.evaluate("cell => cell.latency.changes.length")
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "([cell, before]) => cell.latency.changes.length > before",
            arg=[cell.element_handle(), before],
        )
        time.sleep(0.15)
        taken.append(
            cell.evaluate("(cell, n) => cell.latency.changes[n] - cell.latency.pressed", before)
        )
    return float(np.percentile(taken, 95))


def _drag_frames(cell: Locator, handle: Locator, page: Page) -> float:
    """Count the different pictures that were shown during a drag of 30 steps at 60 Hz."""
    handle.focus()
    page.keyboard.press("Home")
    time.sleep(1)
    box = handle.bounding_box() or {}
    # A native slider is as wide as its track; in ipywidgets, only the handle is found.
    wide = box["width"] > 100
    x, y = box["x"] + (8 if wide else box["width"] / 2), box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    before = cell.evaluate("cell => cell.latency.changes.length")
    start = time.perf_counter()
    for step in range(1, DRAG_STEPS + 1):
        page.mouse.move(x + 6 * step, y)
        time.sleep(max(0, start + step / 60 - time.perf_counter()))
    shown = cell.evaluate("cell => cell.latency.changes.length")
    page.mouse.up()
    time.sleep(1)
    return float(shown - before)


def _table(measured: dict[str, dict[str, float]]) -> str:
    lines = [
        "# Latency of the live views",
        "",
        "Written by `python benchmarks/latency.py`: JupyterLab and Chromium on one machine, ratios to",
        "`ipywidgets.interactive` with `plt.show` of the same picture in the same run.",
        "",
        "| picture | key press to picture, p95 | kernel time an update | "
        f"pictures in a drag of {DRAG_STEPS} steps (stock) | memory after {UPDATES} updates |",
        "|---|---|---|---|---|",
    ]
    for kind, words in {"table": "heat table, 8 x 8", "figure": "curves, 3 lines"}.items():
        ours, stock = measured[f"our_{kind}"], measured[f"stock_{kind}"]
        lines.append(
            f"| {words} | {ours['key'] / stock['key']:.2f} ({ours['key']:.0f} of {stock['key']:.0f} ms) "
            f"| {ours['kernel'] / stock['kernel']:.3f} | {ours['frames']:.0f} ({stock['frames']:.0f}) "
            f"| {ours['grown']:+.1f} MiB |"
        )
    arrow = measured["our_plane"]
    lines += [
        "",
        "An arrow of a plane follows the mouse without the kernel. Its scores, which the kernel computes, follow",
        f"a key press after {arrow['key']:.0f} ms (p95), of which the kernel takes {arrow['kernel']:.0f} ms.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
