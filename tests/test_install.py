"""The pip part of environment.yml installs in a new environment, as conda would do it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from coursetools.notebook import read_notebook
from coursetools.roles import code_cells

ROOT = Path(__file__).parent.parent
pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("install")]


def run(*command: str | Path, folder: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A copy of the course, and an environment with nothing but pip."""
    folder = tmp_path_factory.mktemp("conda") / "the course"
    folder.mkdir()
    for name in ["pyproject.toml", "setup.py", "README.md", "constraints.txt", "environment.yml"]:
        shutil.copy(ROOT / name, folder)
    for name in ["attnlib", "attnprobes", "course", "checks", "coursetools"]:
        shutil.copytree(ROOT / name, folder / name)
    run(sys.executable, "-m", "venv", folder.parent / "env", folder=folder)
    return folder


@pytest.fixture(scope="module")
def scripts(course):
    """The folder with the commands of that environment, after the steps of conda."""
    entries = yaml.safe_load((course / "environment.yml").read_text(encoding="utf-8"))
    requirements = course / "condaenv.x1y2z3.requirements.txt"
    requirements.write_text("\n".join(entries["dependencies"][-1]["pip"]), encoding="utf-8")
    scripts = course.parent / "env" / "bin"
    install = ["-m", "pip", "install", "-U", "-r", requirements, "--exists-action=b"]
    # Most installed packages are never imported here, and need not be compiled.
    run(scripts / "python", *install, "--no-compile", folder=course)
    return scripts


def test_every_version_is_the_pinned_one(scripts, course):
    installed = run(scripts / "pip", "freeze", "--exclude-editable", folder=course).split()
    pinned = (course / "constraints.txt").read_text(encoding="utf-8").split()
    assert len(installed) > 50
    assert set(installed) - set(pinned) == set()
    run(scripts / "pip", "check", folder=course)


def test_the_library_is_the_one_in_the_folder(scripts, course, tmp_path):
    where = "import attnlib; print(attnlib.__file__)"
    found = Path(run(scripts / "python", "-c", where, folder=tmp_path).strip())
    assert found == course / "attnlib" / "__init__.py"


def test_the_command_is_there(scripts, tmp_path):
    assert "doctor" in run(scripts / "coursetools", "--help", folder=tmp_path)


def test_jupyterlab_finds_its_settings(scripts):
    environment = scripts.parent
    assert (environment / "etc/jupyter/jupyter_server_config.d/course-server.json").is_file()
    settings = environment / "share/jupyter/lab/settings/overrides.d/course-settings.json"
    assert settings.is_file()
    assert (environment / "share/jupyter/labextensions/attention-course/plugins.js").is_file()


def test_without_pytorch_the_lectures_print_the_same_and_the_exercises_run(scripts, course):
    assert "torch" not in run(scripts / "pip", "list", "--format=freeze", folder=course)
    for name in ["notebooks", "solutions"]:
        shutil.copytree(ROOT / name, course / name)
    pytest_nbval = [scripts / "python", "-m", "pytest", "-q", "--rootdir", course]
    # Code that never mentions PyTorch cannot depend on it, so two lectures are enough.
    lectures = sorted((course / "notebooks").glob("*.ipynb"))
    mention_it = [path for path in lectures if mentions_torch(path)]
    assert mention_it
    run(*pytest_nbval, "--nbval", *{*mention_it, *lectures[:2]}, folder=course)
    # Without PyTorch, the checks of causal_sdpa and torch_attention differ from the stored output.
    run(*pytest_nbval, "--nbval-lax", "solutions/07_pytorch.ipynb", folder=course)


def mentions_torch(path: Path) -> bool:
    return any("torch" in cell.source for cell in code_cells(read_notebook(path)))
