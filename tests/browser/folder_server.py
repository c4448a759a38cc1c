"""A folder served over HTTP, and a browser that can reach nothing else."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

OFFLINE = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]


class Quiet(SimpleHTTPRequestHandler):
    """A server that logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def serving(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextmanager
def offline_chromium(tests: str) -> Iterator[Browser]:
    """Start Chromium without access to any other host."""
    chromium = shutil.which("chromium")
    if chromium is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop(f"NOT RUN: {tests} needs Chromium (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=OFFLINE)
        yield browser
        browser.close()
