"""A lecture as slides: what is best seen large, one thing at a time; the rest is in the speaker's notes."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from latex2mathml.converter import convert
from nbformat import NotebookNode

from coursetools.lecture import folded_answer, heading_of, required, split_question
from coursetools.markdown import Block, as_html, blocks, html_with_math, inline_html
from coursetools.roles import is_folded
from coursetools.sentences import sentences as split

MOST_WORDS = 42  # of a paragraph that is shown whole
FEW_WORDS = 12  # of a sentence that hardly says what it is about
LARGE = {"table", "list", "code"}
SEEN = LARGE | {"formula"}
LINK = re.compile(r"\[([^\]]*)\]\((?!http)[^)]*\)")
HOW_TO_ASK = (
    "A minute of silence: everybody writes an answer down. Two minutes for neighbours with different "
    "answers. Only then the next key, which opens the answer."
)
HOW_TO_VOTE = "Let the class vote first. Then choose what most of them chose, and press Check."


@dataclass
class Slide:
    """One thing to show, and what to say about it.

    Attributes
    ----------
    kind : str
        title, idea, question, picture, vote or code.
    heading : str
        HTML.
    shown : list of str
        HTML, from top to bottom.
    answer : str
        HTML, opened by the next key; "" where there is none.
    notes : list of str
        HTML.
    """

    kind: str
    heading: str
    shown: list[str]
    answer: str = ""
    notes: list[str] = field(default_factory=list)


def slides_of(lecture: NotebookNode) -> list[Slide]:
    """Cut a lecture, executed and with its recordings in place, into slides.

    Parameters
    ----------
    lecture : notebook

    Returns
    -------
    list of Slide
    """
    deck = _Deck()
    first, *rest = required(lecture)
    deck.open(blocks(first.source))
    for cell in rest:
        if cell.cell_type == "markdown":
            deck.tell(blocks(cell.source))
        elif cell.id != "imports":
            deck.run(cell)
    deck.close()
    return deck.slides


def math(latex: str, display: bool) -> str:
    """Render a formula as MathML, which needs no script."""
    return str(convert(latex, display="block" if display else "inline"))


def rendered(source: str) -> str:
    """Render Markdown; links to files keep their words alone."""
    return as_html(LINK.sub(r"\1", source), math)


def sentences(paragraph: str) -> list[str]:
    """Cut a paragraph into sentences, but nothing bold into two.

    Examples
    --------
    >>> sentences("One. **Two. Three.** Four?")
    ['One.', '**Two. Three.**', 'Four?']
    """
    found: list[str] = []
    for one in split(paragraph):
        if found and found[-1].count("**") % 2:
            found[-1] += f" {one}"
        else:
            found.append(one)
    return found


def brief(paragraph: str) -> str:
    """Shorten a paragraph to what fits above a picture: its last sentences."""
    kept: list[str] = []
    for sentence in reversed(sentences(paragraph)):
        if kept and len(" ".join([sentence, *kept]).split()) > MOST_WORDS:
            break
        kept.insert(0, sentence)
    return " ".join(kept)


def ideas(paragraph: str) -> str:
    """Keep the sentences of a paragraph that the lecture prints bold, in whole or in part.

    A short one keeps the sentence before it, or the one after it where it is the first.
    """
    every = sentences(paragraph)
    bold = {n for n, one in enumerate(every) if "**" in one}
    bold |= {n - 1 if n else 1 for n in bold if len(every[n].split()) < FEW_WORDS}
    return " ".join(every[n] for n in sorted(bold) if n < len(every))


class _Deck:
    def __init__(self) -> None:
        self.slides: list[Slide] = []
        self._heading = ""
        self._pending: list[Block] = []

    def open(self, parts: Sequence[Block]) -> None:
        """Make the title, and the slide with the objectives."""
        title, question, *rest = parts
        asked = f"<p>{_inline(question.source.strip('*'))}</p>"
        self._heading = _inline(heading_of(title))
        said = [one for one in rest if one.kind == "paragraph"]
        said[0] = Block("paragraph", sentences(said[0].source)[0])  # how long it takes
        self._add("title", [asked], said)
        promised = "".join(rendered(one.source) for one in rest if one.kind == "list")
        self._add("idea", ["<p>Afterwards you can</p>", promised], [])

    def tell(self, parts: Sequence[Block]) -> None:
        """Take what a cell says."""
        for block in parts:
            if block.kind == "heading":
                self.close()
                self._heading = _inline(heading_of(block))
            elif split_question(block):
                self._ask(block)
            elif block.kind == "html":
                self.slides[-1].answer = html_with_math(folded_answer(block), math)
            else:
                self._pending.append(block)

    def run(self, cell: NotebookNode) -> None:
        """Take what a cell displays or prints; a cell that only defines something has no slide."""
        for output in cell.outputs:
            shown = output.get("data", {}).get("text/html")
            if shown is not None:
                self._picture(shown)
            else:
                self._printed("" if is_folded(cell) else cell.source, output)

    def close(self) -> None:
        """End a section: one without a slide shows its first words."""
        self.flush()
        if self._pending:
            first, *others = self._pending
            self._pending = []
            self._add("idea", [rendered(brief(first.source))], [first, *others])

    def flush(self) -> None:
        """Make slides of what has been said since the last one."""
        parts, self._pending = self._pending, []
        for group in _groups(parts):
            shown = [*_shown(group)]
            if shown:
                self._add("idea", shown, group)
            elif self.slides and self.slides[-1].heading == self._heading:
                self._note(group)
            else:
                self._pending += group

    def _ask(self, block: Block) -> None:
        before, question = split_question(block) or ("", "")
        context = self._context_of(before)
        self.flush()
        asked = f"<p><b>Predict</b></p><p>{_inline(_capital(question))}</p>"
        self._add("question", [*_short(context), f'<div class="asked">{asked}</div>'], context)
        self.slides[-1].notes.append(f"<p>{HOW_TO_ASK}</p>")

    def _context_of(self, before: str) -> list[Block]:
        """Take what a question needs: the words before it, and a table or a formula in front of these."""
        context = self._last_words()
        if self._pending and self._pending[-1].kind in SEEN and not _sees(context):
            context = [*self._last_words(), *context]
        if not before:
            return context
        return [*(context if _sees(context) else []), Block("paragraph", before)]

    def _last_words(self) -> list[Block]:
        """Take the last paragraph, with what it leads to, off what is pending."""
        paragraphs = [n for n, one in enumerate(self._pending) if one.kind == "paragraph"]
        place = max(paragraphs, default=0)
        taken, self._pending = self._pending[place:], self._pending[:place]
        return taken

    def _caption(self) -> list[Block]:
        """Take the words right before a picture."""
        led_to = self._pending and self._pending[-1].kind == "paragraph"
        caption = self._last_words() if led_to else []
        self.flush()
        return caption

    def _picture(self, shown: str) -> None:
        caption, seen = self._caption(), f'<div class="see">{shown}</div>'
        if "data-quiz" in shown:
            self._add("vote", [seen], caption)
            self.slides[-1].notes.append(f"<p>{HOW_TO_VOTE}</p>")
        else:
            self._add("picture", [*_short(caption), seen], caption)

    def _printed(self, source: str, output: Any) -> None:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        code = [f"<pre>{html.escape(one.rstrip())}</pre>" for one in (source, text) if one]
        caption = self._caption()
        self._add("code", [*_short(caption), *code], caption)

    def _add(self, kind: str, shown: list[str], said: Sequence[Block]) -> None:
        self.slides.append(Slide(kind, self._heading, shown))
        self._note(said)

    def _note(self, said: Sequence[Block]) -> None:
        """Keep for the notes what is not on the slide already."""
        slide = self.slides[-1]
        words = [rendered(one.source) for one in said]
        slide.notes += [one for one in words if one not in slide.shown]


def _inline(source: str) -> str:
    return inline_html(source, math)


def _short(said: Sequence[Block]) -> list[str]:
    return [rendered(brief(one.source) if one.kind == "paragraph" else one.source) for one in said]


def _sees(said: Sequence[Block]) -> bool:
    return any(one.kind in SEEN for one in said)


def _capital(question: str) -> str:
    return question[0].upper() + question[1:]


def _groups(parts: Sequence[Block]) -> Iterator[list[Block]]:
    """Group each paragraph with the formulas that follow it, and one table or list."""
    group: list[Block] = []
    for block in parts:
        full = block.kind in LARGE and any(one.kind in LARGE for one in group)
        if group and (full or block.kind == "paragraph"):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _shown(group: Sequence[Block]) -> Iterator[str]:
    seen = [rendered(one.source) for one in group if one.kind in SEEN]
    if group[0].kind == "paragraph":
        words = brief(group[0].source) if seen else ideas(group[0].source)
        if words:
            yield rendered(words)
    yield from seen
