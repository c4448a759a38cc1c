"""Encode values as plain JSON, to send them between the examiner and a candidate.

A value that JSON cannot express becomes an object with one entry, whose key is the kind of value:
`{"array": [dtype, shape, bytes in base64]}`. Nothing in such a message can run, and `decode`
rejects everything else, so it is safe for untrusted messages.
"""

import base64
import builtins
import json
from collections import namedtuple
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from checks.outcome import InTurn, Outcome, as_numbers

LARGEST = 1_000_000  # bytes of one encoded result
NUMBERS = "biufc"
SEVERAL = {"in turn": InTurn, "list": list, "tuple": tuple}

Named = Callable[[Any], Callable[..., Any]]


class TooLarge(ValueError):
    """A value is too large to be sent between the two processes."""


def encode(value: Any, name_of: Callable[[Any], Any] | None = None) -> Any:
    """Encode a value as plain JSON.

    Parameters
    ----------
    value : anything
        Numbers, arrays, tensors, strings, sets of strings, None, and lists, tuples and dicts of
        them. Of anything else, only the name of the type is kept.
    name_of : callable, optional
        Returns, as JSON, the name by which a function can be called; without it, only the type is
        kept.

    Returns
    -------
    JSON

    Examples
    --------
    >>> encode((1, [None, "a"]))
    {'tuple': [1, {'list': [None, 'a']}]}
    >>> decode(encode(np.eye(2)))
    array([[1., 0.],
           [0., 1.]])
    """
    if value is None or type(value) in (bool, float):
        return value
    if isinstance(value, str):
        return str(value)  # NumPy has its own string type
    if type(value) is int and abs(value) < 2**63:
        return value
    if name_of is not None and callable(value):
        return {"function": name_of(value)}
    if isinstance(value, Mapping):
        parts = {key: encode(part, name_of) for key, part in value.items() if type(key) is str}
        return {"entries": parts}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        held = [encode(part, name_of) for part in value]
        return {"named": [type(value).__name__, list(value._fields), held]}
    if isinstance(value, tuple | list):
        kind = next(kind for kind, type_ in SEVERAL.items() if isinstance(value, type_))
        return {kind: [encode(part, name_of) for part in value]}
    if isinstance(value, set | frozenset) and all(isinstance(part, str) for part in value):
        return {"set": sorted(map(str, value))}
    return _encode_numbers(value)


def decode(plain: Any, function: Named | None = None) -> Any:
    """Decode a value that `encode` encoded.

    Parameters
    ----------
    plain : JSON
        Anything that `encode` would not write is rejected.
    function : callable, optional
        Returns the function with a given name; without it, functions are rejected.

    Returns
    -------
    anything

    Raises
    ------
    ValueError
        If it is not valid.
    """
    if not isinstance(plain, dict):
        return _of((bool, int, float, str, type(None)), plain)
    if len(plain) != 1:
        raise ValueError("one entry is needed, whose key is the kind of value")
    ((kind, content),) = plain.items()
    if kind == "function" and function is not None:
        return function(content)
    if kind == "entries":
        return {key: decode(part, function) for key, part in _of(dict, content).items()}
    if kind in SEVERAL:
        return SEVERAL[kind](decode(part, function) for part in _of(list, content))
    if kind == "named":
        name, fields, parts = _of(list, content)
        make = _named_tuple(_of(str, name), tuple(_of(str, field) for field in _of(list, fields)))
        return make(*(decode(part, function) for part in _of(list, parts)))
    if kind == "set":
        return {_of(str, part) for part in _of(list, content)}
    if kind in NUMBERS_OF:
        return NUMBERS_OF[kind](_array(*_of(list, content)))
    if kind == "unlike":
        return type(_of(str, content), (), {})()
    raise ValueError(f"unknown kind {kind}")


def encode_outcome(outcome: Outcome, after: Mapping[str, Any]) -> dict[str, Any]:
    """Encode the outcome of a call: the arguments `after` it, and either `value` or `raised`."""
    if outcome.error is not None:
        return {"after": dict(after), "raised": encode_error(outcome.error)}
    value = encode_bounded(outcome.value)
    return {"after": dict(after), "value": value, "memory": outcome.memory}


def decode_outcome(plain: Any, before: Mapping[str, Any]) -> Outcome:
    """Decode an outcome, and compare the arguments after the call with those that were sent.

    Parameters
    ----------
    plain : JSON
    before : mapping of str to JSON
        The arguments, encoded.

    Returns
    -------
    Outcome

    Raises
    ------
    ValueError, KeyError or TypeError
        If it is malformed.
    """
    after = _of(dict, plain["after"])
    changed = tuple(name for name in before if _text(before[name]) != _text(after.get(name)))
    if "raised" in plain:
        return Outcome(error=decode_error(plain["raised"]), changed=changed)
    # What runs there may say it needs less memory than it does: that is to cheat in one task.
    return Outcome(decode(plain["value"]), changed=changed, memory=_of(int, plain["memory"]))


def encode_bounded(value: Any, name_of: Callable[[Any], Any] | None = None) -> Any:
    """Encode a value, or only its type if it is too large or cannot be read."""
    try:
        return encode_whole(value, name_of)
    except TooLarge:
        return {"unlike": f"{type(value).__name__} of more than 1 MB"}
    except Exception:  # a learner's object may do anything when it is read
        return {"unlike": type(value).__name__[:60]}


def encode_whole(value: Any, name_of: Callable[[Any], Any] | None = None) -> Any:
    """Encode a value; raises TooLarge for more than 1 MB."""
    if getattr(value, "nbytes", 0) <= LARGEST:
        plain = encode(value, name_of)
        if len(json.dumps(plain)) <= 1.4 * LARGEST:  # base64 adds a third
            return plain
    raise TooLarge("this is the course's function, not yours: it takes and returns up to 1 MB")


def encode_error(error: BaseException) -> dict[str, Any]:
    """Encode an exception: the names of its classes, and its message."""
    try:
        says = str(error)[:2000]
    except Exception:  # a learner's exception may raise when it is converted to text
        says = ""
    return {"kinds": [kind.__name__[:60] for kind in type(error).__mro__][:9], "says": says}


def decode_error(plain: Any) -> Exception:
    """Make an exception with this name and message, of its first built-in base class.

    Examples
    --------
    >>> decode_error(encode_error(np.linalg.LinAlgError("singular")))
    LinAlgError()
    >>> isinstance(_, ValueError), str(_)
    (True, 'singular')
    """
    kinds, says = [_of(str, kind) for kind in _of(list, plain["kinds"])], _of(str, plain["says"])
    builtin = (getattr(builtins, kind, None) for kind in kinds)
    bases = (kind for kind in builtin if isinstance(kind, type) and issubclass(kind, Exception))
    base: type[Exception] = next(bases, Exception)
    named: type[Exception] = type(kinds[0], (base,), {"__str__": lambda _: says})
    return named.__new__(named)  # not called: some built-in classes need more than a message


@lru_cache
def _named_tuple(name: str, fields: tuple[str, ...]) -> Any:
    def missing(_: Any, attribute: str) -> Any:
        raise AttributeError(f"stand-in for {name}.{attribute}")  # a method stays with the course

    bases = (namedtuple(name, fields),)  # it accepts only names that Python would
    return type(name, bases, {"__slots__": (), "__getattr__": missing})


def _text(plain: Any) -> str:
    return json.dumps(plain, sort_keys=True)


def _encode_numbers(value: Any) -> Any:
    plain = isinstance(value, np.ndarray | np.generic) and value.dtype != object
    numbers = value if plain else as_numbers(value)
    if numbers is None or numbers.dtype.kind not in NUMBERS:
        return {"unlike": type(value).__name__[:60]}
    content = base64.b64encode(np.ascontiguousarray(numbers).tobytes()).decode()
    kind = "scalar" if isinstance(value, np.generic) else "array"
    kind = "tensor" if hasattr(value, "detach") else kind
    return {kind: [numbers.dtype.str, list(numbers.shape), content]}


def _array(dtype: Any, shape: Any, content: Any) -> Any:
    known = np.dtype(_of(str, dtype))
    if known.kind not in NUMBERS:
        raise ValueError(f"not a dtype of numbers: {known}")
    numbers = np.frombuffer(base64.b64decode(_of(str, content)), known)
    return numbers.reshape([_of(int, size) for size in _of(list, shape)]).copy()


def _tensor(array: Any) -> Any:
    import torch  # only if a tensor was sent, so PyTorch is installed

    return torch.from_numpy(array)


NUMBERS_OF: dict[str, Callable[[Any], Any]] = {
    "array": lambda array: array,
    "scalar": lambda array: array[()],
    "tensor": _tensor,
}


def _of(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"unexpected type: {type(value).__name__}")
    return value
