"""Arrows in two dimensions: vectors that can be dragged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.views.colours import LINES, tint
from course.views.drawing import LINE_ART, PAGE, Drawing
from course.views.sentence import fixed, join

SIDE = 340  # pixels, like all lengths that are not in units of the vectors
WIDEST = 440
MARGIN = 14
DASHES = ("", "7 4", "2 3", "9 3 2 3", "4 2", "1 4")
HANDLE = 11
LABEL = 17  # distance of a name from its tip
SIDEWAYS = 0.5  # from here on, a name is beside its tip, not above or below
DECIMALS = 2
FAR = 2 * SIDE  # beyond the frame in every direction
ASIDE = 18  # from the line where a score is 0 to its signs
ARC, CORNER = 34, 9  # radius of the arc of an angle, side of the mark of a right angle


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
    shadow: Mapping[str, str] | None = None,
    zero_line: str | None = None,
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
    shadow : mapping of name to name, optional
        For an arrow, the one on whose line its shadow (projection) is drawn, with the angle between
        the two. The shadow times the length of that arrow is their dot product.
    zero_line : str, optional
        An arrow: the line of all vectors whose dot product with it is 0 is drawn, and the sides
        where it is positive and negative.
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
        If a vector does not have two entries or lies outside, there are more than six arrows, the
        origin is not between low and limit, or `shadow` or `zero_line` names no arrow.

    Examples
    --------
    >>> plane({"query": [1, 1], "cat": [2, 0]}, title="A query and a key")
    A query and a key: query (1.00, 1.00), length 1.41, angle 45°; cat (2.00, 0.00), length 2.00, angle 0°.
    >>> plane({"q": [2, 0], "cat": [1, 1]}, shadow={"cat": "q"}, title="Score")
    Score: q (2.00, 0.00), length 2.00, angle 0°; cat (1.00, 1.00), length 1.41, angle 45°; shadow of cat on q 1.00, at 45°; times the length of q, a score of 2.00.
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
    onto = dict(shadow or {})
    _check_names("shadow", [*onto, *onto.values()], vectors)
    _check_names("zero_line", [] if zero_line is None else [zero_line], vectors)
    said = _said(vectors)
    scored = [_score_said(name, line, vectors) for name, line in onto.items()]
    zero = [] if zero_line is None else [f"at right angles to {zero_line}, the score is 0"]
    sentence = (
        f"{title}: {'; '.join([*said.values(), *scored, *zero, *_points_said(points, mixed)])}."
    )
    moved = [said[name] for name in movable or {}]
    drawn = [
        "" if zero_line is None else _halves(vectors[zero_line], frame),
        _grid(frame),
        _hull(points, frame),
        *(
            _shadow(vectors[name], vectors[line], _colour([*vectors].index(name)), frame)
            for name, line in onto.items()
        ),
        *(_corner(name, point, frame) for name, point in points.items()),
        *(
            _arrow(name, vector, place, (movable or {}).get(name, ""), frame)
            for place, (name, vector) in enumerate(vectors.items())
        ),
        "" if mixed is None else _output(mixed, frame),
    ]
    below = [*moved, *scored]
    return Drawing(_picture(drawn, frame, step, title, bool(moved), below), sentence)


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


def _check_names(option: str, names: Sequence[str], vectors: Mapping[str, Floats]) -> None:
    for name in names:
        if name not in vectors:
            raise ValueError(
                f"{option}: there is no arrow {name!r}, only {join([*vectors]) or 'none at all'}. "
                "Is its name spelled as in arrows?"
            )


def _said(vectors: Mapping[str, Floats]) -> dict[str, str]:
    return {
        name: f"{name} {_pair(v)}, length {fixed(np.hypot(*v), DECIMALS)}, angle {_angle(v)}"
        for name, v in vectors.items()
    }


def _score_said(name: str, line: str, vectors: Mapping[str, Floats]) -> str:
    vector, along = vectors[name], vectors[line]
    return (
        f"shadow of {name} on {line} {fixed(float(vector @ _direction(along)), DECIMALS)}, at "
        f"{_between(vector, along)}; times the length of {line}, a score of "
        f"{fixed(float(vector @ along), DECIMALS)}"
    )


def _direction(vector: Floats) -> Floats:
    """Return the vector with length 1, or a zero vector as it is."""
    return np.asarray(vector / (np.hypot(*vector) or 1))


def _between(vector: Floats, along: Floats) -> str:
    """Write the angle between two vectors."""
    if not (vector.any() and along.any()):
        return "no angle"
    return f"{np.degrees(np.arccos(np.clip(_direction(vector) @ _direction(along), -1, 1))):.0f}°"


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
    movable: bool,
    below: Sequence[str],
) -> str:
    x, y = frame.place((0, 0))
    # Parts that can be moved have names of their own; a still picture has its sentence below.
    role = f'role="group" aria-label="{escape(title)}"' if movable else 'aria-hidden="true"'
    lines = [
        f'<div style="font-variant-numeric:tabular-nums">{escape(line)}</div>' for line in below
    ]
    return "\n".join(
        [
            f'<figure style="{PAGE};margin:0 16px 0 0"><figcaption>{escape(title)}</figcaption>',
            f'<svg {role} viewBox="0 0 {SIDE} {SIDE}" '
            f'data-plane="{x:g} {y:g} {frame.unit:g} {frame.low:g} {frame.high:g} {step:g}" '
            f'style="display:block;width:100%;max-width:{WIDEST}px;overflow:visible;font-size:13px;{LINE_ART}">',
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


def _halves(vector: Floats, frame: _Frame) -> str:
    """Draw the line where the dot product is 0, and tint the sides where it is not.

    Only the turn of a group depends on the vector. An inner picture cuts it off at the frame.
    """
    x, y = frame.place((0, 0))
    inner = SIDE - 2 * MARGIN
    ahead = np.array([1, -1]) * _direction(vector)  # in pixels, whose y axis points down
    end = np.array([ahead[1], -ahead[0]]) * 0.42 * inner
    signs = [
        f'<text x="{at[0]:.1f}" y="{at[1] + 6:.1f}">{sign}</text>'
        for sign, side in (("+", 1), ("\N{MINUS SIGN}", -1))
        for at in [(x, y) + end + side * ASIDE * ahead]
    ]
    return (
        f'<g aria-hidden="true" style="{_visible(vector.any())}">'
        f'<svg x="{MARGIN}" y="{MARGIN}" width="{inner}" height="{inner}" style="{LINE_ART}">'
        f'<g transform="translate({x - MARGIN:g} {y - MARGIN:g}) rotate({_turn(vector)})">'
        f'<rect y="{-FAR}" width="{FAR}" height="{2 * FAR}" fill="{tint(0.2)}"/>'
        f'<rect x="{-FAR}" y="{-FAR}" width="{FAR}" height="{2 * FAR}" fill="{tint(-0.2)}"/>'
        f'<path d="M0 {-FAR}V{FAR}" stroke="currentColor" stroke-width="2"/>'
        f'<path d="M{-FAR} 0H{FAR}" stroke="currentColor" stroke-dasharray="1 5"/></g></svg>'
        '<g fill="currentColor" text-anchor="middle" font-size="20" font-weight="bold">'
        f"{''.join(signs)}</g></g>"
    )


def _shadow(vector: Floats, along: Floats, colour: str, frame: _Frame) -> str:
    """Draw the shadow on the line of another arrow, a right angle, and the angle between the two."""
    ahead = _direction(along)
    foot = vector @ ahead * ahead
    back, up = -np.sign(vector @ ahead) * ahead, _direction(vector - foot)
    step = CORNER / frame.unit
    mark = [foot + step * back, foot + step * (back + up), foot + step * up]
    corner = "M" + "L".join(_pixels(point, frame) for point in mark)
    seen = vector.any() and along.any()
    aslant = seen and np.hypot(*(vector - foot)) > 1e-9
    return (
        f'<g fill="none" aria-hidden="true" style="{_visible(seen)}">'
        f'<path d="M{_pixels(np.zeros(2), frame)}L{_pixels(foot, frame)}" stroke="{colour}" '
        'stroke-width="11" stroke-opacity="0.35"/>'
        f'<g stroke="currentColor" style="{_visible(aslant)}">'
        f'<path d="M{_pixels(vector, frame)}L{_pixels(foot, frame)}" stroke-dasharray="4 3"/>'
        f'<path d="{corner}"/></g>{_angle_arc(vector, along, frame)}</g>'
    )


def _angle_arc(vector: Floats, along: Floats, frame: _Frame) -> str:
    ends = [_direction(one) * ARC / frame.unit for one in (along, vector)]
    sweep = int(along[0] * vector[1] < along[1] * vector[0])  # clockwise in the picture
    middle = _direction(ends[0] + ends[1]) * 1.5 * ARC
    x, y = frame.place((0, 0))
    start, stop = (_pixels(end, frame) for end in ends)
    return (
        f'<path d="M{start}A{ARC} {ARC} 0 0 {sweep} {stop}" stroke="currentColor"/>'
        f'<text x="{x + middle[0]:.1f}" y="{y - middle[1] + 4:.1f}" fill="currentColor" '
        f'text-anchor="middle">{_between(vector, along)}</text>'
    )


def _pixels(point: Floats, frame: _Frame) -> str:
    return "{:.1f} {:.1f}".format(*frame.place(point))


def _visible(seen: object) -> str:
    """Hide a part but keep its elements, so that the page changes what is there."""
    return f"visibility:{'inherit' if seen else 'hidden'}"


def _colour(number: int) -> str:
    return f"var(--attnlib-line{number},{LINES[number]})"


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
    colour = _colour(number)
    away = _direction(vector)
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
