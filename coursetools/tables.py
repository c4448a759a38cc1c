"""Read tables that people edit in a spreadsheet: separated by commas, semicolons or tabs, in any encoding."""

import csv
from dataclasses import dataclass
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.wording import shown

SEPARATORS = ",;\t"
LARGEST_TABLE = 20_000_000


@dataclass(frozen=True)
class Row:
    """A row of a table.

    Attributes
    ----------
    line : int
        Its line in the file, from 1.
    cells : dict of str to str
        The cells by column name, in lower case.
    """

    line: int
    cells: dict[str, str]

    def get(self, *columns: str) -> str:
        """Return the first of these cells that is not empty, or else an empty text."""
        return next((self.cells[name] for name in columns if self.cells.get(name)), "")


def read_table(path: Path) -> list[Row]:
    """Read a table whose first row holds the titles.

    Parameters
    ----------
    path : Path

    Returns
    -------
    list of Row
        Without empty rows.

    Raises
    ------
    UnusableInput
        If it cannot be read.
    """
    lines = _text(path).splitlines()
    separator = max(SEPARATORS, key=(lines[0] if lines else "").count)
    try:
        reader = csv.reader(lines, delimiter=separator)
        titles = [title.strip().lower() for title in next(reader, [])]
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise UnusableInput(f"{shown(str(path))}: not a table ({error}). Save it as CSV.") from None
    return [Row(line, dict(zip(titles, cells, strict=False))) for line, cells in rows if any(cells)]


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_TABLE:
            raise UnusableInput(f"{shown(str(path))}: larger than 20 MB. Is it the right file?")
        content = path.read_bytes()
    except OSError as error:
        raise UnusableInput(
            f"{shown(str(path))}: cannot be read ({error.strerror}). Name a CSV file."
        ) from None
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
