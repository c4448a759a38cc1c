"""Compare what a check published with what the solution stores, by asking the library's examiner.

The examiner is a process that also judges for `grade`, and it shares its rule with the check in a
notebook. So all three agree. It is reached through plain pipes, which every system has.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from coursetools.errors import UnusableInput
from coursetools.import_policy import LIBRARY

EXAMINER = (sys.executable, "-m", f"{LIBRARY}.practice.remote.examiner")
SECONDS = 60

Comparison = tuple[str, Any, Any]


class Comparer:
    """Compares published values with stored ones while a notebook is checked.

    One process serves all comparisons. No question is sent twice.
    """

    def __enter__(self) -> "Comparer":
        pipe = subprocess.PIPE
        self._examiner = subprocess.Popen(
            EXAMINER, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8"
        )
        self._known: dict[str, bool] = {}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._examiner.kill()
        self._examiner.communicate()

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
        lines = [_message(*comparison) for comparison in comparisons]
        for line in lines:
            if line not in self._known:
                self._known[line] = self._ask(line)
        return [self._known[line] for line in lines]

    def _ask(self, line: str) -> bool:
        assert self._examiner.stdin is not None
        assert self._examiner.stdout is not None
        timer = threading.Timer(SECONDS, self._examiner.kill)
        timer.start()
        try:
            self._examiner.stdin.write(line)
            self._examiner.stdin.flush()
            reply = self._examiner.stdout.readline()
        except OSError:
            reply = ""
        finally:
            timer.cancel()
        if not reply:
            raise UnusableInput(f"the examiner does not work: {self._failure()}")
        return json.loads(reply)["agree"] is True

    def _failure(self) -> str:
        self._examiner.kill()
        assert self._examiner.stderr is not None
        printed = " ".join(self._examiner.stderr.read().split())[-300:]
        return f"{printed or 'it was too slow'}. Run `coursetools doctor`."


def _message(task: str, published: Any, stored: Any) -> str:
    try:
        return _line(task, published, stored)
    except (ValueError, RecursionError):  # not expressible in JSON
        return _line(task, None, stored)


def _line(task: str, published: Any, stored: Any) -> str:
    values = {"task": task, "published": published, "stored": stored}
    return json.dumps({"compare": values}, allow_nan=False) + "\n"
