"""Starts and stops a real JupyterLab, and Chromium to open it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab import READY, SECONDS
from playwright.sync_api import Page, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    # Otherwise, cells that are not on the screen are not in the page either.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
}
# Training takes a minute, and nbval already compares its results.
TRAIN_BRIEFLY = Path(__file__).with_name("train_briefly.py")
SECONDS_TO_STOP = 20


@contextmanager
def jupyterlab(course: Path, folder: Path) -> Iterator[str]:
    """Serve a course; return the address with its token. All files it writes go into the folder."""
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *_options(course)],
            env=os.environ | _settings(folder),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield _wait_for_address(server, folder)
        finally:
            _stop(server)


@contextmanager
def chromium_at(address: str, chromium: str) -> Iterator[Page]:
    """Open a browser there, and wait until JupyterLab is ready."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        visit(page, address)
        yield page
        browser.close()


def visit(page: Page, address: str) -> None:
    """Open JupyterLab in a new window, however long it takes."""
    page.set_default_timeout(SECONDS * 1000)
    page.goto(address)
    settle(page)


def settle(page: Page) -> None:
    """Wait until JupyterLab is stable: sometimes it reloads itself and loses its state."""
    while not page.evaluate("() => window.settled"):
        page.wait_for_function(READY)
        page.evaluate("() => { window.settled = true; }")
        page.wait_for_timeout(1_000)


def _options(course: Path) -> list[str]:
    return [
        "--no-browser",
        "--allow-root",
        "--expose-app-in-browser",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        "--ServerApp.port=0",
        f"--ServerApp.root_dir={course}",
    ]


def _settings(folder: Path) -> dict[str, str]:
    for name, values in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    startup = folder / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    shutil.copy(TRAIN_BRIEFLY, startup)
    return {
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "IPYTHONDIR": str(folder / "ipython"),
    }


def _wait_for_address(server: subprocess.Popen[bytes], folder: Path) -> str:
    note = folder / "runtime" / f"jpserver-{server.pid}.json"
    deadline = time.monotonic() + SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        if note.exists() and (text := note.read_text()).endswith("}"):
            info = json.loads(text)
            return f"{info['url']}lab?token={info['token']}"
        time.sleep(0.05)
    raise RuntimeError(f"JupyterLab did not start:\n{(folder / 'log').read_text()}")


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Ask the server to end, which ends its kernels, and insist if it does not."""
    for ask in (signal.SIGTERM, signal.SIGKILL):
        if server.poll() is None:
            os.killpg(server.pid, ask)
            try:
                server.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                continue
