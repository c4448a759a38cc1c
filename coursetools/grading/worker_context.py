"""What a worker keeps from one student to the next: the examiner, and a warm sandbox."""

import atexit
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from coursetools.errors import UnusableInput
from coursetools.examiner_client import EXAMINER
from coursetools.grading.isolation import PLAIN_ENVIRONMENT, Sandbox, Setting
from coursetools.grading.json_process import Ended, JsonProcess
from coursetools.grading.patience import CLOCK
from coursetools.wording import one_line

START_SECONDS = 60
REMEDY = "Run `coursetools doctor`."


class Examiner:
    """A client of the examiner process. The process is trusted; what students ask of it is not."""

    def __init__(self) -> None:
        self._process: JsonProcess | None = None

    def modules(self) -> dict[str, str]:
        """Fetch the modules that a sandbox needs to talk to it: source by name."""
        return dict(self._require({"modules": True})["modules"])

    def open(self, task: str, given: Sequence[str], seeds: Sequence[int]) -> tuple[int, list[str]]:
        """Start the examination of a task; return how many inputs it has, and what is lent of `given`."""
        opened = self._require({"open": task, "given": given, "seeds": seeds})
        return int(opened["inputs"]), list(opened["given"])

    def lend(self, cells: Sequence[Any]) -> Any:
        """Fetch what the library gives to the course's own cells, for the task that is examined."""
        return self._require({"lend": cells})["lent"] if cells else {}

    def reply(self, question: Any, deadline: float) -> Any:
        """Answer a question from a sandbox."""
        return self._request({"ask": question}, deadline)["reply"]

    def verdict(
        self, told: Sequence[Any], deadline: float, again: Callable[[Any], Any] | None = None
    ) -> dict[str, Any]:
        """Judge what a sandbox reported; `again` has it try one more input."""
        reply = self._request({"judge": told, "waits": again is not None}, deadline)
        while again is not None and "again" in reply:
            reply = self._request({"outcome": again(reply["again"])}, deadline)
        return dict(reply["verdict"])

    def close(self) -> None:
        """End the process; the next request starts another."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _require(self, message: Any) -> dict[str, Any]:
        """Send a request that involves no student's data, so it has to work."""
        try:
            return self._request(message, CLOCK.now() + START_SECONDS)
        except Ended as ended:
            raise UnusableInput(f"the examiner does not work: {ended}. {REMEDY}") from None

    def _request(self, message: Any, deadline: float) -> dict[str, Any]:
        if self._process is None:
            self._process = JsonProcess(EXAMINER, environment={**os.environ, **PLAIN_ENVIRONMENT})
        try:
            self._process.send(message)
            return self._process.receive(deadline)
        except Ended as ended:
            printed = _printed(self._process)
            self.close()
            raise Ended(ended.how, f"{ended}, and said: {printed}") from None


class WorkerContext:
    """An examiner, and a sandbox for each student: the next one is started ahead of time."""

    def __init__(self) -> None:
        self.examiner = Examiner()
        self._warm: dict[Setting, Sandbox] = {}

    def sandbox(self, setting: Setting) -> Sandbox:
        """Take a sandbox that nothing has run in.

        Parameters
        ----------
        setting : Setting

        Returns
        -------
        Sandbox
            The caller has to kill it.

        Raises
        ------
        UnusableInput
            If none starts.
        """
        sandbox = self._warm.pop(setting, None)
        self._kill_warm()
        if sandbox is not None:
            CLOCK.apart.discard(sandbox.process.pid)
        if sandbox is None or not _is_ready(sandbox):
            sandbox = self._start(setting)
            _require_ready(sandbox)
        self._warm[setting] = self._start(setting)
        CLOCK.apart.add(self._warm[setting].process.pid)
        return sandbox

    def close(self) -> None:
        """End all processes that are waiting."""
        self.examiner.close()
        self._kill_warm()

    def _start(self, setting: Setting) -> Sandbox:
        sandbox = Sandbox(setting)
        sandbox.send({"modules": self.examiner.modules()})
        return sandbox

    def _kill_warm(self) -> None:
        while self._warm:
            self._warm.popitem()[1].kill()


def _is_ready(sandbox: Sandbox) -> bool:
    try:
        sandbox.receive(CLOCK.now() + START_SECONDS)
    except Ended:
        sandbox.kill()
        return False
    return True


def _require_ready(sandbox: Sandbox) -> None:
    if not _is_ready(sandbox):
        raise UnusableInput(f"no sandbox starts here. It said: {_printed(sandbox)}. {REMEDY}")


def _printed(process: JsonProcess) -> str:
    """The end of what a process printed before it ended."""
    return one_line(process.printed.decode(errors="replace"))[-300:] or "nothing"


_OF_THREAD = threading.local()


def worker_context() -> WorkerContext:
    """Give the context of this thread, which is closed when the process ends."""
    if not hasattr(_OF_THREAD, "context"):
        _OF_THREAD.context = WorkerContext()
        atexit.register(_OF_THREAD.context.close)
    context: WorkerContext = _OF_THREAD.context
    return context
