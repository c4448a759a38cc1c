"""The candidate: runs an answer inside the sandbox, which has inputs but no right answers.

The examiner sends the source of this module, of `serialization` and of `outcome` into the sandbox;
the rest of the library is not there.
"""

import dis
import hashlib
import inspect
from collections.abc import Callable
from types import CodeType
from typing import Any

from checks.outcome import attempt_once, quiet
from checks.remote.serialization import (
    decode,
    decode_error,
    encode_bounded,
    encode_outcome,
    encode_whole,
)

MOST_OPERATIONS = 20  # an empty function has fewer

Ask = Callable[[Any], Any]
Tell = Callable[[Any], None]


def sit(answer: Any, paper: Any, ask: Ask, tell: Tell) -> None:
    """Run an answer on every input of a paper, report the outcomes, and try the inputs that follow.

    Once it has seen the outcomes, the examiner may look for a smaller input that shows a mistake.

    Parameters
    ----------
    answer : anything
        The value of the task's name; None if it is not defined.
    paper : list
        For each input, its `arguments` by name, encoded by `serialization.encode`, and whether the
        memory that the call uses is `measured`, which takes longer than most calls.
    ask : callable
        Sends a function call to the examiner, or the outcome on a further input, and returns the
        reply.
    tell : callable
        It is called first with a description of the answer, then with its outcome on each input.

    Examples
    --------
    >>> ask = lambda outcome: {"again": None}
    >>> paper = [{"arguments": {"n": 21}, "measured": False}]
    >>> sit(lambda n: 2 * n, paper, ask, tell=lambda message: print(list(message)))
    ['operations', 'fingerprint']
    ['after', 'value', 'memory']
    """
    if not callable(answer):
        tell({"no_function": None if answer is None else ascii(answer)[:60]})
        return
    tell(code_of(answer))
    for question in paper:
        tell(_outcome(answer, question["arguments"], ask, question["measured"]))
    outcome = None
    while arguments := ask({"again": outcome})["again"]:
        outcome = _outcome(answer, arguments, ask)


def given(name: str, ask: Ask) -> Callable[..., Any]:
    """Make a proxy for a function that the examiner runs: another task's right answer, or an input.

    Parameters
    ----------
    name : str
    ask : callable
        As in `sit`.

    Returns
    -------
    callable
        It raises the same errors as the function of the examiner, and a ValueError for more than 1
        MB, or for a function that the examiner has not lent.
    """

    def function(*arguments: Any, **options: Any) -> Any:
        whole = {
            "arguments": encode_whole(arguments, _name_of),
            "options": encode_whole(options, _name_of),
        }
        reply = ask({"call": name, **whole})
        if "raised" in reply:
            raise decode_error(reply["raised"])
        return decode(reply["value"])

    function.__name__ = function.__qualname__ = name
    return function


def lent(value: Any, ask: Ask) -> Any:
    """Decode what the examiner has lent: values, with a proxy for each function among them."""
    return decode(value, lambda name: given(name, ask))


def _name_of(function: Any) -> str:
    return str(getattr(function, "__name__", ""))


def _outcome(
    answer: Callable[..., Any], arguments: Any, ask: Ask, measured: bool = False
) -> dict[str, Any]:
    """Call an answer once, and encode what it did, including changes to its arguments."""
    lent: dict[Callable[..., Any], Any] = {}

    def lend(content: Any) -> Any:
        function = _input(content["name"], content["parameters"], ask)
        lent[function] = content
        return function

    named = {name: decode(value, lend) for name, value in arguments.items()}
    with quiet():
        outcome = attempt_once(answer, named, measured)
    after = {name: encode_bounded(value, lent.get) for name, value in named.items()}
    return encode_outcome(outcome, after)


def _input(name: str, parameters: str, ask: Ask) -> Any:
    """Make a proxy that looks like all others, except for its parameters."""
    function: Any = given(name, ask)
    function.__name__ = function.__qualname__ = "function"
    function.__signature__ = inspect.signature(eval(f"lambda {parameters}: None"))
    return function


def code_of(answer: Any) -> dict[str, Any]:
    """Describe the code of a function, to find out whether anything was written.

    Parameters
    ----------
    answer : callable

    Returns
    -------
    dict
        `operations`: its first bytecode operations; `fingerprint`: equal for equal code, ignoring
        spaces, comments and line breaks. Both are None if it is not a Python function.

    Examples
    --------
    >>> "RETURN_VALUE" in code_of(lambda: print())["operations"]
    True
    >>> code_of(lambda x: x + 1) == code_of(lambda x: (x  +  1))
    True
    """
    code = getattr(answer, "__code__", None)
    if not isinstance(code, CodeType):
        return {"operations": None, "fingerprint": None}
    operations = [found.opname for found in dis.get_instructions(code)]
    fingerprint = hashlib.sha256(repr(_parts(code)).encode()).hexdigest()
    return {"operations": operations[:MOST_OPERATIONS], "fingerprint": fingerprint}


def _parts(code: CodeType) -> list[Any]:
    """List what identifies a piece of code, except its line numbers."""
    constants = [_parts(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    return [code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants]
