"""What `%log` writes, for learners who let a teacher see where a lesson is slow: log-line.schema.json has it all."""

import inspect
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any

from checks.catalogue import EXERCISES
from checks.verdict import Verdict

WORDS = ("", "on", "on --answers", "off")
NOTEBOOKS = {f"{folder}/{lesson}" for folder in ("notebooks", "exercises") for lesson in EXERCISES}
ABOUT = """From now on, {place} gets a line for each cell that you run: the time, the lesson, and the cell's id.
Each %check adds one: the time, the lesson, the task, which try it is, the verdict, and the names of mistakes.
{leave}
Nothing else is written: no name of a person, computer or folder, nothing that cells print, nothing outside the course.
Nothing is sent. Open the file to read it; nobody else gets it unless you hand it on.
`%log off` stops it, and `%log` says whether it is on. If you delete the file, everything is gone."""
ON = "The log is on, in {place}. {leave}"
OFF = "The log is off. What it wrote is in {place}, if it wrote anything. `%log on` says what it writes, and begins."
CODE = "You have given leave: of a wrong answer that gets no name, the code is written as well, with all that is in it, such as comments."
LEAVE = ("Your code is not written.", CODE)


class Log:
    """The log in a learner's folder. What its methods give is to be said; it is empty if all is well."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "my_log.jsonl"
        self._place = os.path.relpath(self._file)  # without the folders above the course
        notebook = Path(os.environ.get("JPY_SESSION_NAME", ""))  # from Jupyter's server
        name = f"{notebook.parent.name}/{notebook.stem}"
        self._lesson = name if name in NOTEBOOKS else ""  # a copy may have the learner's name
        self._gives_up = False

    def obey(self, words: str) -> Iterator[str]:
        """Say what is written, then begin; or end; or say whether it is on."""
        on, answers = "on" in words, "answers" in words
        self._gives_up &= not words
        if on:
            yield ABOUT.format(place=self._place, leave=LEAVE[answers])
        if on or (words and self._read()[1]):
            yield self._append({"log": 1, "on": on, "answers": answers})
        _, is_on, leave = self._read()
        if not (on and is_on):
            yield (ON if is_on else OFF).format(place=self._place, leave=LEAVE[leave])

    def note_cell(self, cell: Any) -> str:
        """Note that a cell was run, if the program says which; some give a path, with names in it."""
        known = re.fullmatch("[A-Za-z0-9_-]{1,64}", str(cell or ""))
        is_on = known and self._read()[1]
        return self._append({"lesson": self._lesson, "cell": cell}) if is_on else ""

    def note_check(self, verdict: Verdict, answer: Any) -> str:
        """Note what a check has said."""
        text, is_on, leave = self._read()
        tries = text.count(f'"task": "{verdict.task}"') + 1
        line = {"lesson": self._lesson, "task": verdict.task, "try": tries}
        line |= {"verdict": verdict.status, "mistakes": list(verdict.mistakes)}
        if leave and verdict.status == "fail" and not verdict.mistakes:
            with suppress(Exception):  # whatever the answer is, the lesson goes on
                line["answer"] = inspect.getsource(answer)
        return self._append(line) if is_on else ""

    def _read(self) -> tuple[str, bool, bool]:
        """Read the log, whether it is on, and whether it may hold code: its last beginning or end says so."""
        text = ""
        with suppress(OSError):
            text = self._file.read_text("utf-8", errors="replace")
        last = text.rpartition('"log": ')[2].partition("\n")[0]
        return text, '"on": true' in last and not self._gives_up, '"answers": true' in last

    def _append(self, line: dict[str, Any]) -> str:
        """Append a line at once, because two notebooks may write."""
        try:
            with self._file.open("ab", buffering=0) as file:
                # Its line break comes first, so that a line which a power cut broke off stays alone.
                text = "\n" * bool(file.tell()) + json.dumps({"at": int(time()), **line})
                file.write(text.encode())
        except OSError as error:
            self._gives_up = True
            return f"{self._place} cannot be written ({error.strerror}). This notebook logs nothing, and the lesson goes on. If others still log, delete the file."
        return ""
