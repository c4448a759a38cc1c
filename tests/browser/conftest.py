"""A real JupyterLab on a copy of the course, and Chromium in front of it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab import READY, Lab
from playwright.sync_api import ConsoleMessage, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
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
    # Otherwise cells that are not on the screen are not in the page either.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
}
SECONDS_TO_SHOW = 15
SECONDS_TO_START = 60
SECONDS_TO_STOP = 20

# The folder's fixtures end with the folder: while Playwright runs, no other test could use asyncio.
for_this_folder = pytest.fixture(scope="package")


@for_this_folder
def chromium() -> str:
    path = shutil.which("chromium")
    if path is None:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop("NOT RUN: tests/browser needs Chromium (apt-get install chromium)")
    return path


@for_this_folder
def address(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where JupyterLab answers, its token included."""
    folder = tmp_path_factory.mktemp("lab")
    for name in ("notebooks", "exercises", "solutions"):
        shutil.copytree(ROOT / name, folder / "course" / name)
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *_options(folder / "course")],
            env=os.environ | _settings(folder),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield _wait_for_address(server, folder)
        finally:
            _stop(server)


@for_this_folder
def page(chromium: str, address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        page.wait_for_function(READY)
        yield page
        browser.close()


@for_this_folder
def lab(page: Page) -> Lab:
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    expect.set_options(timeout=SECONDS_TO_SHOW * 1000)
    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return Lab(page, complaints)


def _options(course: Path) -> list[str]:
    return [
        "--no-browser",
        "--allow-root",
        "--expose-app-in-browser",
        "--ServerApp.port=0",
        f"--ServerApp.root_dir={course}",
    ]


def _settings(folder: Path) -> dict[str, str]:
    for name, values in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
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
    deadline = time.monotonic() + SECONDS_TO_START
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
