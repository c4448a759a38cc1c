"""Exchange JSON messages with another process: one a line, not trusted, each with a deadline."""

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from coursetools.grading.patience import CLOCK

LONGEST_LINE = 1_500_000  # a result of 1 MB, in base64
PART = 64  # bytes that a part of a message takes once it is parsed
WATCH_EVERY = 0.2
PORTION = 1 << 20
F_SETPIPE_SZ = 1031
MOST_KEPT = 2000
SILENT = "it was still running when its time was up"


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
    watch : callable, optional
        Called with this process five times a second while it works; raises `Ended` to stop it.

    Attributes
    ----------
    printed : bytes
        The first of what it printed on standard error; the rest is dropped.
    printed_bytes : int
        How much it printed.
    received_bytes : int
        The size of the last message in memory, roughly.
    """

    started: ClassVar[set[int]] = set()  # the processes that run

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
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
        self.started.add(self.process.pid)
        self.printed, self.printed_bytes, self.received_bytes = b"", 0, 0
        self._watch = watch
        self._watched = time.monotonic()
        self._arrived, self._leaving = bytearray(), bytearray()
        self._ready = selectors.PollSelector()
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)
        _, reads, errors = self._streams
        self._ready.register(reads, selectors.EVENT_READ, self._read)
        self._ready.register(errors, selectors.EVENT_READ, self._read_errors)
        _widen(self.process.stderr)

    def send(self, message: Any) -> None:
        """Send a message; what the pipe has no room for leaves during the next `receive`."""
        try:
            self._leaving += json.dumps(message).encode() + b"\n"
        except RecursionError:  # it contains what another process sent
            raise Ended("dead", "it sent something that is not a message") from None
        self._write(self.process.stdin)

    @property
    def is_sending(self) -> bool:
        """Whether it has yet to read some of what was sent."""
        return bool(self._leaving)

    def receive(self, deadline: float) -> dict[str, Any]:
        """Wait for the next message.

        Parameters
        ----------
        deadline : float
            On the patient clock.

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
            self._exchange()
            self._check_time(deadline)
        end = self._arrived.index(b"\n")
        line = bytes(self._arrived[:end])
        del self._arrived[: end + 1]
        self.received_bytes = len(line) + PART * sum(map(line.count, (b",", b"[", b"{")))
        return _message(line)

    def kill(self) -> None:
        """End it and its process group, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, 9)
        self.process.kill()
        self.process.wait()
        self.started.discard(self.process.pid)
        CLOCK.apart.discard(self.process.pid)
        for stream in self._streams:
            stream.close()

    @property
    def _streams(self) -> list[Any]:
        return [self.process.stdin, self.process.stdout, self.process.stderr]

    def _check_time(self, deadline: float) -> None:
        if CLOCK.now() >= deadline:
            raise Ended("timeout", SILENT)
        now = time.monotonic()
        if now >= self._watched + WATCH_EVERY:
            self._watched = now
            self._watch(self)

    def _exchange(self) -> None:
        """Read and write what is ready, on all three pipes, so that neither side waits for the other."""
        if not self._leaving:
            self._serve_ready()
            return
        writes, _, _ = self._streams
        self._ready.register(writes, selectors.EVENT_WRITE, self._write)
        try:
            self._serve_ready()
        finally:
            self._ready.unregister(writes)

    def _serve_ready(self) -> None:
        for key, _ in self._ready.select(WATCH_EVERY):
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
            self._ready.unregister(stream)
            stream.close()
        self.printed = (self.printed + (portion or b""))[:MOST_KEPT]
        self.printed_bytes += len(portion or b"")

    def _write(self, stream: Any) -> None:
        with suppress(BlockingIOError, BrokenPipeError):
            del self._leaving[: stream.write(self._leaving[:PORTION]) or 0]


def _widen(pipe: Any) -> None:
    """Let a pipe take larger portions: those that are dropped are dropped faster."""
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):  # a user may have only so many of them
            fcntl.fcntl(pipe, F_SETPIPE_SZ, PORTION)


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Ended("dead", "it sent something that is not a message")
    return message
