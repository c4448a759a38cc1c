"""Figures with matplotlib, without pyplot: fixed parts are drawn once, moving parts on top."""

import io
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from course.views.colours import DARK, LIGHT, Theme
from course.views.sentence import paragraph
from course.views.widgets import Panel, widget_bundle

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

# An inch of a figure is wider on a page than in print, and has more pixels than the page, to be sharp.
DOTS_PER_INCH, ON_PAGE = 150, 115
NOT_DRAWN = "This figure needs matplotlib, which could not be loaded here. Its numbers are above."
# 4.36 inches may be 653.99... pixels, which matplotlib before 3.11 rounds down to 653.
UPWARDS = 1e-9

Frame = Callable[["Figure", Theme], None]
Marks = Callable[["Figure", Theme], Sequence["Artist"]]


@dataclass(frozen=True, repr=False)
class Picture:
    """How to draw something, the sentence that says what it shows, and its numbers.

    Attributes
    ----------
    frame : callable
        Draws the parts that stay while a slider moves (axes, ticks, labels) on an empty
        `matplotlib.figure.Figure`. It is hashable. Frames that compare equal must look the same,
        because they are drawn only once.
    marks : callable
        Adds the parts that move to that figure, and returns them.
    sentence : str
        What the picture shows, with numbers.
    table : str
        Some of the numbers, as HTML.
    size : (width, height)
        In inches; eight inches are the width of a page.

    Examples
    --------
    >>> Picture(lambda figure, theme: None, lambda figure, theme: [], "An empty picture.")
    An empty picture.
    """

    frame: Frame
    marks: Marks
    sentence: str
    table: str = ""
    size: tuple[float, float] = (8.0, 3.2)

    def __repr__(self) -> str:
        return self.sentence

    def on_panel(self, canvas: "Canvas", dark: bool) -> dict[str, Any]:
        """Draw it for a `Panel` (which explains the keys), or at least write its numbers."""
        if not can_draw():
            return {"html": f"{self.table}\n{paragraph(NOT_DRAWN)}", "sentence": self.sentence}
        width, height = (round(inches * ON_PAGE) for inches in self.size)
        told = {"sentence": self.sentence, "table": self.table, "width": width, "height": height}
        return told | {"png": canvas.png(self, dark)}

    def still(self) -> str:
        """Write its numbers and its sentence as HTML, for readers without a kernel."""
        return f"{self.table}\n{paragraph(self.sentence)}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        static = {"text/html": self.still(), "text/plain": self.sentence}
        return widget_bundle(panel_of(self)) | static


def panel_of(picture: Picture) -> Panel:
    """Show a picture on a panel without controls, in the colours of the page around it.

    Examples
    --------
    >>> nothing = Picture(lambda figure, theme: None, lambda figure, theme: [], "Nothing.")
    >>> panel_of(nothing).rows[0][0]["sentence"]
    'Nothing.'
    """
    canvas, panel = Canvas(), Panel()

    def draw(dark: bool) -> None:
        with panel.lock:
            panel.rows = [[picture.on_panel(canvas, dark)]]

    draw(panel.dark)
    panel.open()
    panel.observe(lambda change: draw(change.new), "dark")
    return panel


class Canvas:
    """Draws one picture after another, and reuses the frame as long as it stays the same.

    Drawing a figure spends most of its time on text. Each view therefore has its own canvas, and
    while a slider moves, only the marks are drawn.
    """

    def __init__(self) -> None:
        self._framed: object = None
        self._background: Any = None

    @cached_property
    def _agg(self) -> Any:  # it ships no types
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        return FigureCanvasAgg(Figure(dpi=DOTS_PER_INCH))

    @property
    def _figure(self) -> "Figure":
        figure: Figure = self._agg.figure
        return figure

    def png(self, picture: Picture, dark: bool = False) -> bytes:
        """Draw a picture and return it as a PNG file.

        Parameters
        ----------
        picture : Picture
        dark : bool
            Whether the page around it is dark.

        Returns
        -------
        bytes

        Examples
        --------
        >>> nothing = Picture(lambda figure, theme: None, lambda figure, theme: [], "Nothing.")
        >>> Canvas().png(nothing)[1:4]
        b'PNG'
        """
        theme = DARK if dark else LIGHT
        self._restore(picture, theme)
        renderer = self._agg.get_renderer()
        for mark in picture.marks(self._figure, theme):
            mark.draw(renderer)
            mark.remove()
        return _encoded(self._agg)

    def _restore(self, picture: Picture, theme: Theme) -> None:
        wanted = picture.frame, picture.size, theme
        if wanted != self._framed:
            self._framed = None  # so that no half-drawn frame is kept if an error is raised
            self._background = self._drawn(picture, theme)
            self._framed = wanted
        self._agg.restore_region(self._background)

    def _drawn(self, picture: Picture, theme: Theme) -> Any:
        self._figure.clear()
        width, height = picture.size
        self._figure.set_size_inches(width + UPWARDS, height + UPWARDS)
        self._figure.set_facecolor(theme.paper)
        picture.frame(self._figure, theme)
        self._agg.draw()
        return self._agg.copy_from_bbox(self._figure.bbox)


@cache
def can_draw() -> bool:
    """Check for matplotlib: in the browser, its server may be unreachable.

    >>> can_draw()
    True
    """
    return find_spec("matplotlib") is not None


def _encoded(agg: Any) -> bytes:
    from PIL import Image

    pixels = Image.frombuffer("RGBA", agg.get_width_height(), agg.buffer_rgba())
    target = io.BytesIO()
    pixels.convert("RGB").save(target, "png", compress_level=1, compress_type=zlib.Z_RLE)
    return target.getvalue()
