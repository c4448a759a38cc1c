"""Exchange JSON messages with another process: one a line, not trusted, each with a deadline."""

import json
import os
import selectors
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

LONGEST_LINE = 1_500_000  # a result of 1 MB, in base64
WATCH_EVERY = 0.2
PORTION = 1 << 16
MOST_KEPT = 2000


class Ended(Exception):
    """The other process no longer answers.

    Attributes
    ----------
    how : str
        timeout or dead.
    reason : str
        Why, in words.
    """

    def __init__(self, how: str, reason: str) -> None:
        super().__init__(reason)
        self.how, self.reason = how, reason


class JsonProcess:
    """A process that takes and sends messages on its standard streams.

    Parameters
    ----------
    command : sequence of str
    environment : mapping, optional
        Its whole environment. Default: that of this process.
    folder : Path, optional
        Where it starts.
    most_output : int
        How many bytes it may print on standard error; only the first ones are kept.
    watch : callable, optional
        Called with this process five times a second while it works; raises `Ended` to stop it.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        most_output: int = 10_000_000,
        watch: Callable[["JsonProcess"], None] = lambda process: None,
    ) -> None:
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            bufsize=0,
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.printed = b""  # the first bytes that it printed
        self._printed_bytes = 0
        self._most_output = most_output
        self._watch = watch
        self._watched = time.monotonic()
        self._arrived, self._leaving = bytearray(), bytearray()
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    def send(self, message: Any) -> None:
        """Queue a message; the next `receive` sends it."""
        self._leaving += json.dumps(message).encode() + b"\n"

    def receive(self, deadline: float) -> dict[str, Any]:
        """Wait for the next message.

        Parameters
        ----------
        deadline : float
            On the clock of `time.monotonic`.

        Returns
        -------
        dict

        Raises
        ------
        Ended
            If it is silent until the deadline, has ended, sends too much, or sends anything but JSON.
        """
        self._check_time(deadline)
        while b"\n" not in self._arrived:
            self._exchange(min(WATCH_EVERY, deadline - time.monotonic()))
            self._check_time(deadline)
        line, _, rest = bytes(self._arrived).partition(b"\n")
        self._arrived = bytearray(rest)
        return _message(line)

    def kill(self) -> None:
        """End it and its process group, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, 9)
        self.process.kill()
        self.process.wait()
        for stream in self._streams:
            stream.close()

    @property
    def _streams(self) -> list[Any]:
        return [self.process.stdin, self.process.stdout, self.process.stderr]

    def _check_time(self, deadline: float) -> None:
        now = time.monotonic()
        if now >= deadline:
            raise Ended("timeout", "it was still running when its time was up")
        if now >= self._watched + WATCH_EVERY:
            self._watched = now
            self._watch(self)

    def _exchange(self, seconds: float) -> None:
        """Read and write what is ready, on all three pipes, so that neither side waits for the other."""
        writes, reads, errors = self._streams
        with selectors.DefaultSelector() as ready:
            ready.register(reads, selectors.EVENT_READ, self._read)
            if not errors.closed:
                ready.register(errors, selectors.EVENT_READ, self._read_errors)
            if self._leaving:
                ready.register(writes, selectors.EVENT_WRITE, self._write)
            for key, _ in ready.select(max(seconds, 0)):
                key.data(key.fileobj)

    def _read(self, stream: Any) -> None:
        portion = stream.read(PORTION)
        if portion == b"":
            raise Ended("dead", "its process ended")
        self._arrived += portion or b""
        if len(self._arrived) > LONGEST_LINE:
            raise Ended("dead", "it sent more than it was asked for")

    def _read_errors(self, stream: Any) -> None:
        portion = stream.read(PORTION)
        if portion == b"":
            stream.close()
        self.printed = (self.printed + (portion or b""))[:MOST_KEPT]
        self._printed_bytes += len(portion or b"")
        if self._printed_bytes > self._most_output:
            megabytes = self._most_output // 1_000_000
            raise Ended("dead", f"it printed more than {megabytes} MB")

    def _write(self, stream: Any) -> None:
        with suppress(BlockingIOError, BrokenPipeError):
            del self._leaving[: stream.write(self._leaving[:PORTION]) or 0]


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Ended("dead", "it sent something that is not a message")
    return message
