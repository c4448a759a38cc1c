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
    """One that applies to no task has a misspelt name, or its task has been written anew."""
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


def slugs(name: str, **changed: Any) -> set[str]:
    """List the mistakes that a task would have if its facts were others."""
    task = read_task(name)
    task.facts = replace(task.facts, **changed)
    return {mistake.slug for mistake in task.mistakes}


@every_task
def test_what_a_task_leaves_out_would_apply(name: str) -> None:
    left_out = set(TASKS[name].facts.without)
    assert slugs(name, without=()) - slugs(name) == left_out


@every_task
def test_each_word_that_a_task_lists_brings_a_mistake(name: str) -> None:
    listed = TASKS[name].facts.mistakes
    for word in set(listed) - {OWN}:
        fewer = tuple(one for one in listed if one != word)
        assert slugs(name) - slugs(name, mistakes=fewer), word


def library_function(name: str) -> Callable[..., Any] | None:
    """Find the public function of attnlib that a task asks students to write themselves."""
    for found in pkgutil.walk_packages(attnlib.__path__, "attnlib."):
        if ".view" in found.name:
            continue
        function = vars(importlib.import_module(found.name)).get(name)
        if inspect.isfunction(function) and function.__module__ == found.name:
            return function
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
