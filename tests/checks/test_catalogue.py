"""The files of the catalogue: what is written in them takes part, and nothing gets lost."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from bank import TORCH_TASKS, answers

import attnlib
from checks import check
from checks.catalogue import EXERCISES, MISTAKES, TASKS, read_task
from checks.facts import OWN

every_task = pytest.mark.parametrize("name", TASKS)


@every_task
def test_every_slug_of_the_bank_is_a_mistake_of_its_task(name: str) -> None:
    """Otherwise a renamed line of a right function would silently lose a mistake."""
    committed = {slug for answer in answers(name, "wrong") for slug in answer.slugs}
    assert committed <= {mistake.slug for mistake in TASKS[name].mistakes}


def test_every_shared_line_applies_to_some_task() -> None:
    """One that applies to no task has a misspelt name, or its task has been rewritten."""
    applied = {
        (way.origin, mistake.slug, way.text)
        for task in TASKS.values()
        for mistake, way, _ in task.ways_placed
    }
    written = {
        (name, cell.slug, way)
        for name, shared in MISTAKES.items()
        for cell in shared.cells.mistakes.values()
        for way in cell.ways
    }
    assert written - applied == set()


def ways_of(name: str, **changed: Any) -> list[tuple[str, str]]:
    """List the mistakes that a task would have if its facts were others, with their lines."""
    task = read_task(name)
    task.facts = replace(task.facts, **changed)
    return [(mistake.slug, way.text) for mistake, way, _ in task.ways_placed]


@every_task
def test_what_a_task_leaves_out_would_apply(name: str) -> None:
    slugs, all_slugs = ({slug for slug, _ in ways_of(name, **one)} for one in ({}, {"without": ""}))
    assert all_slugs - slugs == set(TASKS[name].facts.without.split())


@pytest.mark.thorough
@every_task
def test_each_word_that_a_task_lists_matters(name: str) -> None:
    """It brings a mistake, or decides in which order they come, or which of two has this slug."""
    listed = TASKS[name].facts.mistakes.split()
    for word in set(listed) - {OWN}:
        fewer = " ".join(one for one in listed if one != word)
        try:
            assert ways_of(name, mistakes=fewer) != ways_of(name), word
        except ValueError:
            continue


def functions_called_by(test: Callable[..., Any], names: dict[str, Any]) -> set[str]:
    """The functions that a test of a property calls, or the functions that it calls."""
    codes = [test.__code__, *(one for one in test.__code__.co_consts if inspect.iscode(one))]
    called = {one for code in codes for one in code.co_names if inspect.isfunction(names.get(one))}
    return called.union(*(functions_called_by(names[one], names) for one in called))


@every_task
def test_no_property_asks_the_right_function(name: str) -> None:
    """Its sentence would be said of every wrong answer, whatever it claims."""
    task = TASKS[name]
    for said, test in task.facts.holds.items():
        assert name not in functions_called_by(test, task.reference.__globals__), said


def library_function(name: str) -> Callable[..., Any] | None:
    """Find the public function of attnlib that a task asks students to write themselves."""
    library = pkgutil.iter_modules(attnlib.__path__, "attnlib.")
    modules = [module.name for module in library if not module.ispkg]
    for module in [*modules, "course.models.learning.gradients"]:
        function = vars(importlib.import_module(module)).get(name)
        if inspect.isfunction(function) and function.__module__ == module:
            asked, offered = (
                list(inspect.signature(f).parameters) for f in (TASKS[name].reference, function)
            )
            return function if offered[: len(asked)] == asked else None
    return None


IN_THE_LIBRARY = {name: found for name in TASKS if (found := library_function(name))}


def test_a_good_part_of_the_tasks_is_in_the_library() -> None:
    assert len(IN_THE_LIBRARY) > 20


@pytest.mark.parametrize("name", IN_THE_LIBRARY)
def test_the_function_of_the_library_passes(name: str) -> None:
    if name in TORCH_TASKS:
        pytest.importorskip("torch")
    assert check(name, IN_THE_LIBRARY[name]).status == "pass"


def test_a_check_reads_one_file() -> None:
    """The names and their order are those of the files, which are read when they are asked for."""
    assert list(EXERCISES) == sorted(EXERCISES)
    assert [name for names in EXERCISES.values() for name in names] == list(TASKS)
    for folder, names in EXERCISES.items():
        places = [TASKS[name].order for name in names]
        assert places == sorted(set(places))
        assert {number for number, _ in places} == {int(folder[:2])}
