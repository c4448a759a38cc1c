"""The error that a command reports in one line, instead of a traceback."""


class UnusableInput(Exception):
    """Raised for input that cannot be used; the message says in one line what, where and what to do."""
