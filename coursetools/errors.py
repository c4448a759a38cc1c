"""The error that a command reports in one line, instead of a traceback."""


class UnusableInput(Exception):
    """Raised for input that cannot be used. One line says what is wrong, where, and what to do."""
