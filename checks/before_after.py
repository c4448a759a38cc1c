"""Twelve questions for before and after the course, with options that are computed.

    python -m checks.before_after

prints them as JSON, for a question bank. Their words and numbers are in `before_after.toml`.
"""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from checks.catalogue import IN_LECTURES


def both_forms() -> dict[str, list[dict[str, Any]]]:
    """Read the questions of both forms, and compute `options`: each with a reply, the right one first."""
    forms = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        form: [entry | {"options": _options(entry)} for entry in entries]
        for form, entries in forms.items()
    }


def _options(entry: dict[str, Any]) -> list[tuple[str, str]]:
    task = IN_LECTURES[entry["task"]]
    task = task.with_numbers(entry["numbers"]) if "numbers" in entry else task
    first_ways = {mistake.slug: (mistake, way) for mistake, way in reversed(task.slips())}
    options = [(_option(entry, task.reference), entry["because"])]
    for slug, reply in entry["wrong"].items():
        mistake, way = first_ways[slug]
        options.append((_option(entry, task.going_wrong(way)), reply or mistake.does))
    return options


def _option(entry: dict[str, Any], function: Callable[..., Any]) -> str:
    result = function(**eval(entry.get("given", "{}"), {"np": np}))
    numbers = eval(entry.get("picks", "result"), {"result": result})
    return str(entry["option"]).format(*map(_as_text, np.ravel(numbers)))


def _as_text(number: float) -> str:
    """Write a number as the course does: .25, with two decimals at most."""
    return re.sub(r"\b0\.", ".", f"{round(number, 2) + 0:g}").replace("-", "\N{MINUS SIGN}")


if __name__ == "__main__":
    print(json.dumps(both_forms()))  # noqa: T201  this is what it is run for
