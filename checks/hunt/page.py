"""Show a hunt in a notebook: a live widget, and for saved notebooks the question with its answer folded."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from html import escape
from typing import Any

from checks.hunt.hunt import FIND, OVER, REPAIR, Hunt, Said
from checks.hunt.memory import Memory
from checks.hunt.picture import picture
from checks.hunt.words import afterwards, beforehand
from course.views.listing import listing
from course.views.sentence import paragraph
from course.views.widgets import BugHunt, widget_bundle

ASKS = {
    FIND: "One line of this function is wrong. Which one?",
    REPAIR: "You have found it. Now put it right.",
    OVER: "The hunt is over.",
}


HOW = "Click the line that you suspect. By keyboard: arrow keys, then Enter."
INNOCENT, LATER, WRONG = ("✗", "innocent"), ("↑", "earlier"), ("→", "wrong")
IN_CODE = re.compile(r"`([^`]+)`")


@dataclass(repr=False)
class LiveHunt:
    """A hunt as it is displayed.

    Parameters
    ----------
    hunt : Hunt
    memory : Memory
        Where its end is remembered.
    following : callable
        Finds the next hunt.
    today : callable
        Gives the date.
    """

    hunt: Hunt
    memory: Memory
    following: Callable[[], Hunt]
    today: Callable[[], date] = date.today
    said: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.said = self._at_the_start()

    def __repr__(self) -> str:
        evidence = picture(self.hunt.evidence)
        return "\n".join([f"{self._title} {ASKS[FIND]}", "", self.hunt.bug.code, repr(evidence)])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        static = {"text/html": self._static(), "text/plain": repr(self)}
        return widget_bundle(self.widget()) | static

    def widget(self) -> BugHunt:
        """Make the live widget."""
        widget = BugHunt(page=self.page())
        widget.on_msg(lambda _, content, buffers: self._told(widget, content))
        return widget

    def page(self) -> dict[str, Any]:
        """Describe what is to be seen now, as `BugHunt.page`."""
        hunt = self.hunt
        marks = dict.fromkeys(map(str, hunt.innocent), INNOCENT)
        marks |= dict.fromkeys(map(str, hunt.later), LATER)
        if hunt.stage != FIND:
            marks[str(hunt.number)] = WRONG
        return {
            "title": self._title,
            "asks": ASKS[hunt.stage],
            "lines": hunt.lines,
            "marks": marks,
            "evidence": picture(hunt.evidence).html,
            "said": self.said,
            "stage": hunt.stage,
            "asksLine": f"Line {hunt.number} should be",
            "draft": hunt.wrong_line,
        }

    @property
    def _title(self) -> str:
        return f"Bug hunt in {self.hunt.bug.task.name}."

    def _told(self, widget: BugHunt, content: dict[str, Any]) -> None:
        """Answer what the browser says."""
        if content.get("another"):
            self.hunt = self.following()
            self.said = self._at_the_start()
        elif self.hunt.stage != OVER:
            said = self._answered(content)
            self.said = _paragraphs(said)
            if self.hunt.stage == OVER:
                self._remember()
        widget.page = self.page()
        widget.send("heard")

    def _at_the_start(self) -> str:
        return _paragraphs([*beforehand(self.hunt, self.memory.read(), self.today()), HOW])

    def _answered(self, content: dict[str, Any]) -> Said:
        if "repair" in content:
            return self.hunt.repair(content["repair"])
        return self.hunt.guess(content["guess"]) if "guess" in content else self.hunt.show()

    def _remember(self) -> None:
        hunt, before = self.hunt, self.memory.read().of_slug(self.hunt.mistake.slug)
        self.memory.hunted(hunt.bug.task.name, hunt.mistake.slug, hunt.alone, self.today())
        self.said += self._lines_compared()
        told = afterwards(hunt, before, self.memory, self.today())
        self.said += _paragraphs(told)

    def _lines_compared(self) -> str:
        right = "\n".join(self.hunt.right_lines) or "(nothing: the line should go)"
        yours = self.hunt.repaired
        pairs = [("It was", self.hunt.wrong_line)]
        if yours and yours != right:
            pairs += [("Yours", yours), ("Ours", right)]
        else:
            pairs.append(("It should be", right))
        return "".join(f"{paragraph(f'{said}:')}<pre>{escape(line)}</pre>" for said, line in pairs)

    def _static(self) -> str:
        hunt = self.hunt
        answer = paragraph(f"Line {hunt.number}. {hunt.mistake.does}") + self._lines_compared()
        return (
            f"{paragraph(f'{self._title} {ASKS[FIND]}')}\n"
            f"{listing(hunt.bug.code, title=hunt.bug.task.name).html}\n"
            f"{picture(hunt.evidence).html}\n"
            f"<details><summary>Think first, then open</summary>{answer}</details>"
        )


def _paragraphs(lines: Iterable[str]) -> str:
    """Write sentences as HTML, with code for what is between backticks."""
    return "".join(IN_CODE.sub(r"<code>\1</code>", paragraph(line)) for line in lines)
