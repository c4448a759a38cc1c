"""The residual stream of a block: what each half reads and adds to, and where the norms are."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from checks.family import Family
from checks.mistake import Mistake
from checks.steps import Steps

Orders = tuple[bool, ...]  # whether the norms of a task come first, last, or both


class Half(NamedTuple):
    """One half of a block: 0 is attention, 1 is the feed-forward."""

    norm_first: bool
    place: int


def through_both_halves(
    step: Any, X: Any, attend: Any, feed: Any, norm_1: Any, norm_2: Any, norm_first: bool = True
) -> Any:
    """Compute a block, step by step."""
    X = step.arguments.take(X)
    return step.result.give(halves(step, X, attend, feed, norm_1, norm_2, norm_first))


def halves(
    step: Any, X: Any, attend: Any, feed: Any, norm_1: Any, norm_2: Any, norm_first: bool = True
) -> Any:
    """Compute the two halves of a block, one after the other."""
    stream, start = step.stream, X
    for place in (0, 1):
        half = Half(step.order.norm_first(norm_first), place)
        part, norm = stream.part(half, attend, feed), stream.norm(half, norm_1, norm_2)
        read = stream.read(half, X, start, norm)
        added = part(read)
        base = stream.base(half, X, start, read, added)
        X = stream.settle(half, base, added, norm)
    return stream.leave(half, X)


def _read(half: Half, X: Any, start: Any, norm: Any) -> Any:
    return norm(X) if half.norm_first else X


def _settle(half: Half, base: Any, added: Any, norm: Any) -> Any:
    return base + added if half.norm_first else norm(base + added)


def _own(half: Half, first: Any, second: Any) -> Any:
    return (first, second)[half.place]


def _other(half: Half, first: Any, second: Any) -> Any:
    return (second, first)[half.place]


RIGHT: dict[str, Callable[..., Any]] = {
    "part": _own,
    "norm": _own,
    "read": _read,
    "base": lambda half, X, start, read, added: X,
    "settle": _settle,
    "leave": lambda half, X: X,
}


def _exchanged(orders: Orders, places: tuple[int, ...], **wrong: Callable[..., Any]) -> Steps:
    """Replace steps in some halves, and leave the others right."""

    def step(name: str) -> Callable[..., Any]:
        def chosen(half: Half, *given: Any) -> Any:
            here = half.norm_first in orders and half.place in places
            return (wrong if here else RIGHT)[name](half, *given)

        return chosen

    return {f"stream.{name}": step(name) for name in wrong}


def _somewhere(orders: Orders, **wrong: Callable[..., Any]) -> Iterator[Steps]:
    """Replace steps in all halves, or only in those with one order of norms, or in one place."""
    for some, places in itertools.product(_subsets(orders), ((0, 1), (0,), (1,))):
        yield _exchanged(some, places, **wrong)


def _in_both(orders: Orders, **wrong: Callable[..., Any]) -> Iterator[Steps]:
    """Replace steps in both halves."""
    for some in _subsets(orders):
        yield _exchanged(some, (0, 1), **wrong)


def _in_second(orders: Orders, **wrong: Callable[..., Any]) -> Iterator[Steps]:
    """Replace steps in the second half."""
    for some in _subsets(orders):
        yield _exchanged(some, (1,), **wrong)


def _subsets(orders: Orders) -> list[Orders]:
    return [orders, *((one,) for one in orders if len(orders) > 1)]


def stream(*orders: bool) -> Family:
    """Make the family of steps and mistakes for blocks with these values of `norm_first`."""
    return Family("stream", RIGHT, (*_sums(orders), *_norms(orders), *_parts(orders)))


def _sums(orders: Orders) -> tuple[Mistake, ...]:
    return (
        Mistake(
            "residual-missing",
            "The result of a part replaces the stream, where it should be added to it.",
            "If attend and feed return zeros, what should be left of X?",
        ).by(*_somewhere(orders, base=lambda half, X, start, read, added: 0)),
        Mistake(
            "residual-of-normalised",
            "The sum starts from the normalised copy, so the stream itself is lost.",
            "To what is the result of a part added: to norm_1(X), or to X?",
        ).by(*_somewhere((True,), base=lambda half, X, start, read, added: read)),
        Mistake(
            "residual-doubled",
            "The result of a part is added to itself, because X was overwritten before the sum.",
            "What does X refer to in the line that adds?",
        ).by(*_somewhere(orders, base=lambda half, X, start, read, added: added)),
        Mistake(
            "second-residual-from-X",
            "The second sum starts from the X that came in, so what attention added is lost.",
            "To what is the result of feed added?",
        ).by(*_in_second(orders, base=lambda half, X, start, read, added: start)),
        Mistake(
            "stream-added-twice",
            "The X that came in is added once more, though it is in the stream already.",
            "Parts that return zeros: how often is X in your result?",
        ).by(*_in_second(orders, base=lambda half, X, start, read, added: X + start)),
        Mistake(
            "one-residual-for-both",
            "X is added once, around both halves, so feed gets attention's result alone.",
            "How many sums are in a block, and what does feed read?",
        ).by(
            *_in_both(orders, base=lambda half, X, start, read, added: start if half.place else 0)
        ),
    )


def _norms(orders: Orders) -> tuple[Mistake, ...]:
    not_before = {"read": lambda half, X, start, norm: X}
    not_after = {"settle": lambda half, base, added, norm: base + added}
    return (
        Mistake(
            "norm-1-twice",
            "norm_1 is used in both halves, in place of norm_2.",
            "Which norm belongs to feed?",
        ).by(*_in_both(orders, norm=lambda half, norm_1, norm_2: norm_1)),
        Mistake(
            "norms-exchanged",
            "norm_2 goes with attention, and norm_1 with feed.",
            "Which norm belongs to attend, and which to feed?",
        ).by(*_in_both(orders, norm=_other)),
        Mistake(
            "norm-missing",
            "A norm is left out.",
            "How often should each of norm_1 and norm_2 be called?",
        ).by(*_somewhere(orders, **not_before, **not_after)),
        Mistake(
            "norm-of-part-only",
            "What a part returns is normalised before it is added, not X and not the sum.",
            "What should each norm get: X, a part's result, or their sum?",
        ).by(
            *_somewhere(
                orders, **not_before, settle=lambda half, base, added, norm: base + norm(added)
            )
        ),
        Mistake(
            "norm-of-stream-only",
            "The part reads the bare stream, and its result is added to the normalised one.",
            "What should each norm get, and who reads what it returns?",
        ).by(
            *_somewhere(
                orders, **not_before, settle=lambda half, base, added, norm: norm(base) + added
            )
        ),
        Mistake(
            "norm-before-and-after",
            "A norm is used twice: before the part, and again after the sum.",
            "How often should each of norm_1 and norm_2 be called in one block?",
        ).by(
            *_somewhere(
                orders,
                read=lambda half, X, start, norm: norm(X),
                settle=lambda half, base, added, norm: norm(base + added),
            )
        ),
    )


def _parts(orders: Orders) -> tuple[Mistake, ...]:
    from_start = {"read": lambda half, X, start, norm: _read(half, start, start, norm)}
    return (
        Mistake(
            "feed-reads-first-X",
            "feed reads the X that came in, as if attention had not been there.",
            "Which X should feed read: the one before attention, or the one after it?",
        ).by(*_in_second(orders, **from_start)),
        Mistake(
            "attention-lost",
            "The second half starts from the X that came in: what attention found is never used.",
            "Which line uses what the first half has computed?",
        ).by(
            *_in_second(orders, **from_start, base=lambda half, X, start, read, added: start),
        ),
        Mistake(
            "parts-exchanged",
            "feed comes first, and attend second.",
            "Which of the two has to come first, so that feed can use what attention found?",
        ).by(*_in_both(orders, part=_other)),
        Mistake(
            "halves-exchanged",
            "The second half comes first: feed with norm_2, and then attend with norm_1.",
            "Which half has to come first, so that feed can use what attention found?",
        ).by(*_in_both(orders, part=_other, norm=_other)),
        Mistake(
            "second-half-missing",
            "Only the first half is there: feed is never used.",
            "Which of the four functions does your code never call?",
        ).by(*_in_second(orders, settle=lambda half, base, added, norm: base)),
        Mistake(
            "branch-without-return",
            "In one of the two orders nothing is handed back, so the caller gets None.",
            "Which branch of your code has no `return`?",
        ).by(*(_exchanged(one, (1,), leave=lambda half, X: None) for one in _subsets(orders)[1:])),
    )


PRE_NORM = Family(
    "order",
    {"norm_first": lambda norm_first: True},
    (
        Mistake(
            "post-norm-not-pre",
            "The sums are normalised: this is post-norm.",
            "Which norm may touch the stream itself, in a pre-norm block?",
        ).by({"order.norm_first": lambda norm_first: False}),
    ),
)
