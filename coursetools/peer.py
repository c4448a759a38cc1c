"""Another process, and JSON messages to and from it: a line each, none trusted, all within a time."""

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
LOOK_EVERY = 0.2
PORTION = 1 << 16


class Ended(Exception):
    """The other process does not answer any more.

    Attributes
    ----------
    how : str
        timeout, or dead.
    says : str
        Why, in a sentence.
    """

    def __init__(self, how: str, says: str) -> None:
        super().__init__(says)
        self.how, self.says = how, says


class Peer:
    """A process that takes and sends messages on its standard streams.

    Parameters
    ----------
    command : sequence of str
    environment : mapping, optional
        All of its environment; this process's, if left out.
    folder : Path, optional
        Where it starts.
    most_output : int
        How many bytes it may print on standard error, where they are thrown away.
    watch : callable, optional
        Called with this peer five times a second while it works; raises `Ended` to stop it.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        most_output: int = 10_000_000,
        watch: Callable[["Peer"], None] = lambda peer: None,
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
        self.said = b""  # the start of what it printed
        self._printed = 0
        self._most_output = most_output
        self._watch = watch
        self._looked = time.monotonic()
        self._arrived, self._leaving = bytearray(), bytearray()
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    def send(self, message: Any) -> None:
        """Put a message on its way, which it takes while the next one is awaited."""
        self._leaving += json.dumps(message).encode() + b"\n"

    def receive(self, until: float) -> dict[str, Any]:
        """Wait for the next message.

        Parameters
        ----------
        until : float
            The time, by `time.monotonic`, at which patience ends.

        Returns
        -------
        dict

        Raises
        ------
        Ended
            If it is silent, gone, talks too much, or does not talk JSON.
        """
        self._mind_the_time(until)
        while b"\n" not in self._arrived:
            self._exchange(min(LOOK_EVERY, until - time.monotonic()))
            self._mind_the_time(until)
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

    def _mind_the_time(self, until: float) -> None:
        now = time.monotonic()
        if now >= until:
            raise Ended("timeout", "it was still running when its time was up")
        if now >= self._looked + LOOK_EVERY:
            self._looked = now
            self._watch(self)

    def _exchange(self, seconds: float) -> None:
        """Move what can be moved, on all three pipes: neither side ever waits for the other."""
        writes, reads, errors = self._streams
        with selectors.DefaultSelector() as ready:
            ready.register(reads, selectors.EVENT_READ, self._read)
            if not errors.closed:
                ready.register(errors, selectors.EVENT_READ, self._read_noise)
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
            raise Ended("dead", "it sent more than anybody asked for")

    def _read_noise(self, stream: Any) -> None:
        portion = stream.read(PORTION)
        if portion == b"":
            stream.close()
        self.said = (self.said + (portion or b""))[:2000]
        self._printed += len(portion or b"")
        if self._printed > self._most_output:
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
        raise Ended("dead", "it sent something that is no message")
    return message
