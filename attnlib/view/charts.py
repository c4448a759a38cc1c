"""Lines over one axis: curves, and the distributions of samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.axes import (
    SIZE,
    add_axes,
    add_title,
    angle_ticks,
    cut,
    drawable,
    log_ticks,
    text_width,
    ticks,
    written,
)
from attnlib.view.colours import LINES, Theme
from attnlib.view.figure import Picture
from attnlib.view.limits import Limits, checked
from attnlib.view.numbers_table import all_fixed, all_short, decimals_of, evenly, numbers_table
from attnlib.view.sentence import fixed, join, short

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Transform

# Lines differ in their dashes as well as in their colour.
STYLES: Sequence[Any] = ("-", "--", "-.", ":", (0, (8, 2)), (0, (4, 1, 1, 1, 1, 1)))
BINS = 40
MOST_DISTRIBUTIONS = 4
MOST_COLUMNS = 8  # in the table
LONGEST_NAME = 24
WIDTH, HEIGHT = 8.0, 3.2
LEFT, BOTTOM, TOP = 0.85, 0.55, 0.35  # in inches, around the axes
SAMPLE = 0.3  # length of the line sample before a name
NAME: dict[str, Any] = {"fontsize": SIZE, "va": "center", "parse_math": False}


@dataclass(frozen=True)
class _Scale:
    """One axis: its name, its limits, and its ticks."""

    label: str
    limits: Limits
    ticks: tuple[float, ...]
    log: bool

    def share(self, values: Sequence[float]) -> Floats:
        """Return how far along the axis values lie, from 0 to 1."""
        low, high = self.limits
        bent = np.log if self.log else np.asarray
        return np.asarray((bent(values) - bent(low)) / (bent(high) - bent(low)))


@dataclass(frozen=True)
class _ChartFrame:
    x: _Scale
    y: _Scale
    names: tuple[str, ...]

    @property
    def left(self) -> float:
        """The room for the longest number and its label; the same for all usual numbers."""
        return max(LEFT, 0.38 + 0.09 * max(map(len, written(self.y.ticks))))

    def __call__(self, figure: Figure, theme: Theme) -> None:
        room = SAMPLE + 0.25 + max(text_width(cut(name, LONGEST_NAME)) for name in self.names)
        box = self.left, BOTTOM, WIDTH - self.left - room, HEIGHT - BOTTOM - TOP
        axes = add_axes(figure, box, theme)
        axes.set(xlabel=drawable(self.x.label), ylabel=drawable(self.y.label))
        axes.set(xscale=_scale_name(self.x), yscale=_scale_name(self.y))
        axes.set(xlim=self.x.limits, ylim=self.y.limits)
        for axis, scale in ((axes.xaxis, self.x), (axes.yaxis, self.y)):
            axis.set_ticks(scale.ticks, written(scale.ticks))
            axis.set_ticks([], minor=True)
        axes.grid(axis="y", color=theme.faint)
        axes.spines[["top", "right"]].set_visible(False)


def curves(
    x: ArrayLike,
    lines: Mapping[str, ArrayLike],
    *,
    title: str,
    xlabel: str,
    ylabel: str,
    at: float | None = None,
    ylim: Limits | None = None,
    logx: bool = False,
    logy: bool = False,
) -> Picture:
    """Draw lines over a common x axis, each with its name at its right end.

    Parameters
    ----------
    x : (n,)
        Increasing numbers. If `xlabel` mentions degrees, the ticks are at round angles.
    lines : mapping from label to (n,)
        At most six; each has its own colour and line style.
    title, xlabel, ylabel : str
    at : float, optional
        Where to draw a vertical marker. The sentence then gives the value of each line there,
        interpolated between its points.
    ylim : (low, high), optional
        Set this if a slider moves the lines and their size matters. The axis extends to the next
        round numbers, and lines are cut off there.
    logx, logy : bool
        Whether x, or y, is on a logarithmic scale.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If x does not increase, a line has another length, there are no lines or more than six,
        `at` is outside x, `ylim` does not go from low to high, or a value on a logarithmic scale is
        not positive.

    Examples
    --------
    >>> curves([1, 2, 4], {"a": [0, 1, 3]}, title="Growth", xlabel="n", ylabel="y", at=3)
    Growth: at n = 3, a is 2.
    """
    xs = as_floats(x, "x")
    ys = {label: as_floats(y, label) for label, y in lines.items()}
    _check_lines(xs, ys, at)
    _check_positive({"x": xs} if logx else {}, "logx")
    heights = ys if ylim is None else {"ylim": np.array(checked(ylim, "ylim"))}
    _check_positive({**ys, **heights} if logy else {}, "logy")
    across, up = _across(xs, xlabel, logx), _up(list(heights.values()), ylabel, logy)
    frame = _ChartFrame(across, up, tuple(ys))

    def marks(figure: Figure, theme: Theme) -> list[Artist]:
        axes = figure.axes[0]
        marker = [] if at is None else _marker(axes, theme, xs, ys, at)
        names = _names(axes, theme, list(ys), _ends(up, ys))
        return [
            add_title(figure, title, frame.left, theme),
            *marker,
            *_lines(axes, theme, xs, ys),
            *names,
        ]

    sentence = f"{title}: {_course(xs, ys, xlabel, at)}."
    return Picture(frame, marks, sentence, _sampled(title, xlabel, xs, ys, logy), (WIDTH, HEIGHT))


def histogram(
    samples: Mapping[str, ArrayLike], *, title: str, xlabel: str, limits: Limits
) -> Picture:
    """Draw how samples are distributed: the share of samples in each of forty bins.

    Parameters
    ----------
    samples : mapping from label to array of any shape
        At most four distributions.
    title, xlabel : str
    limits : (low, high)
        Where the bins begin and end, for every state of a slider. Samples outside the limits are
        mentioned in the sentence, and shares always refer to all samples.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no samples or more than four kinds, a sample is not finite, or `limits` does
        not go from low to high.

    Examples
    --------
    >>> histogram({"coin": [0, 1, 1, 0]}, title="Throws", xlabel="side", limits=(-1, 2))
    Throws: coin has mean 0.5 and standard deviation 0.5.
    """
    flat = {label: as_floats(x, label, 0).ravel() for label, x in samples.items()}
    _check_samples(flat)
    low, high = limits = checked(limits, "limits")
    edges = np.linspace(low, high, BINS + 1)
    shares = {label: np.histogram(x, edges)[0] / x.size for label, x in flat.items()}
    across = _Scale(xlabel, (low, high), _inside(ticks(low, high), (low, high)), False)
    # In wide steps, so that the axis stays still while a slider moves the distributions.
    peak = max(0.01, *(float(share.max()) for share in shares.values()))
    top = min(1.0, log_ticks(peak, peak)[-1])
    up = _Scale("share of samples", (0.0, top), ticks(0, top), False)
    frame = _ChartFrame(across, up, tuple(flat))

    def marks(figure: Figure, theme: Theme) -> list[Artist]:
        axes = figure.axes[0]
        steps = {label: np.repeat([0, *share, 0], 2)[1:-1] for label, share in shares.items()}
        names = _names(axes, theme, list(shares), np.linspace(1, 0, 12)[: len(shares)])
        lines = _lines(axes, theme, np.repeat(edges, 2), steps)
        return [add_title(figure, title, frame.left, theme), *lines, *names]

    sentence = f"{title}: {'; '.join(_spread(label, x, limits) for label, x in flat.items())}."
    return Picture(frame, marks, sentence, _coarse(title, xlabel, edges, shares), (WIDTH, HEIGHT))


def _check_lines(xs: Floats, ys: Mapping[str, Floats], at: float | None) -> None:
    if xs.ndim != 1 or not xs.size or not (np.diff(xs) > 0).all():
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


def _check_positive(arrays: Mapping[str, Floats], asked: str) -> None:
    for label, values in arrays.items():
        if (values <= 0).any():
            raise ValueError(
                f"{asked}: a logarithmic scale needs positive numbers, but {label} goes down to "
                f"{short(values.min())}. Did a value underflow, or is it a difference?"
            )


def _check_samples(samples: Mapping[str, Floats]) -> None:
    if not 1 <= len(samples) <= MOST_DISTRIBUTIONS:
        raise ValueError(
            f"samples: 1 to {MOST_DISTRIBUTIONS} distributions can be told apart, but there are "
            f"{len(samples)}."
        )
    for label, values in samples.items():
        if not values.size or not np.isfinite(values).all():
            raise ValueError(
                f"{label}: finite numbers are needed, but of {values.size} samples "
                f"{np.isfinite(values).sum()} are finite. Are masked scores (-inf) among them?"
            )


def _across(xs: Floats, label: str, log: bool) -> _Scale:
    low, high = float(xs[0]), float(xs[-1])
    if log and (np.log2(xs) % 1 == 0).all() and xs.size <= 12:
        return _Scale(label, (low / 1.1, high * 1.1), tuple(map(float, xs)), log)
    linear = angle_ticks if "degrees" in label else ticks
    chosen = (log_ticks if log else linear)(low, high)
    if low == high:
        return _Scale(label, (chosen[0], chosen[-1]), chosen, log)
    return _Scale(label, (low, high), _inside(chosen, (low, high)), log)


def _up(ys: Sequence[Floats], label: str, log: bool) -> _Scale:
    values = np.concatenate(ys)
    finite = values[np.isfinite(values)] if np.isfinite(values).any() else np.ones(1)
    chosen = (log_ticks if log else ticks)(float(finite.min()), float(finite.max()))
    return _Scale(label, (chosen[0], chosen[-1]), chosen, log)


def _inside(places: tuple[float, ...], limits: Limits) -> tuple[float, ...]:
    return tuple(place for place in places if limits[0] <= place <= limits[1]) or limits


def _scale_name(scale: _Scale) -> str:
    return "log" if scale.log else "linear"


def _lines(axes: Axes, theme: Theme, x: Floats, ys: Mapping[str, Floats]) -> list[Artist]:
    looks = zip(ys.values(), theme.lines, STYLES, strict=False)
    drawn = [_line(axes, (x, y), axes.transData, colour, style) for y, colour, style in looks]
    return [_cropped(artist, axes) for artist in drawn]


def _cropped(artist: Artist, axes: Axes) -> Artist:
    """Clip at the limits of the axes, but show lines and dots on the limits in full."""
    artist.set_clip_box(axes.bbox.padded(4))
    artist.set_clip_on(True)
    return artist


def _line(axes: Axes, xy: Any, transform: Transform, colour: str, style: Any) -> Artist:
    from matplotlib.lines import Line2D

    # `axes.plot` would do the same, but also compute limits, which are fixed already.
    line = Line2D(*xy, color=colour, linestyle=style, transform=transform, clip_on=False)
    return axes.add_artist(line)


def _marker(
    axes: Axes, theme: Theme, xs: Floats, ys: Mapping[str, Floats], at: float
) -> list[Artist]:
    heights = [float(np.interp(at, xs, y)) for y in ys.values()]
    dots = axes.scatter([at] * len(ys), heights, color=theme.lines[: len(ys)], s=30, clip_on=False)
    return [axes.axvline(at, color=theme.rule, linewidth=1), _cropped(dots, axes)]


def _names(axes: Axes, theme: Theme, names: Sequence[str], heights: Floats) -> list[Artist]:
    """Write the names to the right of the axes, each after a sample of its line."""
    inch = 1 / (axes.bbox.width / axes.figure.dpi)
    start, end, text = 1 + 0.08 * inch, 1 + (0.08 + SAMPLE) * inch, 1 + (0.15 + SAMPLE) * inch
    artists: list[Artist] = []
    for name, height, colour, style in zip(names, heights, theme.lines, STYLES, strict=False):
        sample = [start, end], [height, height]
        artists.append(_line(axes, sample, axes.transAxes, colour, style))
        artists.append(
            axes.text(
                text,
                height,
                drawable(cut(name, LONGEST_NAME)),
                color=colour,
                **NAME,
                transform=axes.transAxes,
            )
        )
    return artists


def _ends(scale: _Scale, ys: Mapping[str, Floats]) -> Floats:
    """Place names where their lines end, without overlap and within the axes."""
    gap = 0.08
    wanted = np.nan_to_num(scale.share([float(y[-1]) for y in ys.values()]), posinf=1, neginf=0)
    order = np.argsort(wanted, kind="stable")
    heights = np.clip(wanted[order], 0, 1)
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + gap)
    heights[-1] = min(heights[-1], 1)
    for i in range(len(heights) - 1, 0, -1):
        heights[i - 1] = min(heights[i - 1], heights[i] - gap)
    return heights[np.argsort(order)]


def _course(xs: Floats, ys: Mapping[str, Floats], xlabel: str, at: float | None) -> str:
    if at is not None:
        values = [f"{label} is {short(float(np.interp(at, xs, y)))}" for label, y in ys.items()]
        return f"at {xlabel} = {short(at)}, {join(values)}"
    ends = [f"{label} goes from {short(y[0])} to {short(y[-1])}" for label, y in ys.items()]
    return f"from {xlabel} = {short(xs[0])} to {short(xs[-1])}, {join(ends)}"


def _spread(label: str, samples: Floats, limits: Limits) -> str:
    text = f"{label} has mean {_near(samples)} and standard deviation {short(float(samples.std()))}"
    beyond = np.mean((samples < limits[0]) | (samples > limits[1]))
    if not beyond:
        return text
    return f"{text}, {short(100 * float(beyond))}% beyond {short(limits[0])} to {short(limits[1])}"


def _near(samples: Floats) -> str:
    """Round the mean to the precision of the spread: a mean of 1e-17 is written as 0."""
    return short(round(float(samples.mean()), decimals_of(samples.std())))


def _sampled(title: str, xlabel: str, xs: Floats, ys: Mapping[str, Floats], logy: bool) -> str:
    places = evenly(xs.size, MOST_COLUMNS)
    # Fixed decimals would turn the small numbers of a logarithmic axis into zeros.
    rows = {
        label: [short(value) for value in y[places]] if logy else all_fixed(y[places])
        for label, y in ys.items()
    }
    return numbers_table(title, xlabel, all_short(xs[places]), rows)


def _coarse(title: str, xlabel: str, edges: Floats, shares: Mapping[str, Floats]) -> str:
    bounds = all_short(edges[:: BINS // MOST_COLUMNS])
    rows = {
        label: [f"{fixed(100 * part, 1)}%" for part in share.reshape(MOST_COLUMNS, -1).sum(axis=1)]
        for label, share in shares.items()
    }
    columns = [f"{low} to {high}" for low, high in pairwise(bounds)]
    return numbers_table(title, xlabel, columns, rows)
