"""The probes of the clinic as drawings: two runs of a layer, and the rows that must be equal."""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import NamedTuple

from course.clinic import PROBES, expectation
from course.views.drawing import LINE_ART, PAGE, Drawing
from course.views.sentence import join

# In pixels.
PITCH, CELL_SIDE, CORNER = 21, 17, 3
BOX_WIDTH, TALL = 100, 24
LINES = (32, 74)  # how far down the two runs are
BETWEEN = 57  # how far down the signs between them are
HEIGHT = {1: 64, 2: 88}  # of a drawing of one run, or of two
PADDING, NOTHING = "p", " "
DASHED = 'stroke-dasharray="3 3"'
LIST = f"{PAGE};list-style:none;margin:0;padding:0;font-size:13px;line-height:1.4"
# Beside each other where there is room, and one below the other on a phone.
ITEM = "display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;margin:8px 0 16px"
TEXT = "flex:1 1 14rem;max-width:21rem"


class Run(NamedTuple):
    """One run of a layer. In both texts, a letter is a cell: a word by its number, `p` for padding."""

    words: str
    layer: str  # what is written on the box; without it, the words pass by
    rows: str  # what comes out
    cuts: tuple[int, ...] = ()  # before which words a new piece begins


class Sketch(NamedTuple):
    """What a probe changes between two runs, or what it asks of a single one."""

    changed: str
    runs: tuple[Run, ...]
    note: str = ""  # what must hold in a single run

    @property
    def box_left(self) -> int:
        """Where the box of the layer begins, behind the words."""
        return PITCH * len(self.runs[0].words) + 16

    @property
    def rows_left(self) -> int:
        """Where the rows begin, behind the box."""
        return self.box_left + BOX_WIDTH + 18

    @property
    def width(self) -> int:
        """How wide the drawing is."""
        return self.rows_left + PITCH * len(self.runs[0].rows)

    @property
    def equal(self) -> list[int]:
        """The columns in which both runs give the row of a word."""
        both = zip(*(run.rows for run in self.runs), strict=True)
        return [place for place, cells in enumerate(both) if set(cells) <= set("123456")]


ALL = "123456"
PLAIN = Run(ALL, "layer", ALL)
SKETCHES: Mapping[str, Sketch] = {
    "future": Sketch("more words follow", (Run("123   ", "layer", "123   "), PLAIN)),
    "cache": Sketch(
        "the words come in pieces", (Run(ALL, "layer + cache", ALL, cuts=(3, 5)), PLAIN)
    ),
    "padding": Sketch(
        "padding comes first",
        (Run("pp123456", "layer", "pp123456"), Run("  123456", "layer", "  123456")),
    ),
    "twice": Sketch("nothing", (PLAIN, PLAIN)),
    "identity": Sketch("the heads add nothing", (Run(ALL, "W_o = 0", ALL), Run(ALL, "", ALL))),
    "equal rows": Sketch(
        "all words are the same", (Run("111111", "layer", "111111"),), "all rows equal"
    ),
    "float16": Sketch(
        "numbers are large, their type is small",
        (Run(ALL, "float16", ALL),),
        "all numbers finite",
    ),
    "heads": Sketch(
        "two heads change places",
        (Run(ALL, "heads 1, 2", ALL), Run(ALL, "heads 2, 1", ALL)),
    ),
    "reference": Sketch("the code", (PLAIN, Run(ALL, "slow loops", ALL))),
}
"""By name, as in `course.clinic.PROBES`."""


def probe_drawing(name: str) -> Drawing:
    """Draw a probe: on the left the words of each run, on the right its rows.

    Two rows that must be equal have an equals sign between them. Padding is dashed, and a bar
    begins a new piece.

    Parameters
    ----------
    name : str
        One of `course.clinic.PROBES`.

    Returns
    -------
    Drawing

    Raises
    ------
    ValueError
        If there is no such probe.

    Examples
    --------
    >>> probe_drawing("future")
    future. Changed: more words follow. Run 1: 3 words, layer, 3 rows. Run 2: 6 words, layer, 6 rows. Equal: rows 1, 2 and 3 of both runs.
    """
    if name not in SKETCHES:
        raise ValueError(f"name: one of {join([*SKETCHES])} is needed, but it is {name!r}.")
    sketch = SKETCHES[name]
    sentence = f"{name}. Changed: {sketch.changed}. {' '.join(_told(sketch))}"
    parts = "".join(_parts(sketch))
    return Drawing(
        f'<svg role="img" aria-label="{escape(sentence)}" '
        f'viewBox="0 0 {sketch.width} {HEIGHT[len(sketch.runs)]}" '
        f'style="display:block;width:{sketch.width}px;max-width:100%;height:auto;{LINE_ART}" '
        'font-size="13" text-anchor="middle" fill="none" stroke="currentColor" '
        f'stroke-width="1.5">{parts}</svg>',
        sentence,
    )


def probes_list() -> Drawing:
    """Show the probes of the clinic: what a right layer does in each, beside its drawing.

    >>> probes_list().sentence.partition(".")[0]
    'Probes of a layer: future, cache, padding, twice, identity, equal rows, float16, heads and reference'
    """
    items = (
        f'<li style="{ITEM}"><div style="{TEXT}"><b>{name}</b><br>{escape(expectation(name))}</div>'
        f"{probe_drawing(name).html}</li>"
        for name in PROBES
    )
    return Drawing(
        f'<ul style="{LIST}">{"".join(items)}</ul>', f"Probes of a layer: {join([*PROBES])}."
    )


def _told(sketch: Sketch) -> Iterator[str]:
    """Say what the drawing shows."""
    for number, run in enumerate(sketch.runs, 1):
        pieces = [end - start for start, end in pairwise((0, *run.cuts, _count(run.words)))]
        words = " + ".join(map(str, pieces))
        padded = f" after {run.words.count(PADDING)} of padding" if PADDING in run.words else ""
        layer = run.layer or "no layer"
        yield f"Run {number}: {words} words{padded}, {layer}, {_count(run.rows)} rows."
    if sketch.note:
        yield f"Asked: {sketch.note}."
    else:
        numbers = [sketch.runs[0].rows[place] for place in sketch.equal]
        yield f"Equal: rows {join(numbers)} of both runs."


def _count(cells: str) -> int:
    return sum(cell not in (PADDING, NOTHING) for cell in cells)


def _parts(sketch: Sketch) -> Iterator[str]:
    left = sketch.rows_left
    yield _text(PITCH * 3, 12, "words") + _text(left + PITCH * 3, 12, "rows")
    for run, y in zip(sketch.runs, LINES, strict=False):
        yield from _cells(run.words, 0, y)
        yield from _cells(run.rows, left, y)
        yield from (
            f'<path d="M{PITCH * cut - 1} {y - 13}v26" stroke-width="3"/>' for cut in run.cuts
        )
        yield _box(run.layer, sketch.box_left, y)
    if sketch.note:
        yield _text(left + PITCH * 3, BETWEEN, sketch.note)
    else:
        yield from (_text(_middle(left, place), BETWEEN, "=", "bold") for place in sketch.equal)


def _cells(cells: str, left: int, y: int) -> Iterator[str]:
    for place, cell in enumerate(cells):
        if cell != NOTHING:
            dashed = DASHED if cell == PADDING else ""
            x = left + place * PITCH + 1
            yield (
                f'<rect x="{x}" y="{y - CELL_SIDE / 2}" width="{CELL_SIDE}" '
                f'height="{CELL_SIDE}" rx="{CORNER}" {dashed}/>'
            )
            yield _text(_middle(left, place), y + 4, cell.replace(PADDING, ""))


def _middle(left: int, place: int) -> float:
    return left + place * PITCH + 1 + CELL_SIDE / 2


def _box(layer: str, left: int, y: int) -> str:
    """Draw the way from the words to the rows: through a box, or past it."""
    right = left + BOX_WIDTH
    if not layer:
        return f'<path d="M{left - 14} {y}H{right + 4}"/>{_arrowhead(right + 14, y)}'
    return (
        f'<path d="M{left - 14} {y}h4M{right} {y}h4"/>{_arrowhead(left, y)}'
        f'{_arrowhead(right + 14, y)}<rect x="{left}" y="{y - TALL // 2}" '
        f'width="{BOX_WIDTH}" height="{TALL}" rx="4"/>'
        f"{_text(left + BOX_WIDTH / 2, y + 4, layer)}"
    )


def _arrowhead(x: int, y: int) -> str:
    return f'<path d="M{x - 8} {y - 5}l8 5l-8 5z" fill="currentColor" stroke="none"/>'


def _text(x: float, y: float, text: str, weight: str = "normal") -> str:
    style = f'fill="currentColor" stroke="none" font-weight="{weight}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
