"""Make the images of the README: live views in JupyterLab, and one animation.

PYTHONPATH=tests/browser python -m images
"""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path

import nbformat
from gallery import THEMES
from lab import Lab
from PIL import Image
from server import chromium_at, jupyterlab

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
VIEWS = {
    "riddle": ("notebooks/08_block.ipynb", "hook"),
}
ASKING = """
from ipywidgets import IntSlider

from attnlib import attention_steps
from attnlib.view import arcs, explore, mixture
from attnlib.words import FEATURES, MEANINGS, feature_vectors, pattern, tokens_of

sentence = tokens_of("the cat sat on the mat because it was tired")
X = feature_vectors(sentence)[:, :MEANINGS]
W_q, W_k = (matrix[:MEANINGS] for matrix in pattern("coreference"))
it = sentence.index("it")
some = [FEATURES.index(name) for name in ("being", "thing", "action", "describes")]
names = {"tokens": sentence, "features": [FEATURES[place] for place in some], "word": "it"}


def ask(loud=0):
    weights, output = attention_steps(loud / 100 * X @ W_q, X @ W_k, X)[2:]
    return (
        arcs(sentence, weights[it], it, title="Where it looks"),
        mixture(X[it, some], output[it, some], weights[it], X[:, some], limits=(0, 1), **names),
    )


explore(ask, loud=IntSlider(0, max=100, step=5, description="how loud it asks, in %"))
"""
STEPS = 20
EACH, FIRST, LAST = 120, 1_500, 4_000  # milliseconds
ROUNDS = 3  # then it stops: endless motion distracts readers


def main() -> None:
    """Run the notebooks, take screenshots of their views, and move the slider of the last one."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is missing: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "notebooks", folder / "course" / "notebooks")
        nbformat.write(_asking(), folder / "course" / "asking.ipynb")
        with (
            jupyterlab(folder / "course", folder) as address,
            chromium_at(address, chromium) as page,
        ):
            page.set_viewport_size({"width": 1400, "height": 1400})
            lab = Lab(page, [])
            for image, (path, cell) in VIEWS.items():
                view = lab.executed(path).view(cell)
                view.pictures.locator(".picture").first.wait_for()
                view.body.screenshot(path=IMAGES / f"{image}.png")
            page.set_viewport_size({"width": 1100, "height": 1400})
            _film(lab)


def _asking() -> nbformat.NotebookNode:
    cell = nbformat.v4.new_code_cell(ASKING.strip(), id="asking")
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel})


def _film(lab: Lab) -> None:
    """Ask louder and louder: a film for light pages and for dark ones, and the end of each."""
    view = lab.executed("asking.ipynb").view("asking")
    slider = view.controls.first
    for suffix, theme in THEMES.items():
        lab.set_theme(theme)
        slider.press("Home")
        frames = []
        for _ in range(STEPS + 1):
            lab.page.wait_for_timeout(300)
            frames.append(Image.open(BytesIO(view.body.screenshot())).convert("RGB"))
            slider.press("ArrowRight")
        frames[-1].save(IMAGES / f"asking{suffix}.png", optimize=True)
        _write_film(frames, IMAGES / f"asking{suffix}.gif")


def _write_film(frames: list[Image.Image], path: Path) -> None:
    colours = frames[-1].quantize(64)
    first, *others = (frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames)
    durations = [FIRST, *[EACH] * (STEPS - 1), LAST]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=ROUNDS - 1)


if __name__ == "__main__":
    main()
