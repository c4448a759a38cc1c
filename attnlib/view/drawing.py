"""What pictures made of HTML have in common: the picture itself, and the pieces of its tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from attnlib.view.sentence import unseen

PAGE_WIDTH = 840  # in pixels: the output of a cell in JupyterLab beside an open side bar
# Outside coloured boxes the colours are those of the surrounding page, light or dark.
PAGE = "color:var(--jp-ui-font-color1,inherit);background:transparent"
TABLE = (
    "border-collapse:collapse;width:auto;margin:0;font-size:13px;line-height:1.4;"
    "font-variant-numeric:tabular-nums;print-color-adjust:exact"  # printers would drop the colours
)
CELL = f"{PAGE};padding:4px 8px"
# For boxes whose colour means something: printers and high contrast leave it. The lines of a box have
# the colour that high contrast gives to text.
COLOURED = "print-color-adjust:exact;forced-color-adjust:preserve-parent-color"
# For drawings in SVG whose colours only tell lines apart: high contrast sets its own.
LINE_ART = "forced-color-adjust:auto"


@dataclass(frozen=True, repr=False)
class Drawing:
    """A picture made of HTML, and the sentence that says what it shows.

    Attributes
    ----------
    html : str
        Styled inline and without scripts, so that it looks alike wherever HTML is shown.
    sentence : str
        What is to be seen, with its numbers: for screen readers, and where only text is kept.

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


def table(about: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table from its caption, the header cells of its columns, and the cells of its rows.

    >>> html = table("Q & K", [plain_cell(""), header("a", "col")], [[header("b", "row")]])
    >>> html.splitlines()[1].partition(">")[2]
    'Q &amp; K</caption>'
    """
    return "\n".join(
        [
            f'<table style="{TABLE}">',
            caption(about),
            f"<thead><tr>{''.join(heads)}</tr></thead>",
            "<tbody>",
            *(f"<tr>{''.join(cells)}</tr>" for cells in rows),
            "</tbody></table>",
        ]
    )


def caption(text: str) -> str:
    """Write the caption of a table, escaped.

    >>> caption("Q & K").partition(">")[2]
    'Q &amp; K</caption>'
    """
    style = f"{CELL};caption-side:top;text-align:left;white-space:nowrap"
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


def told_apart(labels: Sequence[str], index: int) -> str:
    """Name a label, with its place where the same label stands elsewhere too.

    >>> told_apart(["the", "cat", "the"], 1), told_apart(["the", "cat", "the"], 2)
    ('cat', 'the (2)')
    """
    label = labels[index]
    return label if list(labels).count(label) == 1 else f"{label} ({index})"
