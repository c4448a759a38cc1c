"""Tests that need a kernel: nbval on the solutions, the canonical form, the doctor."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from submissions import NAME, cell, save, solution

from coursetools.canonical import canonical_text
from coursetools.cli import main
from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[2]
LECTURE = "02_scaling"
PICTURES = {"imports", "it-explore", "hill"}
LESSON = {
    "imports": "import numpy as np\nimport matplotlib.pyplot as plt\nimport ipywidgets",
    "number": "np.float64(0.5)",
    "words": "print('hello')",
    "picture": "_ = plt.plot([1, 2])\nplt.show()",
    "slider": "ipywidgets.IntSlider()",
    "nothing": "x = 1",
}


def executed(notebook) -> str:
    NotebookClient(notebook).execute()
    return canonical_text(notebook)


def test_a_notebook_executed_again_keeps_its_canonical_form():
    cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in LESSON.items()]
    once = executed(nbformat.v4.new_notebook(cells=cells))
    notebook = nbformat.reads(once, as_version=4)
    for number, one in enumerate(notebook.cells):
        one.execution_count = 40 + number
    assert executed(notebook) == once
    assert "hello" in once
    assert "image/png" not in once


@pytest.mark.parametrize(
    ("axis", "verdict"), [pytest.param("axis", 0, marks=pytest.mark.thorough), ("-2", 1)]
)
def test_plain_nbval_notices_a_wrong_axis_in_a_solution(tmp_path, axis, verdict):
    notebook = solution()
    answer = cell(notebook, "softmax-answer")
    answer.source = answer.source.replace(
        "exponentials.sum(axis=axis,", f"exponentials.sum(axis={axis},"
    )
    assert ("axis=-2" in answer.source) == bool(verdict)
    path = save(notebook, tmp_path / f"{NAME}.ipynb")
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "--rootdir", tmp_path, path]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == verdict, done.stdout
    assert ("Cell outputs differ" in done.stdout) == bool(verdict)


@pytest.mark.parametrize(
    ("exponential", "verdict"),
    [pytest.param("np.exp(", 0, marks=pytest.mark.thorough), ("np.exp2(", 1)],
)
def test_plain_nbval_notices_wrong_mathematics_under_a_picture(tmp_path, exponential, verdict):
    shutil.copytree(ROOT / "attnlib", tmp_path / "attnlib")
    module = tmp_path / "attnlib" / "softmax.py"
    module.write_text(module.read_text().replace("np.exp(", exponential))
    lecture = read_notebook(ROOT / "notebooks" / f"{LECTURE}.ipynb")
    lecture.cells = [one for one in lecture.cells if one.id in PICTURES]
    assert len(lecture.cells) == len(PICTURES)
    path = save(lecture, tmp_path / f"{LECTURE}.ipynb")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "-q", "--rootdir", tmp_path, path],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == verdict, done.stdout
    # A view with arcs and a figure with curves: the sentences of both are compared.
    assert ("2 failed" in done.stdout) == bool(verdict)
    assert ("Cell outputs differ" in done.stdout) == bool(verdict)


def test_the_doctor_starts_a_kernel_and_keeps_its_noise_to_himself(capfd):
    assert main(["doctor"]) == 0
    printed, noise = capfd.readouterr()
    assert "OK    A notebook kernel starts and imports the course" in printed
    assert noise == ""
