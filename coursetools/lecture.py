"""The questions of a lecture: open ones to think about, and votes with options."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from coursetools.markdown import Block, blocks
from coursetools.notebook import Cell, Notebook
from coursetools.roles import code_cells, is_folded, required

PREDICT = "**Predict:**"
FOLDED = re.compile(r"<details><summary>.*?</summary>\s*(.*?)\s*</details>", re.DOTALL)
ASKS = re.compile(r"(?<![\w.])predict\(")


@dataclass(frozen=True)
class Thought:
    """A question to think about before opening the answer.

    Attributes
    ----------
    cell : str
        The id of its cell.
    section : str
        The heading above it.
    context : str
        The text that readers need first, in Markdown.
    question : str
        In Markdown.
    answer : str
        In HTML, with formulas between dollar signs.
    """

    cell: str
    section: str
    context: str
    question: str
    answer: str


@dataclass(frozen=True)
class Vote:
    """A question with options, made by `predict`.

    Attributes
    ----------
    cell, section, context, question : str
        As for a `Thought`; the question is plain text.
    options, reasons : tuple of str
        Plain text; the first option is right.
    """

    cell: str
    section: str
    context: str
    question: str
    options: tuple[str, ...]
    reasons: tuple[str, ...]


def questions(notebook: Notebook) -> Iterator[Thought | Vote]:
    """Yield the questions of a lecture, in order.

    Parameters
    ----------
    notebook : notebook

    Yields
    ------
    Thought or Vote
    """
    section, before = "", ""
    for cell in required(notebook):
        if cell.cell_type == "markdown":
            yield from _thoughts(cell, section, before)
            section = next(filter(None, map(heading_of, reversed(blocks(cell.source)))), section)
            before = cell.source
        elif (call := _vote_of(cell)) is not None:
            yield Vote(cell.id, section, without_headings(before), *call)


def telling_cells(notebook: Notebook) -> set[str]:
    """Collect the ids of the cells whose source tells the answer to a vote before it is asked.

    These are the cells that ask, where the right option is the first, and folded ones that name the
    right option as a text of its own.

    Parameters
    ----------
    notebook : notebook

    Returns
    -------
    set of str
    """
    votes = filter(None, map(_vote_of, code_cells(notebook)))
    right = {options[0] for _, options, _ in votes}
    return {
        cell.id
        for cell in code_cells(notebook)
        if ASKS.search(cell.source) or (is_folded(cell) and right & _texts(cell))
    }


def heading_of(block: Block) -> str:
    """Return the text of a heading; "" for any other block."""
    return block.source.lstrip("# ") if block.kind == "heading" else ""


def without_headings(source: str) -> str:
    """Remove headings and folded parts from a cell's Markdown."""
    kept = [one.source for one in blocks(source) if one.kind not in ("heading", "html")]
    return "\n\n".join(kept)


def split_question(block: Block) -> tuple[str, str] | None:
    """Split a paragraph into the text before its question, and the question.

    Examples
    --------
    >>> split_question(Block("paragraph", "Three keys. **Predict:** which one wins?"))
    ('Three keys.', 'which one wins?')
    """
    before, found, question = block.source.partition(PREDICT)
    if block.kind != "paragraph" or not found:
        return None
    return before.strip(), question.strip()


def folded_answer(block: Block) -> str:
    """Return the folded text below a question, in HTML; "" if nothing is folded."""
    found = FOLDED.search(block.source)
    return found[1] if found else ""


def _thoughts(cell: Cell, section: str, before: str) -> Iterator[Thought]:
    parts = blocks(cell.source)
    earlier: list[str] = []
    for place, block in enumerate(parts):
        section = heading_of(block) or section
        split = split_question(block)
        if split is not None:
            context = "\n\n".join(filter(None, [*earlier, split[0]])) or without_headings(before)
            answer = next(filter(None, map(folded_answer, parts[place + 1 :])), "")
            yield Thought(cell.id, section, context, split[1], answer)
        earlier = [] if block.kind == "heading" else [*earlier, block.source]


def _vote_of(cell: Cell) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """Read the arguments of a cell that calls `predict`. They are literals."""
    if not cell.source.startswith("predict("):
        return None
    call = ast.parse(cell.source).body[0]
    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    question, options, reasons = map(ast.literal_eval, call.value.args)
    return question, tuple(options), tuple(reasons)


def _texts(cell: Cell) -> set[str]:
    """Collect the texts in a cell's code; none if it has magics, which are no Python."""
    try:
        nodes = ast.walk(ast.parse(cell.source))
    except SyntaxError:
        return set()
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
