"""A lecture as slides: what is best seen large, one thing at a time; the rest is in the speaker's notes."""

import ast
import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from address import BELOW_TITLE
from latex2mathml.converter import convert
from nbformat import NotebookNode

from checks.catalogue import IN_LECTURES
from checks.checking import find_task
from coursetools.lecture import folded_answer, heading_of, split_question
from coursetools.markdown import Block, as_html, blocks, html_with_math, inline_html
from coursetools.roles import is_folded, required
from coursetools.sentences import sentences as split
from coursetools.sentences import words

MOST_WORDS = 42  # of a caption
MOST_FOUND = 32  # words, of what one has seen: it stands beside a picture and its controls
MOST_ASKED = 54  # words, before a question
MOST_TOLD = 65  # words, on one slide
MOST_LINES = 7  # of code above a picture; longer code has a slide of its own,
MOST_LETTERS = 93  # and so has wider code
MOST_PRINTED = 16  # lines, of code with what it prints
MOST_BELOW = 12  # printed lines, below one another
LABEL = 4  # words, of a beginning such as **What comes next.**
LARGE = {"table", "list", "code"}
SEEN = LARGE | {"formula"}
LINK = re.compile(r"\[([^\]]*)\]\((?!http)[^)]*\)")
LINE = re.compile(r"%%line (?P<task>\S+) (?P<name>.+)\n(?P<code>.*)", re.DOTALL)
QUIZ = re.compile(r'data-quiz="([^"]*)"')
DRAWN = re.compile('<(?:table|svg|canvas|img)|class="(?:drawing|live)')
# What begins like this goes on with what was said before.
GOES_ON = re.compile(
    r"[*(]*(?:it|its|this|these|that|those|they|their|them|he|she|his|her|both|such|but|and|"
    r"all (?:of )?(?:these|three|of them)|neither|either|one of them|instead|otherwise|yet|also|"
    r"(?:when|if|because|since|with|without|beside) (?:it|they|this|that|these|them)|"
    r"the (?:other|others|two|second|third))\b",
    re.IGNORECASE,
)
# What points like this is about another place of the page.
PLACE = r"(?:tables?|pictures?|views?|films?|cells?|lines?|functions?|code)"
ABOVE = re.compile(rf"\b{PLACE} above\b", re.IGNORECASE)
ELSEWHERE = re.compile(rf"{ABOVE.pattern}|\b(?:{PLACE} below|here (?:is|are)|next cell)\b", re.I)
# What says this is about one reader's computer, and not for a class.
ASIDE = re.compile(
    r"\b(?:your machine|a terminal|the browser|of memory|you have the model|Shift\+Enter)\b", re.I
)
# What says this is about code.
ABOUT_CODE = re.compile(
    r":$|\b(?:code|cell|functions?|lines?|loop|rule|library|call(?:s|ed)?)\b|`", re.IGNORECASE
)
TEXT = re.compile(r"\\text\{[^}]*\}")
FORMULA_HEADER = re.compile(r"<th>(<math.*?</math>)</th>")
FORMULA_AND_MARK = re.compile(r'<math [^>]*"inline"(?:(?!</math>).)*</math>[.,;:?!)]+')
NOT_WORDS = re.compile('<(?:table|ul|ol|pre|math [^>]*"block")')
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
        title, idea, question, picture, vote, line or code.
    heading : str
        HTML.
    shown : list of str
        HTML, from top to bottom.
    caption : str
        HTML above it; "" where there is none.
    found : str
        HTML of what one has seen, which takes the place of the caption at the next key.
    answer : str
        HTML, opened by the next key; "" where there is none.
    notes : list of str
        HTML.
    """

    kind: str
    heading: str
    shown: list[str]
    caption: str = ""
    found: str = ""
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
        elif found := LINE.fullmatch(cell.source):
            deck.ask_for_line(**found.groupdict())
        elif cell.id != "imports":
            deck.run(cell)
    deck.close()
    return joined(deck.slides)


def math(latex: str, display: bool) -> str:
    """Render a formula as MathML, which needs no script."""
    shown = TEXT.sub(lambda text: text[0].replace(r"\_", "_"), latex)  # the converter would show it
    return str(convert(shown, display="block" if display else "inline"))


def together(shown: str) -> str:
    """Let no line begin with the mark that follows a formula."""
    return FORMULA_AND_MARK.sub(r'<span class="together">\g<0></span>', shown)


def rendered(source: str) -> str:
    """Render Markdown; links to files keep their words alone, and "as above" goes."""
    shown = as_html(LINK.sub(r"\1", source).replace(" as above", ""), math)
    shown = shown.replace("<th></th>", "<td></td>")  # an empty corner heads nothing
    return FORMULA_HEADER.sub(_header, shown)


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


def brief(paragraph: str, most: int = MOST_WORDS) -> str:
    """Shorten a paragraph to what fits above a picture: its last sentences.

    They begin with one that can be understood by itself, as far as there is one. Nothing is left of
    a paragraph about the reader's computer.
    """
    every = [one for one in sentences(paragraph) if not ASIDE.search(one)]
    every = [one for one in every if not ABOVE.search(one)] or every or [""]
    ends = (" ".join(every[n:]) for n in range(len(every)))
    fitting = [one for one in ends if len(words(one)) <= most] or every[-1:]
    return next((one for one in fitting if not GOES_ON.match(one)), fitting[0])


def ideas(paragraph: str) -> str:
    """Keep the sentences of a paragraph that the lecture prints bold, in whole or in part.

    None of them stays alone: it keeps the sentence before it, or the one after it where it is the
    first. The same holds for one that goes on with what was said before.
    """
    every = [
        one for one in sentences(paragraph) if not (ELSEWHERE.search(one) or ASIDE.search(one))
    ]
    bold = [n for n, one in enumerate(every) if "**" in one and not one.endswith(":")]
    if not bold:
        return ""
    if every[0].endswith(".**") and len(words(every[0])) <= LABEL:
        return _beginning(every)
    kept = {*bold, *(n - 1 for n in bold if n and GOES_ON.match(every[n]))}
    if len(kept) == 1:
        kept.add(bold[0] - 1 if bold[0] else 1)
    return " ".join(every[n] for n in sorted(kept) if n < len(every))


def code_shown(source: str) -> str:
    """Leave out of a cell what only draws: its last call, and the words that this call is given.

    Nothing is left where nothing else is there.

    Examples
    --------
    >>> code_shown("scores = Q @ K.T\\naxes = {'name': 'scores'}\\nheat_table(scores, **axes)")
    'scores = Q @ K.T'
    """
    lines = source.splitlines()
    *before, last = ast.parse(source).body
    used = [_names(one) for one in before]
    kept = [
        one
        for n, one in enumerate(before)
        if not isinstance(one, ast.Assign)
        or any(isinstance(part, ast.Call | ast.BinOp) for part in ast.walk(one))
        or any(_names(target) & set().union(*used[n + 1 :]) for target in one.targets)
    ]
    if not isinstance(last, ast.Expr):
        return source
    return "\n".join(line for one in kept for line in lines[one.lineno - 1 : one.end_lineno])


def joined(slides: Sequence[Slide]) -> list[Slide]:
    """Let no sentence stand alone: it goes to the picture it is about, or to its neighbour."""
    kept: list[Slide] = []
    for slide in slides:
        before = kept[-1] if kept else slide
        near = slide.kind == "idea" and before.heading == slide.heading
        if near and _is_conclusion(slide, before):
            before.found = "".join(slide.shown)
        elif near and _is_alone(slide) and before.kind == "question" and before.answer:
            before.answer += "".join(slide.shown)
        elif near and _is_alone(slide) and before.kind == "idea":
            before.shown += slide.shown
        elif before.heading == slide.heading and (
            _leads_to(before, slide) or _is_explained_by(before, slide)
        ):
            _prepend(before.shown, slide)
            slide.notes[:0] = before.notes
            kept[-1] = slide
            continue
        else:
            kept.append(slide)
            continue
        before.notes += slide.notes
    return kept


def _is_conclusion(slide: Slide, before: Slide) -> bool:
    """Tell whether a slide says in a few words what one has just seen."""
    text = "".join(slide.shown)
    short = len(words(_text(text))) <= MOST_FOUND and not NOT_WORDS.search(text)
    return short and before.kind in ("picture", "code") and not before.found


def _leads_to(before: Slide, slide: Slide) -> bool:
    """Tell whether what is told before a slide has room on it."""
    if slide is before or _is_alone(before):
        return slide is not before
    told = "".join([*before.shown, slide.caption])
    has_room = not NOT_WORDS.search(told) and len(words(_text(told))) <= MOST_WORDS
    return has_room and before.kind == "idea" and slide.kind in ("picture", "code", "line")


def _is_explained_by(before: Slide, slide: Slide) -> bool:
    """Tell whether some lines stand alone on a slide, and the next one says what they mean."""
    return before.kind == "code" and not (before.caption or before.found) and slide.kind == "idea"


def _is_alone(slide: Slide) -> bool:
    text = "".join(slide.shown)
    return slide.kind == "idea" and not NOT_WORDS.search(text) and len(split(_text(text))) < 2


def _prepend(shown: list[str], slide: Slide) -> None:
    if slide.kind in ("idea", "question"):
        slide.shown[:0] = shown
    else:
        slide.caption = "".join(shown) + slide.caption


def _text(shown: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", shown)).strip()


def _header(found: re.Match[str]) -> str:
    """Name a column that is headed by a formula alone, which not every screen reader takes for text."""
    name = f'<span class="visually-hidden">{html.escape(_text(found[1]))}</span>'
    return f'<th>{name}<span aria-hidden="true">{found[1]}</span></th>'


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _beginning(every: Sequence[str]) -> str:
    kept = [every[0]]
    for one in every[1:]:
        if len(words(" ".join([*kept, one]))) > MOST_WORDS and len(kept) > 2:
            break
        kept.append(one)
    return " ".join(kept)


class _Deck:
    def __init__(self) -> None:
        self.slides: list[Slide] = []
        self._heading = ""
        self._pending: list[Block] = []

    def open(self, parts: Sequence[Block]) -> None:
        """Make the title, and the slide with the objectives."""
        title, question, *rest = (part for part in parts if not BELOW_TITLE.search(part.source))
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
                if self.slides[-1].kind != "question" or self.slides[-1].answer:
                    self._add_asking()
                self.slides[-1].answer = html_with_math(_later(folded_answer(block)), math)
            else:
                self._pending.append(block)

    def ask_for_line(self, task: str, name: str, code: str) -> None:
        """Ask the class for a line; the answer is that of the right function."""
        right = find_task(task, IN_LECTURES).lines.right_line(name)
        assert right, f"{task} has no line that assigns {name}"
        self._add_captioned("line", [_pre(code)])
        self.slides[-1].answer = _pre(ast.unparse(right))

    def run(self, cell: NotebookNode) -> None:
        """Take what a cell displays or prints, and its code where the words before speak of it."""
        drawn, printed = _displayed(cell.outputs)
        source = "" if is_folded(cell) else cell.source
        if drawn:
            self._picture(source, "".join(drawn))
        elif printed or (source and self._speaks_of_code()):
            self._code([_pre(source)] * bool(source) + [_printed(printed)] * bool(printed))

    def close(self) -> None:
        """End a section: one without a slide shows its first words."""
        self.flush()
        if self._pending:
            first, *others = self._pending
            self._pending = []
            self._add("idea", [rendered(_beginning(sentences(first.source)))], [first, *others])

    def flush(self) -> None:
        """Make slides of what has been said since the last one."""
        parts, self._pending = self._pending, []
        fresh = True  # whether the next idea begins a slide
        for group in _groups(parts):
            shown = [*_shown(group)]
            if shown and not fresh and self._has_room(shown):
                self.slides[-1].shown += shown
                self._note(group)
            elif shown:
                self._add("idea", shown, group)
                fresh = False
            elif self.slides and self.slides[-1].heading == self._heading:
                self._note(group)
            else:
                self._pending += group

    def _has_room(self, shown: Sequence[str]) -> bool:
        """Tell whether the last slide can take this, too; a table or a list fills a slide."""
        text = "".join([*self.slides[-1].shown, *shown])
        large = re.findall("<(?:table|ul|ol|pre)", text)
        return not large and len(words(_text(text))) <= MOST_TOLD

    def _ask(self, block: Block) -> None:
        before, question = split_question(block) or ("", "")
        context = self._context_of(before)
        self.flush()
        asked = f"<p><b>Predict</b></p><p>{_inline(_capital(_later(question)))}</p>"
        self._add(
            "question", [*_short(context, MOST_ASKED), f'<div class="asked">{asked}</div>'], context
        )
        self.slides[-1].notes.append(f"<p>{HOW_TO_ASK}</p>")

    def _add_asking(self) -> None:
        """Make a slide of the last words: a question that is not marked as one has an answer, too."""
        asked = self._last_words()
        self.flush()
        self._add("question", _short(asked, MOST_ASKED), asked)
        self.slides[-1].notes.append(f"<p>{HOW_TO_ASK}</p>")

    def _context_of(self, before: str) -> list[Block]:
        """Take what a question needs: the words before it, and a table or a formula in front of these."""
        context = self._last_words()
        in_front = self._pending[-1].kind if self._pending else ""
        if in_front in SEEN - {"list"} and not _sees(context):
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

    def _speaks_of_code(self) -> bool:
        last = self._pending[-1] if self._pending else None
        return bool(last and last.kind == "paragraph" and ABOUT_CODE.search(brief(last.source)))

    def _caption(self) -> list[Block]:
        """Take the words right before a picture."""
        led_to = self._pending and self._pending[-1].kind == "paragraph"
        caption = self._last_words() if led_to else []
        if caption and not brief(caption[0].source):
            caption = [*self._last_words(), *caption]
        self.flush()
        return caption

    def _add_captioned(self, kind: str, shown: list[str]) -> None:
        caption = self._caption()
        self._add(kind, shown, caption)
        self.slides[-1].caption = "".join(_short(caption)) or self._asked_before()

    def _asked_before(self) -> str:
        """Give the question of the slide before, where the next one answers it."""
        if len(self.slides) < 2 or self.slides[-2].heading != self._heading:
            return ""
        before = self.slides[-2]
        if before.kind == "question":
            return before.shown[-1].partition("</b></p>")[2].removesuffix("</div>")
        quiz = QUIZ.search("".join(before.shown))
        return (
            f"<p>{html.escape(json.loads(html.unescape(quiz[1]))['question'])}</p>" if quiz else ""
        )

    def _picture(self, source: str, shown: str) -> None:
        see = f'<div class="see">{shown}</div>'
        if "data-quiz" in shown:
            caption = self._caption()
            self._add("vote", [see], caption)
            self.slides[-1].notes.append(f"<p>{HOW_TO_VOTE}</p>")
            return
        spoken = source if self._speaks_of_code() else ""
        code = code_shown(spoken) if spoken else ""
        if DRAWN.search(shown):
            self._draw(code or spoken, see)
        else:
            self._say(code, f'<div class="said">{shown}</div>')

    def _draw(self, code: str, see: str) -> None:
        """Show a picture below its code, or on the next slide where this is long or wide."""
        lines = code.splitlines()
        if len(lines) > MOST_LINES or max(map(len, lines), default=0) > MOST_LETTERS:
            self._add_captioned("code", [_pre(code)])
            self._add("picture", [see], [])
        else:
            self._add_captioned("picture", [*([_pre(code)] if code else []), see])

    def _say(self, code: str, said: str) -> None:
        """Show a result in words; where nothing leads to it, it is what one has seen."""
        self._code([_pre(code)] * bool(code) + [said])
        slide = self.slides[-1]
        if slide.shown == [said] and not slide.caption:
            slide.kind = "idea"

    def _code(self, shown: list[str]) -> None:
        """Show code and what it prints on one slide, or on two where that is too much for one."""
        lines = sum(len(one.splitlines()) for one in shown)
        first, *others = [shown] if lines <= MOST_PRINTED else [[one] for one in shown]
        self._add_captioned("code", first)
        for one in others:
            self._add("code", one, [])

    def _add(self, kind: str, shown: list[str], said: Sequence[Block]) -> None:
        self.slides.append(Slide(kind, self._heading, shown))
        self._note(said)

    def _note(self, said: Sequence[Block]) -> None:
        """Keep for the notes what is not on the slide already."""
        slide = self.slides[-1]
        text = [rendered(one.source) for one in said]
        slide.notes += [one for one in text if one not in (slide.caption, *slide.shown)]


def _displayed(outputs: Sequence[Any]) -> tuple[list[str], str]:
    """Sort what a cell displays into pictures and what is printed, which belongs together."""
    drawn, printed = [], []
    for one in outputs:
        data = one.get("data", {})
        if "text/html" in data:
            drawn.append(data["text/html"])
        else:
            printed.append((one.get("text") or data.get("text/plain", "")).rstrip())
    return drawn, "\n".join(filter(None, printed))


def _pre(code: str) -> str:
    return f"<pre>{html.escape(code.strip())}</pre>"


def _printed(text: str) -> str:
    """Unlike code, what is printed may be broken, and many short lines stand in columns."""
    said = html.escape(text.strip())
    if len(said.splitlines()) <= MOST_BELOW:
        return f'<pre class="printed">{said}</pre>'
    lines = "\n".join(f"<span>{line}</span>" for line in said.splitlines())
    return f'<pre class="printed columns">{lines}</pre>'


def _inline(source: str) -> str:
    return inline_html(source, math)


def _short(said: Sequence[Block], most: int = MOST_WORDS) -> list[str]:
    kept = (brief(one.source, most) if one.kind == "paragraph" else one.source for one in said)
    return [rendered(one) for one in kept if one]


def _sees(said: Sequence[Block]) -> bool:
    return any(one.kind in SEEN for one in said)


def _capital(question: str) -> str:
    return re.sub(r"^\**[a-z]", lambda found: found[0].upper(), question)


def _later(text: str) -> str:
    """Say in words of slides where something follows."""
    text = text.replace("next cell", "next slide")
    return re.sub(rf"\b({PLACE}) below\b", r"\1 on the next slide", text)


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
        said = brief(group[0].source) if seen else ideas(group[0].source)
        if not said:
            return
        yield rendered(said)
    yield from seen
