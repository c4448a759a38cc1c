"""The error that a command reports in one line, instead of a traceback."""


class UnusableInput(Exception):
    """Input that nothing can be done with: one line that says what, where and what to do."""
