"""What is behind `%check`: it tries an answer, and names the mistake.

In a notebook, after `%load_ext checks`, a check cell is one line: `%check softmax`. A lecture asks
for a single line with `%%line softmax weights`, above a cell that says `weights = ...`.
In Python, `check("softmax", my_softmax)` returns the same `Verdict`.
"""

from typing import Any

from checks.checking import check
from checks.verdict import Verdict

__all__ = ["Verdict", "check"]


def load_ipython_extension(shell: Any) -> None:
    """Register `%check`, `%%line`, `%hunt` and `%bring` (called by `%load_ext`)."""
    from checks.magic import register  # only notebooks need IPython

    register(shell)
