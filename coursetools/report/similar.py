"""Find similar answers for a person to judge. Similarity proves nothing.

Two answers are the same if only comments, docstrings, annotations, spaces and names differ. They are similar if
most windows of a few tokens in the shorter one are in the other one, too. The functions that every student has
are compared as the answers of one more student. Repairs are left out: everybody was given the same code.
"""

import ast
import io
import keyword
import tokenize
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
PACKAGES = Path(__file__).parents[2]
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
        The first may be that of the course itself.
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
        """Those who gave these answers."""
        return tuple(student for student, _ in self.answers)

    @property
    def count(self) -> int:
        """The number of students who gave these answers."""
        return len(set(self.students) - {COURSE})

    @property
    def is_common(self) -> bool:
        """Whether more than a third of the students gave them, so that they mean little."""
        return self.count > max(2, self.of / 3)


def answers_alike(results: Iterable[StudentResult]) -> list[Alike]:
    """Find similar answers, task by task.

    Parameters
    ----------
    results : iterable of StudentResult

    Returns
    -------
    list of Alike
        Answers that are common are not compared with others that are nearly the same.
    """
    tasks: dict[tuple[str, str], list[Answer]] = {}
    for result in results:
        tried = {task.id for task in result.tasks if task.status != "not_attempted"}
        for task, source in (result.answers or {}).items():
            if task in tried - _repairs():
                tasks.setdefault((result.notebook, task), []).append((result.student, source))
    return [alike for task, answers in sorted(tasks.items()) for alike in _alike(*task, answers)]


def by_students(alike: Iterable[Alike]) -> dict[tuple[str, ...], list[Alike]]:
    """Map students to the answers that they share, also with others; those who share most come first."""
    groups: dict[tuple[str, ...], list[Alike]] = {}
    with_student: dict[str, list[Alike]] = {}
    for answers in alike:
        groups.setdefault(answers.students, [])
        for student in answers.students:
            with_student.setdefault(student, []).append(answers)
    for students in groups:
        some = reversed(with_student[students[0]])
        shared = [answers for answers in some if set(students) <= set(answers.students)]
        tasks = {(answers.notebook, answers.task): answers for answers in shared}
        groups[students] = list(reversed(tasks.values()))
    return dict(sorted(groups.items(), key=lambda group: -len(group[1])))


def forms_of(source: str) -> list[Form]:
    r"""Remove comments, docstrings, annotations, spaces and the choice of names from code.

    Parameters
    ----------
    source : str

    Returns
    -------
    list of tuple of str
        The tokens of all of the code (none if Python cannot read it), then those of each of its functions.
        Names are numbered in the order in which they appear.

    Examples
    --------
    >>> forms_of("def f(a: int, b):  # mine\n  return b+a") == forms_of("def g(x,y):\n    return y + x")
    True
    """
    with suppress(UnusableInput, RecursionError, ValueError):
        tree = parsed(source) or ast.Module([], [])
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                node.annotation = None
            elif isinstance(node, ast.FunctionDef):
                node.returns = None
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        return [_form(ast.unparse(part)) for part in (tree, *functions)]
    return [()]


def _form(plain: str) -> Form:
    tokens: list[str] = []
    before = "\n"
    for token in tokenize.generate_tokens(io.StringIO(plain).readline):
        text = "\n" if token.type == tokenize.NEWLINE else token.string
        if token.type == tokenize.NAME and not keyword.iskeyword(text) and before != ".":
            tokens.append(f"${text}")
        elif token.type not in SPACE and (token.type != tokenize.STRING or before != "\n"):
            tokens.append(text)  # a line that begins with a string is a docstring
        before = before if token.type in SPACE else text
    return _renamed(token for token in tokens if token != "\n")


def _renamed(tokens: Iterable[str]) -> Form:
    numbers: dict[str, str] = {}
    return tuple(
        numbers.setdefault(token, f"${len(numbers)}") if token.startswith("$") else token
        for token in tokens
    )


def _alike(notebook: str, task: str, answers: Sequence[Answer]) -> Iterator[Alike]:
    """Yield those who wrote the same, then pairs of such groups whose answers are similar."""
    known, same = _functions_of_course(), dict[Form, list[Answer]]()
    for student, source in answers:
        form, *functions = forms_of(source)
        if len(form) >= TOO_SHORT:
            course = [(COURSE, known[function]) for function in functions if function in known]
            same.setdefault(form, course[:1]).append((student, source))
    rare = []
    for form, those in same.items():
        alike = Alike(notebook, task, tuple(those), same=True, of=len(answers))
        if len(those) > 1:
            yield alike
        if not alike.is_common:
            rare.append((_windows(form), [answer for answer in those if answer[0] != COURSE]))
    for (some, these), (others, those) in combinations(rare, 2):
        if len(some & others) >= ALIKE * min(len(some), len(others)):
            yield Alike(notebook, task, (*sorted(these + those),), same=False, of=len(answers))


def _windows(form: Form) -> set[int]:
    """Hash each run of a few tokens, with names numbered from its start, so that lines above make no difference."""
    starts = range(len(form) - WINDOW + 1)
    return {hash(_renamed(form[start : start + WINDOW])) for start in starts}


@cache
def _functions_of_course() -> dict[Form, str]:
    paths = [*PACKAGES.glob("attnlib/**/*.py"), *PACKAGES.glob("checks/catalogue/**/*.py")]
    nodes = [node for path in sorted(paths) for node in ast.parse(path.read_text("utf-8")).body]
    functions = [ast.unparse(node) for node in nodes if isinstance(node, ast.FunctionDef)]
    forms = {forms_of(function)[0]: function for function in functions}
    return {form: function for form, function in forms.items() if len(form) >= TOO_SHORT}


@cache
def _repairs() -> set[str]:
    paths = PACKAGES.glob("checks/catalogue/*/*.py")
    return {
        path.stem.partition("_")[2] for path in paths if 'kind="repair"' in path.read_text("utf-8")
    }
