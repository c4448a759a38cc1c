"""The Dockerfile, tested without Docker: its commands run as its user, in its folders."""

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from coursetools.grading.isolation import bwrap_complaint

ROOT = Path(__file__).parents[1]
DOCKERFILE = ROOT / ".devcontainer" / "Dockerfile"
SETTINGS = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
PINNED = re.search(r"with Python (\d+\.\d+)", (ROOT / "constraints.txt").read_text())
PORT = 18888
SECONDS = 60


def instructions() -> list[tuple[str, str]]:
    text = DOCKERFILE.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def value_of(name: str) -> str:
    (found,) = (rest for word, rest in instructions() if word == name)
    return found


def commands_of_the_user() -> list[str]:
    """The RUN lines after USER; those before it install Debian packages, and need Docker."""
    after = instructions()[[word for word, _ in instructions()].index("USER") :]
    return [rest for word, rest in after if word == "RUN"]


def test_the_image_has_the_python_of_the_pins():
    assert PINNED
    assert value_of("FROM") == f"python:{PINNED[1]}-slim-bookworm"


def test_its_packages_of_debian_are_those_that_ci_installs():
    (install,) = (rest for word, rest in instructions() if "apt-get install" in rest)
    packages = install.partition("--no-install-recommends")[2].partition("&&")[0].split()
    assert set(packages) <= set(re.findall(r"^needed=\((.*)\)$", CI, re.M)[0].split())


def test_the_dev_container_uses_this_file_this_user_and_its_python():
    build = SETTINGS["build"]
    assert (DOCKERFILE.parent / build["dockerfile"]).samefile(DOCKERFILE)
    assert (DOCKERFILE.parent / build["context"]).samefile(ROOT)
    assert SETTINGS["remoteUser"] == value_of("USER")
    interpreter = SETTINGS["customizations"]["vscode"]["settings"]["python.defaultInterpreterPath"]
    assert Path(interpreter).parent.as_posix() == value_of("ENV").split('"')[1].partition(":")[0]
    assert SETTINGS["forwardPorts"] == [int(value_of("EXPOSE"))]


@pytest.fixture
def inside(tmp_path) -> list[str]:
    """Run a command with the image's folder as the home folder, and everything else read-only."""
    home = tmp_path / "home"
    ignored = shutil.ignore_patterns(".git", *(ROOT / ".dockerignore").read_text().split())
    shutil.copytree(ROOT, home / "course", ignore=ignored)
    (home / "image").mkdir()
    (home / "image" / "python").symlink_to(Path(sys.base_prefix, "bin", "python3"))
    path = value_of("ENV").split('"')[1].replace("$PATH", "/home/learner/image:/usr/bin:/bin")
    user = ["--unshare-user", "--uid", "1000", "--gid", "1000", "--die-with-parent"]
    folders = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    own = ["--tmpfs", "/home", "--bind", str(home), "/home/learner", "--chdir", value_of("WORKDIR")]
    environment = ["--setenv", "HOME", "/home/learner", "--setenv", "PATH", path]
    return ["bwrap", *user, *folders, *own, *environment]


@pytest.fixture
def running(inside) -> Iterator[str]:
    """The address of a JupyterLab that was installed and started by the commands of the image."""
    for command in commands_of_the_user():
        subprocess.run([*inside, "sh", "-ec", command], check=True)
    settings = ["--setenv", "JUPYTER_PORT", str(PORT), "--setenv", "JUPYTER_TOKEN", "token"]
    server = subprocess.Popen([*inside, *settings, *json.loads(value_of("CMD"))])
    yield f"http://127.0.0.1:{PORT}/lab/tree/notebooks?token=token"
    server.kill()
    server.wait()


@pytest.mark.thorough  # installs the course
@pytest.mark.skipif(bool(bwrap_complaint()), reason="bubblewrap stands in for Docker")
def test_the_commands_of_the_image_install_the_course_and_start_jupyterlab(running, inside):
    assert "JupyterLab" in answer_of(running)
    doctor = subprocess.run([*inside, "coursetools", "doctor"], capture_output=True, text=True)
    assert doctor.returncode == 0, doctor.stdout
    assert "Environment /home/learner/venv" in doctor.stdout


def answer_of(address: str) -> str:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address) as reply:
                return reply.read().decode()
        except OSError:
            time.sleep(0.5)
    raise AssertionError(f"no answer from {address} in {SECONDS} seconds")
