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
    """Register `%check`, `%%line`, `%hunt`, `%bring` and `%log` (called by `%load_ext`)."""
    if shell.find_magic("check"):
        return
    from checks.magic import register  # only notebooks need IPython

    register(shell)
    # Otherwise a second Run All begins with "The checks extension is already loaded."
    shell.events.register("post_execute", lambda: shell.extension_manager.loaded.discard(__name__))
