"""Writes all answers of the bank to one file, for other judges than the checks of the course.

PYTHONPATH=tests .venv/bin/python -m publish_answers
"""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bank import BLIND, FOLDER, GROUPS, MARK, Answer, more, parse, sections

from checks.catalogue import TASKS
from coursetools.notebook import read_notebook

HERE, ROOT = Path(__file__).parents[:2]
MORE = sorted(path.stem for path in (FOLDER / "more").glob("*.py"))
NOT_BLIND = "whole blocks alone"  # the only such answer of blind_late.py
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)  # tells which numbers a variant changes


def write(folder: Path) -> None:
    """Write a line for each answer, the schema of a line, a card, and the licence."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = [read_notebook(path) for path in (ROOT / "exercises").glob("*.ipynb")]
    cells = {cell.id: COMMENT.sub("", cell.source) for page in pages for cell in page.cells}
    does = {(name, known.slug): known.does for name in TASKS for known in TASKS[name].mistakes}
    lines, counts = [], Counter[str]()
    for answer, author in with_authors():
        verdict = "right" if answer.kind == "right" else "wrong"
        names = [{"name": slug, "sentence": does[answer.task, slug]} for slug in answer.slugs]
        line = {"task": answer.task, "statement": cells[f"{answer.task}-task"]}
        line |= {"code": answer.source, "verdict": verdict, "mistakes": names, "author": author}
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
        counts.update(["answers", verdict, author.replace(" ", "_"), *["named"] * bool(names)])
    (folder / "answers.jsonl").write_text("".join(lines), encoding="utf-8")
    card = (HERE / "bank_card.md").read_text(encoding="utf-8")
    (folder / "README.md").write_text(card.format(**counts), encoding="utf-8")
    shutil.copy(HERE / "bank.schema.json", folder / "schema.json")
    shutil.copy(ROOT / "LICENSE", folder)


def with_authors() -> Iterator[tuple[Answer, str]]:
    """Yield each answer, and what its author knew."""
    for path in sorted(FOLDER.glob("*.py")):
        text, author = path.read_text(encoding="utf-8"), "not noted"
        answers = iter(parse(path.stem, text))
        for mark, _ in sections(MARK, text):
            if mark[1] not in GROUPS:
                yield next(answers), author
            author = mark[1] if mark[1] in ("blind", "not blind") else author
    for name in MORE:
        for answer in more(name):
            knew = "not blind" if answer.thought.startswith(NOT_BLIND) else "blind"
            yield answer, knew if name in BLIND else "not noted"


if __name__ == "__main__":
    write(ROOT / "build" / "bank")
