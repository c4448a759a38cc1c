"""The base of all HTML pictures: the picture class, and helpers for tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from course.views.colours import Role
from course.views.sentence import UNSEEN, unseen

PAGE_WIDTH = 840  # in pixels: a cell output in JupyterLab with the side bar open
FULL_WIDTH = 920  # of the pictures that tell the story: a cell output without the side bar
# Outside coloured boxes, pictures use the colours of the surrounding page, light or dark.
PAGE = "color:var(--jp-ui-font-color1,inherit);background:transparent"
TABLE = (
    "border-collapse:collapse;width:auto;margin:0;font-size:13px;line-height:1.4;"
    "font-variant-numeric:tabular-nums;print-color-adjust:exact"  # or printers drop the colours
)
CELL = f"{PAGE};padding:4px 8px"
# One line where there is room, also above a narrow table; several on a phone.
CAPTION = f"{CELL};caption-side:top;text-align:left;width:max-content;max-width:calc(100vw - 40px)"
ROW = "background:transparent"  # JupyterLab would stripe the rows, and zeros would not look alike
# For boxes whose colour has a meaning: printers and high contrast mode keep it. The border of a box
# has the colour that high contrast mode gives to text, and so has text without a colour of its own.
COLOURED = "print-color-adjust:exact;forced-color-adjust:preserve-parent-color"
# What a mask hides; it shows the colour below, and can be read through.
HATCH = "repeating-linear-gradient(135deg,#0000 0 4px,#80808073 4px 6px)"
# What a screen reader passes over in silence.
SPOKEN = {".": "full stop"}
# For SVG drawings whose colours only distinguish lines: high contrast mode may replace them.
LINE_ART = "forced-color-adjust:auto"


@dataclass(frozen=True, repr=False)
class Drawing:
    """A picture made of HTML, and the sentence that says what it shows.

    Attributes
    ----------
    html : str
        Styled inline and without scripts, so that it looks the same wherever HTML is shown.
    sentence : str
        What the picture shows, with numbers: for screen readers, and where only text is kept.

    Examples
    --------
    >>> Drawing("<p>2 &lt; 3</p>", "2 is less than 3.")
    2 is less than 3.
    """

    html: str
    sentence: str

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return f"{self.html}\n{unseen(self.sentence)}"


def table(
    about: str, heads: Iterable[str], rows: Iterable[Iterable[str]], captioned: bool = True
) -> str:
    """Write a table from its caption, the header cells of its columns, and the cells of its rows.

    Only screen readers find the caption if the table is not `captioned`.

    >>> html = table("Q & K", [plain_cell(""), header("a", "col")], [[header("b", "row")]])
    >>> html.splitlines()[1].partition(">")[2]
    'Q &amp; K</caption>'
    """
    return captioned_table(caption(about, captioned), heads, rows)


def titled_table(
    title: str,
    heads: Iterable[str],
    rows: Iterable[Iterable[str]],
    *,
    style: str,
    above: str,
    note: str = "",
) -> str:
    """Write a table whose bold title belongs to the picture; `note` is HTML behind it.

    The table has more `style`, and its caption the style `above`.

    >>> html = titled_table("Q & K", [], [], style="width:100%", above="padding:0", note=" (a)")
    >>> html.splitlines()[1].partition(">")[2]
    '<b>Q &amp; K</b> (a)</caption>'
    """
    look = f"{PAGE};caption-side:top;text-align:left;{above}"
    named = f'<caption style="{look}"><b>{escape(title)}</b>{note}</caption>'
    return captioned_table(named, heads, rows, f";{style}")


def captioned_table(
    above: str, heads: Iterable[str], rows: Iterable[Iterable[str]], style: str = ""
) -> str:
    """Write a table from the HTML of its caption and of its cells.

    >>> captioned_table(caption("Q"), [], [["<td>1</td>"]]).splitlines()[-2].partition(">")[2]
    '<td>1</td></tr>'
    """
    return "\n".join(
        [
            f'<table style="{TABLE}{style}">',
            above,
            f"<thead><tr>{''.join(heads)}</tr></thead>",
            "<tbody>",
            *(f'<tr style="{ROW}">{"".join(cells)}</tr>' for cells in rows),
            "</tbody></table>",
        ]
    )


def over_full_width(*parts: str) -> str:
    """Put the parts of a picture below each other, as wide as the page, at most `FULL_WIDTH`.

    >>> over_full_width("<p>", "</p>").splitlines()[1:]
    ['<p>', '</p>', '</div>']
    """
    style = f"{PAGE};width:{FULL_WIDTH}px;max-width:100%"
    return "\n".join([f'<div style="{style}">', *parts, "</div>"])


def caption(text: str, seen: bool = True) -> str:
    """Write the caption of a table, escaped; if it is not `seen`, for screen readers alone.

    >>> caption("Q & K").partition(">")[2]
    'Q &amp; K</caption>'
    """
    style = CAPTION if seen else UNSEEN
    return f'<caption style="{style}">{escape(text)}</caption>'


def header(label: str, scope: str, style: str = "") -> str:
    """Write the header cell of a row ("row") or column ("col"), escaped, with more style if need be.

    >>> header("cat", "row").partition(">")[2]
    'cat</th>'
    """
    return f'<th scope="{scope}" style="{CELL};text-align:right;{style}">{escape(label)}</th>'


def plain_cell(text: str, style: str = "") -> str:
    """Write a cell without a colour of its own, with more style if need be.

    >>> plain_cell("0.25").partition(">")[2]
    '0.25</td>'
    """
    return f'<td style="{CELL};text-align:right;{style}">{escape(text)}</td>'


def badge(role: Role) -> str:
    """Draw the mark of queries, keys or values: their letter in a frame of their colour.

    >>> from course.views.colours import QUERY
    >>> badge(QUERY).partition(">")[2]
    'q</b>'
    """
    style = f"border:2px solid {role.colour};border-radius:3px;padding:0 3px;{COLOURED}"
    return f'<b style="{style}">{role.letter}</b>'


def told_apart(labels: Sequence[str], index: int) -> str:
    """Name a label; if the same label occurs more than once, also say which of them it is.

    >>> told_apart(["the", "cat", "the"], 1), told_apart(["the", "cat", "the"], 2)
    ('cat', '2nd the')
    """
    label, name = labels[index], SPOKEN.get(labels[index], labels[index])
    if list(labels).count(label) == 1:
        return name
    return f"{_ordinal(list(labels[: index + 1]).count(label))} {name}"


def _ordinal(number: int) -> str:
    teens = 10 < number % 100 < 14
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
