"""Many pictures of one figure, each stored as its difference from another."""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
MOST_DIFFERENT = 0.02  # share of the pixels: if more differ, a picture is stored whole
MOST_COMPARED = 4  # how many of the last whole pictures to compare with
Layers = list[str]


def layers_of(pngs: Iterable[bytes]) -> list[Layers]:
    """Write each picture as PNG files in base64, to be drawn on top of each other.

    While a slider moves, most of a figure stays the same. A picture then has two files: one that it
    shares with other pictures, and one with the differences, transparent elsewhere. Colours are
    reduced to 256.

    Examples
    --------
    >>> from course.views.figure import Canvas, Picture
    >>> nothing = Picture(lambda figure, theme: None, lambda figure, theme: [], "Nothing.")
    >>> png = Canvas().png(nothing)
    >>> [len(layers) for layers in layers_of([png, png])]
    [1, 2]
    """
    shared: list[_Shared] = []
    return [_layers(_pixels(png), shared) for png in pngs]


def _pixels(png: bytes) -> Pixels:
    """Read the pixels, (height, width, 4)."""
    return np.array(Image.open(BytesIO(png)).convert("RGBA"))


@dataclass(frozen=True)
class _Shared:
    pixels: Pixels
    file: str = field(repr=False)

    def changed(self, pixels: Pixels) -> NDArray[np.bool_]:
        if self.pixels.shape != pixels.shape:
            return np.ones(pixels.shape[:2], bool)
        # Compare all four numbers of a pixel at once.
        return np.asarray(self.pixels.view(np.uint32) != pixels.view(np.uint32))[..., 0]


def _layers(pixels: Pixels, shared: list[_Shared]) -> Layers:
    latest = shared[-MOST_COMPARED:]
    changes = [under.changed(pixels) for under in latest]
    least = min(changes, key=np.count_nonzero, default=np.ones(1, bool))
    if least.mean() > MOST_DIFFERENT:
        shared.append(_Shared(pixels, _file(pixels)))
        return [shared[-1].file]
    under = next(one for one, change in zip(latest, changes, strict=True) if change is least)
    return [under.file, _file(pixels * least[..., None])]


def _file(pixels: Pixels) -> str:
    target = BytesIO()
    colours = Image.fromarray(pixels).quantize(
        method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    colours.save(target, "png", compress_level=6)  # level 9 takes 7 times as long, to save 5 %
    return b64encode(target.getvalue()).decode()
