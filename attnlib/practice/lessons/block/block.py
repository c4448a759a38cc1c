"""A block: attention and a feed-forward, each added to the stream, with norms before or after."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from attnlib.block import block
from attnlib.practice.families.arguments import ARGUMENTS
from attnlib.practice.families.result import RESULT
from attnlib.practice.family import Family
from attnlib.practice.inputs import in_float32
from attnlib.practice.lessons.block import probe_functions as functions
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import has_shape
from attnlib.practice.steps import Steps
from attnlib.practice.task import Property, Task

FIRST, SECOND, BOTH = (0,), (1,), (0, 1)
PRE, POST, EITHER = (True,), (False,), (True, False)


class Half(NamedTuple):
    """Where in a block: before or after which norm, and in its first or second half."""

    norm_first: bool
    place: int


def _pipeline(
    step: Any, X: Any, attend: Any, feed: Any, norm_1: Any, norm_2: Any, norm_first: bool = True
) -> Any:
    stream = step.stream
    parts, norms = stream.parts(attend, feed), stream.norms(norm_1, norm_2)
    start = X = step.arguments.take(X)
    for place, (part, norm) in enumerate(zip(parts, norms, strict=True)):
        half = Half(stream.norm_first(norm_first), place)
        read = stream.read(half, X, start, norm)
        added = part(read)
        base = stream.base(half, X, start, read, added)
        X = stream.settle(half, base, added, norm)
    return step.result.give(X)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([8, 7, seed])
    simple = functions.mean_so_far, functions.squares, functions.shortened, functions.bent
    real = (
        functions.attention_to_all,
        functions.feed_forward_of_one,
        functions.plain_norm,
        functions.louder_norm,
    )
    silent = functions.nothing, functions.nothing_either, functions.shortened, functions.bent

    def probe(words: str, shape: tuple[int, ...], given: Any, norm_first: bool) -> Probe:
        names = "attend", "feed", "norm_1", "norm_2"
        X = {"X": rng.normal(size=shape)}
        order = {"norm_first": norm_first}
        return Probe(words, {**X, **dict(zip(names, given, strict=True)), **order})

    return [
        probe("simple parts, norm first", (4, 3), simple, True),
        probe("simple parts, norm last", (4, 3), simple, False),
        probe("attention and layer norm, norm first", (3, 5), real, True),
        probe("attention and layer norm, norm last", (3, 5), real, False),
        probe("parts that return zeros, norm first", (3, 4), silent, True),
        probe("parts that return zeros, norm last", (3, 4), silent, False),
        probe("a batch, norm first", (2, 3, 5), real, True),
        probe("a batch, norm last", (2, 3, 5), simple, False),
        probe("a single token, norm first", (1, 4), simple, True),
        *(
            Probe(f"float32, norm {words}", in_float32(probe("", (3, 4), simple, first).arguments))
            for words, first in (("first", True), ("last", False))
        ),
    ]


def _adds_nothing(probe: Probe, output: Any) -> bool:
    X, attend, *_, norm_first = probe.arguments.values()
    unchanged = attend is functions.nothing and norm_first
    return bool(not unchanged or np.allclose(output, X, atol=1e-4))


def _ends_with_norm_2(probe: Probe, output: Any) -> bool:
    """Whether a block with the norm last has outputs that norm_2 can have made."""
    norm_2, norm_first = list(probe.arguments.values())[-2:]
    if norm_first or norm_2 is not functions.louder_norm:
        return True
    return bool(np.allclose(np.mean(output, axis=-1), 0.5, atol=1e-3))


def _read(half: Half, X: Any, start: Any, norm: Any) -> Any:
    return norm(X) if half.norm_first else X


def _base(half: Half, X: Any, start: Any, read: Any, added: Any) -> Any:
    return X


def _settle(half: Half, base: Any, added: Any, norm: Any) -> Any:
    return base + added if half.norm_first else norm(base + added)


RIGHT: dict[str, Callable[..., Any]] = {"read": _read, "base": _base, "settle": _settle}


def _in_halves(
    orders: tuple[bool, ...], places: tuple[int, ...], **wrong: Callable[..., Any]
) -> Steps:
    """Exchange steps in some halves of the block, and leave the others right."""

    def step(name: str) -> Callable[..., Any]:
        def some(half: Half, *given: Any) -> Any:
            here = half.norm_first in orders and half.place in places
            return (wrong if here else RIGHT)[name](half, *given)

        return some

    return {f"stream.{name}": step(name) for name in wrong}


def _somewhere(orders: tuple[bool, ...] = EITHER, **wrong: Callable[..., Any]) -> Iterator[Steps]:
    """Exchange steps in every half, or in some of them only."""
    some_orders = [EITHER, PRE, POST] if orders == EITHER else [orders]
    for few, places in itertools.product(some_orders, (BOTH, FIRST, SECOND)):
        yield _in_halves(few, places, **wrong)


def _in_second(**wrong: Callable[..., Any]) -> Iterator[Steps]:
    """Exchange steps in the second half of the block, in one order of norms or in both."""
    for orders in (EITHER, PRE, POST):
        yield _in_halves(orders, SECOND, **wrong)


STREAM = Family(
    "stream",
    {
        "parts": lambda attend, feed: (attend, feed),
        "norms": lambda norm_1, norm_2: (norm_1, norm_2),
        "norm_first": lambda norm_first: norm_first,
        **RIGHT,
    },
    (
        Mistake(
            "residual-missing",
            "The result of a part replaces the stream, where it should be added to it.",
            "If attend and feed return zeros, what should be left of X?",
        ).by(*_somewhere(base=lambda half, X, start, read, added: 0)),
        Mistake(
            "residual-of-normalised",
            "The sum starts from the normalised copy, so the stream itself is lost.",
            "Pre-norm: who gets to see norm_1(X), and to what is the result added?",
        ).by(*_somewhere(PRE, base=lambda half, X, start, read, added: read)),
        Mistake(
            "residual-doubled",
            "The result of a part is added to itself, because X was overwritten before the sum.",
            "What does X refer to in the line that adds?",
        ).by(*_somewhere(base=lambda half, X, start, read, added: added)),
        Mistake(
            "second-residual-from-X",
            "The second sum starts from the X that came in, so what attention added is lost.",
            "To what is the result of feed added?",
        ).by(*_in_second(base=lambda half, X, start, read, added: start)),
        Mistake(
            "feed-reads-first-X",
            "feed reads the X that came in, as if attention had not been there.",
            "Which X should feed read: the one before attention, or the one after it?",
        ).by(*_in_second(read=lambda half, X, start, norm: _read(half, start, start, norm))),
        Mistake(
            "attention-lost",
            "The second half starts all over from the X that came in: attention is not used.",
            "Which line uses what the first half has computed?",
        ).by(
            *_in_second(
                read=lambda half, X, start, norm: _read(half, start, start, norm),
                base=lambda half, X, start, read, added: start,
            )
        ),
        Mistake(
            "norm-1-twice",
            "norm_1 is used in both halves, and norm_2 never.",
            "Which norm belongs to feed?",
        ).by({"stream.norms": lambda norm_1, norm_2: (norm_1, norm_1)}),
        Mistake(
            "norms-exchanged",
            "norm_2 goes with attention, and norm_1 with feed.",
            "Which norm belongs to attend, and which to feed?",
        ).by({"stream.norms": lambda norm_1, norm_2: (norm_2, norm_1)}),
        Mistake(
            "norm-order-swapped",
            "The two orders are exchanged: norm_first gives post-norm.",
            "With norm_first, does attend get X or norm_1(X)?",
        ).by({"stream.norm_first": lambda norm_first: not norm_first}),
        Mistake(
            "norm-first-ignored",
            "The order is always the same, whatever norm_first says.",
            "Where does your code use the argument norm_first?",
        ).by(
            {"stream.norm_first": lambda norm_first: True},
            {"stream.norm_first": lambda norm_first: False},
        ),
        Mistake(
            "norm-missing",
            "A norm is never used.",
            "How often should norm_1 and norm_2 be called, in each of the two orders?",
        ).by(
            *_somewhere(PRE, read=lambda half, X, start, norm: X),
            *_somewhere(POST, settle=lambda half, base, added, norm: base + added),
            *(
                _in_halves(
                    EITHER,
                    places,
                    read=lambda half, X, start, norm: X,
                    settle=lambda half, base, added, norm: base + added,
                )
                for places in (BOTH, FIRST, SECOND)
            ),
        ),
        Mistake(
            "norm-of-part-only",
            "What a part returns is normalised before it is added, not X and not the sum.",
            "What does each norm get, in the order that is asked for?",
        ).by(
            *_somewhere(
                read=lambda half, X, start, norm: X,
                settle=lambda half, base, added, norm: base + norm(added),
            )
        ),
        Mistake(
            "norm-before-and-after",
            "The norm is used twice: before the part, and again after the sum.",
            "How often should norm_1 be called in one block?",
        ).by(
            *_somewhere(
                read=lambda half, X, start, norm: norm(X),
                settle=lambda half, base, added, norm: norm(base + added),
            )
        ),
        Mistake(
            "parts-exchanged",
            "feed comes first, and attend second.",
            "Which of the two has to come first, so that feed can use what attention found?",
        ).by({"stream.parts": lambda attend, feed: (feed, attend)}),
        Mistake(
            "second-half-missing",
            "Only the first half is there: feed is never used.",
            "Which of the four functions does your code never call?",
        ).by(*_in_second(settle=lambda half, base, added, norm: base)),
    ),
)

TASK = Task(
    reference=block,
    order=(8, 7),
    practises=("TODO",),
    pipeline=_pipeline,
    families=(STREAM, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The shape is that of X.", has_shape(lambda probe: probe.arguments["X"].shape)),
        Property("Parts that return zeros leave X as it is, with the norm first.", _adds_nothing),
        Property("With the norm last, the output comes straight from norm_2.", _ends_with_norm_2),
    ),
    excluding=("extra-axis",),
)
