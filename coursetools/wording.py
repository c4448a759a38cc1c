"""The words for statuses, and functions that make untrusted text safe to display."""

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
    "starved": "not graded yet",
}
JOINERS = "\u200c\u200d"  # invisible, but part of words in Persian, and of emoji
REPLACEMENT = "\ufffd"
LONGEST_MESSAGE = 2000


def shown(text: str) -> str:
    r"""Replace everything that a terminal, a page or a spreadsheet could take for an instruction.

    Parameters
    ----------
    text : str
        Untrusted: a file's name, a student's code.

    Returns
    -------
    str
        On one line. Spaces of any kind become plain spaces; control characters, lone surrogates and marks
        that change the reading direction become replacement characters.

    Examples
    --------
    >>> shown("two\nlines, \x1b[31mred\x1b[0m")
    'two lines, �[31mred�[0m'
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def amount(number: float, noun: str) -> str:
    """Say how many there are: 1 point, 2.5 points."""
    return f"{number:g} {noun}" if number == 1 else f"{number:g} {noun}s"


def one_line(text: str) -> str:
    r"""Make a message of at most 2,000 characters out of any text.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        As `shown`, with single spaces.

    Examples
    --------
    >>> one_line("two\n   lines")
    'two lines'
    """
    return " ".join(shown(text).split())[:LONGEST_MESSAGE]


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    return character if character.isprintable() or character in JOINERS else REPLACEMENT
