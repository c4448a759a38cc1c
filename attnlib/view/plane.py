"""Arrows in two dimensions: vectors that can be dragged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.colours import LINES
from attnlib.view.drawing import LINE_ART, PAGE, Drawing
from attnlib.view.sentence import fixed, join

SIDE = 340  # pixels, like all lengths that are not in units of the vectors
MARGIN = 14
DASHES = ("", "7 4", "2 3", "9 3 2 3", "4 2", "1 4")
HANDLE = 11
LABEL = 17  # distance of a name from its tip
SIDEWAYS = 0.5  # from here on, a name is beside its tip, not above or below
DECIMALS = 2


@dataclass(frozen=True)
class _Frame:
    """The part of the plane that is drawn: both axes go from low to high."""

    low: float
    high: float

    @property
    def unit(self) -> float:
        return (SIDE - 2 * MARGIN) / (self.high - self.low)

    def place(self, vector: Sequence[float] | Floats) -> tuple[float, float]:
        """Convert a point to pixels of the picture, whose y axis points down."""
        right, up = ((number - self.low) * self.unit for number in vector)
        return MARGIN + right, SIDE - MARGIN - up

    def has(self, vector: Floats) -> bool:
        return bool(((vector >= self.low - 1e-9) & (vector <= self.high + 1e-9)).all())


def plane(
    arrows: Mapping[str, ArrayLike],
    *,
    movable: Mapping[str, str] | None = None,
    corners: Mapping[str, ArrayLike] | None = None,
    output: ArrayLike | None = None,
    limit: float = 3,
    low: float | None = None,
    step: float = 0.25,
    title: str,
) -> Drawing:
    """Draw vectors as arrows from the origin, some of which can be dragged.

    Parameters
    ----------
    arrows : mapping of name to (2,)
        At most six; each has its own colour and dashes.
    movable : mapping of name to control, optional
        The arrows that can be moved, each with the name of its `point_of_plane` control.
    corners : mapping of name to (2,), optional
        Points, such as values, whose convex hull is tinted. Their weighted averages lie inside.
    output : (2,), optional
        A point that is marked as the output.
    limit : float
        Where both axes end.
    low : float, optional
        Where both axes start, at most 0. Default: -limit.
    step : float
        How far an arrow key moves a tip; the mouse snaps to the same grid.
    title : str

    Returns
    -------
    Drawing
        Its size does not depend on the arrows.

    Raises
    ------
    ValueError
        If a vector does not have two entries or lies outside, there are more than six arrows, or
        the origin is not between low and limit.

    Examples
    --------
    >>> plane({"query": [1, 1], "cat": [2, 0]}, title="A query and a key")
    A query and a key: query (1.00, 1.00), length 1.41, angle 45°; cat (2.00, 0.00), length 2.00, angle 0°.
    """
    frame = _framed(low, limit)
    vectors = {name: _vector(name, vector, frame) for name, vector in arrows.items()}
    points = {name: _vector(name, point, frame) for name, point in (corners or {}).items()}
    mixed = None if output is None else _vector("output", output, frame)
    if len(vectors) > len(LINES):
        raise ValueError(
            f"arrows: at most {len(LINES)} can be told apart, but there are {len(vectors)}. "
            "Would bars show the rest?"
        )
    said = _said(vectors)
    sentence = f"{title}: {'; '.join([*said.values(), *_points_said(points, mixed)])}."
    moved = [said[name] for name in movable or {}]
    drawn = [
        _grid(frame),
        _hull(points, frame),
        *(_corner(name, point, frame) for name, point in points.items()),
        *(
            _arrow(name, vector, place, (movable or {}).get(name, ""), frame)
            for place, (name, vector) in enumerate(vectors.items())
        ),
        "" if mixed is None else _output(mixed, frame),
    ]
    return Drawing(_picture(drawn, frame, step, title, sentence, moved), sentence)


def _framed(low: float | None, limit: float) -> _Frame:
    frame = _Frame(-limit if low is None else low, limit)
    if not frame.low <= 0 < frame.high:
        raise ValueError(
            f"low, limit: the origin must be in the picture, but the axes go from {frame.low:g} to "
            f"{frame.high:g}. Is low at most 0, and limit above it?"
        )
    return frame


def _vector(name: str, vector: ArrayLike, frame: _Frame) -> Floats:
    array = as_floats(vector, name)
    if array.shape != (2,):
        raise ValueError(
            f"{name}: a plane has two dimensions, but the shape is {array.shape}. "
            "Is it one vector with two entries?"
        )
    if not frame.has(array):
        raise ValueError(
            f"{name}: {array.tolist()} lies outside {frame.low:g} to {frame.high:g}. "
            "Is a larger limit needed?"
        )
    return array


def _said(vectors: Mapping[str, Floats]) -> dict[str, str]:
    return {
        name: f"{name} {_pair(v)}, length {fixed(np.hypot(*v), DECIMALS)}, angle {_angle(v)}"
        for name, v in vectors.items()
    }


def _points_said(points: Mapping[str, Floats], mixed: Floats | None) -> list[str]:
    named = join([f"{name} {_pair(v)}" for name, v in points.items()])
    values = [f"values {named}"] if points else []
    return values if mixed is None else [*values, f"output {_pair(mixed)}"]


def _pair(vector: Floats) -> str:
    return f"({fixed(vector[0], DECIMALS)}, {fixed(vector[1], DECIMALS)})"


def _angle(vector: Floats) -> str:
    return (
        "undefined" if not vector.any() else f"{np.degrees(np.arctan2(*vector[::-1])) + 0.0:.0f}°"
    )


def _turn(vector: Floats) -> str:
    """Compute the rotation of an arrowhead; angles in the picture go clockwise."""
    return f"{-np.degrees(np.arctan2(*vector[::-1])) + 0.0:.1f}"


def _picture(
    drawn: Sequence[str],
    frame: _Frame,
    step: float,
    title: str,
    sentence: str,
    moved: Sequence[str],
) -> str:
    x, y = frame.place((0, 0))
    # A picture with movable parts is not announced as one image: its parts have names of their own.
    role = 'role="group"' if moved else 'role="img"'
    label = title if moved else sentence
    lines = [
        f'<div style="font-variant-numeric:tabular-nums">{escape(line)}</div>' for line in moved
    ]
    return "\n".join(
        [
            f'<figure style="{PAGE};margin:0 16px 0 0"><figcaption>{escape(title)}</figcaption>',
            f'<svg {role} aria-label="{escape(label)}" viewBox="0 0 {SIDE} {SIDE}" '
            f'data-plane="{x:g} {y:g} {frame.unit:g} {frame.low:g} {frame.high:g} {step:g}" '
            f'style="display:block;width:{SIDE}px;max-width:100%;overflow:visible;font-size:13px;{LINE_ART}">',
            *drawn,
            "</svg>",
            *lines,
            "</figure>",
        ]
    )


def _grid(frame: _Frame) -> str:
    whole = range(int(frame.low), int(frame.high) + 1)
    lines = [
        f'<path d="M{x:g} {MARGIN}V{SIDE - MARGIN}M{MARGIN} {y:g}H{SIDE - MARGIN}" '
        f'stroke-opacity="{0.5 if number == 0 else 0.13}"/>'
        for number in whole
        for x, y in [frame.place((number, number))]
    ]
    ticks = "".join(
        f'<text x="{x:g}" y="{frame.place((0, 0))[1] + 14:g}">{number}</text>'
        for number in (whole[0], whole[-1])
        for x in [frame.place((number, 0))[0]]
    )
    return (
        f'<g stroke="currentColor" aria-hidden="true">{"".join(lines)}</g>'
        f'<g fill="currentColor" font-size="12" text-anchor="middle" aria-hidden="true">{ticks}</g>'
    )


def _hull(points: Mapping[str, Floats], frame: _Frame) -> str:
    if not points:
        return ""
    places = np.array(list(points.values()))
    around = places.mean(axis=0)
    order = np.argsort(np.arctan2(*(places - around).T[::-1]), kind="stable")
    path = " ".join("{:.1f},{:.1f}".format(*frame.place(places[place])) for place in order)
    return (
        f'<polygon points="{path}" fill="currentColor" fill-opacity="0.08" stroke="currentColor" '
        'stroke-dasharray="2 4" stroke-opacity="0.6"/>'
    )


def _corner(name: str, point: Floats, frame: _Frame) -> str:
    x, y = frame.place(point)
    return (
        f'<g fill="currentColor"><rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>'
        f'<text x="{x + 8:.1f}" y="{y - 7:.1f}">{escape(name)}</text></g>'
    )


def _output(point: Floats, frame: _Frame) -> str:
    x, y = frame.place(point)
    return (
        f'<g stroke="currentColor" fill="none" stroke-width="2"><circle cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
        f'<path d="M{x - 9:.1f} {y:.1f}H{x + 9:.1f}M{x:.1f} {y - 9:.1f}V{y + 9:.1f}"/></g>'
        f'<text x="{x + 11:.1f}" y="{y + 16:.1f}" fill="currentColor" font-weight="bold">output</text>'
    )


def _arrow(name: str, vector: Floats, number: int, control: str, frame: _Frame) -> str:
    start, (x, y) = frame.place((0, 0)), frame.place(vector)
    colour = f"var(--attnlib-line{number},{LINES[number]})"
    away = vector / (np.hypot(*vector) or 1)
    anchor = "start" if away[0] > SIDEWAYS else "end" if away[0] < -SIDEWAYS else "middle"
    drag = f' data-drag="{escape(control)}" aria-label="{escape(name)}"' if control else ""
    dash = f' stroke-dasharray="{DASHES[number]}"' if DASHES[number] else ""
    grip = (
        f'<circle r="{HANDLE}" fill="{colour}" fill-opacity="0.18" stroke="{colour}"/>'
        if control
        else ""
    )
    return (
        f'<g{drag}><line x1="{start[0]:g}" y1="{start[1]:g}" x2="{x:.1f}" y2="{y:.1f}" stroke="{colour}" '
        f'stroke-width="3"{dash}/><g transform="translate({x:.1f} {y:.1f})">{grip}'
        f'<path d="M0 0L-13 -6V6z" fill="{colour}" transform="rotate({_turn(vector)})"/><text x="{LABEL * away[0]:.1f}" y="{4 - LABEL * away[1]:.1f}" '
        f'text-anchor="{anchor}" font-weight="bold" fill="{colour}">{escape(name)}</text></g></g>'
    )
