"""Four trainings on record, for readers who do not train: what `own_model` learns in 2,000 steps.

    python -m course.models.learning.own_runs

trains the four models, in about five minutes, and writes the file beside this one. The lectures
are a text that changes as they are edited, so their runs are those of the day of the recording.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from course.models.learning import own_text, twins
from course.models.learning.own_model import Baselines, Examination, Report, Training, examine
from course.models.learning.own_text import Corpus

RUNS = Path(__file__).with_name("own_runs.json")
STEPS = 2000


class OwnRun(NamedTuple):
    """A training on record."""

    corpus: str  # the text, in a sentence
    reports: list[Report]  # every hundred steps
    examination: Examination  # of the model at the end


def recorded(name: str) -> OwnRun:
    """Load a training on record.

    Parameters
    ----------
    name : str
        "stories, letters", "stories, words", "lectures, letters" or "lectures, words".

    Raises
    ------
    KeyError
        If there is no such run.

    Examples
    --------
    >>> recorded("lectures, words").reports[-1].step
    2000
    """
    stored = json.loads(RUNS.read_text(encoding="utf-8"))[name]
    examination = stored["examination"]
    return OwnRun(
        stored["corpus"],
        [Report(**report) for report in stored["reports"]],
        Examination(
            **examination
            | {
                "baselines": Baselines(*examination["baselines"]),
                "by_place": np.array(examination["by_place"]),
            }
        ),
    )


def corpora() -> Iterator[tuple[str, Corpus]]:
    """Make the texts of the runs."""
    yield "stories, letters", Corpus.of(own_text.stories(twins), "letters")
    yield "stories, words", Corpus.of(own_text.stories(twins), "words")
    yield "lectures, letters", Corpus.of(own_text.lectures(), "letters")
    yield "lectures, words", Corpus.of(own_text.lectures(), "words")


def run(corpus: Corpus, steps: int = STEPS) -> OwnRun:
    """Train a model on a text and examine it."""
    training = Training(corpus)
    for report in training:
        sys.stderr.write(f"\r{report.step} of {steps} steps")
        if report.step >= steps:
            break
    sys.stderr.write("\n")
    return OwnRun(repr(corpus), training.model.reports, examine(training.model, corpus))


def _rounded(one: OwnRun) -> dict[str, object]:
    examination = one.examination._asdict()
    return {
        "corpus": one.corpus,
        "reports": [
            {name: _short(value) for name, value in report._asdict().items()}
            for report in one.reports
        ],
        "examination": {name: _short(value) for name, value in examination.items()},
    }


def _short(value: object) -> object:
    if isinstance(value, str | int):
        return value
    return np.round(np.asarray(value, dtype=np.float64), 3).tolist()


if __name__ == "__main__":
    runs = {name: _rounded(run(corpus)) for name, corpus in corpora()}
    RUNS.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
