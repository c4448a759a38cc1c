"""A transformer block as boxes and arrows: the stream, its branches, and the norms."""

from collections.abc import Mapping
from html import escape

import numpy as np

from course.views.colours import LINES
from course.views.drawing import LINE_ART, PAGE, Drawing
from course.views.sentence import join, short

NAMES = {"pre": "Pre-norm block", "post": "Post-norm block", None: "Block without norm"}
HALVES = (("norm 1", "attention", "sum 1"), ("norm 2", "feed-forward", "sum 2"))
PARTS = ("X", *HALVES[0], *HALVES[1])

# In pixels. Both halves of a block are drawn in the same way, measured from where each starts.
START, HALF, WIDTH, HEIGHT = 60, 370, 840, 128
STREAM, BRANCH = 34, 92  # how far down the stream and its branches are
BRANCHES_OFF = 14
TALL = 36  # height of a box
BOX = {"norm": 80, "layer": 104}  # widths
# Where norm, layer and plus sign begin.
PLACES = {"pre": (40, 164, 316), "post": (244, 40, 192), None: (40, 164, 316)}
RADIUS = 11
THICK = 5  # the stream, where its size is 1 or nobody has said how large it is
LARGEST = 32  # a stream that is larger is drawn like this one
PAPER = "var(--jp-layout-color0,#fff)"  # hides the lines behind a box
COLOUR = f"var(--attnlib-line0,{LINES[0]})"


def block_diagram(
    norm: str | None = "pre",
    *,
    residual: bool = True,
    leaving: Mapping[str, float] | None = None,
    title: str = "",
) -> Drawing:
    """Draw a block: the stream is a thick line, with attention and feed-forward as boxes below.

    Parameters
    ----------
    norm : "pre", "post" or None
        Whether the norms are before each of the two boxes, after each sum, or nowhere.
    residual : bool
        Whether the stream continues above the boxes; otherwise, each box replaces it.
    leaving : mapping of str to float, optional
        A number to write after each part: the size of its output. The larger the stream is, the
        thicker it is drawn. The parts are X, norm 1, attention, sum 1, norm 2, feed-forward and
        sum 2.
    title : str
        Written above. The size of the drawing is the same for all arguments.

    Raises
    ------
    ValueError
        If `norm` is anything else, or a name is not one of the parts.

    Examples
    --------
    >>> block_diagram("pre", leaving={"X": 2, "norm 1": 1, "attention": 0.5, "sum 1": 2.1})
    Pre-norm block: X (2), norm 1 (1), attention (0.5), added to the stream (2.1), norm 2, feed-forward and added to the stream.
    >>> block_diagram(None, residual=False)
    Block without norm: X, attention, which replaces the stream, feed-forward and which replaces the stream.
    """
    sizes = dict(leaving or {})
    _check(norm, sizes)
    joined = "added to the stream" if residual else "which replaces the stream"
    parts = [
        (joined if part.startswith("sum") else part)
        + (f" ({short(sizes[part])})" if part in sizes else "")
        for part in _order(norm)
    ]
    about = f"{title}. {NAMES[norm]}" if title else NAMES[norm]
    return Drawing(_html(norm, residual, sizes, title), f"{about}: {join(parts)}.")


def _check(norm: str | None, sizes: Mapping[str, float]) -> None:
    if norm not in NAMES:
        raise ValueError(
            f'norm: "pre", "post" or None is needed, but it is {norm!r}. Is it the norm itself?'
        )
    unknown = [part for part in sizes if part not in PARTS]
    if unknown:
        raise ValueError(
            f"leaving: the parts are {join(PARTS)}, but there is {unknown[0]!r}. Is it misspelt?"
        )


def _order(norm: str | None) -> list[str]:
    """List the parts in the order in which numbers pass through them."""
    places = {"pre": (0, 1, 2), "post": (1, 2, 0), None: (1, 2)}[norm]
    return ["X", *(half[place] for half in HALVES for place in places)]


def _html(norm: str | None, residual: bool, sizes: Mapping[str, float], title: str) -> str:
    incoming = ("X", "norm 1" if norm == "post" else "sum 1")
    halves = "".join(
        f'<g transform="translate({START + place * HALF} 0)">'
        f"{_half(parts, norm, residual, sizes, incoming[place])}</g>"
        for place, parts in enumerate(HALVES)
    )
    heading = f'<p style="margin:0 0 4px"><b>{escape(title)}</b></p>' if title else ""
    start = f"{_text(16, STREAM + 4, 'X', 'bold')}\n{_stream(30, START, sizes, 'X')}"
    size = f"width:{WIDTH}px;height:{HEIGHT}px;max-width:none"
    return f"""\
<div style="{PAGE};font-size:13px;line-height:1.4">
{heading}
<svg aria-hidden="true" viewBox="0 0 {WIDTH} {HEIGHT}" style="display:block;{size};{LINE_ART}" \
font-size="12" text-anchor="middle" fill="none" stroke-width="1.5">
{start}
{_number(44, STREAM, sizes, "X")}
{halves}
{_arrowhead(START + 2 * HALF + 8, STREAM)}
</svg></div>"""


def _half(
    parts: tuple[str, str, str],
    norm: str | None,
    residual: bool,
    sizes: Mapping[str, float],
    incoming: str,
) -> str:
    """Draw attention or the feed-forward: a branch that leaves the stream and returns to it."""
    normed, layer, total = parts
    at_norm, at_layer, plus = PLACES[norm]
    level = BRANCH if norm == "pre" else STREAM
    numbers = {normed: (at_norm + BOX["norm"] + 22, level), total: (plus + 31, STREAM)}
    numbers[layer] = (at_layer + BOX["layer"] + 24, BRANCH)
    places = [(*place, part) for part, place in numbers.items() if part in _order(norm)]
    return "".join(
        [
            _stream(0, BRANCHES_OFF, sizes, incoming),
            _stream(BRANCHES_OFF, plus, sizes, incoming, residual),
            _stream(plus, at_norm if norm == "post" else HALF, sizes, total),
            _stream(at_norm, HALF, sizes, normed) if norm == "post" else "",
            _line(f"M{BRANCHES_OFF} {STREAM}V{BRANCH}H{plus}V{STREAM}", "currentColor", 2),
            f'<g style="{_seen(residual)}"><circle cx="{plus}" cy="{STREAM}" r="{RADIUS}" ',
            f'stroke="currentColor" fill="{PAPER}"/><path d="M{plus - 6} {STREAM}h12M{plus} ',
            f'{STREAM - 6}v12" stroke="currentColor"/></g>',
            _box(at_norm, level, BOX["norm"], "layer norm", norm is not None),
            _box(at_layer, BRANCH, BOX["layer"], layer, True),
            *(_number(x, y, sizes, part) for x, y, part in places),
        ]
    )


def _stream(
    start: int, end: int, sizes: Mapping[str, float], left: str, visible: bool = True
) -> str:
    """Draw the stream after a part, twice as thick where it is eight times as large."""
    size = min(LARGEST, max(1 / LARGEST, abs(sizes.get(left, 1))))
    width = round(THICK * float(np.cbrt(size)), 1)
    return _line(f"M{start} {STREAM}H{end}", COLOUR, width, visible)


def _line(path: str, colour: str, width: float, visible: bool = True) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width}" style="{_seen(visible)}"/>'


def _box(x: int, y: int, width: int, name: str, visible: bool) -> str:
    return (
        f'<g style="{_seen(visible)}"><rect x="{x}" y="{y - TALL // 2}" width="{width}" '
        f'height="{TALL}" rx="4" stroke="currentColor" fill="{PAPER}"/>'
        f"{_arrowhead(x, y)}{_text(x + width // 2, y + 4, name)}</g>"
    )


def _arrowhead(x: int, y: int) -> str:
    """Draw the end of an arrow to the right."""
    return f'<path d="M{x - 8} {y - 5}l8 5l-8 5z" fill="currentColor"/>'


def _number(x: int, y: int, sizes: Mapping[str, float], part: str) -> str:
    return _text(x, y - 10, short(sizes[part]) if part in sizes else "")


def _text(x: int, y: int, text: str, weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" fill="currentColor" font-weight="{weight}">{escape(text)}</text>'


def _seen(visible: bool) -> str:
    """Hide a part without removing it, so that nothing else moves."""
    return f"visibility:{'visible' if visible else 'hidden'}"
