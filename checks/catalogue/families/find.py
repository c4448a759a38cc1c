"""Find tasks: the answer is the letter or number of one thing among several."""

from collections.abc import Callable, Mapping
from typing import Any

from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _one_letter(probe: Probe, letter: Any) -> bool:
    return isinstance(letter, str) and letter in tuple("abcde")


ONE_LETTER = Property("The answer is one lower-case letter in quotes, from a to e.", _one_letter)


def find_task(
    reference: Callable[[], Any],
    *,
    order: tuple[int, int],
    practises: tuple[str, ...],
    things: str,
    wrong: Mapping[Any, Mistake],
    form: Property = ONE_LETTER,
) -> Task:
    """Make a task of kind find, in which each wrong answer is a separate mistake.

    Parameters
    ----------
    reference : callable
        Takes no arguments and returns the right answer; its name is the id of the task. It returns
        a named constant, because the line of the solution must not be in any file that students
        get.
    order, practises
        As in `Task`.
    things : str
        What there is to choose from, as it appears in messages: "On {things}, 'a' is not the
        answer."
    wrong : mapping of answer to Mistake
        For each wrong answer, its slug, sentence and question.
    form : Property
        What every answer looks like, right or wrong. Default: a letter from a to e.

    Returns
    -------
    Task

    Examples
    --------
    >>> def odd_one_out():
    ...     return "b"
    >>> first = Mistake("accused-first", "Mask `a` is right.", "What is in its last row?")
    >>> task = find_task(
    ...     odd_one_out, order=(1, 1), practises=(), things="the two masks", wrong={"a": first}
    ... )
    >>> task.going_wrong({})(), task.going_wrong({"answer.named": "a"})()
    ('b', 'a')
    """
    answer = Family(
        "answer",
        {"named": reference()},
        tuple(mistake.by({"answer.named": named}) for named, mistake in wrong.items()),
    )
    return Task(
        reference=reference,
        kind="find",
        order=order,
        practises=practises,
        pipeline=lambda step: step.answer.named,
        families=(answer,),
        probes=lambda seed: [Probe(things, {})],
        properties=(form,),
    )
