"""The list of modules that `help(attnlib)` shows is complete."""

import re
from pkgutil import iter_modules

import attnlib


def test_the_docstring_lists_every_module() -> None:
    listed = re.findall(r"`attnlib\.(\w+)`", str(attnlib.__doc__))
    assert sorted(listed) == sorted(module.name for module in iter_modules(attnlib.__path__))
