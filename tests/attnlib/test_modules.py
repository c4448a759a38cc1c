"""The list of modules that `help(attnlib)` shows is complete, and one of them is only an old name."""

import re
from pkgutil import iter_modules

import pytest

import attnlib
from course import lessons, views


def test_the_docstring_lists_every_module() -> None:
    listed = re.findall(r"`attnlib\.(\w+)`", str(attnlib.__doc__))
    assert sorted(listed) == sorted(module.name for module in iter_modules(attnlib.__path__))


def test_the_old_name_of_the_views_still_gives_them_and_says_the_new_one() -> None:
    with pytest.warns(FutureWarning, match="from course.(views|lessons) import"):
        from attnlib.view import bars, cells
    assert (bars, cells) == (views.bars, lessons.cells)
