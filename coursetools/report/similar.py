"""Find similar answers for a person to judge. Similarity proves nothing.

Two answers are the same if only comments, docstrings, annotations, spaces and names differ. They are similar if
most windows of a few tokens in the shorter one are in the other one, too. The functions that every student has
are compared as the answers of one more student.
"""

import ast
import io
import keyword
import tokenize
from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.import_policy import parsed
from coursetools.report.reading import StudentResult

TOO_SHORT = 40  # tokens: so short that people write the same without knowing of each other
WINDOW = 6  # tokens
ALIKE = 0.75  # of the windows; a line that is added breaks five of them
COURSE = "the course itself"
SPACE = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}

Answer = tuple[str, str]  # a student's name, and the source
Form = tuple[str, ...]


@dataclass(frozen=True)
class Alike:
    """Similar answers to a task.

    Attributes
    ----------
    notebook, task : str
    answers : tuple of (student, source)
    same : bool
        Whether they are the same, apart from names and comments; else they are similar.
    of : int
        How many students answered this task.
    """

    notebook: str
    task: str
    answers: tuple[Answer, ...]
    same: bool
    of: int

    @property
    def students(self) -> tuple[str, ...]:
        """Those who gave these answers; the first may be the course itself."""
        return tuple(student for student, _ in self.answers)

    @property
    def count(self) -> int:
        """The number of students who gave these answers."""
        return len(set(self.students) - {COURSE})

    @property
    def is_common(self) -> bool:
        """Whether more than a third wrote the same, so that it means little."""
        return self.count > max(2, self.of / 3)


def answers_alike(results: Sequence[StudentResult]) -> list[Alike]:
    """Find similar answers, task by task.

    Parameters
    ----------
    results : sequence of StudentResult

    Returns
    -------
    list of Alike
        Answers that are common are not compared with others that are nearly the same.
    """
    return [
        alike
        for (notebook, task), answers in sorted(_by_task(results).items())
        for alike in _alike(notebook, task, answers)
    ]


def by_students(alike: Sequence[Alike]) -> dict[tuple[str, ...], list[Alike]]:
    """Map students to the answers that they share, also with others; those who share most come first."""
    with_student: dict[str, list[Alike]] = {}
    for answers in alike:
        for student in answers.students:
            with_student.setdefault(student, []).append(answers)
    groups: dict[tuple[str, ...], list[Alike]] = {}
    for students in dict.fromkeys(answers.students for answers in alike):
        tasks: dict[tuple[str, str], Alike] = {}
        for answers in with_student[students[0]]:
            if set(students) <= set(answers.students):
                tasks.setdefault((answers.notebook, answers.task), answers)
        groups[students] = list(tasks.values())
    return dict(sorted(groups.items(), key=lambda pair: -len(pair[1])))


def form_of(source: str) -> Form:
    r"""Remove comments, docstrings, annotations, spaces and the choice of names from code.

    Parameters
    ----------
    source : str
        If Python cannot read it, the part before the error counts.

    Returns
    -------
    tuple of str
        The tokens. Names are numbered in the order in which they appear.

    Examples
    --------
    >>> form_of("def f(a: int, b):  # my own\n  return b+a") == form_of("def g(x,y):\n    return y + x")
    True
    """
    return _form(_plain(source)[0])


def _plain(source: str) -> list[str]:
    """Write all of the code, and then each of its functions, without comments and annotations."""
    with suppress(UnusableInput, RecursionError):
        if tree := parsed(source):
            for node in ast.walk(tree):
                if isinstance(node, ast.arg):
                    node.annotation = None
                elif isinstance(node, ast.FunctionDef):
                    node.returns = None
            functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
            return [ast.unparse(tree), *map(ast.unparse, functions)]
    return [source]


def _form(plain: str) -> Form:
    tokens: list[str] = []
    before = "\n"
    for token in _tokens(plain):
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string) and before != ".":
            tokens.append(f"${token.string}")
        elif token.type != tokenize.NEWLINE and (token.type != tokenize.STRING or before != "\n"):
            tokens.append(token.string)  # a line that begins with a string is a docstring
        before = "\n" if token.type == tokenize.NEWLINE else token.string
    return _renamed(tokens)


def _renamed(tokens: Sequence[str]) -> Form:
    numbers: dict[str, str] = {}
    return tuple(
        numbers.setdefault(token, f"${len(numbers)}") if token.startswith("$") else token
        for token in tokens
    )


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type not in SPACE:
                yield token
    except (tokenize.TokenError, SyntaxError):  # the part before the error is compared
        return


def _by_task(results: Iterable[StudentResult]) -> dict[tuple[str, str], list[Answer]]:
    found: dict[tuple[str, str], list[Answer]] = {}
    for result in results:
        tried = {task.id for task in result.tasks if task.status != "not_attempted"}
        for task, source in (result.answers or {}).items():
            if task in tried:
                found.setdefault((result.notebook, task), []).append((result.student, source))
    return found


def _alike(notebook: str, task: str, answers: Sequence[Answer]) -> Iterator[Alike]:
    """Yield those who wrote the same, then pairs of such groups whose answers are similar."""
    forms: dict[Form, list[Answer]] = {}
    for student, source in answers:
        forms.setdefault(form_of(source), []).append((student, source))
    handed_out, rare = _windows_handed_out(task), []
    for form, same in forms.items():
        windows = _windows(form) - handed_out
        if len(windows) > TOO_SHORT - WINDOW:
            alike = Alike(notebook, task, (*_by_the_course(same[0][1]), *same), True, len(answers))
            if len(alike.answers) > 1:
                yield alike
            if not alike.is_common:
                rare.append((windows, same))
    for (some, these), (others, those) in combinations(rare, 2):
        if len(some & others) >= ALIKE * min(len(some), len(others)):
            yield Alike(notebook, task, (*sorted(these + those),), False, len(answers))


def _windows(form: Form) -> set[int]:
    """Hash each run of a few tokens, with names numbered anew, so that lines above make no difference."""
    starts = range(len(form) - WINDOW + 1)
    return {hash(_renamed(form[start : start + WINDOW])) for start in starts}


def _by_the_course(source: str) -> list[Answer]:
    known = _functions_of_course()
    return [(COURSE, known[form]) for form in _functions_in(source) if form in known][:1]


def _functions_in(source: str) -> dict[Form, str]:
    forms = {_form(function): function for function in _plain(source)[1:]}
    return {form: function for form, function in forms.items() if len(form) >= TOO_SHORT}


@cache
def _functions_of_course() -> dict[Form, str]:
    return dict(ChainMap(*map(_functions_in, _in_every_hand().values())))


@cache
def _windows_handed_out(task: str) -> set[int]:
    """Find the code that a repair begins with: a text in the task's file."""
    windows: set[int] = set()
    for path, source in _in_every_hand().items():
        for node in ast.walk(ast.parse(source)) if path.stem.partition("_")[2] == task else ():
            if isinstance(node, ast.Constant) and f"def {task}(" in str(node.value):
                windows |= _windows(form_of(str(node.value)))
    return windows


@cache
def _in_every_hand() -> dict[Path, str]:
    course = Path(__file__).parents[2]
    paths = [*course.glob("attnlib/**/*.py"), *course.glob("checks/catalogue/**/*.py")]
    return {path: path.read_text(encoding="utf-8") for path in sorted(paths)}
