"""What teachers find in the notes of a deck: what to leave out, what students get stuck on, the discussion."""

import re
from html import escape
from pathlib import Path

from deck import Slide, rendered
from nbformat import NotebookNode

from coursetools.notebook import read_notebook

CUT = r"^\| {number} \| (\d+) \| (.+?) \| (.+?) \|$"
STUCK = r"^\| {number} \| `(.+?)` \| (.+?) \| (.+) \|$"


def with_advice(slides: list[Slide], lesson: str, course: Path) -> list[Slide]:
    """Add advice to the first slide and to the exercises, and end with the discussion."""
    number = int(lesson[:2])
    text = (course / "docs" / "TEACHING.md").read_text(encoding="utf-8")
    slides[0].notes += _when_short(text, number)
    turn = next(slide for slide in slides if slide.heading == "Your turn")
    turn.notes += _stuck(text, number)
    return [*slides, _discussion(lesson, course)]


def _when_short(text: str, number: int) -> list[str]:
    found = re.search(CUT.format(number=number), text, re.MULTILINE)
    assert found, f"docs/TEACHING.md does not say what to leave out of lesson {number}"
    slack, leave_out, keep = found.groups()
    return [
        rendered(
            f"**When time is short**, leave out {leave_out}; that saves about {slack} minutes. "
        ),
        rendered(f"Keep {keep}."),
    ]


def _stuck(text: str, number: int) -> list[str]:
    rows = re.findall(STUCK.format(number=number), text, re.MULTILINE)
    listed = "\n".join(f"- `{slug}`: {question} *{helps}*" for slug, question, helps in rows)
    return [
        rendered(f"**Where students get stuck**, what the check asks, and what helps:\n\n{listed}")
    ]


def _discussion(lesson: str, course: Path) -> Slide:
    solution = read_notebook(course / "solutions" / f"{lesson}.ipynb")
    cells = {cell.id: cell for cell in solution.cells}
    _, _, question = cells["discussion"].source.partition("\n")
    notes = [rendered(cells["discussion-notes"].source)]
    notes += [f"<pre>{escape(text)}</pre>" for text in _measured(cells)]
    return Slide("question", "To discuss", [rendered(question)], notes=notes)


def _measured(cells: dict[str, NotebookNode]) -> list[str]:
    outputs = cells["discussion-measured"].outputs if "discussion-measured" in cells else []
    return [one.get("text") or one.data["text/plain"] for one in outputs]
