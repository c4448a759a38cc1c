"""What teachers find in the notes of a deck: what to leave out, what students get stuck on, the discussion."""

import re
from html import escape
from pathlib import Path

from deck import Slide, rendered
from nbformat import NotebookNode

from checks.catalogue import EXERCISES, TASKS
from coursetools.notebook import read_notebook

SECTION = r"^### {number}\. [^\n]+\n\n(.+?)\n(?=^##)"
MISTAKE = re.compile(r"^- `(.+?)`: (.+)$", re.MULTILINE)


def with_advice(slides: list[Slide], lesson: str, course: Path) -> list[Slide]:
    """Add advice to the first slide and to the exercises, and end with the discussion."""
    text = (course / "docs" / "TEACHING.md").read_text(encoding="utf-8")
    section = re.search(SECTION.format(number=int(lesson[:2])), text, re.MULTILINE | re.DOTALL)
    assert section, f"docs/TEACHING.md has no section on {lesson}"
    advice, _, rest = section[1].partition("\n\n")
    slides[0].notes.append(rendered(f"When time is short: {advice}"))
    turn = next(slide for slide in slides if slide.heading == "Your turn")
    turn.notes.append(_stuck(rest, lesson))
    return [*slides, _discussion(lesson, course)]


def _stuck(section: str, lesson: str) -> str:
    mistakes = (mistake for task in EXERCISES[lesson] for mistake in TASKS[task].mistakes)
    asked = {mistake.slug: mistake.question for mistake in mistakes}
    rows = MISTAKE.findall(section)
    listed = "\n".join(f'- `{slug}`: "{asked[slug]}" {helps}' for slug, helps in rows)
    return rendered(
        f"**Where students get stuck**, what the check asks, and what helps:\n\n{listed}"
    )


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
