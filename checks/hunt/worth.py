"""Tell which wrong lines are worth looking for: those that still compute something."""

import ast
import io
import tokenize

from checks.bugs import Bug

FEWEST_STATEMENTS = 3  # with one line before the return, there is nothing to choose from


def is_worth_reading(bug: Bug) -> bool:
    """Check that a bug does not give itself away to somebody who only skims the code.

    Parameters
    ----------
    bug : Bug
        With a single wrong line.

    Returns
    -------
    bool
        False if the wrong line is a copy (`scaled = scores`), a constant (`axis = None`) or a change
        of sign (`x = -x`), if it leaves a name above it unread, or if the function is too short.

    Examples
    --------
    >>> from checks.bugs import bugs_with
    >>> from checks.catalogue import TASKS
    >>> task = TASKS["scaled_scores"]
    >>> [is_worth_reading(next(bugs_with(task, slug, 0))) for slug in ("no-scale", "scale-by-d_k")]
    [False, True]
    """
    body = _function(bug.right, bug.task.name).body
    statements = [one for one in body if not _is_docstring(one)]
    if len(statements) < FEWEST_STATEMENTS:
        return False
    wrong = next(one for one in _statements(bug.code) if one.lineno == bug.lines[0])
    return not _is_idle(wrong) and _unread(bug.code) <= _unread(bug.right)


def without_comments(code: str) -> str:
    r"""Leave out the comments of some code, and the lines that hold nothing else.

    Examples
    --------
    >>> without_comments("# halves\nhalf = x / 2  # not rounded\n")
    'half = x / 2\n'
    """
    lines = code.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip() or "#"
    return "".join(f"{line}\n" for line in lines if line != "#")


def _is_idle(line: ast.stmt) -> bool:
    """Check whether a line only copies a name, gives a constant, or changes the sign of a name."""
    if not isinstance(line, ast.Assign | ast.Return):
        return False
    value = line.value
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant | ast.Name)


def _unread(code: str) -> set[str]:
    """The names that are assigned and never read."""
    names = [one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.Name)]
    read = {one.id for one in names if isinstance(one.ctx, ast.Load)}
    return {one.id for one in names if isinstance(one.ctx, ast.Store)} - read


def _function(code: str, name: str) -> ast.FunctionDef:
    functions = (one for one in ast.parse(code).body if isinstance(one, ast.FunctionDef))
    return next(one for one in functions if one.name == name)


def _statements(code: str) -> list[ast.stmt]:
    return [one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.stmt)]


def _is_docstring(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
