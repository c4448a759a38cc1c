"""Cells of tables that no spreadsheet takes for a formula."""

import re

from coursetools.wording import shown

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
AFTER_SEPARATOR = re.compile(r'([;\t]["\'\s]*)(?=[=+\-@])')  # some spreadsheets separate cells by ;


def cell(value: str | float) -> str:
    """Turn a value into a cell that no spreadsheet takes for a formula.

    Parameters
    ----------
    value : str or number

    Returns
    -------
    str
        With an apostrophe in front if it starts like a formula and is not a number, and an apostrophe
        after each semicolon after which a formula could start.

    Examples
    --------
    >>> cell("=1+1"), cell("-1.5"), cell(2.0), cell("a;=1+1")
    ("'=1+1", '-1.5', '2', "a;'=1+1")
    """
    text = f"{value:g}" if isinstance(value, float | int) else value
    if NUMBER.fullmatch(text):
        return text
    risky = text.startswith(FORMULA) or text.lstrip().startswith(FORMULA)
    clean = AFTER_SEPARATOR.sub(r"\1'", shown(text))
    return f"'{clean}" if risky else clean
