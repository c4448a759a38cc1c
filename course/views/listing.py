"""Code with line numbers, and one line marked."""

from html import escape

from attnlib.shapes import as_size
from course.views.drawing import CELL, Drawing, header, table

LINE = "padding:0 8px;line-height:1.5;text-align:left"
CODE = "font-family:var(--jp-code-font-family,monospace);font-size:12px;white-space:pre"
MARKED = "outline:2px solid currentColor;outline-offset:-2px;font-weight:bold"


def listing(code: str, *, marked: int | None = None, title: str) -> Drawing:
    r"""Show code with line numbers, and mark one line.

    Parameters
    ----------
    code : str
    marked : int, optional
        The number of the line, counted from 1, that gets an arrow and a frame.
    title : str

    Returns
    -------
    Drawing

    Raises
    ------
    ValueError
        If there is no such line.

    Examples
    --------
    >>> listing("a = 1\nb = a + a", marked=2, title="A sum")
    A sum: 2 lines of code. Line 2 is marked: b = a + a
    """
    lines = code.splitlines()
    if marked is not None and not 1 <= as_size(marked, "marked", None) <= len(lines):
        raise ValueError(
            f"marked: one of the lines 1 to {len(lines)} is needed, but it is {marked}. "
            "Are the lines counted from 1?"
        )
    rows = [_row(number, line, number == marked) for number, line in enumerate(lines, 1)]
    said = f"{title.rstrip('.')}: {len(lines)} lines of code."
    if marked is not None:
        said += f" Line {marked} is marked: {lines[marked - 1].strip()}"
    heads = [header(text, "col", LINE) for text in ("line", "code")]
    return Drawing(table(title, heads, rows), said)


def _row(number: int, line: str, marked: bool) -> tuple[str, str]:
    style = f"{CELL};{LINE};{CODE}{f';{MARKED}' if marked else ''}"
    return (
        header(f"→ {number}" if marked else str(number), "row", f"{LINE};text-align:right"),
        f'<td style="{style}"><code style="background:none;font:inherit">{escape(line)}</code></td>',
    )
