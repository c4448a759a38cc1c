"""Lines over one axis: curves, and the distributions of samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.views.axes import (
    SIZE,
    SMALL,
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
from course.views.colours import LINES, Theme
from course.views.figure import Picture
from course.views.limits import Limits, checked
from course.views.numbers_table import all_fixed, all_short, decimals_of, evenly, numbers_table
from course.views.sentence import fixed, join, short

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
    marks: Mapping[float, str] | None = None,
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
    marks : mapping from x to label, optional
        Places that stay: each is marked by a dashed rule with its label and a dot on each line, and
        the sentence gives the values there.
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
        `at` or a mark is outside x, `ylim` does not go from low to high, or a value on a logarithmic scale is
        not positive.

    Examples
    --------
    >>> curves([1, 2, 4], {"a": [0, 1, 3]}, title="Growth", xlabel="n", ylabel="y", at=3)
    Growth: at n = 3, a is 2.
    >>> curves([1, 2, 4], {"a": [0, 1, 3]}, title="G", xlabel="n", ylabel="y", marks={2: "half"})
    G: from n = 1 to 4, a goes from 0 to 3; at n = 2 (half), a is 1.
    """
    xs = as_floats(x, "x")
    ys = {label: as_floats(y, label) for label, y in lines.items()}
    _check_lines(xs, ys)
    _check_inside({} if at is None else {at: "at"}, (xs[0], xs[-1]), "x")
    kept = _check_inside(marks or {}, (xs[0], xs[-1]), "x")
    _check_positive({"x": xs} if logx else {}, "logx")
    heights = ys if ylim is None else {"ylim": np.array(checked(ylim, "ylim"))}
    _check_positive({**ys, **heights} if logy else {}, "logy")
    across, up = _across(xs, xlabel, logx), _up(list(heights.values()), ylabel, logy)
    frame = _ChartFrame(across, up, tuple(ys))

    def moving(figure: Figure, theme: Theme) -> list[Artist]:
        axes = figure.axes[0]
        marker = [] if at is None else _marker(axes, theme, xs, ys, at)
        marker += [artist for x in kept for artist in _marker(axes, theme, xs, ys, x, "--")]
        names = _names(axes, theme, list(ys), _ends(up, ys))
        return [
            add_title(figure, title, frame.left, theme),
            *marker,
            *_mark_labels(axes, theme, kept),
            *_lines(axes, theme, xs, ys),
            *names,
        ]

    said = [_course(xs, ys, xlabel, at)]
    said += [_values(xs, ys, f"{xlabel} = {_named(x, label)}", x) for x, label in kept.items()]
    sentence = f"{title}: {'; '.join(said)}."
    return Picture(frame, moving, sentence, _sampled(title, xlabel, xs, ys, logy), (WIDTH, HEIGHT))


def histogram(
    samples: Mapping[str, ArrayLike],
    *,
    title: str,
    xlabel: str,
    limits: Limits,
    marks: Mapping[float, str] | None = None,
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
    marks : mapping from x to label, optional
        Places within the limits, each marked by a dashed rule with its label.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no samples or more than four kinds, a sample is not finite, `limits` does not
        go from low to high, or a mark is outside.

    Examples
    --------
    >>> histogram({"coin": [0, 1, 1, 0]}, title="Throws", xlabel="side", limits=(-1, 2))
    Throws: coin has mean 0.5 and standard deviation 0.5.
    """
    flat = {label: as_floats(x, label, 0).ravel() for label, x in samples.items()}
    _check_samples(flat)
    low, high = limits = checked(limits, "limits")
    kept = _check_inside(marks or {}, limits, "limits")
    edges = np.linspace(low, high, BINS + 1)
    shares = {label: np.histogram(x, edges)[0] / x.size for label, x in flat.items()}
    across = _Scale(xlabel, (low, high), _inside(ticks(low, high), (low, high)), False)
    # In wide steps, so that the axis stays still while a slider moves the distributions.
    peak = max(0.01, *(float(share.max()) for share in shares.values()))
    top = min(1.0, log_ticks(peak, peak)[-1])
    up = _Scale("share of samples", (0.0, top), ticks(0, top), False)
    frame = _ChartFrame(across, up, tuple(flat))

    def moving(figure: Figure, theme: Theme) -> list[Artist]:
        axes = figure.axes[0]
        rules = [_rule(axes, theme, x, "--") for x in kept]
        steps = {label: np.repeat([0, *share, 0], 2)[1:-1] for label, share in shares.items()}
        names = _names(axes, theme, list(shares), np.linspace(1, 0, 12)[: len(shares)])
        lines = _lines(axes, theme, np.repeat(edges, 2), steps)
        marked = [*rules, *_mark_labels(axes, theme, kept)]
        return [add_title(figure, title, frame.left, theme), *marked, *lines, *names]

    said = [_spread(label, x, limits) for label, x in flat.items()]
    if kept:
        said.append(f"marked: {join([_named(x, label) for x, label in kept.items()])}")
    sentence = f"{title}: {'; '.join(said)}."
    return Picture(frame, moving, sentence, _coarse(title, xlabel, edges, shares), (WIDTH, HEIGHT))


def _check_lines(xs: Floats, ys: Mapping[str, Floats]) -> None:
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


def _check_inside(marks: Mapping[float, str], limits: Limits, name: str) -> Mapping[float, str]:
    low, high = limits
    for x, label in marks.items():
        if not low <= x <= high:
            raise ValueError(
                f"{label}: {x} is outside {name}, which goes from {low:g} to {high:g}. "
                "Should it go further?"
            )
    return marks


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


def _rule(axes: Axes, theme: Theme, x: float, style: str) -> Artist:
    return axes.axvline(x, color=theme.rule, linewidth=1, linestyle=style)


def _marker(
    axes: Axes,
    theme: Theme,
    xs: Floats,
    ys: Mapping[str, Floats],
    x: float,
    style: str = "-",
) -> list[Artist]:
    heights = [float(np.interp(x, xs, y)) for y in ys.values()]
    dots = axes.scatter([x] * len(ys), heights, color=theme.lines[: len(ys)], s=30, clip_on=False)
    return [_rule(axes, theme, x, style), _cropped(dots, axes)]


def _mark_labels(axes: Axes, theme: Theme, marks: Mapping[float, str]) -> list[Artist]:
    """Write the labels above the axes, where no line runs."""
    look: dict[str, Any] = {"fontsize": SMALL, "ha": "center", "va": "bottom", "parse_math": False}
    place = axes.get_xaxis_transform()
    return [
        axes.text(x, 1.01, drawable(label), color=theme.ink, transform=place, **look)
        for x, label in marks.items()
    ]


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
        return _values(xs, ys, f"{xlabel} = {short(at)}", at)
    ends = [f"{label} goes from {short(y[0])} to {short(y[-1])}" for label, y in ys.items()]
    return f"from {xlabel} = {short(xs[0])} to {short(xs[-1])}, {join(ends)}"


def _values(xs: Floats, ys: Mapping[str, Floats], where: str, x: float) -> str:
    values = [f"{label} is {short(float(np.interp(x, xs, y)))}" for label, y in ys.items()]
    return f"at {where}, {join(values)}"


def _named(x: float, label: str) -> str:
    return short(x) if label == short(x) else f"{short(x)} ({label})"


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
