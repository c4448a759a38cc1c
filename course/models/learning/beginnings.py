"""Lesson 10's training from ten beginnings, three times as long as in the lesson.

    python -m course.models.learning.beginnings

runs the code of the lecture up to its measurements, trains with its `learn`, which takes
three minutes, and writes `beginnings.json` beside this file.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

LECTURE = Path(__file__).parents[3] / "notebooks" / "10_train_it_yourself.ipynb"
RECORD = Path(__file__).with_suffix(".json")
SEEDS, STEPS, EVERY = range(10), 1200, 100


class Beginning(NamedTuple):
    """What one beginning led to, after each hundred steps."""

    in_training: list[float]  # the mean loss of these hundred steps
    held_out: list[float]  # the loss of the held-out sentences
    right: list[float]  # the share of held-out pairs in which both verbs are right


def beginnings() -> list[Beginning]:
    """Load the training runs, one for each of `SEEDS`.

    >>> [run.right[3] for run in beginnings()][:3]
    [1.0, 1.0, 0.96]
    """
    return [Beginning(*run) for run in json.loads(RECORD.read_text(encoding="utf-8"))]


def train(seed: int, steps: int = STEPS) -> Beginning:
    """Train with the lecture's own code."""
    from course.models.recorded import names_of  # here, because only recording needs it

    lecture = names_of(LECTURE, last="held")
    losses, copies = lecture["learn"](steps, seed)
    kept = copies[EVERY // 25 :: EVERY // 25]
    return Beginning(
        np.reshape(losses, (-1, EVERY)).mean(axis=1).round(3).tolist(),
        [round(float(lecture["loss_held_out"](W)), 3) for W in kept],
        [round(float(lecture["both_right"](W)), 2) for W in kept],
    )


def record() -> None:
    """Train from every beginning, and store losses with three decimals and shares with two."""
    from rich.progress import track  # here, because the course in the browser is without it

    lines = [f"  {json.dumps(train(seed))}" for seed in track(SEEDS, "Beginnings")]
    RECORD.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    record()
