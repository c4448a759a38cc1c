"""Lets Selenium drive Firefox without geckodriver, which Debian does not have.

Firefox speaks WebDriver itself, in a protocol called Marionette: `[0, number, command, parameters]`
is answered by `[1, number, error, result]`, and the length of each is written before it.
"""

import json
import socket
from typing import Any

# Selenium's names for what Marionette calls otherwise; the rest differ by a capital letter alone.
NAMES = {
    "get": "Navigate",
    "quit": "DeleteSession",
    "actions": "PerformActions",
    "screenshot": "TakeScreenshot",
    "clickElement": "ElementClick",
    "findChildElements": "FindElements",
}


class Marionette:
    """A Firefox that listens at a port; acts as Selenium's connection to a driver."""

    def __init__(self, port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            self._stream = connection.makefile("rwb")
        self._number = 0
        self._read()  # Firefox introduces itself

    def execute(self, command: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Send a command, and return the answer as Selenium expects it."""
        name = NAMES.get(command) or command.removeprefix("w3c")
        own = {key: value for key, value in parameters.items() if key != "sessionId"}
        if command.startswith("findChild"):
            own["element"] = own.pop("id")
        self._number += 1
        self._write([0, self._number, f"WebDriver:{name[0].upper()}{name[1:]}", own])
        _, _, error, result = self._read()
        if error:
            return {"status": error["error"], "value": error}
        return result if "value" in result else {"value": result}

    def close(self) -> None:
        """Let go of Firefox."""
        self._stream.close()

    def _write(self, message: list[Any]) -> None:
        text = json.dumps(message).encode()
        self._stream.write(b"%d:%b" % (len(text), text))
        self._stream.flush()

    def _read(self) -> Any:
        length = b"".join(iter(lambda: self._stream.read(1), b":"))
        return json.loads(self._stream.read(int(length)))
