"""Check an answer: run it on the probes, compare the results, and explain what is wrong."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from checks.catalogue import TASKS
from checks.counterexample import Example, is_steady, smallest_example
from checks.diagnosis import (
    MOST_AT_ONCE,
    Symptom,
    explain,
    first_broken,
    first_symptom,
    first_wrong_part,
)
from checks.errors import cause_of
from checks.mistake import Mistake
from checks.observed import observation, where_right
from checks.outcome import Outcome, Probe, call, quiet
from checks.published import published
from checks.remote.candidate import code_of
from checks.task import OPEN_SEED, Property, Task
from checks.typed_line import TypedLine
from checks.variants import MARK, in_variant
from checks.verdict import Verdict

BLANK_OPERATIONS = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}

MOST_WORDS = 60
MOST_IN_A_LINE = 2
WITHOUT_INPUTS = "Which step of your work led there?"
NOT_STEADY = "Is something drawn at random, or kept from one call to the next?"
WITHOUT_AN_EXAMPLE = "Print the result of each line: which is the first that you did not expect?"
NEW_ARRAY = "How could it make a new array instead?"
NOT_CHANGED = "Which line writes into it, and how could it make something new instead?"
OF_A_LINE_ALONE = "Try small numbers by hand: what should it be?"
STILL_THE_SAME = "You changed the code, but it still does what it did."
TO_BLAME = "On which input does it go wrong, and which line is to blame?"


def check(name: str, answer: Callable[..., Any] | None, seed: int = 0) -> Verdict:
    """Check an answer to a task, and name the mistake if there is one.

    Parameters
    ----------
    name : str
        The task's id, which is the name of the function asked for.
    answer : callable or None
        None if nothing has been written yet.
    seed : int
        The seed of the inputs. The checks in the notebooks use 0, hidden checks another seed.

    Returns
    -------
    Verdict
        This function does not raise, whatever the answer does.

    Raises
    ------
    LookupError
        If there is no such task.

    Examples
    --------
    >>> import numpy as np
    >>> check("softmax", lambda scores, axis=-1: np.exp(scores)).mistakes
    ('softmax-not-normalised',)
    """
    task = find_task(name)
    if not callable(answer):
        return without_function(task.name, None if answer is None else f"{answer!r:.60}")
    probes = task.probes(seed)
    outcomes = [call(answer, probe) for probe in probes]
    return verdict_of(task, probes, outcomes, code_of(answer), answer)


def without_function(name: str, found: str | None) -> Verdict:
    """Return the verdict on an answer that is not a function.

    Parameters
    ----------
    name : str
        The task's id.
    found : str or None
        What the name refers to instead of a function, if anything.

    Returns
    -------
    Verdict
    """
    if found is None:
        return _not_attempted(
            name, f"There is no function `{name}` yet: run its answer cell first."
        )
    return _verdict(name, "error", f"`{name}` is {found}, not a function.")


def verdict_of(
    task: Task,
    probes: Sequence[Probe],
    outcomes: Sequence[Outcome],
    code: Mapping[str, Any],
    answer: Callable[..., Any] | None = None,
) -> Verdict:
    """Compare what an answer did with the right results, and explain the difference.

    Parameters
    ----------
    task : Task
    probes, outcomes : sequences of the same length
    code : mapping
        A description of the answer's code, from `candidate.code_of`.
    answer : callable, optional
        If it can be called again, to look for the smallest input that it gets wrong.

    Returns
    -------
    Verdict
    """
    if _is_blank(task, code["operations"], outcomes):
        return _not_attempted(
            task.name, "Write your answer in the cell above, run it, then check again."
        )
    if task.starter and code == code_of(_to_repair(task)):
        return _not_attempted(
            task.name, "This is the code that you were given. Repair it, run it, then check again."
        )
    with quiet():
        return compared(task, probes, outcomes, answer)


def _to_repair(task: Task) -> Callable[..., Any]:
    """Compile the function that a repair task starts with, as a notebook cell would be compiled."""
    namespace: dict[str, Any] = {"np": np}
    exec(task.starter, namespace)
    return cast("Callable[..., Any]", namespace[task.name])


def _still_the_same(task: Task, probes: Sequence[Probe], values: Sequence[Any]) -> bool:
    """Check whether an attempted repair still does the same as before on every input."""
    before = published(probes, [call(_to_repair(task), probe) for probe in probes])
    return list(values) == before


def find_task(name: str, tasks: Mapping[str, Task] = TASKS) -> Task:
    """Look up a task by its id.

    Parameters
    ----------
    name : str
        With `@` and the name of a variant, the task is as `variants.in_variant` makes it.
    tasks : mapping of str to Task
        Where to look.

    Returns
    -------
    Task

    Raises
    ------
    LookupError
        If there is no such task; the message lists all tasks.

    Examples
    --------
    >>> find_task("sofmax")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    LookupError: there is no task `sofmax`; the tasks are dot_scores, lookup_on_paper, ...
    """
    known, _, variant = name.partition(MARK)
    if known not in tasks:
        raise LookupError(f"there is no task `{name}`; the tasks are {', '.join(tasks)}")
    return in_variant(tasks[known], variant) if variant else tasks[known]


def asks_for_several(task: Task) -> bool:
    """Check whether a task asks for a tuple of results rather than a single one."""
    first = task.probes(OPEN_SEED)[:1]
    return not task.facts.judged and any(
        isinstance(task.right(probe).value, tuple) for probe in first
    )


def compared(
    task: Task,
    probes: Sequence[Probe],
    outcomes: Sequence[Outcome],
    answer: Callable[..., Any] | None,
    line: TypedLine | None = None,
) -> Verdict:
    """Do the same as `verdict_of`, for something that has been attempted.

    Parameters
    ----------
    task, probes, outcomes, answer
        As for `verdict_of`.
    line : TypedLine, optional
        If the learner typed a line of the function, and not the function.

    Returns
    -------
    Verdict
    """
    expected = [task.right(probe) for probe in probes]
    for right in expected:
        if isinstance(right.error, ImportError):  # PyTorch, which one lesson needs
            return _verdict(task.name, "error", str(right.error))
    values = published(probes, outcomes)
    symptom = first_symptom(probes, outcomes, expected, values)
    if symptom is None:
        return Verdict(task.name, "pass", _what_was_checked(task, probes), (), values)
    lines: tuple[str, ...]
    if line:
        symptom = line.symptom(symptom)
        if spoilt := line.spoils(symptom.probe):
            lines = (f"Your line writes into `{spoilt}`, which should stay as it is.", NEW_ARRAY)
            return Verdict(task.name, "fail", lines, (), values)
    part = None if line else first_wrong_part(probes, outcomes, expected)
    where = (f"The first difference is in {part}.",) if part else ()
    mistakes = explain(task, probes, outcomes, at_once=MOST_IN_A_LINE if line else MOST_AT_ONCE)
    if line and not _can_be_said_of(line.name, task, mistakes, symptom.error):
        mistakes = ()
    if task.starter and not line and _still_the_same(task, probes, values):
        shown = (symptom.brief, STILL_THE_SAME)
        explained = _explained(mistakes) if mistakes else (TO_BLAME,)
        lines = _within(MOST_WORDS, (*shown, *explained), (*shown, *explained[:2]))
        mistakes = ()  # they are those of the code that was given
    elif mistakes:
        said = where if len(mistakes) == 1 and _has_several_places(task, *mistakes) else ()
        explained = _explained(mistakes)
        lines = _within(
            MOST_WORDS,
            (symptom.brief, *said, *explained),
            (symptom.brief, *explained),
            (symptom.brief, *explained[:2]),
        )
    elif symptom.error is not None:
        question = cause_of(symptom.error).question
        lines = _within(MOST_WORDS, (symptom.sentence, question), (symptom.brief, question))
        return Verdict(task.name, "error", lines, (), values)
    elif task.facts.judged:
        broken = first_broken(task.properties, [symptom.probe], [symptom.outcome])
        missed = f"On {symptom.probe.description}, this does not hold: "
        lines = (missed + broken.statement if broken else symptom.sentence, task.asks)
    else:
        shown = (symptom.sentence, *where)
        known = _unexplained(task, symptom, probes, outcomes, answer, line)
        lines = _within(
            MOST_WORDS,
            (*shown, *known),
            (symptom.sentence, *known),
            (symptom.sentence, *known[1:]),
            (*shown, *known[:-2], _to_try(line)),
        )
    return Verdict(task.name, "fail", lines, tuple(one.slug for one in mistakes), values)


def _what_was_checked(task: Task, probes: Sequence[Probe]) -> tuple[str, ...]:
    properties = tuple(f"✓ {known.statement}" for known in task.properties)
    if task.facts.because:
        return (*properties, f"✓ {task.facts.because}")
    if task.facts.judged or not _asks_about_inputs(probes):
        return properties
    return (
        *properties,
        f"✓ The answer agrees with the definition on {len(probes)} inputs.",
        "✓ Your arguments are left as they were.",
    )


def _asks_about_inputs(probes: Sequence[Probe]) -> bool:
    """Check whether the answer gets inputs: in find and predict tasks it may not."""
    return any(probe.arguments for probe in probes)


def _explained(mistakes: Sequence[Mistake]) -> tuple[str, ...]:
    """Say what goes wrong, with the question about the first mistake right after its sentence."""
    first, *others = mistakes
    return first.does, first.question, *(mistake.does for mistake in others)


def _has_several_places(task: Task, mistake: Mistake) -> bool:
    """Check whether a mistake can be made in different lines, so that its name leaves open where."""
    return len({frozenset(lines) for one, lines in task.slips() if one == mistake}) > 1


def _can_be_said_of(
    line: str, task: Task, mistakes: Sequence[Mistake], error: BaseException | None
) -> bool:
    """Check whether some mistakes can be made in a line: in no `return`, and not by lines that are right.

    Other lines, which are right, would raise the same error.
    """
    if any(mistake.slug.startswith("return-") for mistake in mistakes):
        return False
    return error is None or _made_in(line, task, mistakes)


def _made_in(line: str, task: Task, mistakes: Sequence[Mistake]) -> bool:
    """Check whether each of some mistakes can be made in one line alone."""
    alone = {
        mistake.slug
        for mistake, steps in task.slips()
        if {slot.split("+")[0] for slot in steps} == {line}
    }
    return alone.issuperset(mistake.slug for mistake in mistakes)


def _unexplained(
    task: Task,
    symptom: Symptom,
    probes: Sequence[Probe],
    outcomes: Sequence[Outcome],
    answer: Callable[..., Any] | None,
    line: TypedLine | None,
) -> tuple[str, ...]:
    if "changed its argument" in symptom.sentence:
        return (NOT_CHANGED,)
    another_kind = task.kind == "predict" and ", not a " in symptom.sentence
    if another_kind or "float16" in symptom.sentence or "there is no entry" in symptom.sentence:
        return ()  # this says it all
    # What holds for the result says nothing of a line in the middle.
    properties = task.properties if line is None or task.lines.returned == [line.name] else ()
    broken = first_broken(properties, [symptom.probe], [symptom.outcome])
    broken = broken or first_broken(properties, probes, outcomes)
    if not _asks_about_inputs(probes):
        return (_broken(broken) or task.asks or WITHOUT_INPUTS,)
    observed = None if line else observation(task, probes, outcomes, answer)
    found = (
        smallest_example(task, answer, probes, outcomes, wanted)
        for wanted in dict.fromkeys((broken, None))
        if answer
    )
    shown = ((one, _in_words(one, task, line)) for one in found if one is not None)
    example, words = next((one for one in shown if one[1]), (None, ""))
    if example is None:
        steady = answer is None or is_steady(answer, symptom.probe, symptom.outcome)
        asked = task.asks or _to_try(line) if steady else NOT_STEADY
        if line is None and not (broken or observed):
            observed = where_right(task, probes, outcomes)
        return tuple(filter(None, (_broken(broken, symptom, probes, outcomes), observed, asked)))
    if broken is None or not broken.broken_by(example.probe, example.outcome):
        broken = first_broken(properties, [example.probe], [example.outcome])
    asked = "What should it be there?" if line else "What should it return there?"
    asked = asked if example.steady else NOT_STEADY
    return tuple(filter(None, (_broken(broken), observed, words, asked)))


def _to_try(line: TypedLine | None) -> str:
    return OF_A_LINE_ALONE if line else WITHOUT_AN_EXAMPLE


def _in_words(example: Example, task: Task, line: TypedLine | None) -> str:
    if line is None:
        return example.words(task.name)
    there = line.example(example)
    return there.words("") if there and there.probe.arguments else ""


def _broken(
    known: Property | None,
    symptom: Symptom | None = None,
    probes: Sequence[Probe] = (),
    outcomes: Sequence[Outcome] = (),
) -> str:
    """Say what does not hold, and on which input, if not on that of the symptom."""
    if known is None:
        return ""
    if symptom is not None and not known.broken_by(symptom.probe, symptom.outcome):
        for probe, outcome in zip(probes, outcomes, strict=True):
            if known.broken_by(probe, outcome):
                return f"On {probe.description}, this does not hold: {known.statement}"
    return f"This does not hold: {known.statement}"


def _within(most: int, *texts: tuple[str, ...]) -> tuple[str, ...]:
    """Choose the first of several texts that is not too long, or else the last."""
    short = (lines for lines in texts if len(" ".join(lines).split()) <= most)
    return next(short, texts[-1])


def _is_blank(task: Task, operations: Sequence[str] | None, outcomes: Sequence[Outcome]) -> bool:
    if any(isinstance(outcome.error, NotImplementedError) for outcome in outcomes):
        return True
    if task.kind == "find":  # "none of them" is an answer
        return False
    nothing = all(outcome.error is None and outcome.value is None for outcome in outcomes)
    return nothing and operations is not None and BLANK_OPERATIONS.issuperset(operations)


def _not_attempted(name: str, words: str) -> Verdict:
    return _verdict(name, "not_attempted", words)


def _verdict(name: str, status: str, words: str) -> Verdict:
    return Verdict(name, status, (words,), (), [])
