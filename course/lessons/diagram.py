"""An array as a grid of cells that can be counted, one for each number. Heads are sheets."""

from html import escape
from itertools import product

import numpy as np

from course.lessons.grid_layout import (
    AFTER_BREAK,
    ASIDE,
    CHARACTER,
    DOWN,
    SMALL,
    Room,
    Side,
    Step,
    across_names,
    sheets_of,
)
from course.lessons.origins import colour, letter
from course.views.colours import ink

MARGIN, LINE, GAP = 26, 16, 13  # beside a sheet; of a text line; between the two
FILL, EDGE = "#9ecae1", "#08306b"


def stack(step: Step, room: Room) -> str:
    """Draw a step as a stack of sheets, with the first in front; its corner stays in place."""
    rows, columns = (Side(size, SMALL) for size in step.sides)
    sheets = [
        f'<g transform="translate({x} {DOWN * n})">{_empty_cells(rows, columns)}</g>'
        for n, x in enumerate(sheets_of(step).starts)
    ]
    parts = [
        f'<g fill="{FILL}" stroke="{EDGE}">{"".join(reversed(sheets))}</g>',
        f'<g fill="currentColor" font-size="12">{_sheet_numbers(step, columns.length)} ',
        f"{_names(step, columns)}</g>",
    ]
    return _svg(step.about, room, "".join(parts))


def spread(step: Step) -> str:
    """Draw a step with known origins: sheets side by side, with a letter in each cell."""
    return "\n".join(_lettered_sheet(step, place) for place in range(step.sheets))


def _lettered_sheet(step: Step, place: int) -> str:
    """Draw one sheet; only the first has the names of the axes."""
    groups, numbers = step.sheet(place)
    name, first = step.sheet_names[place], place == 0
    rows, columns = (Side(size, step.pitch) for size in step.sides)
    cells = [
        _lettered_cell(x, y, step.pitch, int(groups[row, column]), numbers[row, column])
        for (row, y), (column, x) in product(rows.cells, columns.cells)
    ]
    names = _names(step, columns) if first else ""
    parts = [
        f'<g stroke="currentColor">{" ".join(cells)} {_breaks(rows, columns)}</g>',
        f'<g fill="currentColor" font-size="12">{_text(0, -GAP, name)}{names}</g>',
    ]
    _, beside, above = step.labels if first else ("", "", "")
    width = max(columns.length, CHARACTER * max(len(name), len(above)))
    about = f"{', '.join(filter(None, [step.name, name]))}: {step.letters[place]}"
    return _svg(about, Room(width, max(rows.length, CHARACTER * len(beside))), "".join(parts))


def _svg(about: str, room: Room, inside: str) -> str:
    """Make a picture whose origin is the upper left corner of the first sheet."""
    top = room.lines * LINE + GAP
    width, height = MARGIN + room.width + 2, top + room.height + 4
    return (
        f'<svg role="img" aria-label="{escape(about)}" viewBox="{-MARGIN} {-top} {width} {height}" '
        f'style="display:block;flex:none;width:{width}px;height:{height}px">{inside}</svg>'
    )


def _empty_cells(rows: Side, columns: Side) -> str:
    """Draw each block of cells as one path of outline and lines, with breaks between the blocks."""
    blocks = [
        f'<path d="{_block(across, down, columns.pitch)}"/>'
        for down, across in product(rows.runs, columns.runs)
        if down and across
    ]
    return "".join(blocks) + _breaks(rows, columns)


def _block(across: list[int], down: list[int], pitch: int) -> str:
    x, y, width, height = across[0], down[0], pitch * len(across), pitch * len(down)
    upright = "".join(f"M{start} {y}v{height}" for start in across[1:])
    level = "".join(f"M{x} {start}h{width}" for start in down[1:])
    return f"M{x} {y}h{width}v{height}h{-width}z{upright}{level}"


def _breaks(rows: Side, columns: Side) -> str:
    """Draw a zigzag through each gap."""
    paths = []
    if columns.broken and rows.size:
        paths.append(f"M{columns.gap} 0" + "l3 2l-6 4l3 2" * (rows.length // 8))
    if rows.broken and columns.size:
        paths.append(f"M0 {rows.gap}" + "l2 3l4 -6l2 3" * (columns.length // 8))
    return f'<path d="{"".join(paths)}" fill="none" stroke="currentColor"/>' if paths else ""


def _lettered_cell(x: int, y: int, pitch: int, group: int, number: str) -> str:
    fill, middle = colour(group), x + pitch // 2
    above = 15 if number else pitch // 2 + 5
    style = f'text-anchor="middle" font-size="13" fill="{ink(fill)}" stroke="none"'
    return (
        f'<rect x="{x}" y="{y}" width="{pitch}" height="{pitch}" fill="{fill}"/><g {style}>'
        f'<text x="{middle}" y="{y + above}" font-weight="bold">{letter(group)}</text>'
        f"{_text(middle, y + 29, number)}</g>"
    )


def _sheet_numbers(step: Step, width: int) -> str:
    """Number each sheet above the strip that the sheets in front leave visible."""
    sheets, places = sheets_of(step), list(np.ndindex(step.shape[:-2]))
    if len(places) < 2:
        return ""
    texts = [
        (width + x - ASIDE / 2 if n else min(8, width / 2), n, str(places[sheet][-1]))
        for n, (sheet, x) in enumerate(sheets.cells)
    ]
    if sheets.broken:
        texts.append((width + sheets.gap - ASIDE, len(texts) - AFTER_BREAK, "…"))
    return " ".join(
        f'<text x="{x:g}" y="{DOWN * n - GAP}" text-anchor="middle">{text}</text>'
        for x, n, text in texts
    )


def _names(step: Step, columns: Side) -> str:
    """Write the row axis on the left and the others above."""
    front, beside, above = step.labels
    level = -GAP - (LINE if len(step.shape) > 2 else 0)
    across = across_names(columns.length, above)
    return "".join(
        [
            f'<g transform="translate({-GAP} 0) rotate(-90)" text-anchor="end">',
            f"{_text(0, 0, beside)}</g>",
            _text(0, level, above),
            _text(across, level, front) if step.origins is None else "",
        ]
    )


def _text(x: int, y: int, text: str) -> str:
    # The space keeps texts apart where a page shows only those, as GitHub does.
    return f'<text x="{x}" y="{y}">{escape(text)}</text> ' if text else ""
