"""The page of puzzles: five wrong versions of a function, one of which has a property.

Snippets are made of the catalogue's wrong lines. Which of them has a property is measured by running them.
"""

import ast
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from attnlib.shapes import Floats
from checks.bugs import Bug, candidates, defined, is_named
from checks.catalogue import TASKS
from checks.hunt.worth import without_comments

Given = dict[str, Any]  # the arguments of one call
Run = Callable[[Given], list[Floats]]

SITE = Path(__file__).parent
LETTERS = "abcde"
MOST_LINES = 12
MOST_OF_A_KIND = 4  # puzzles with the same question about the same function
WAYS_OF_A_MISTAKE = 2
TINY = 1e-6  # smaller changes are rounding
TRIALS = range(8)  # seeds of the inputs on which a property is measured
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
IDLE = re.compile(r"^\s*(\w+) = \1\n", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
CARD = """<li class="snippet"><p><button type="button" class="pick">{letter}</button> <span class="verdict"></span></p>
<div class="highlight"><pre tabindex="0" role="group" aria-label="The code of {letter}">{code}</pre></div>
<div class="reply" role="status"></div></li>"""

# The right functions, where the catalogue's would have more than twelve lines with a wrong one in it.
CAUSAL = """def causal_attention(Q, K, V):
    n = Q.shape[-2]
    visible = np.tri(n, dtype=bool)
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    scaled = np.where(visible, scaled, -np.inf)
    shifted = scaled - scaled.max(axis=-1, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=-1, keepdims=True)
    weights = exponentials / total
    output = weights @ V
    return output, weights
"""
SHORTER = CAUSAL.replace("    output = weights @ V\n", "").replace(
    "return output", "return weights @ V"
)


@dataclass(frozen=True)
class Finding:
    """What was measured: whether a property is there, whether rounded numbers show it, and these."""

    there: bool
    shows: bool = False
    caption: str = ""
    rows: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Question:
    """A question about five snippets; `has` and `lacks` say of a letter what is the case."""

    asks: str
    tests: str
    has: str
    lacks: str
    measure: Callable[[Run, Given, np.random.Generator], Finding]


@dataclass(frozen=True)
class Subject:
    """A function, its arguments for a seed, and the questions that can be asked about it."""

    task: str
    draw: Callable[[np.random.Generator], Given]
    questions: Sequence[Question]
    code: str = ""


@dataclass(frozen=True)
class Snippet:
    """A wrong version of a subject's function, as it is shown, and the places of its wrong lines."""

    subject: Subject
    bug: Bug
    lines: tuple[str, ...]
    wrong: tuple[int, ...]

    @property
    def slug(self) -> str:
        return self.bug.mistakes[0].slug

    @cache  # noqa: B019 - snippets live as long as the build
    def run(self) -> Callable[..., Any]:
        """Give the function."""
        function: Callable[..., Any] = defined(self.bug.code)[self.subject.task]
        return function


@dataclass(frozen=True)
class Puzzle:
    """A question, five snippets, which of them it is, and the numbers that show it."""

    question: Question
    snippets: tuple[Snippet, ...]
    answer: int
    shown: Finding


def write_puzzles(target: Path) -> None:
    """Write the page, with the first puzzle for readers without scripts, and the script with all."""
    made = puzzles()
    text = (SITE / "puzzles.md").read_text(encoding="utf-8")
    for name, value in _first(made[0]).items():
        text = text.replace(f"{{{name}}}", value)
    (target / "puzzles.md").write_text(text, encoding="utf-8")
    script = f"const puzzles = {json.dumps(_packed(made), ensure_ascii=False)};\n"
    (target / "made" / "puzzle_list.js").write_text(script, encoding="utf-8")


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Make all puzzles, in the order in which they come on successive days."""
    rng = random.Random(0)
    found = [one for subject in SUBJECTS for one in _about(subject, rng)]
    rng.shuffle(found)
    return tuple(found)


def has_property(snippet: Snippet, question: Question, seed: int) -> Finding:
    """Run a snippet on inputs of a seed and measure whether it has what is asked for.

    Raises
    ------
    ValueError
        If it returns nothing that could be measured: other shapes than it should, or nan.
    """
    rng = np.random.default_rng([seed, *snippet.subject.task.encode()])
    given = snippet.subject.draw(rng)
    wanted = [*map(_form, _called(TASKS[snippet.subject.task].reference, given))]

    def run(arguments: Given) -> list[Floats]:
        found = _called(snippet.run(), arguments)
        if [*map(_form, found)] != wanted or not all(np.isfinite(one).all() for one in found):
            raise ValueError(f"{snippet.slug} returns something of another shape, or nan.")
        return found

    return question.measure(run, given, rng)


def _about(subject: Subject, rng: random.Random) -> Iterator[Puzzle]:
    snippets = [*_snippets(subject)]
    for question in subject.questions:
        with_it, without = _sorted_by(question, snippets)
        used = Counter[str]()
        for _ in range(min(MOST_OF_A_KIND, 2 * len({one.slug for one in with_it}))):
            (answer,) = _drawn(with_it, 1, used, rng)
            kept = (one for one in without if one.slug != answer.slug)
            others = _drawn(kept, len(LETTERS) - 1, used, rng)
            if len(others) < len(LETTERS) - 1:
                break
            five = [answer, *others]
            rng.shuffle(five)
            yield Puzzle(question, tuple(five), five.index(answer), with_it[answer])


def _drawn(
    some: Iterable[Snippet], count: int, used: Counter[str], rng: random.Random
) -> list[Snippet]:
    """Draw what was used least, each with another mistake."""
    listed = list(some)
    shuffled = sorted(rng.sample(listed, len(listed)), key=lambda one: used[one.slug])
    drawn = list({one.slug: one for one in shuffled}.values())[:count]
    used.update(one.slug for one in drawn)
    return drawn


def _sorted_by(
    question: Question, snippets: Sequence[Snippet]
) -> tuple[dict[Snippet, Finding], list[Snippet]]:
    """Part those that have a property on all inputs, and show it, from those that never have it."""
    with_it, without = {}, []
    for snippet in snippets:
        try:
            found = [has_property(snippet, question, seed) for seed in TRIALS]
        except (ValueError, IndexError, TypeError):
            continue
        shown = next((one for one in found if one.shows), None)
        if shown and all(one.there for one in found):
            with_it[snippet] = shown
        elif not any(one.there for one in found):
            without.append(snippet)
    return with_it, without


def _snippets(subject: Subject) -> Iterator[Snippet]:
    """Put wrong lines into the function; keep what is short, wrong on usual inputs, and named."""
    task = TASKS[subject.task]
    right = subject.code or _without_docstring(without_comments(task.right_code), task.name)
    made = [_snippet(subject, bug) for bug in candidates(task, right, 1, None)]
    fewest: dict[str, int] = {}
    for one in made:
        fewest[one.slug] = min(len(one.wrong), fewest.get(one.slug, len(one.wrong)))
    kept = Counter[str]()
    for one in made:
        plain = len(one.wrong) == fewest[one.slug] and len(one.lines) <= MOST_LINES
        if plain and kept[one.slug] < WAYS_OF_A_MISTAKE and _differs(one) and is_named(one.bug):
            kept[one.slug] += 1
            yield one


def _snippet(subject: Subject, bug: Bug) -> Snippet:
    """Leave out lines such as `scaled = scaled`, which the catalogue needs and a reader does not."""
    code = IDLE.sub("", bug.code)
    lines, right = code[code.index("def ") :].splitlines(), set(bug.right.splitlines())
    wrong = tuple(number for number, line in enumerate(lines) if line not in right)
    return Snippet(subject, replace(bug, code=code), tuple(lines), wrong)


def _without_docstring(code: str, name: str) -> str:
    (function,) = (one for one in ast.parse(code).body if getattr(one, "name", "") == name)
    assert isinstance(function, ast.FunctionDef)
    said, lines = function.body[0], code.splitlines(keepends=True)
    del lines[said.lineno - 1 : said.end_lineno]
    return "".join(lines)


def _differs(snippet: Snippet) -> bool:
    """Check that a snippet is wrong on ordinary inputs, and not only on a batch or on integers."""
    given = snippet.subject.draw(np.random.default_rng(0))
    try:
        found = _called(snippet.run(), given)
    except (ValueError, IndexError, TypeError):
        return False
    wanted = _called(TASKS[snippet.subject.task].reference, given)
    pairs = zip(found, wanted, strict=False)
    return any(a.shape != b.shape or not np.allclose(a, b, atol=TINY) for a, b in pairs)


def _called(function: Callable[..., Any], arguments: Given) -> list[Floats]:
    with np.errstate(all="ignore"):
        found = function(**{name: np.copy(one) for name, one in arguments.items()})
    return [np.asarray(one) for one in (found if isinstance(found, tuple) else (found,))]


def _form(array: Floats) -> tuple[Any, ...]:
    return array.shape, array.dtype.kind


# What is measured.


def _redrawn(given: Given, rng: np.random.Generator, place: Any, names: str = "Q K V") -> Given:
    """Draw other numbers for some rows of some arguments."""
    other = dict(given)
    for name in names.split():
        other[name] = given[name].copy()
        other[name][place] = rng.uniform(-1, 1, size=other[name][place].shape)
    return other


def _moved(before: Floats, after: Floats, caption: str, whose: str = "") -> Finding:
    """Look for the word whose output has moved most."""
    change = np.abs(after - before).max(axis=-1)
    place = np.unravel_index(change.argmax(), change.shape)
    rows = _before_and_after(before[place], after[place])
    caption = f"{caption} This is the output of the {ORDINALS[place[-1]]} word{whose}."
    return Finding(bool(change.max() > TINY), rows[0][1] != rows[1][1], caption, rows)


def _before_and_after(before: Floats, after: Floats) -> list[tuple[str, str]]:
    return [("before", _numbers(before)), ("after", _numbers(after))]


def _numbers(row: Floats) -> str:
    return "  ".join(f"{number:.2f}" for number in np.ravel(row) + 0.0).replace(
        "-", "\N{MINUS SIGN}"
    )


def _future(run: Run, given: Given, rng: np.random.Generator) -> Finding:
    before, after = run(given), run(_redrawn(given, rng, np.s_[..., -1, :]))
    earlier = [(one[..., :-1, :], two[..., :-1, :]) for one, two in zip(before, after, strict=True)]
    found = _moved(*earlier[0], "Only the last word was changed.")
    if not found.there and not all(np.allclose(one, two, atol=TINY) for one, two in earlier):
        raise ValueError("The output does not move, but what comes beside it does.")
    return found


def _strangers(run: Run, given: Given, rng: np.random.Generator) -> Finding:
    """Change each of two sentences, and look at the other one."""
    before, found = run(given)[0], []
    for changed, kept in ((1, 0), (0, 1)):
        other = _redrawn(given, rng, changed)
        if "visible" in given:
            other["visible"] = np.array(given["visible"])
            other["visible"][changed] = ~given["visible"][changed] | np.eye(4, dtype=bool)
        said = f"Only the {ORDINALS[changed]} sentence was changed."
        whose = f" of the {ORDINALS[kept]} sentence"
        found.append(_moved(before[kept], run(other)[0][kept], said, whose))
    return next((one for one in found if one.there and one.shows), found[0])


def _sums(run: Run, given: Given, _rng: np.random.Generator) -> Finding:
    sums = run(given)[1].sum(axis=-1)
    place = np.unravel_index(np.abs(sums - 1).argmax(), sums.shape)[:-1]
    rows = [(f"{ORDINALS[number]} word", _numbers(one)) for number, one in enumerate(sums[place])]
    off = np.abs(sums - 1).max()
    return Finding(
        bool(off > TINY), bool(off > 0.02), "What the weights of each word add up to:", rows
    )


def _unseen(
    run: Run, given: Given, rng: np.random.Generator, pairs: str, names: str = "K V"
) -> Finding:
    """Look for a word whose output stays as it is when another word, or its own key and value, change."""
    before = run(given)[0]
    asking, asked = range(before.shape[-2]), range(given[names.split()[0]].shape[-2])
    for changed in asked:
        after = run(_redrawn(given, rng, np.s_[..., changed, :], names))[0]
        for word in asking:
            wanted = {"own": word == changed, "earlier": changed < word, "cached": True}[pairs]
            if wanted and np.abs(after - before)[..., word, :].max() <= TINY:
                rows = _before_and_after(before[..., word, :], after[..., word, :])
                return Finding(True, True, _unseen_caption(pairs, changed, word), rows)
    return Finding(False)


def _unseen_caption(pairs: str, changed: int, word: int) -> str:
    new = "new " if pairs == "cached" else ""
    whose = {"own": "its own key and value", "cached": f"the {ORDINALS[changed]} word of the cache"}
    what = whose.get(pairs, f"the {ORDINALS[changed]} word")
    return f"Only {what} changed. This is the output of the {ORDINALS[word]} {new}word."


def _shifted(run: Run, given: Given, _rng: np.random.Generator) -> Finding:
    other = {**given, "positions": given["positions"] + 5}
    return _moved(run(given)[0], run(other)[0], "All words moved five places on.")


def _unplaced(run: Run, given: Given, _rng: np.random.Generator) -> Finding:
    other = {**given, "positions": given["positions"][::-1] * 3}
    found = _moved(run(given)[0], run(other)[0], "The words were given other positions.")
    return replace(found, there=not found.there, shows=not found.there)


def _windows(
    run: Run, given: Given, _rng: np.random.Generator, wanted: Callable[..., Any], seen: bool
) -> Finding:
    """Look for pairs of words that should not be visible, or should be."""
    (visible,) = run(given)
    first = given["n_k"] - given["n_q"]
    behind = first + np.arange(given["n_q"])[:, None] - np.arange(given["n_k"])
    there = bool((visible[wanted(behind, given["width"])] == seen).any())
    rows = [
        (f"word {first + n}", f"sees {', '.join(map(str, np.flatnonzero(row))) or 'nothing'}")
        for n, row in enumerate(visible)
    ]
    caption = "Words 0 to {}, of which the last {} ask, with a window of {}."
    said = caption.format(given["n_k"] - 1, given["n_q"], given["width"])
    return Finding(there, there, said, rows)


# The questions.

WINDOW = "Each row of `visible` is one of the last words of a text. Which words does it see?"
NEW = "The cache holds five words, and three are new."

FUTURE = Question(
    "Which of these five lets a word see the future?",
    "Change the last word, and nothing else. Does an output before it move?",
    "{} lets the future in.",
    "{} does not leak.",
    _future,
)
SUMS = Question(
    "In which of these five do the weights of a word not add up to 1?",
    "Take one word, and add up what it gives to all words.",
    "In {}, they do not add up to 1.",
    "In {}, the weights of each word add up to 1.",
    _sums,
)
ITSELF = Question(
    "In which of these five is there a word that does not see itself?",
    "Change the key and the value of one word. Does its own output move?",
    "In {}, a word does not see itself.",
    "In {}, every word sees itself.",
    partial(_unseen, pairs="own"),
)
PAST = Question(
    "Which of these five hides a word from one that comes after it?",
    "Change a word near the beginning. Does every output after it move?",
    "{} hides something of the past.",
    "{} hides nothing of the past.",
    partial(_unseen, pairs="earlier"),
)
CACHED = replace(
    PAST,
    asks="Which of these five hides a word of the cache from a new one?",
    tests=f"{NEW} Change a key and a value in the cache. Does every new output move?",
    has="{} hides something of the cache.",
    lacks="{} hides nothing of the cache.",
    measure=partial(_unseen, pairs="cached", names="K_past V_past"),
)
STRANGERS = Question(
    "In which of these five does one sentence of a batch hear the other?",
    "Change one of two sentences. Does an output of the other one move?",
    "In {}, the sentences are not left to themselves.",
    "In {}, each sentence is by itself.",
    _strangers,
)
SHIFTED = Question(
    "Which of these five cares where in the text the sentence begins?",
    "Move all words five places on, so that their distances stay. Does an output move?",
    "{} cares where the sentence begins.",
    "{} does not care where the sentence begins.",
    _shifted,
)
UNPLACED = Question(
    "Which of these five takes no notice of the positions that it is given?",
    "Give the same words other positions. Do all outputs stay as they were?",
    "{} takes no notice of its `positions`.",
    "{} does use its `positions`.",
    _unplaced,
)
LATER = replace(
    FUTURE,
    tests=WINDOW,
    measure=partial(_windows, wanted=lambda behind, width: behind < 0, seen=True),
)
OWN = replace(
    ITSELF,
    tests=WINDOW,
    measure=partial(_windows, wanted=lambda behind, width: behind == 0, seen=False),
)
TOO_FAR = Question(
    "Which of these five lets a word look further back than its window?",
    WINDOW,
    "{} looks too far back.",
    "{} does not look too far back.",
    partial(_windows, wanted=lambda behind, width: behind >= width, seen=True),
)


# The functions. Sizes differ, so that no wrong size happens to be right.


def _words(rng: np.random.Generator, *lead: int) -> Given:
    return {
        name: rng.uniform(-1, 1, size=(*lead, 4, width))
        for name, width in (("Q", 6), ("K", 6), ("V", 2))
    }


def _masks(rng: np.random.Generator, count: int) -> Floats:
    """Draw masks in which each word sees itself, and one more."""
    itself = np.eye(4, dtype=bool)
    return np.stack([itself | itself[rng.permutation(4)] for _ in range(count)])


def _with(said: str, question: Question) -> Question:
    return replace(question, tests=f"{said} {question.tests}")


def _masked(rng: np.random.Generator) -> Given:
    heads = {name: rng.uniform(-1, 1, size=(2, 2, 4, 3)) for name in "QKV"}
    return {**heads, "visible": _masks(rng, 2)}


def _placed(rng: np.random.Generator) -> Given:
    return {**_words(rng), "positions": np.arange(4)}


def _cached(rng: np.random.Generator) -> Given:
    new = {name: one[:3] for name, one in _words(rng).items()}
    return {
        **new,
        "K_past": rng.uniform(-1, 1, size=(5, 6)),
        "V_past": rng.uniform(-1, 1, size=(5, 2)),
    }


def _window(rng: np.random.Generator) -> Given:
    n_k, n_q, width = [(6, 3, 3), (7, 4, 2)][rng.integers(2)]
    return {"n_q": n_q, "n_k": n_k, "width": width}


SUBJECTS = (
    Subject("causal_attention", _words, (FUTURE, SUMS, PAST), CAUSAL),
    Subject("causal_attention", _words, (FUTURE, SUMS, ITSELF, PAST), SHORTER),
    Subject("batched_attention", lambda rng: _words(rng, 2), (SUMS, STRANGERS)),
    Subject("masked_multi_head", _masked, (SUMS, STRANGERS)),
    Subject("rotated_attention", _placed, (SHIFTED, UNPLACED)),
    Subject("cached_attention", _cached, (_with(NEW, FUTURE), _with(NEW, ITSELF), CACHED)),
    Subject("window_visibility", _window, (LATER, OWN, TOO_FAR)),
)


# The page.


def _first(puzzle: Puzzle) -> dict[str, str]:
    cards = zip(LETTERS, puzzle.snippets, strict=True)
    return {
        "asks": puzzle.question.asks,
        "tests": _html(puzzle.question.tests),
        "snippets": "\n".join(
            CARD.format(letter=letter, code="\n".join(_code(one))) for letter, one in cards
        ),
        "answer": " ".join(
            [
                _html(puzzle.question.has.format(LETTERS[puzzle.answer])),
                _html(puzzle.snippets[puzzle.answer].bug.mistakes[0].does),
            ]
        ),
    }


def _packed(made: Sequence[Puzzle]) -> Mapping[str, Any]:
    """Give what the script needs; lines and snippets that are shared stand there once."""
    snippets = list(dict.fromkeys(one for puzzle in made for one in puzzle.snippets))
    questions = list(dict.fromkeys(puzzle.question for puzzle in made))
    lines = {
        line: number for number, line in enumerate(dict.fromkeys(chain(*map(_code, snippets))))
    }
    return {
        "lines": [*lines],
        "snippets": [
            {
                "lines": [lines[line] for line in _code(one)],
                "wrong": one.wrong,
                "does": _html(one.bug.mistakes[0].does),
                "wonders": _html(one.bug.mistakes[0].question),
            }
            for one in snippets
        ],
        "questions": [
            {
                "asks": one.asks,
                "tests": _html(one.tests),
                "has": _html(one.has),
                "lacks": _html(one.lacks),
            }
            for one in questions
        ],
        "all": [
            {
                "question": questions.index(puzzle.question),
                "snippets": [snippets.index(one) for one in puzzle.snippets],
                "answer": puzzle.answer,
                "caption": puzzle.shown.caption,
                "rows": puzzle.shown.rows,
            }
            for puzzle in made
        ],
    }


def _code(snippet: Snippet) -> list[str]:
    lexer, formatter = PythonLexer(), HtmlFormatter(nowrap=True)
    text: str = highlight("\n".join(snippet.lines), lexer, formatter)
    return text.splitlines()


def _html(words: str) -> str:
    return QUOTED.sub(r"<code>\1</code>", escape(words, quote=False))
