"""The command `coursetools trial`: one page from the logs that learners kept with `%log`.

The time from one line of a log to the next counts for the cell or check at its end, unless it is a pause.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

from jsonschema import Draft202012Validator

from coursetools.atomic import write_whole
from coursetools.course import course_folder
from coursetools.errors import UnusableInput
from coursetools.notebook import Notebook, read_notebook
from coursetools.report.pages import environment
from coursetools.roles import code_cells, required
from coursetools.wording import shown

PAUSE = 10  # minutes
SCHEMA = Path(__file__).parents[1] / "checks" / "log-line.schema.json"
ANNOUNCED = re.compile(r"about (\d+) minutes", re.IGNORECASE)

Log = list[dict[str, Any]]  # its lines; later also with the minutes before them


def write_page(options: argparse.Namespace) -> int:
    """Write the page on all logs in a folder."""
    course = course_folder(Path.cwd())
    paths = [*course.glob("notebooks/[0-9]*.ipynb"), *course.glob("exercises/[0-9]*.ipynb")]
    paths.sort(key=lambda path: path.stem)
    lessons = {f"{path.parent.name}/{path.stem}": read_notebook(path) for path in paths}
    cells = {name: [cell.id for cell in code_cells(lessons[name])] for name in lessons}
    tasks = [cell.partition("-")[0] for name in cells for cell in cells[name] if "-check" in cell]
    try:
        read = [_read(path) for path in sorted(options.logs.rglob("*.jsonl"))]
        if not read:
            raise UnusableInput(f"{options.logs}: no *.jsonl in it. Put each learner's log there.")
        logs = [list(_steps(lines, cells)) for lines, _ in read]
        names = ({name for line in log for name in line.get("mistakes", ())} for log in logs)
        page = environment().get_template("trial.html").render
        text = page(
            logs=logs,
            broken=sum(broken for _, broken in read),
            lessons=[_lesson(name, lessons[name], logs) for name in lessons],
            tasks={task: list(_attempts(task, logs)) for task in tasks},
            mistakes=Counter(name for made in names for name in sorted(made)).most_common(),
            pause=PAUSE,
            quantiles=quantiles,
        )
        write_whole(options.out, text)
    except OSError as error:
        where = shown(str(error.filename if ".jsonl" in str(error.filename) else options.out))
        raise UnusableInput(f"{where}: cannot be read or written ({error.strerror}).") from None
    print(shown(str(options.out)))
    return 0


def _read(path: Path) -> tuple[Log, int]:
    """Read a log, and count the lines that broke off, as they do when the power is cut."""
    schema = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    lines, broken, texts = Log(), 0, path.read_bytes().strip().split(b"\n")
    for number, text in enumerate(texts, 1):
        where, line = f"{shown(str(path))}, line {number}", dict[str, Any]()
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            if lines and (text[:1] == b"{" or number == len(texts)):
                broken += 1
                continue
        if isinstance(line, dict) and line.get("log", 1) != 1:
            raise UnusableInput(f"{where}: a log of another version. Type coursetools update.")
        if not schema.is_valid(line):
            raise UnusableInput(f"{where}: not as %log writes it. Delete it, or move the file.")
        lines.append(line)
    return sorted(lines, key=lambda line: line["at"]), broken


def _steps(lines: Log, cells: dict[str, list[str]]) -> Iterator[dict[str, Any]]:
    """Yield what was done in lessons of the course, with the minutes that it took."""
    lesson = ""
    for line in reversed(lines):  # where no program said which notebook it was, cells do
        ids = {line.get("cell"), f"{line.get('task')}-check"}
        homes = [name for name in cells if name == line.get("lesson")]
        homes = homes or [name for name in cells if ids.intersection(cells[name])]
        line["lesson"] = lesson = homes[0] if len(homes) == 1 else lesson
    before, tasks = lines[0]["at"], dict[str, str]()
    for line in lines:
        lesson, minutes, before = line["lesson"], (line["at"] - before) / 60, line["at"]
        if lesson and "log" not in line:
            task = line.get("task") or line["cell"].partition("-")[0]
            if f"{task}-check" in cells[lesson]:
                tasks[lesson] = task  # until the next, because learners add cells
            paused, task = minutes > PAUSE, line.get("task") or tasks.get(lesson, "")
            yield line | {"task": task, "paused": paused, "minutes": minutes * (not paused)}


def _lesson(name: str, notebook: Notebook, logs: list[Log]) -> dict[str, Any]:
    parts = [[line for line in log if line["lesson"] == name] for log in logs]
    last = [cell.id for cell in required(notebook) if cell.cell_type == "code"][-1]
    ran = {line.get("cell") for part in parts for line in part}
    return {
        "title": notebook.cells[0].source.partition("\n")[0].strip("# ").replace("*", ""),
        "announced": "".join(ANNOUNCED.findall(notebook.cells[0].source)[:1]),
        "began": [part for part in parts if part],
        "ended": [part for part in parts if any(line.get("cell") == last for line in part)],
        "left_out": [cell for cell in code_cells(notebook) if cell.id not in ran],
    }


def _attempts(task: str, logs: list[Log]) -> Iterator[dict[str, Any]]:
    for log in logs:
        judged = [line for line in log if line.get("verdict", "not_attempted") != "not_attempted"]
        mine = [line for line in judged if line["task"] == task]
        verdicts = [line["verdict"] for line in mine]
        if mine:
            yield {
                "minutes": sum(line["minutes"] for line in log if line["task"] == task),
                "tries": [*verdicts, "pass"].index("pass") + ("pass" in verdicts),
                "given_up": "pass" not in verdicts,
                "was_last": judged[-1]["task"] == task,
                "checks": mine,
            }
