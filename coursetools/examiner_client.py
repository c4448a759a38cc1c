"""Ask the library's examiner which values are right, and whether two results are the same.

The examiner is the process that also judges for `grade`, and it compares values by the same rule as the
check in a notebook. So all three agree. It is reached through plain pipes, which every system has.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cache
from types import TracebackType
from typing import Any

from coursetools.errors import UnusableInput
from coursetools.import_policy import CHECKS

EXAMINER = (sys.executable, "-m", f"{CHECKS}.remote.examiner")
SECONDS = 600  # only a hang takes so long, even on a busy machine

Comparison = tuple[str, Any, Any]


class Examiner:
    """The library's examiner, running while a notebook is checked.

    A single process answers all questions. No question is sent twice.
    """

    def __enter__(self) -> "Examiner":
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            EXAMINER, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8"
        )
        self._reply = cache(self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def compare(self, comparisons: Sequence[Comparison]) -> list[bool]:
        """Tell whether published values equal those stored in the solution.

        Parameters
        ----------
        comparisons : sequence of (task, published, stored)
            Published values are not trusted.

        Returns
        -------
        list of bool
            One for each comparison.

        Raises
        ------
        UnusableInput
            If the examiner does not work.
        """
        return [self._reply(_message(*values))["agree"] is True for values in comparisons]

    def exercises(self) -> dict[str, list[str]]:
        """List the exercises that the library knows, each with its tasks in order."""
        known: dict[str, list[str]] = self._reply(_line({"exercises": True}))["exercises"]
        return known

    def right_values(self, task: str, seed: int) -> list[Any]:
        """Return the values that the right answer to a task publishes."""
        asked = _line({"right": {"task": task, "seed": seed}})
        values: list[Any] = self._reply(asked)["values"]
        return values

    def _ask(self, line: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(SECONDS, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            reply = self._process.stdout.readline()
        except OSError:
            reply = ""
        finally:
            timer.cancel()
        if not reply:
            raise UnusableInput(f"the examiner does not work: {self._failure()}")
        answered: dict[str, Any] = json.loads(reply)
        return answered

    def _failure(self) -> str:
        self._process.kill()
        assert self._process.stderr is not None
        printed = " ".join(self._process.stderr.read().split())[-300:]
        return f"{printed or 'it was too slow'}. Run `coursetools doctor`."


def _message(task: str, published: Any, stored: Any) -> str:
    values = {"task": task, "published": published, "stored": stored}
    try:
        return _line({"compare": values})
    except (ValueError, RecursionError):  # not expressible in JSON
        return _line({"compare": {**values, "published": None}})


def _line(message: Any) -> str:
    return json.dumps(message, allow_nan=False) + "\n"
