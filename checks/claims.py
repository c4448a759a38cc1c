"""What the sentence of a mistake claims, in Python, so that no answer is told anything untrue.

    # %% no-scale
    # The scores are not divided by the root of d_k.
    # ...
    assert near(scaled, scores)
    scaled = scores

A claim is evaluated where the function with the wrong lines returns. It may speak of

- the names in that function, as they are then, and `result`, what the student's answer returned
  (where numbers are predicted on paper, the name that is returned stands for it as well);
- `right`, the same names in the right function (`near(scaled, 2 * right.scaled)`);
- `given`, the arguments before the call, `changed`, the names of those that the call changed, and
  `too_much_memory`, where it is measured;
- `np`, `near`, and whatever stands at the top of the file.

A shared claim holds where its names are known. A mistake is named only if its claims are true on
every input on which it makes a difference: of each form that the mistake can take, and beside each
other mistake.
"""

import ast
import builtins
from collections.abc import Mapping, Sequence
from functools import cache
from types import CodeType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from checks.mistake import Mistake
from checks.outcome import InTurn, Outcome, Probe, as_numbers
from checks.search import Way

Known = Mapping[str, Any]


def is_true(mistake: Mistake, way: Way, trials: Sequence[tuple[Probe, Outcome]]) -> bool:
    """Check whether what a mistake claims is true of what an answer did.

    Parameters
    ----------
    mistake : Mistake
        One of the mistakes of this way.
    way : Way
        It does the same as the answer.
    trials : sequence of (Probe, Outcome)
        The inputs on which the mistake makes a difference, and what the answer did with them.

    Returns
    -------
    bool
        A mistake that claims nothing here, or of an answer that returns nothing, is true.
    """
    return all(
        said is not False
        for probe, outcome in trials
        if mistake.claims and outcome.error is None
        for known in names_where_it_returns(way, probe, outcome)
        for said in (evaluated(claim, known) for claim in mistake.claims)
    )


def names_where_it_returns(way: Way, probe: Probe, outcome: Outcome) -> list[Known]:
    """List what claims may speak of, for each time that the function returns.

    Parameters
    ----------
    way : Way
    probe : Probe
    outcome : Outcome
        What the answer did.

    Returns
    -------
    list of mapping
    """
    task, turns = way.task, any(isinstance(one, InTurn) for one in probe.arguments.values())
    wrong, right = task.names_where_it_returns(way.exchanged, probe), task.right_names(probe)
    always = {
        **{"np": np, **task.names_for_lines, "near": _near, "changed": outcome.changed},
        "too_much_memory": outcome.needs_too_much(probe),
        "given": SimpleNamespace(**probe.arguments),
    }
    found: list[Known] = []
    for turn, (names, expected) in enumerate(zip(wrong, right, strict=False)):
        value = _as_arrays(outcome.value[turn] if turns else outcome.value, task.kind)
        on_paper = dict.fromkeys(task.lines.returned, value) if task.kind == "predict" else {}
        own = {"result": value, "right": SimpleNamespace(**expected)}
        found.append({**always, **names, **on_paper, **own})
    return found


def _near(found: ArrayLike, wanted: ArrayLike) -> bool:
    """Do what `checks.facts.near` does, but nan is near nan: both have overflowed."""
    return bool(np.allclose(found, wanted, atol=1e-4, equal_nan=True))


def _as_arrays(value: Any, kind: str) -> Any:
    """Make an array of lists, and of all that holds numbers where they are predicted on paper."""
    numbers = as_numbers(value) if isinstance(value, list) or kind == "predict" else None
    return value if numbers is None else numbers


def evaluated(claim: str, known: Known) -> bool | None:
    """Evaluate a claim.

    Parameters
    ----------
    claim : str
        A Python expression.
    known : mapping of str to value

    Returns
    -------
    bool or None
        None if it speaks of a name that is not known; False if it cannot be evaluated otherwise.

    Examples
    --------
    >>> evaluated("total == 1", {"total": 1}), evaluated("total == 1", {}), evaluated("1 / 0", {})
    (True, None, False)
    """
    code, names = _compiled(claim)
    if not names <= known.keys():
        return None
    try:
        return bool(eval(code, dict(known)))
    except Exception:  # of shapes that do not go together, for example
        return False


@cache
def _compiled(claim: str) -> tuple[CodeType, frozenset[str]]:
    """Compile a claim, and list the names that it reads."""
    tree = ast.parse(claim, mode="eval")
    names = [one for one in ast.walk(tree) if isinstance(one, ast.Name)]
    bound = {one.id for one in names if isinstance(one.ctx, ast.Store)}
    bound |= {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
    read = {one.id for one in names} - bound - set(dir(builtins))
    return compile(tree, "<claim>", "eval"), frozenset(read)
