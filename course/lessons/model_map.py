"""A map of a whole language model, with the part that a lesson is about."""

from collections.abc import Mapping
from html import escape
from itertools import pairwise
from typing import NamedTuple

from course.views.colours import LINES
from course.views.drawing import LINE_ART, PAGE, Drawing
from course.views.sentence import join

WIDTH, HEIGHT, TALL = 810, 292, 60  # in pixels; of a box
FLOW, STEPS = 58, 178  # how far down the parts of a model and the steps of a head are


class Part(NamedTuple):
    """A part of a model, the lessons about it, and its box in pixels."""

    name: str
    lessons: tuple[int, ...]
    x: int
    y: int
    width: int
    height: int = TALL


BLOCKS = Part("N blocks", (8,), 312, 30, 282, 100)
HEAD = Part("one head", (), 62, 154, 716, 92)
PARTS = (
    Part("words", (), 12, FLOW, 62),
    Part("embeddings", (), 94, FLOW, 88),
    Part("positions", (6, 14), 202, FLOW, 92),
    BLOCKS,
    Part("heads of attention", (5, 7, 15), 326, FLOW, 128),
    Part("feed-forward", (), 478, FLOW, 102),
    Part("logits", (), 614, FLOW, 66),
    Part("next word", (12,), 702, FLOW, 96),
    HEAD,
    Part("q, k, v", (13,), 76, STEPS, 96),
    Part("q · k", (1,), 196, STEPS, 92),
    Part("÷ √d_k", (2,), 312, STEPS, 92),
    Part("mask", (4,), 428, STEPS, 92),
    Part("softmax", (3,), 544, STEPS, 92),
    Part("mix of v", (), 660, STEPS, 104),
    Part("training, from the loss back to every number", (9, 10, 11), 12, 256, 786, 26),
)
MODEL = Part("the whole model", (16, 17), 2, 2, 806, 288)
COLOUR = f"var(--attnlib-line0,{LINES[0]})"
PAPER = "var(--jp-layout-color0,#fff)"


def model_map(lesson: int | None = None, links: Mapping[int, str] | None = None) -> Drawing:
    """Draw a language model from its words to the next one, and say where a lesson is on it.

    Parameters
    ----------
    lesson : int, optional
        Its part is framed and called "you are here".
    links : mapping of int to str, optional
        Where the numbers of the lessons lead to.

    Returns
    -------
    Drawing

    Raises
    ------
    ValueError
        If no part is about that lesson.

    Examples
    --------
    >>> model_map(2)
    A language model: words, embeddings, positions, N blocks (heads of attention and feed-forward), logits and next word. In each head: q, k, v, q · k, ÷ √d_k, mask, softmax and mix of v. You are here: ÷ √d_k.
    """
    here = next((part for part in (MODEL, *PARTS) if lesson in part.lessons), None)
    if lesson is not None and here is None:
        raise ValueError(f"lesson: the map has 1 to 17, but it is {lesson!r}.")
    spoken = 'aria-hidden="true"' if links is None else 'role="group" aria-label="Lessons"'
    boxes = "".join(_box(part, part is here, links or {}) for part in (*PARTS, MODEL))
    html = (
        f'<div style="{PAGE}"><svg {spoken} viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'style="display:block;width:{WIDTH}px;height:{HEIGHT}px;max-width:none;{LINE_ART}" '
        f'font-size="12" text-anchor="middle" fill="none">{_ways()}{boxes}</svg></div>'
    )
    return Drawing(html, _sentence(here))


def _sentence(here: Part | None) -> str:
    names = [part.name for part in PARTS if part.y == FLOW]
    flow = join([*names[:3], f"N blocks ({join(names[3:5])})", *names[5:]])
    steps = join([part.name for part in PARTS if part.y == STEPS])
    you = f" You are here: {here.name}." if here else ""
    return f"A language model: {flow}. In each head: {steps}.{you}"


def _ways() -> str:
    """Draw the arrows between the parts, and open a head below the attention."""
    rows = [[part for part in PARTS if part.y == level] for level in (FLOW, STEPS)]
    arrows = [
        f"M{part.x + part.width} {part.y + 30}H{after.x - 2}m-6 -4l6 4l-6 4"
        for row in rows
        for part, after in pairwise(row)
    ]
    again = f"M750 {FLOW}V22H43V{FLOW - 2}m-4 -6l4 6l4 -6"
    opened = f"M340 118L{HEAD.x} {HEAD.y}M440 118L{HEAD.x + HEAD.width} {HEAD.y}"
    return (
        f'<path d="{"".join(arrows)}{again}" stroke="currentColor"/>'
        f'<path d="{opened}" stroke="currentColor" stroke-dasharray="3 3"/>'
    )


def _box(part: Part, here: bool, links: Mapping[int, str]) -> str:
    around = part in (BLOCKS, HEAD, MODEL)
    stroke = "" if part is MODEL else 'stroke="currentColor"'
    stroke = f'stroke="{COLOUR}" stroke-width="4"' if here else stroke
    rectangle = (
        f'<rect x="{part.x}" y="{part.y}" width="{part.width}" height="{part.height}" rx="4" '
        f'{stroke} fill="{"none" if around else PAPER}"/>'
    )
    ink = f'fill="{COLOUR}" font-weight="bold"' if here else 'fill="currentColor"'
    lines = [escape(part.name), *_lessons(part, links), *(["you are here"] if here else [])]
    if part.height != TALL:
        lines = [", ".join(lines)]
    return rectangle + "".join(
        f'<text x="{part.x + part.width // 2}" y="{part.y + 17 + 17 * place}" {ink}>{line}</text>'
        for place, line in enumerate(lines)
    )


def _lessons(part: Part, links: Mapping[int, str]) -> list[str]:
    numbers = ", ".join(_number(number, links) for number in part.lessons)
    name = "lessons" if len(part.lessons) > 1 else "lesson"
    return [f"{name} {numbers}"] if numbers else []


def _number(lesson: int, links: Mapping[int, str]) -> str:
    if lesson not in links:
        return str(lesson)
    return f'<a href="{escape(links[lesson])}" aria-label="Lesson {lesson}">{lesson}</a>'
