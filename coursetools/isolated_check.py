"""Check a notebook that somebody else wrote: nbval runs it as always, but all of it in a sandbox.

The sandbox is that of `grade`, except that the course and its solutions can be read there. So code
that means harm reaches nothing of this machine, but it may well deceive its own check.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from coursetools.course import course_folder
from coursetools.errors import UnusableInput
from coursetools.grading.cell_runner import confine
from coursetools.grading.isolation import SCRATCH, confined, require
from coursetools.handed_in import NAME
from coursetools.notebook import read_file
from coursetools.result import NotebookResult, read_result
from coursetools.validate import validate
from coursetools.wording import one_line

COURSE = "/course"


def is_collected(path: Path) -> bool:
    """Tell whether a notebook is in a folder that `collect` has made."""
    folders = {*path.absolute().parents, *path.resolve().parents}
    return any((folder / NAME).is_file() for folder in folders)


def validate_isolated(path: Path) -> NotebookResult:
    """Check one submitted notebook, as `validate` does, in a sandbox.

    Parameters
    ----------
    path : Path

    Returns
    -------
    NotebookResult

    Raises
    ------
    UnusableInput
        If there is no sandbox, or the file is not a notebook of this course.
    """
    require("bwrap")
    content = read_file(path, str(path))
    shown = {f"{COURSE}/solutions": str(course_folder(path.parent, Path.cwd()) / "solutions")}
    command, environment = confined(shown, __name__, path.name)
    with tempfile.TemporaryDirectory(prefix="coursetools-") as folder:
        printed, complaint = Path(folder, "printed"), Path(folder, "complaint")
        with printed.open("wb") as out, complaint.open("wb") as err:
            subprocess.run(command, input=content, stdout=out, stderr=err, env=environment)
        try:
            result = read_result(printed)
        except UnusableInput:
            last = complaint.read_bytes()[-2000:].decode(errors="replace").strip().splitlines()
            why = one_line(last[-1]) if last else "it printed nothing"
            raise UnusableInput(f"{path}: {why}") from None
    tasks = [
        replace(one, id=one_line(one.id), message=one_line(one.message)) for one in result.tasks
    ]
    return replace(
        result,
        notebook=one_line(result.notebook),
        submission_sha256=hashlib.sha256(content).hexdigest(),
        isolation="bwrap",
        tasks=tasks,
        notes=[one_line(note) for note in result.notes],
    )


def main() -> None:
    """Check what comes through the standard input; this is what runs in the sandbox."""
    name, settings = sys.argv[1:]
    confine(json.loads(settings))
    path = Path(SCRATCH, name)
    path.write_bytes(sys.stdin.buffer.read())
    os.chdir(COURSE)
    try:
        print(json.dumps(validate(path).as_json()))
    except UnusableInput as error:
        sys.exit(str(error).removeprefix(f"{path}: "))


if __name__ == "__main__":
    main()
