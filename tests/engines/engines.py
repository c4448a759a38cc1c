"""Starts Firefox and WebKit, as Debian has them, and closes them."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from marionette import Marionette
from selenium import webdriver
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.service import Service

MINIBROWSERS = "*/webkit2gtk-4.1/MiniBrowser"  # in /usr/lib, for any processor
SECONDS_TO_START = 60


@contextmanager
def firefox() -> Iterator[WebDriver]:
    """Start Firefox without a window, and without anybody's settings."""
    program = _found(shutil.which("firefox-esr"), "firefox-esr")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (Path(profile) / "user.js").write_text('user_pref("marionette.port", 0);')  # any free port
        options = ["--headless", "--marionette", "--no-remote", "--profile", profile]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen([program, *options], **quiet) as process:
            try:
                connection = Marionette(_port(Path(profile)))
                with webdriver.Remote(connection, options=webdriver.FirefoxOptions()) as driver:
                    yield driver
            finally:
                process.terminate()


def _port(profile: Path) -> int:
    note = profile / "MarionetteActivePort"
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        if note.exists() and (port := note.read_text()):
            return int(port)
        time.sleep(0.1)
    raise RuntimeError(f"Firefox did not start in {SECONDS_TO_START} seconds.")


@contextmanager
def webkit() -> Iterator[WebDriver]:
    """Start WebKit in the small browser that it is tested with, on a screen that nobody sees."""
    driver = _found(shutil.which("WebKitWebDriver"), "webkit2gtk-driver")
    xvfb = _found(shutil.which("Xvfb"), "xvfb")
    options = webdriver.WebKitGTKOptions()
    browser = next(Path("/usr/lib").glob(MINIBROWSERS), None)
    options.binary_location = _found(browser, "webkit2gtk-driver")
    options.add_argument("--automation")
    command = [xvfb, "-displayfd", "1", "-screen", "0", "1400x1000x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as screen:
        try:
            number = screen.stdout.readline().decode().strip()
            service = Service(driver, env=os.environ | {"DISPLAY": f":{number}"})
            with webdriver.WebKitGTK(options, service) as window:
                yield window
        finally:
            screen.terminate()


def _found(program: str | Path | None, package: str) -> str:
    if program is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop(f"NOT RUN: tests/engines needs {package} (apt-get install {package})")
    return str(program)


ENGINES = {"Firefox": firefox, "WebKit": webkit}
