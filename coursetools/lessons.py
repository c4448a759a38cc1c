"""Which lessons a command is about, which files belong to them, and what they were called before."""

import re
from collections.abc import Collection, Iterable

from coursetools.errors import UnusableInput

LESSON = re.compile(r"(?:exercises|notebooks|solutions)/(\d+)_")
MOVED = {  # names that lessons had before; of several, the newest comes first
    "10_training": "11_training",
    "09_training": "11_training",
    "11_long_context": "13_long_context",
    "11_relative_positions": "14_relative_positions",
    "10_relative_positions": "14_relative_positions",
    "14_bug_clinic": "15_bug_clinic",
    "12_bug_clinic": "15_bug_clinic",
    "15_capstone": "16_capstone",
    "13_capstone": "16_capstone",
    "16_real_model": "17_real_model",
}


def numbers_in(lessons: str) -> set[int]:
    """Read the numbers of lessons.

    Parameters
    ----------
    lessons : str
        Numbers and ranges, separated by commas.

    Returns
    -------
    set of int

    Raises
    ------
    UnusableInput
        If the text has another form.

    Examples
    --------
    >>> sorted(numbers_in("1-3,13"))
    [1, 2, 3, 13]
    """
    if not re.fullmatch(r"\d{1,3}(-\d{1,3})?(,\d{1,3}(-\d{1,3})?)*", lessons):
        raise UnusableInput(f"--lessons {lessons}: write numbers and ranges, such as 1-3,13.")
    ends = ([int(end) for end in part.split("-")] for part in lessons.split(","))
    return {number for part in ends for number in range(part[0], part[-1] + 1)}


def of_lessons(names: Iterable[str], lessons: Collection[int] | None) -> list[str]:
    """Choose the files of lessons, or of all if there is none, and those that belong to no lesson.

    >>> of_lessons(["solutions/01_dot_product.ipynb", "solutions/02_scaling.ipynb"], {2})
    ['solutions/02_scaling.ipynb']
    """
    numbers = {name: int(match[1]) if (match := LESSON.match(name)) else None for name in names}
    for number in sorted(set(lessons or ()) - set(numbers.values())):
        raise UnusableInput(f"--lessons: there is no lesson {number}.")
    return [name for name, number in numbers.items() if not lessons or number in {None, *lessons}]
