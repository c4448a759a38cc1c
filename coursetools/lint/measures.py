"""Measure a lecture: how its sentences flow, what there is to do, and how long that takes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from nbformat.v4 import new_notebook

from coursetools.lecture import PREDICT
from coursetools.lint.code import VIEWS, calls_at_top_level, lines
from coursetools.lint.prose import MARKDOWN_IMAGE
from coursetools.markdown import Block, blocks
from coursetools.notebook import Cell, Notebook
from coursetools.roles import is_folded, required
from coursetools.sentences import paragraphs, sentences, words

FEW_WORDS = 6
# Words that join two thoughts. At the beginning of a sentence, so and but join nothing.
CONNECTIVES = re.compile(
    r"\b(because|since|although|though|while|whereas|which|whose|therefore|unless|whenever|so that)\b"
    r"|(?<=[,;] )(so|but)\b",
    re.IGNORECASE,
)
TYPED = "%%line"
COLUMNS = (
    "lecture",
    "sentences",
    "words a sentence",
    "short",
    "connectives",
    "open lines",
    "typed lines",
    "views",
    "predictions",
    "minutes",
)


@dataclass(frozen=True)
class Measures:
    """What a lecture measures.

    How it is written is measured everywhere but in the references. What there is to do is counted up to
    the field notes, which are optional.

    Attributes
    ----------
    sentences, words : int
        Of running text: no headings, tables, code, references, or promises below the title. A formula is
        one word.
    short : int
        Sentences of at most six words.
    connectives : int
        Words that join two thoughts, as `CONNECTIVES` lists them.
    needed_words : int
        Words up to the field notes.
    open_lines : int
        Lines of code that are not folded.
    typed_lines : int
        Cells in which the learner completes a line (`%%line`).
    views, predictions, pictures : int
        Live views; questions to predict; tables, and whatever else a cell displays.
    """

    sentences: int
    words: int
    short: int
    connectives: int
    needed_words: int
    open_lines: int
    typed_lines: int
    views: int
    predictions: int
    pictures: int

    @property
    def words_a_sentence(self) -> float:
        """Return the mean length of a sentence."""
        return self.words / max(self.sentences, 1)

    @property
    def share_of_short_sentences(self) -> float:
        """Return the share of sentences of at most six words."""
        return self.short / max(self.sentences, 1)

    @property
    def connectives_in_100_words(self) -> float:
        """Return how many of 100 words join two thoughts."""
        return 100 * self.connectives / max(self.words, 1)

    @property
    def minutes(self) -> float:
        """Estimate how long a learner needs who reads everything and tries what the text suggests.

        A minute is 150 words, a prediction, or half a view; nine seconds are a line of open code, and a
        quarter of a minute is a picture. A line to type takes a minute and a half.

        Two demanding readers, who tried everything, estimated 40, 50, 45, 45, 65, 50, 55, 60 and 65
        minutes for earlier versions of lessons 1 to 8 and 14, which had 62 to 152 open lines; this
        formula gave 43, 47, 49, 52, 61, 48, 54, 62 and 59. For 7, 8 and 14 with folded pictures
        they estimated 45, 50 and 50. Three lessons on training, long texts and bugs, since
        rewritten, took them 20 to 40 minutes more than the formula says: where a page is dense, or a
        model learns, no count of words shows it.
        """
        reading = self.needed_words / 150 + 0.25 * self.pictures + 0.15 * self.open_lines
        return reading + 2 * self.views + self.predictions + 1.5 * self.typed_lines


def measure(lecture: Notebook) -> Measures:
    r"""Measure a lecture.

    Parameters
    ----------
    lecture : notebook
        With at least one cell.

    Returns
    -------
    Measures

    Examples
    --------
    >>> from nbformat.v4 import new_markdown_cell, new_notebook
    >>> cell = new_markdown_cell("# Sums\n\nIt is tired, so the cat sat down. *Why?*")
    >>> found = measure(new_notebook(cells=[cell]))
    >>> found.sentences, found.words, found.short, found.connectives
    (2, 9, 1, 1)
    """
    needed = required(lecture)
    code = [cell for cell in needed if cell.cell_type == "code"]
    written = [
        one for paragraph in _running_text(lecture, lecture.cells) for one in sentences(paragraph)
    ]
    lengths = [len(words(sentence)) for sentence in written]
    return Measures(
        sentences=len(lengths),
        words=sum(lengths),
        short=sum(length <= FEW_WORDS for length in lengths),
        connectives=sum(len(CONNECTIVES.findall(sentence)) for sentence in written),
        needed_words=sum(len(words(text)) for text in _running_text(lecture, needed)),
        open_lines=sum(lines(cell) for cell in code if not (is_folded(cell) or is_typed(cell))),
        typed_lines=sum(map(is_typed, code)),
        views=sum(bool(calls_at_top_level(cell) & VIEWS) for cell in code),
        predictions=sum(map(_predictions, needed)),
        pictures=sum(map(_pictures, needed)),
    )


def dearest(lecture: Notebook) -> list[str]:
    """Name the three cells of a lecture that take longest, the longest first.

    Parameters
    ----------
    lecture : notebook

    Returns
    -------
    list of cell ids
    """
    opening, *cells = required(lecture)
    minutes = {cell.id: measure(new_notebook(cells=[opening, cell])).minutes for cell in cells}
    return sorted(minutes, key=lambda cell_id: -minutes[cell_id])[:3]


def is_typed(cell: Cell) -> bool:
    """Tell whether the learner completes a line in a cell."""
    return bool(cell.cell_type == "code" and cell.source.startswith(TYPED))


def table(lectures: Iterable[tuple[str, Measures]]) -> str:
    """Write the measures of lectures, one line each, as a table in Markdown.

    Parameters
    ----------
    lectures : iterable of (name, Measures)

    Returns
    -------
    str
    """
    rows = [COLUMNS, *(_row(name, found) for name, found in lectures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))
    padded = ([cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in padded)


def _row(name: str, found: Measures) -> tuple[str, ...]:
    return (
        name,
        f"{found.sentences}",
        f"{found.words_a_sentence:.1f}",
        f"{found.share_of_short_sentences:.0%}",
        f"{found.connectives_in_100_words:.2f}",
        f"{found.open_lines}",
        f"{found.typed_lines}",
        f"{found.views}",
        f"{found.predictions}",
        f"{found.minutes:.0f}",
    )


def _running_text(lecture: Notebook, cells: Iterable[Cell]) -> Iterator[str]:
    """Yield the paragraphs of some cells, without the references and the promises below the title."""
    for cell in cells:
        if cell.cell_type == "markdown" and cell.id != "references":
            for block in _blocks(cell.source):
                if not (block.kind == "list" and cell is lecture.cells[0]):
                    yield from paragraphs(block)


@cache
def _blocks(source: str) -> tuple[Block, ...]:
    return tuple(blocks(source))


def _predictions(cell: Cell) -> int:
    if cell.cell_type == "markdown":
        return int(cell.source.count(PREDICT))
    return int("predict" in calls_at_top_level(cell))


def _pictures(cell: Cell) -> int:
    if cell.cell_type == "markdown":
        tables = sum(block.kind == "table" for block in _blocks(cell.source))
        return tables + len(MARKDOWN_IMAGE.findall(cell.source))
    counted = is_typed(cell) or calls_at_top_level(cell) & {*VIEWS, "predict"}
    return int(bool(cell.outputs) and not counted)
