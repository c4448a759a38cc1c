"""The command `coursetools viva`: questions for an oral exam about each student's own code.

`checks.viva` makes them, for each student in a sandbox as of `grade`. What it sends is not trusted.
"""

import argparse
import json
import os
import sys
from collections.abc import Mapping

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.filenames import distinct
from coursetools.grading.cell_runner import confine
from coursetools.grading.isolation import PLAIN_ENVIRONMENT, confined, require
from coursetools.grading.json_process import Ended, JsonProcess
from coursetools.grading.patience import CLOCK
from coursetools.import_policy import CHECKS
from coursetools.progress import counted
from coursetools.report.pages import environment
from coursetools.report.reading import read_class
from coursetools.wording import shown

MAKER = (sys.executable, "-P", "-m", f"{CHECKS}.viva")
SECONDS = 120  # for the questions to one student
PARTS = ("asks", "task", "code", "call", "answer", "first", "second")
ASKS = {
    "slip": "One line of this function is not yours. Which one, and what does it do to the result?",
    "exchange": "What begins in lines {first} and {second} has already changed places here. What is returned now?",
    "by hand": "This function is as you wrote it. What does it return?",
}


def write_questions(options: argparse.Namespace) -> int:
    """Write students/<name>.html for each student of a graded class, and examiner.html."""
    require(options.isolation)
    graded, _ = read_class(options.graded)
    files, asked = distinct(graded.members), {}
    passed: dict[str, dict[str, str]] = {name: {} for name in files}
    for result in graded.results:
        right = [task.id for task in result.tasks if task.status == "pass"]
        passed[result.student] |= {task: (result.answers or {}).get(task, "") for task in right}
    page, out = environment().get_template, options.out
    try:
        (out / "students").mkdir(parents=True, exist_ok=True)
        with counted("students asked", len(files)) as advance:
            for student, code in passed.items():
                asked[student] = _questions(code, f"{options.seed} {student!a}", options.isolation)
                sheet = page("viva-sheet.html").render(student=student, questions=asked[student])
                write_whole(out / "students" / f"{files[student]}.html", sheet)
                advance()
        write_whole(out / "examiner.html", page("viva-key.html").render(asked=asked, files=files))
    except OSError as error:
        raise UnusableInput(f"{out}: cannot be written ({error.strerror}).") from None
    print(shown(str(out / "examiner.html")))
    if few := [f"{shown(name)} ({len(asked[name])})" for name in files if len(asked[name]) < 3]:
        print(f"Fewer than three questions: {'; '.join(few)}")
    return 0


def _questions(passed: Mapping[str, str], seed: str, level: str) -> list[dict[str, str]]:
    """Have questions made about answers; none if their code prevents it."""
    trusted = [*MAKER], {**os.environ, **PLAIN_ENVIRONMENT}
    process = JsonProcess(*(trusted if level == "none" else confined({}, __name__)))
    try:
        process.send({"answers": passed, "seed": seed})
        sent = process.receive(CLOCK.now() + SECONDS)
        texts = ([asks, *map(str, sent.get(kind, ())), *6 * [""]] for kind, asks in ASKS.items())
        made = [dict(zip(PARTS, text, strict=False)) for text in texts]
        return [{**known, "asks": known["asks"].format(**known)} for known in made if known["task"]]
    except (Ended, LookupError, TypeError, ValueError):
        return []
    finally:
        process.kill()


if __name__ == "__main__":  # in the sandbox
    confine(json.loads(sys.argv[1]))
    os.execv(sys.executable, MAKER)
