"""The four tasks of the lesson on PyTorch, with their probes and properties."""

from attnlib.practice.task import Task

TASKS: tuple[Task, ...] = ()
