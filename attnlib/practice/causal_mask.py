"""The four tasks of the lesson on the causal mask, with their probes and properties."""

from attnlib.practice.task import Task

TASKS: tuple[Task, ...] = ()
