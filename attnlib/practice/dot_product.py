"""The three tasks of the lesson on dot products, with their probes and properties."""

from attnlib.practice.task import Task

TASKS: tuple[Task, ...] = ()
