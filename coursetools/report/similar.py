"""Find similar answers for a person to judge. Similarity proves nothing.

Two answers are alike if they are the same after comments, docstrings, spaces and the names of variables are
removed; or, if they have at least four lines, if at most one line is different.
"""

import io
import keyword
import secrets
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from coursetools.report.reading import StudentResult

TOO_SHORT = 25  # tokens: so short that two people may write the same
SHORT = 60  # tokens: so short that two people may write the same, if most people do
LINES_OF_NEAR = 4
MOST_ALIKE = 4  # more than this, and more than a third of the class: too common to mean anything
SPACE = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}

# A sequence of lines is hashed as a number in a secret base, modulo a prime, with a hash for each digit.
PRIME = 2**127 - 1
BASE = secrets.randbelow(PRIME)


@dataclass(frozen=True)
class Alike:
    """Similar answers to a task.

    Attributes
    ----------
    notebook, task : str
    answers : tuple of (student, source)
    same : bool
        Whether they are the same, apart from names and comments; else one line is different.
    of : int
        How many students answered this task.
    """

    notebook: str
    task: str
    answers: tuple[tuple[str, str], ...]
    same: bool
    of: int

    @property
    def students(self) -> tuple[str, ...]:
        """The students who gave these answers."""
        return tuple(student for student, _ in self.answers)


def answers_alike(results: Sequence[StudentResult]) -> dict[tuple[str, ...], list[Alike]]:
    """Find similar answers.

    Parameters
    ----------
    results : sequence of StudentResult

    Returns
    -------
    dict of students to the answers in which they are alike
        Groups with the most similar answers come first. Answers shared with others count, too.
    """
    found: dict[tuple[str, ...], list[Alike]] = {}
    for (notebook, task), answers in sorted(_by_task(results).items()):
        for one in _groups(notebook, task, answers):
            found.setdefault(one.students, []).append(one)
    more = shared_with_others(found)
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1]) - more[pair[0]]))


def shared_with_others(
    alike: Mapping[tuple[str, ...], Sequence[Alike]],
) -> dict[tuple[str, ...], int]:
    """Count, for each group of students, the answers that they also share with others."""
    groups_of: dict[str, list[tuple[str, ...]]] = {}
    for students in alike:
        for student in students:
            groups_of.setdefault(student, []).append(students)
    return {
        students: sum(
            len(alike[larger]) for larger in groups_of[students[0]] if set(students) < set(larger)
        )
        for students in alike
    }


@dataclass(frozen=True)
class Form:
    """Code without comments, docstrings, spaces and the choice of names.

    Attributes
    ----------
    size : int
        The number of tokens.
    numbered : int
        A hash of all lines. Names are numbered in the order in which they appear.
    unnamed : tuple of int
        A hash of each line. All names are replaced by the same token.
    """

    size: int
    numbered: int
    unnamed: tuple[int, ...]

    @property
    def keys(self) -> set[int]:
        """The keys of an answer. Two answers share a key if they differ in one line at most."""
        if len(self.unnamed) < LINES_OF_NEAR:
            return {self.numbered}
        return {self.numbered, _hash(self.unnamed), *_hashes_without_one(self.unnamed)}


def form_of(source: str) -> Form:
    r"""Remove comments, docstrings, spaces and the choice of names from code.

    Parameters
    ----------
    source : str
        If it is not valid code, the part before the error counts.

    Returns
    -------
    Form

    Examples
    --------
    >>> form_of("def f(a, b):  # my own\n  return b+a") == form_of("def g(x,y):\n    return y + x")
    True
    """
    lines: list[list[str]] = [[]]
    numbers: dict[str, str] = {}
    before = ""
    for token in _tokens(source):
        if token.type == tokenize.NEWLINE:
            lines.append([])
        elif token.type == tokenize.NAME and not keyword.iskeyword(token.string) and before != ".":
            lines[-1].append(numbers.setdefault(token.string, f"${len(numbers)}"))
        elif token.type != tokenize.STRING or lines[-1]:  # such a line is a docstring
            lines[-1].append(token.string)
        before = token.string
    numbered = _hash([hash(("numbered", *line)) for line in lines if line])
    unnamed = tuple(hash(tuple(map(_unnamed, line))) for line in lines if line)
    return Form(sum(map(len, lines)), numbered, unnamed)


def _unnamed(token: str) -> str:
    return "$" if token.startswith("$") else token


def _hash(lines: Sequence[int]) -> int:
    *_, last = accumulate(lines, _with_line, initial=1)
    return last


def _with_line(before: int, line: int) -> int:
    return (before * BASE + line) % PRIME


def _hashes_without_one(lines: Sequence[int]) -> Iterator[int]:
    """Yield the hash of all lines but one, for each of them, in linear time."""
    before = list(accumulate(lines, _with_line, initial=1))
    after, power = 0, 1  # of the lines below the one that is left out
    for number in reversed(range(len(lines))):
        yield (before[number] * power + after) % PRIME
        after = (after + lines[number] * power) % PRIME
        power = power * BASE % PRIME


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in SPACE:
                yield token
    except (tokenize.TokenError, SyntaxError):  # the part before the error is compared
        return


def _by_task(
    results: Iterable[StudentResult],
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for result in results:
        tried = {task.id for task in result.tasks if task.status != "not_attempted"}
        for task, source in (result.answers or {}).items():
            if task in tried:
                found.setdefault((result.notebook, task), []).append((result.student, source))
    return found


def _groups(notebook: str, task: str, answers: Sequence[tuple[str, str]]) -> Iterator[Alike]:
    forms = {student: form_of(source) for student, source in answers}
    usual = Counter(forms.values()).most_common(1)[0][0]
    telling = [
        (student, source)
        for student, source in answers
        if forms[student].size >= (SHORT if forms[student] == usual else TOO_SHORT)
    ]
    for group in _joined(telling, forms):
        if 1 < len(group) <= max(MOST_ALIKE, len(answers) // 3):
            same = len({forms[student] for student, _ in group}) == 1
            yield Alike(notebook, task, tuple(group), same, len(answers))


def _joined(
    answers: Sequence[tuple[str, str]], forms: Mapping[str, Form]
) -> list[list[tuple[str, str]]]:
    """Group answers that have the same form, or differ in one line."""
    parents = list(range(len(answers)))
    first_with: dict[int, int] = {}
    for number, (student, _) in enumerate(answers):
        for key in forms[student].keys:
            one, other = (_root(parents, of) for of in (first_with.setdefault(key, number), number))
            parents[max(one, other)] = min(one, other)
    groups: dict[int, list[tuple[str, str]]] = {}
    for number, answer in enumerate(answers):
        groups.setdefault(_root(parents, number), []).append(answer)
    return list(groups.values())


def _root(parents: list[int], number: int) -> int:
    """Find the first answer of a group, and shorten the way to it for the next search."""
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number
