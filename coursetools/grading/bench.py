"""Where the notebooks of one student run: they share a sandbox as long as each leaves it clean."""

from collections.abc import Sequence
from typing import Any

from coursetools.grading.isolation import Sandbox, Setting
from coursetools.grading.json_process import Ended
from coursetools.grading.patience import CLOCK
from coursetools.grading.worker_context import worker_context

Step = dict[str, Any]  # `cell` and `run`: its id and source; or `give`: names of right answers
SECONDS_TO_END = 5


class Bench:
    """A sandbox, and the current run of cells in it.

    Parameters
    ----------
    setting : Setting
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._sandbox: Sandbox | None = None
        self._ran: Sequence[Step] = []
        self._is_clean = True

    def begin(self, task: str, steps: Sequence[Step], lent: Any) -> tuple[Sandbox, int]:
        """Start running cells and then trying an answer.

        Parameters
        ----------
        task : str
        steps : sequence of Step
            All that comes before the answer is tried, from the start of the notebook.
        lent : JSON
            What the course's own cells get from the library.

        Returns
        -------
        sandbox : Sandbox
        first : int
            The first step to run. The current run has already done the steps before it.
        """
        first = self._shared(steps)
        if any("run" in step for step in self._ran[first:]):  # what has run cannot be taken back
            self._end_run()
            first = 0
        if self._sandbox is None:
            self._sandbox = worker_context().sandbox(self._setting)
        job = {"task": task, "steps": steps[first:], "first": first, "lent": lent}
        self._sandbox.begin(job)
        return self._sandbox, first

    def note(self, message: Any, steps: Sequence[Step]) -> None:
        """Note whether the run continues after these steps, or has ended."""
        self._ran = steps if "tried" in message else []
        self._is_clean = message.get("clean") is True

    def leave(self) -> None:
        """Keep the sandbox for the next notebook if this one left it clean; otherwise end it."""
        self._end_run()
        if not self._is_clean:
            self.close()

    def close(self) -> None:
        """End the sandbox, whatever runs in it."""
        if self._sandbox is not None:
            self._sandbox.kill()
        self._sandbox, self._ran = None, []

    def _end_run(self) -> None:
        if self._sandbox is None or not self._ran:
            return
        try:
            self._sandbox.send({"end": True})
            self.note(self._sandbox.receive(CLOCK.now() + SECONDS_TO_END), [])
        except Ended:
            self.close()

    def _shared(self, steps: Sequence[Step]) -> int:
        """Count how many of these steps the current run has already done."""
        pairs = zip(self._ran, steps, strict=False)
        return next(
            (place for place, (ran, step) in enumerate(pairs) if ran != step), len(self._ran)
        )
