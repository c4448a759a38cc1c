"""The tasks that stay in `make test` if a test takes seconds for each task."""

import pytest

from checks.catalogue import TASKS

# The first function to write in each lesson; all others are thorough.
FIRST = {one.order[0]: name for name, one in reversed([*TASKS.items()]) if one.kind == "write"}
ONE_OF_EACH_LESSON = [
    name if name in FIRST.values() else pytest.param(name, marks=pytest.mark.thorough)
    for name in TASKS
]
