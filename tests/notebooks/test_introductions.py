"""A lecture that uses a term or symbol before introducing it is found, and no other."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from coursetools.lint.glossary import used_too_early
from coursetools.notebook import Cell

GLOSSARY = """# Glossary

## Symbols, sizes and names in code

- **`d_k`** ([lesson 2]): how many numbers a key has.
- **`√d_k`** ([lesson 2]): its root.
- **`ω_i`** ([lesson 3]): how fast a hand turns.
- **`n`** ([lesson 2]): how many.

## Terms

- **dot product** ([lesson 1]): a sum of products.
- **score** ([lesson 2]): a number that is large
  where two vectors fit.
- **vanishing gradients** ([lesson 3]): slopes near 0.

## Everyday words

- **sharp** ([lesson 2]): nearly all to one.

[lesson 1]: ../notebooks/01.ipynb
"""
SHARP = "Weights are **sharp** where one has nearly all."


def prose(source: str, name: str = "words") -> Cell:
    return new_markdown_cell(source, id=name)


def found(*cells: Cell, lesson: int = 2) -> list[str]:
    lecture = new_notebook(cells=[*cells, prose(SHARP, "sharp")])
    return [finding.message for finding in used_too_early(lecture, lesson, GLOSSARY)]


@pytest.mark.parametrize(
    "cells",
    [
        [prose("The dot product of lesson 1 is called a **score** here. Two scores.")],
        [prose("## 1. The score\n\nThis is a **score**.")],
        [prose("## 1. The score\n\nThis is a **score**."), prose("A score.", "more")],
        [prose("You will know a score.", "title"), prose("This is a **score**.")],
        [prose("This is a **score**."), prose("A score and $\\sqrt{d_k}$.", "more")],
        [prose("A scoreboard is sharp; nothing underscores it.")],
        [prose("A key has $d_k$ numbers."), new_code_cell("d_k = 4")],
        [prose("It has $d_{k}$ numbers, and $n$ rows."), new_code_cell("d_k = 4")],
        [new_code_cell("n = 4")],
        [new_code_cell("from attnlib import d_k", id="imports")],
        [prose("Smith, *Vanishing Gradients*, 2000.", "references")],
    ],
)
def test_a_term_may_be_used_where_it_is_introduced_and_after(cells: list[Cell]) -> None:
    assert found(*cells) == []


@pytest.mark.parametrize(
    ("cell", "term"),
    [
        (prose("Scores are large. This is a **score**."), "score"),
        (prose("The score rises."), "score"),
        (prose("**Predict:** which score?"), "score"),
        (prose("Beware of vanishing\ngradients."), "vanishing gradients"),
        (prose("Hand $i$ turns by $\\omega_i$."), "ω_i"),
        (new_code_cell("d_k = 4"), "d_k"),
    ],
)
def test_a_use_before_it_is_found(cell: Cell, term: str) -> None:
    (message,) = found(cell)
    assert repr(term) in message


def test_the_lesson_of_a_later_introduction_is_named() -> None:
    (message,) = found(prose("Beware of vanishing gradients."))
    assert message == "uses 'vanishing gradients', which lesson 3 introduces; use other words"


def test_an_everyday_word_needs_its_sentence_somewhere() -> None:
    lecture = new_notebook(cells=[prose("Nothing.")])
    messages = [finding.message for finding in used_too_early(lecture, 2, GLOSSARY)]
    assert messages == ["never introduces **sharp**; explain it once, in bold"]


def test_an_entry_in_another_form_is_an_error() -> None:
    with pytest.raises(ValueError, match="the form of the others"):
        list(
            used_too_early(new_notebook(), 1, GLOSSARY.replace(" ([lesson 3]): slopes", ": slopes"))
        )
