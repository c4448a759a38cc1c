"""The tasks on paper: the right numbers, and the numbers that known mistakes lead to.

    python -m checks.paper

prints them as JSON, for a question bank that explains wrong numbers.
"""

import json
from typing import Any

import numpy as np

from checks.catalogue import TASKS
from checks.task import Task


def on_paper() -> dict[str, Any]:
    """Collect the numbers of all tasks of kind predict.

    Returns
    -------
    dict of task to dict
        Plain JSON. `right` is the right answer. Each of `mistakes` has its `slug`, what it `does`, a `question`, and
        the `answers` that it leads to.

    Examples
    --------
    >>> found = on_paper()["predicted_spread"]
    >>> len(found["right"]), found["mistakes"][0]["slug"]
    (4, 'variance-not-std')
    """
    with np.errstate(all="ignore"):  # some mistakes divide by 0
        return {name: _of(task) for name, task in TASKS.items() if task.kind == "predict"}


def _of(task: Task) -> dict[str, Any]:
    answers: dict[str, list[Any]] = {mistake.slug: [] for mistake in task.mistakes}
    for mistake, exchanged in task.slips():
        answers[mistake.slug].append(plain(task.going_wrong(exchanged)()))
    mistakes = [
        {"slug": one.slug, "does": one.does, "question": one.question, "answers": answers[one.slug]}
        for one in task.mistakes
    ]
    return {"right": plain(task.reference()), "mistakes": mistakes}


def plain(value: Any) -> Any:
    """Turn arrays into lists, and keep the shapes in a dict as they are."""
    if isinstance(value, dict):
        return {name: plain(entry) for name, entry in value.items()}
    return np.asarray(value).tolist()


if __name__ == "__main__":
    print(json.dumps(on_paper()))  # noqa: T201  this is what it is run for
