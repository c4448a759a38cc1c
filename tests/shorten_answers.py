"""Rewrites files of the bank, with answers in the short forms that tests/bank.py reads.

PYTHONPATH=tests .venv/bin/python -m shorten_answers tests/answers/softmax.py

An answer stays as it is unless a short form is clearly shorter and gives the same text again, and
so does one that a short form names already: changes of changes of changes are hard to follow.
"""

import re
import sys
from collections import Counter
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

from bank import (
    GROUPS,
    MARK,
    SIGNATURE,
    TASK_MARK,
    Answer,
    changed,
    named,
    parse,
    parse_more,
    sections,
)

MOST_CHANGED = 3  # where more lines differ, the whole answer is easier to read
MOST_STEPS = 2  # from an answer to the one it is like, until one is written in full


def shortened(text: str, found: list[Answer], marks: re.Pattern[str] = MARK) -> str:
    """Write the text of a file of the bank again, each of its answers in its shortest form."""
    answers, steps = iter(found), dict[Answer, int]()
    named_already = {mark[4] for mark in marks.finditer(text)}
    result, below_short = text[: marks.search(text).start()].rstrip() + "\n", False
    for mark, section in sections(marks, text):
        if mark[1] in GROUPS:
            result += f"\n{mark[0]}{section}"  # the blank lines below it are part of the answers
            continue
        answer = next(answers)
        form = f"{mark[0]}\n{section.strip()}\n"
        if not mark[4] and answer.thought not in named_already:
            forms = [form, *_without_def(mark[0], section, text)]
            form = _shortest([*forms, *_likenesses(mark[0], answer, steps)])
        like = marks.match(form)[4]
        steps[answer] = steps[named(steps, answer.task, like)] + 1 if like else 0
        is_short = form.split("\n")[1].startswith(("-", "return "))
        blank = "" if result.endswith("\n\n") or (is_short and below_short) else "\n"
        result, below_short = result + blank + form, is_short
    return result


def _without_def(heading: str, section: str, text: str) -> list[str]:
    """The answer as its only return, if the line above is the one that the whole file shares."""
    signature = SIGNATURE.match(text)
    define = f"def {signature[1]}:\n    " if signature else ""
    line = section.strip().removeprefix(define)
    return [f"{heading}\n{line}\n"] if re.fullmatch("return .*", line) else []


def _likenesses(heading: str, answer: Answer, steps: dict[Answer, int]) -> list[str]:
    """The answer as changes in each answer above that is like it."""
    forms = []
    for above in _to_name(answer, steps):
        changes = _changes(above.source, answer.source)
        try:
            if changed(above.source, changes).strip() == answer.source:
                forms.append(f"{heading} | like: {above.thought}\n{changes}")
        except ValueError:  # too many changes, or in a line that the answer above has twice
            continue
    return forms


def _to_name(answer: Answer, steps: dict[Answer, int]) -> list[Answer]:
    """The answers above that have a thought of their own and are near one in full."""
    above = [other for other in steps if other.task == answer.task]
    times = Counter(other.thought for other in [answer, *above])
    return [other for other in above if times[other.thought] == 1 and steps[other] < MOST_STEPS]


def _changes(before: str, after: str) -> str:
    """The changes of a few lines as `-old` and `+new`; nothing where there are more.

    A line that is only added comes with the line above it; at the top, there is none to name.
    """
    old, new = before.splitlines(), after.splitlines()
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changes = [step[1:] for step in steps if step[0] != "equal"]
    if sum(max(b - a, d - c) for a, b, c, d in changes) > MOST_CHANGED:
        return ""
    lines = []
    for a, b, c, d in changes:
        above = a == b
        lines += [f"-{line}" for line in old[a - above : b]]
        lines += [f"+{line}" for line in new[c - above : d]]
    return "".join(f"{line}\n" for line in lines)


def _shortest(forms: list[str]) -> str:
    """The form with the fewest lines, of those that take no more letters than the first, in full."""
    fitting = [form for form in forms if len(form) <= len(forms[0])]
    return min(fitting, key=lambda form: form.count("\n"))


def main(paths: list[str]) -> None:
    """Rewrite these files."""
    for path in map(Path, paths):
        text, several = path.read_text(encoding="utf-8"), path.parent.name == "more"
        read = partial(parse_more if several else parse, path.stem)
        new = shortened(text, read(text), TASK_MARK if several else MARK)
        if read(new) != read(text):
            raise SystemExit(f"{path} stays as it is: its short forms would give other answers.")
        path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
