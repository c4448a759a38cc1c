"""What a file of the catalogue says of its task, besides the right function and its mistakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

OWN = "own"


@dataclass(frozen=True, kw_only=True)
class Facts:
    """The facts of a task; a file of the catalogue assigns them to `TASK`.

    Attributes
    ----------
    practises : tuple of str
        The objectives of the lecture that this task practises, each given by its first words.
    holds : mapping of str to callable
        What is true of every right answer and can be verified by learners, from the most to the
        least informative. Each statement comes with a function of arguments, results or other
        names of the right function, which are passed by name; `result` is whatever the answer
        returned, and `case` the words for the input.
    mistakes : str
        Words: the files in catalogue/mistakes whose mistakes apply here, or the slugs of single
        mistakes, with their file where several have it ("result", "rounded", "result.rounded"). If
        two mistakes compute the same, the earlier one is named. "own" stands for those of this
        file; they come last if it is left out.
    without : str
        Slugs of shared mistakes that would apply, but make no difference or no sense here.
    symbols : mapping of str to str
        This task's names for the names in shared mistakes, in their lines and in their words.
    names : mapping of str to str
        The same for their lines alone.
    cases : mapping of str to dict
        The inputs, in the words that learners see; see `inputs.draw`. By default they follow from
        the axes of the arguments.
    more_cases : mapping of str to dict
        Inputs besides those that follow from the axes.
    stages : mapping of str to dict
        More inputs, for a task that is made of parts. On each of them the parts work up to one,
        which its key names ("the feed-forward of layer 1"), and the later ones are neutral. So the
        first of these inputs that shows a difference tells in which part it is.
    redrawn : int
        How often the inputs were drawn again, because a published number lay so close to the edge
        of rounding that another machine's last bit would change it (a test finds such numbers).
    shuffled : bool
        Whether the order of the inputs depends on the seed, for a task with few possible answers.
    valid : callable
        (argument, ...) to bool: whether this input is valid for the task. Inputs that are made to
        show a mistake have to be valid.
    kind : str
        write, repair, find or predict.
    starter : str
        The code that a repair task hands out, in its right form. Students have this file, so its
        lines are not those of the solution.
    slips : mapping of str to str
        What goes wrong in the code that is handed out: the names of mistakes, and the wrong lines
        that make them in `starter`, by the rules of `checks.lines`. If a learner leaves the code
        as it is, the task counts as not attempted.
    asks : str
        The question to ask if no mistake is named and no small input is shown; if empty, a general
        question.
    because : str
        Why the right answer is right, for a task of kind find: said once it is.
    numbers : mapping of str to tuple of str
        For a task on paper: constants of its file, as on the left of their `=`, and what else may
        stand on the right. A variant draws one of these for each, and writes the statement to match.
    judged : bool
        Whether many results are right, as those of a model that the answer trains. What is compared
        and published is then which statements of `holds` are true of a result.
    at_once : int
        How many simultaneous mistakes to look for: fewer if there are very many mistakes.
    """

    practises: tuple[str, ...]
    holds: Mapping[str, Callable[..., bool]]
    mistakes: str = ""
    without: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    cases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    more_cases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    stages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    redrawn: int = 0
    shuffled: bool = False
    valid: Callable[..., bool] = lambda *arguments: True
    kind: str = "write"
    starter: str = ""
    slips: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""
    because: str = ""
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judged: bool = False
    at_once: int = 3


def near(found: ArrayLike, wanted: ArrayLike) -> bool:
    """Check whether two results are equal up to rounding, also in float32.

    Examples
    --------
    >>> near([1, 2], [1.00001, 2]), near([1, 2], [1.001, 2])
    (True, False)
    """
    return bool(np.allclose(found, wanted, atol=1e-4))


def one_letter(letter: Any) -> bool:
    """Check whether the first result of a task of kind find is a letter from a to e, or a capital."""
    return isinstance(letter, str) and letter.strip().lower() in tuple("abcde")
