"""What statuses are called, and how foreign text is made fit to be shown."""

SYMBOLS = {"pass": "✓", "not_attempted": "○"}
OTHER_SYMBOL = "✗"
WORDS = {
    "pass": "right",
    "fail": "not right yet",
    "error": "stops with an error",
    "timeout": "ran out of time",
    "dead": "ended the kernel",
    "not_attempted": "not attempted yet",
    "not_reached": "not reached",
}
JOINERS = "\u200c\u200d"  # invisible, but they belong to words in Persian, and to emoji
REPLACEMENT = "\ufffd"


def shown(text: str) -> str:
    r"""Replace whatever a terminal, a page or a spreadsheet could take for an instruction.

    Parameters
    ----------
    text : str
        From anywhere: a file's name, a student's code.

    Returns
    -------
    str
        On one line. Spaces of any kind are plain spaces; control characters, lone surrogates and marks that turn
        the direction of reading are replacement characters.

    Examples
    --------
    >>> shown("two\nlines, \x1b[31mred\x1b[0m")
    'two lines, �[31mred�[0m'
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    return character if character.isprintable() or character in JOINERS else REPLACEMENT
