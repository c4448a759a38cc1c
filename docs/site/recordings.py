"""From the recordings in a notebook's outputs to what a page loads, and what it shows until then."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import reduce
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from PIL import Image

MIME = "application/vnd.attnlib.recording+json"
THEMES = ("light", "dark")


def place_recordings(notebook: NotebookNode, name: str, static: Path, root: str) -> None:
    """Write each recording of a notebook to a folder, and put HTML in its place.

    `root` is the way from the notebook's page to the front page.
    """
    folder = static / "views"
    images = f"{root}_static/views"
    for cell, data in _bundles(notebook):
        recording = data.pop(MIME, None)
        if recording and recording["form"] == "quiz":
            data["text/html"] = _quiz(recording, data["text/html"])
        elif recording:
            data["text/html"] = _view(recording, f"{name}/{cell.id}", folder, images)
        if "text/html" in data:
            data.pop("text/plain", None)


def _bundles(notebook: NotebookNode) -> Iterator[tuple[NotebookNode, NotebookNode]]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "data" in output:
                yield cell, output.data


def _quiz(recording: dict[str, Any], static: str) -> str:
    """Keep the replies for the script: as folded text, a search on the site would show them."""
    told = escape(json.dumps(recording, ensure_ascii=False))
    asked, _, _ = static.partition("<details>")
    return f'<div class="live" data-quiz="{told}">\n{asked}</div>'


def _view(recording: dict[str, Any], name: str, folder: Path, address: str) -> str:
    first = recording["answers"][_start(recording)]
    images = _Images(recording, name, folder, address)
    rows = "\n".join(
        f'<div class="side-by-side">{"".join(images.still(picture) for picture in row)}</div>'
        for row in first["rows"]
    )
    static = f'<div class="attnlib-view">\n<div class="pictures">\n{rows}\n</div>\n</div>'
    if not recording["controls"]:
        return static
    pictures = recording.pop("pictures")
    themed = bool(pictures["light"]["files"])
    write_kept(recording | {"themed": themed}, name, folder)
    if themed:
        for theme in THEMES:
            write_kept(pictures[theme], f"{name}-{theme}", folder)
    return f'<div class="live" data-recording="{name}">\n{static}\n</div>'


def _start(recording: dict[str, Any]) -> str:
    start, values = recording["start"], recording["values"]
    names = [form["name"] for form in recording["controls"]]
    return ",".join(str(values[name].index(start[name])) for name in names)


class _Images:
    """The pictures of the first answer, as they are to be seen without scripts, and on paper."""

    def __init__(self, recording: dict[str, Any], name: str, folder: Path, address: str) -> None:
        self._recording, self._name, self._folder, self._address = recording, name, folder, address

    def still(self, picture: dict[str, Any]) -> str:
        if "html" in picture:
            html = "".join(self._recording["pieces"][place] for place in picture["html"])
            below = f'<p class="sentence">{escape(picture["sentence"])}</p>'
            body = f'<div class="drawing">{html}</div>{below if picture["sentence"] else ""}'
        else:
            numbers = f'<div class="drawing">{picture["table"]}</div>'
            folded = f"<details><summary>The numbers</summary>{numbers}</details>"
            images = "".join(self._image(picture, theme) for theme in THEMES)
            body = f'<div class="drawing">{images}</div>{folded}'
        return f'<div class="picture">{body}</div>'

    def _image(self, picture: dict[str, Any], theme: str) -> str:
        place = picture["png"]
        pictures = self._recording["pictures"][theme]
        file = self._folder / f"{self._name}-{place}-{theme}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(
            _flat([b64decode(pictures["files"][n]) for n in pictures["layers"][place]])
        )
        size = f'width="{picture["width"]}" height="{picture["height"]}"'
        about = f'alt="{escape(picture["sentence"])}" loading="lazy"'
        source = f"{self._address}/{self._name}-{place}-{theme}.png"
        return f'<img class="only-{theme}" src="{source}" {size} {about}>'


def _flat(layers: list[bytes]) -> bytes:
    """Make one picture of its layers."""
    images = [Image.open(BytesIO(layer)).convert("RGBA") for layer in layers]
    target = BytesIO()
    reduce(Image.alpha_composite, images).quantize().save(target, "png", optimize=True)
    return target.getvalue()


def write_kept(held: object, name: str, folder: Path) -> None:
    """Write a script that hands over what it holds: a page opened as a file may load nothing else."""
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":"))
    packed = b64encode(zlib.compress(text.encode(), 9)).decode()
    file = folder / f"{name}.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'attnlibSite.keep("{name}","{packed}");\n')
