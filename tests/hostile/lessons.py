"""Attacks and kinds of bad luck that are tried with every lesson, in all of its tasks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bank import answers
from hostile.cases import Case
from submissions import (
    NOTEBOOKS,
    exercise,
    insert_after,
    lose_ids,
    right,
    save,
    source,
    tasks_of,
)

from checks.catalogue import TASKS
from checks.outcome import Probe, call
from checks.remote.serialization import encode

Family = Callable[[str], Case]
Fill = Callable[[str], str]

KNOWS = """
import json, sys
travels = next(
    one for name, one in list(sys.modules.items()) if name.endswith('remote.serialization')
)
known = json.loads({known!r})
def {task}(*arguments, **options):
    key = json.dumps(travels.encode(arguments, lambda function: ''))
    return travels.decode(known.get(key))
"""
ASKS = """
import sys
travels = next(
    one for name, one in list(sys.modules.items()) if name.endswith('remote.serialization')
)
def {task}(*arguments, **options):
    frame = sys._getframe()
    while 'link' not in frame.f_locals:
        frame = frame.f_back
    link = frame.f_locals['link']
    whole = {{'arguments': travels.encode(arguments), 'options': travels.encode(options)}}
    reply = link.ask({{'call': '{task}', **whole}})
    assert 'value' in reply, 'nothing given'
    return travels.decode(reply['value'])
"""
IMPORTS = """
import importlib, sys
def {task}(*arguments, **options):
    library = ''.join(map(chr, [97, 116, 116, 110, 108, 105, 98]))
    checks = ''.join(map(chr, [99, 104, 101, 99, 107, 115]))
    for one in [known for known in sys.modules if known.startswith((library, checks))]:
        del sys.modules[one]
    sys.meta_path[:] = [one for one in sys.meta_path if 'StandIns' not in type(one).__name__]
    tasks = importlib.import_module(checks + '.catalogue').TASKS
    return tasks['{task}'].reference(*arguments, **options)
"""
AROUND = """
import logging
print('now:', sum)
logging.warning('look')
{source}
%time print('done')
undefined_so_far
"""


def _filled(lesson: str, fill: Fill, name: str, **more: Any) -> Case:
    """A case in which this function makes the answer to every task, when it is needed."""
    write = lambda path: save(  # noqa: E731
        exercise({task: fill(task) for task in tasks_of(lesson)}, lesson), path
    )
    return Case(f"{name} {lesson}", write, lesson=lesson, **more)


def knows_the_published_inputs(lesson: str) -> Case:
    """Answers that contain all results of the student's own check, but none for hidden inputs."""
    tasks = tasks_of(lesson)
    expected = {task: "fail|error" if _has_inputs(task) else "pass|fail" for task in tasks}
    fill = lambda task: KNOWS.format(task=task, known=_known(task))  # noqa: E731
    return _filled(lesson, fill, "knows the inputs of", expected=expected)


def asks_for_itself(lesson: str) -> Case:
    """Answers that ask the grader for the right answer."""
    expected = dict.fromkeys(tasks_of(lesson), "error")
    fill = lambda task: ASKS.format(task=task)  # noqa: E731
    return _filled(lesson, fill, "asks for", expected=expected, message="nothing given")


def imports_under_cover(lesson: str) -> Case:
    """Answers that look for the library where the import policy cannot see it."""
    expected = dict.fromkeys(tasks_of(lesson), "error")
    fill = lambda task: IMPORTS.format(task=task)  # noqa: E731
    return _filled(lesson, fill, "imports", expected=expected)


def lost_all_ids(lesson: str) -> Case:
    """Right answers that can be found only by what they define."""

    def write(path: Path) -> None:
        save(lose_ids(exercise(right(lesson), lesson), metadata=True), path)

    return Case(f"no ids in {lesson}", write, notes="found by", lesson=lesson)


def works_messily(lesson: str) -> Case:
    """Right answers among prints, magics, reused names, and lines that raise errors."""

    def write(path: Path) -> None:
        answered = {task: AROUND.format(source=one) for task, one in right(lesson).items()}
        notebook = exercise(answered, lesson)
        for task in answered:
            insert_after(notebook, f"{task}-answer", "max = print\nx = Q = K = scores = 0")
        save(notebook, path)

    return Case(f"a mess in {lesson}", write, lesson=lesson)


def slips_once(lesson: str) -> Case:
    """The first answer is wrong, which costs only that task."""
    first = tasks_of(lesson)[0]
    fill = lambda task: source(answers(task, "wrong" if task == first else "right")[0])  # noqa: E731
    return _filled(lesson, fill, "a slip in", expected={first: "fail|error"})


def _known(task: str) -> str:
    probes = TASKS[task].probes(0)
    found = {_key(probe): encode(call(TASKS[task].reference, probe).value) for probe in probes}
    return json.dumps(found)


def _has_inputs(task: str) -> bool:
    """Whether a task has inputs other than small numbers, all of which an answer may know."""
    values = [value for probe in TASKS[task].probes(0) for value in probe.arguments.values()]
    return any(not isinstance(value, int) for value in values)


def _key(probe: Probe) -> str:
    return json.dumps(encode(tuple(probe.arguments.values()), lambda function: ""))


FAMILIES: tuple[Family, ...] = (
    knows_the_published_inputs,
    asks_for_itself,
    imports_under_cover,
    lost_all_ids,
    works_messily,
    slips_once,
)
CASES = [family(lesson) for lesson in NOTEBOOKS for family in FAMILIES]
SAMPLE = CASES[:: len(FAMILIES) + 1]  # each family, and almost all lessons
