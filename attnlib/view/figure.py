"""Bars and curves on a matplotlib figure of their own: no pyplot, no state shared between two."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.colours import LINES
from attnlib.view.sentence import join, short

STYLES: Sequence[Any] = ("-", "--", "-.", ":", (0, (8, 2)), (0, (4, 1, 1, 1, 1, 1)))
DOTS_PER_INCH = 100


@dataclass(frozen=True, repr=False)
class Picture:
    """How to draw something, and the sentence that says what it shows.

    Attributes
    ----------
    draw : callable
        Draws on the empty `matplotlib.figure.Figure` it is given.
    sentence : str
        What is to be seen, with its numbers.
    size : (width, height)
        In inches; there are 100 pixels to an inch.

    Examples
    --------
    >>> Picture(lambda figure: None, "An empty picture.")
    An empty picture.
    """

    draw: Callable[[Figure], None]
    sentence: str
    size: tuple[float, float] = (7.0, 3.2)

    def __repr__(self) -> str:
        return self.sentence

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        # No text/html: JupyterLab would show it in place of the PNG.
        return {"text/plain": self.sentence, "image/png": png(self, Figure())}


def png(picture: Picture, figure: Figure) -> bytes:
    """Draw a picture on a figure, wiping what was there, and return the PNG file.

    >>> png(Picture(lambda figure: None, "An empty picture."), Figure())[1:4]
    b'PNG'
    """
    figure.clear()
    figure.set_size_inches(picture.size)
    figure.set_dpi(DOTS_PER_INCH)
    picture.draw(figure)
    target = io.BytesIO()
    FigureCanvasAgg(figure).print_png(target)  # type: ignore[no-untyped-call]
    return target.getvalue()


def bars(
    values: ArrayLike,
    labels: Sequence[object],
    *,
    title: str,
    ylabel: str,
    ylim: tuple[float, float] | None = None,
) -> Picture:
    """Draw one bar for each value.

    Parameters
    ----------
    values : (n,)
    labels : sequence of n labels
        A label may repeat.
    title, ylabel : str
    ylim : (low, high), optional
        Fix it where two pictures are compared, or a slider moves the bars.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is not one label for each value.

    Examples
    --------
    >>> bars([0.75, 0.25], ["cat", "mat"], title="Weights of sat", ylabel="weight")
    Weights of sat: highest 0.75 for cat, lowest 0.25 for mat, 2 bars.
    """
    heights = as_floats(values, "values")
    texts = [str(label) for label in labels]
    _check_bars(heights, texts)

    def draw(figure: Figure) -> None:
        axes = _axes(figure, title, ylabel, right=0.97)
        axes.bar(range(len(texts)), heights, color=LINES[0])
        axes.set_xticks(range(len(texts)), texts)
        axes.set_ylim(ylim)

    high, low = int(heights.argmax()), int(heights.argmin())
    extremes = f"highest {short(heights[high])} for {texts[high]}, lowest {short(heights[low])}"
    return Picture(draw, f"{title}: {extremes} for {texts[low]}, {len(texts)} bars.")


def curves(
    x: ArrayLike,
    lines: Mapping[str, ArrayLike],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    at: float | None = None,
    logx: bool = False,
) -> Picture:
    """Draw lines over the same x, each named at its right end.

    Parameters
    ----------
    x : (n,)
        Increasing.
    lines : mapping from label to (n,)
        At most six: each has a colour and a line style of its own.
    title, xlabel, ylabel : str
    at : float, optional
        Where to draw a vertical marker; the sentence then gives each line's value there,
        interpolated between its points.
    logx : bool
        Whether x is on a logarithmic scale.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If x does not increase, a line has another length, there are no lines or more than six,
        or `at` is outside x.

    Examples
    --------
    >>> curves([1, 2, 4], {"a": [0, 1, 3]}, title="Growth", xlabel="n", ylabel="y", at=3)
    Growth: at n = 3, a is 2.
    """
    xs = as_floats(x, "x")
    ys = {label: as_floats(y, label) for label, y in lines.items()}
    _check_lines(xs, ys, at)

    def draw(figure: Figure) -> None:
        right = 0.96 - 0.013 * max(len(label) for label in ys)
        axes = _axes(figure, title, ylabel, right)
        axes.set(xlabel=xlabel, xscale="log" if logx else "linear")
        axes.xaxis.set_major_formatter("{x:g}")  # 0.1, not a power of ten
        for y, colour, style in zip(ys.values(), LINES, STYLES, strict=False):
            axes.plot(xs, y, color=colour, linestyle=style)
        if at is not None:
            axes.axvline(at, color="#555555", linewidth=1)
        _label_ends(axes, ys)

    return Picture(draw, f"{title}: {_course(xs, ys, xlabel, at)}.")


def _check_bars(heights: Floats, texts: list[str]) -> None:
    if heights.shape != (len(texts),) or not texts:
        raise ValueError(
            f"bars: one label for each value is needed, but values are {heights.shape} and there "
            f"are {len(texts)} labels. Is it a matrix where one row was meant (try values[0])?"
        )


def _check_lines(xs: Floats, ys: Mapping[str, Floats], at: float | None) -> None:
    if xs.ndim != 1 or not (np.diff(xs) > 0).all():
        raise ValueError("x: one row of increasing numbers is needed. Should it be sorted?")
    if not 1 <= len(ys) <= len(LINES):
        raise ValueError(f"lines: 1 to {len(LINES)} can be told apart, but there are {len(ys)}.")
    for label, y in ys.items():
        if y.shape != xs.shape:
            raise ValueError(
                f"{label}: one y for each x is needed, but x is {xs.shape} and y is {y.shape}. "
                "Was it computed for another x?"
            )
    if at is not None and not xs[0] <= at <= xs[-1]:
        raise ValueError(f"at: {at} is outside x, which goes from {xs[0]:g} to {xs[-1]:g}.")


def _course(xs: Floats, ys: Mapping[str, Floats], xlabel: str, at: float | None) -> str:
    if at is not None:
        values = [f"{label} is {short(float(np.interp(at, xs, y)))}" for label, y in ys.items()]
        return f"at {xlabel} = {short(at)}, {join(values)}"
    ends = [f"{label} goes from {short(y[0])} to {short(y[-1])}" for label, y in ys.items()]
    return f"from {xlabel} = {short(xs[0])} to {short(xs[-1])}, {join(ends)}"


def _axes(figure: Figure, title: str, ylabel: str, right: float) -> Axes:
    # Fixed margins: a layout engine would move the frame whenever a tick label changes width.
    axes = figure.add_axes((0.11, 0.16, right - 0.11, 0.72))
    axes.set(title=title, ylabel=ylabel)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def _label_ends(axes: Axes, ys: Mapping[str, Floats]) -> None:
    low, high = axes.get_ylim()
    order = sorted(ys, key=lambda label: float(ys[label][-1]))
    place = -np.inf
    for label in order:
        # Lines that end close together would write their names over each other.
        place = max((float(ys[label][-1]) - low) / (high - low), place + 0.08)
        colour = LINES[list(ys).index(label)]
        axes.text(1.01, place, label, color=colour, va="center", transform=axes.transAxes)
