"""Make the images of the README: live views as they stand in JupyterLab.

PYTHONPATH=tests/browser python -m images
"""

import shutil
import tempfile
from pathlib import Path

from lab import Lab
from server import chromium_at, jupyterlab

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
VIEWS = {
    "patterns": ("notebooks/04_causal_mask.ipynb", "patterns-explore"),
    "change": ("notebooks/03_softmax_axis.ipynb", "change"),
    "heads": ("notebooks/05_multi_head.ipynb", "made-heads"),
}


def main() -> None:
    """Run the notebooks and photograph their views."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is missing: apt-get install chromium")
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "notebooks", folder / "course" / "notebooks")
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


if __name__ == "__main__":
    main()
