"""What a grading process keeps from one notebook to the next: an examiner, and a warm sandbox."""

import atexit
import os
import threading
import time
from collections.abc import Sequence
from typing import Any

from coursetools.cells import UnusableInput
from coursetools.comparer import EXAMINER
from coursetools.isolation import PLAIN_ENVIRONMENT, Sandbox, Setting
from coursetools.judge import one_line
from coursetools.peer import Ended, Peer

START_SECONDS = 60
REMEDY = "Run `coursetools doctor`."


class Examiner:
    """The process that knows the right answers. It is trusted, but what it is asked is not."""

    def __init__(self) -> None:
        self._peer: Peer | None = None

    def modules(self) -> dict[str, str]:
        """Fetch the modules by which a sandbox understands it: source by name."""
        return dict(self._certain({"modules": True})["modules"])

    def open(self, task: str, given: Sequence[str], seeds: Sequence[int]) -> Any:
        """Begin the examination of a task, and fetch its inputs."""
        return self._certain({"open": task, "given": given, "seeds": seeds})["paper"]

    def reply(self, question: Any, until: float) -> Any:
        """Answer what comes from a sandbox."""
        return self._request({"ask": question}, until)["reply"]

    def verdict(self, told: Sequence[Any], until: float) -> dict[str, Any]:
        """Judge what came from a sandbox."""
        return dict(self._request({"judge": told}, until)["verdict"])

    def close(self) -> None:
        """End it; the next request starts another."""
        if self._peer is not None:
            self._peer.kill()
            self._peer = None

    def _certain(self, message: Any) -> dict[str, Any]:
        """Ask for what depends on no student."""
        try:
            return self._request(message, time.monotonic() + START_SECONDS)
        except Ended as ended:
            raise UnusableInput(f"the examiner does not work: {ended}. {REMEDY}") from None

    def _request(self, message: Any, until: float) -> dict[str, Any]:
        if self._peer is None:
            self._peer = Peer(EXAMINER, environment={**os.environ, **PLAIN_ENVIRONMENT})
        try:
            self._peer.send(message)
            return self._peer.receive(until)
        except Ended as ended:
            said = _said(self._peer)
            self.close()
            raise Ended(ended.how, f"{ended}, and said: {said}") from None


class Desk:
    """Hands out a sandbox for each notebook, and has the next one warm by then."""

    def __init__(self) -> None:
        self.examiner = Examiner()
        self._warm: dict[Setting, Sandbox] = {}

    def sandbox(self, setting: Setting) -> Sandbox:
        """Hand out a sandbox that nothing has run in.

        Parameters
        ----------
        setting : Setting

        Returns
        -------
        Sandbox
            To be killed by whoever took it.

        Raises
        ------
        UnusableInput
            If none starts.
        """
        sandbox = self._warm.pop(setting, None)
        self._clear()
        if sandbox is None or not _answers(sandbox):
            sandbox = self._started(setting)
            _require_answer(sandbox)
        self._warm[setting] = self._started(setting)
        return sandbox

    def close(self) -> None:
        """End all processes that stand ready."""
        self.examiner.close()
        self._clear()

    def _started(self, setting: Setting) -> Sandbox:
        sandbox = Sandbox(setting)
        sandbox.send({"modules": self.examiner.modules()})
        return sandbox

    def _clear(self) -> None:
        while self._warm:
            self._warm.popitem()[1].kill()


def _answers(sandbox: Sandbox) -> bool:
    try:
        sandbox.receive(time.monotonic() + START_SECONDS)
    except Ended:
        sandbox.kill()
        return False
    return True


def _require_answer(sandbox: Sandbox) -> None:
    if not _answers(sandbox):
        raise UnusableInput(f"no sandbox starts here. It said: {_said(sandbox)}. {REMEDY}")


def _said(peer: Peer) -> str:
    """The end of what a process said before it ended."""
    return one_line(peer.said.decode(errors="replace"))[-300:] or "nothing"


_OF_THREADS = threading.local()


def own_desk() -> Desk:
    """The desk of this thread, cleared when the process ends."""
    if not hasattr(_OF_THREADS, "desk"):
        _OF_THREADS.desk = Desk()
        atexit.register(_OF_THREADS.desk.close)
    desk: Desk = _OF_THREADS.desk
    return desk
