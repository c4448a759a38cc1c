"""The candidate's half of an examination: it has the inputs, and no right answer to any of them.

The examiner sends the source of this module, of `serialization` and of `outcome` to where answers run;
the rest of the library is not there.
"""

import dis
from collections.abc import Callable
from typing import Any

from attnlib.practice.outcome import Probe, call
from attnlib.practice.remote.serialization import decode, decode_error, encode, encode_outcome

MOST_OPERATIONS = 20  # an empty function has fewer

Ask = Callable[[Any], Any]
Tell = Callable[[Any], None]


def sit(answer: Any, paper: Any, ask: Ask, tell: Tell) -> None:
    """Try an answer on every input of a paper, and tell what became of it.

    Parameters
    ----------
    answer : anything
        What stands under the name asked for; None if nothing does.
    paper : list
        For each input its arguments by name, written by `serialization.encode`.
    ask : callable
        Puts a call of a function to the examiner, and gives the reply.
    tell : callable
        Takes first what the answer is, then what became of it on each input.

    Examples
    --------
    >>> sit(lambda n: 2 * n, [{"n": 21}], ask=print, tell=lambda message: print(list(message)))
    ['operations']
    ['changed', 'value']
    """
    if not callable(answer):
        tell({"no_function": None if answer is None else ascii(answer)[:60]})
        return
    tell({"operations": operations(answer)})
    for arguments in paper:
        named = {
            name: decode(value, lambda function: given(function, ask))
            for name, value in arguments.items()
        }
        tell(encode_outcome(call(answer, Probe("", named))))


def given(name: str, ask: Ask) -> Callable[..., Any]:
    """Make a function that the examiner computes: the right answer to another task, or an input.

    Parameters
    ----------
    name : str
    ask : callable
        As in `sit`.

    Returns
    -------
    callable
        It raises what the examiner's function raises.
    """

    def function(*arguments: Any, **options: Any) -> Any:
        reply = ask({"call": name, "arguments": encode(arguments), "options": encode(options)})
        if "raised" in reply:
            raise decode_error(reply["raised"])
        return decode(reply["value"])

    function.__name__ = function.__qualname__ = name
    return function


def operations(answer: Any) -> list[str] | None:
    """List what the code of a function does, or the start of it; None if it has no code to see.

    Examples
    --------
    >>> "RETURN_VALUE" in operations(lambda: print())
    True
    """
    code = getattr(answer, "__code__", None)
    if code is None:
        return None
    return [found.opname for found in dis.get_instructions(code)][:MOST_OPERATIONS]
