"""Where a check says that the first difference is, there it is."""

from typing import Any

import pytest

from checks import check
from checks.catalogue import TASKS
from checks.diagnosis import first_wrong_part
from checks.outcome import Outcome, Probe, call
from checks.search import Slip, Way, ways
from checks.task import Task

# By task: each part, and those lines of the right function that work in this part alone.
PARTS = {
    "cat_logits": {
        "the sums, the last norm or the read-out": "mean centred variance root finish last logits",
        "how words enter the stream": "positions sines cosines encoding entered",
        "attention of layer 1": "normed_X queries keys num_heads scaled visible axis total merged "
        "attended",
        "the feed-forward of layer 1": "normed_H raw hidden results fed",
    },
    "cat_step": {
        "the sums, the last norm or the read-out": "last logits",
        "how the first word enters the stream": "encoding entered",
        "how later words enter the stream": "position",
        "attention of layer 1 at a later word": "num_heads scaled seen_K seen_V K V",
        "attention of layer 1 at the first word": "merged output",
    },
    "write": {
        "the choice by the logits": "newest",
        "the first new word, so in what was read before it": "read",
        "a later new word, so in what was read before it": "logits past",
    },
    "llama_logits": {
        "the sums, the last norm or the read-out": "squares root finish norm last logits",
        "attention of layer 0": "normed_X queries keys base angles turn own_values share scaled "
        "visible merged attended",
        "the feed-forward of layer 0": "normed_H gate up gated hidden fed",
    },
    "llama_attention": {
        "the values, or in their average under equal weights": "values",
        "the turned scores of one head, or in its weights": "queries positions exponents frequencies",
        "what changes with several heads": "merged",
        "the way heads share their keys and values": "times K",
        "the product with W_o": "output",
    },
    "multi_head_attention": {
        "the values, or in their average under equal weights": "found",
        "the scores of one head, or in its weights": "exponentials scores",
        "what changes with several heads": "merged",
        "the product with W_o": "output",
    },
    "heads_by_loop": {
        "what a single head computes": "exponentials total weights",
        "what changes with several heads": "merged",
        "the product with W_o": "output",
    },
    "heads_by_einsum": {
        "what a single head computes": "exponentials total weights",
        "what changes with several heads": "merged",
        "the product with W_o": "output",
    },
    "block": {
        "the half with attend, with the norm first": "normed_X attended",
        "the half with feed, with the norm first": "normed_H fed",
        "the half with attend, with the norm last": "heard",
        "the half with feed, with the norm last": "thought",
        "what is left of X if both parts return zeros, with the norm last": "sum_1 sum_2 halfway "
        "post_norm",
    },
}
# Mistakes that come from two parts, or whose line serves another part as well.
ELSEWHERE = {
    "cat_step": ("position-off-by-one", "token-as-position"),
    "heads_by_loop": ("first-rows-for-all",),
    "llama_attention": ("exponent-by-whole-width", "heads-summed"),
    "multi_head_attention": ("softmax-on-output", "hard-argmax", "weights-transposed"),
    "block": ("feed-reads-first-X", "norm-of-stream-only", "norm-before-and-after"),
}

some_seeds = pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
every_task_of_parts = pytest.mark.parametrize("task", [TASKS[name] for name in PARTS], ids=PARTS)


def stages_of(task: Task, seed: int = 0) -> tuple[list[Probe], list[Outcome]]:
    probes = [probe for probe in task.probes(seed) if probe.stage]
    return probes, [call(task.reference, probe) for probe in probes]


def part_of(task: Task, slip: Slip) -> str | None:
    """The part that all wrong lines of a mistake are in; None if there is not one such part."""
    mistake, exchanged = slip
    if mistake.slug in ELSEWHERE.get(task.name, ()):
        return None
    lines = {line for slot in exchanged for line in slot.partition("+")[0].split(", ")}
    return next((part for part, own in PARTS[task.name].items() if lines <= {*own.split()}), None)


def part_said(task: Task, way: Way, seed: int) -> str | None:
    probes, expected = stages_of(task, seed)
    return first_wrong_part(probes, [call(way.function(), one) for one in probes], expected)


def misplaced(task: Task, found: list[Way], seed: int) -> list[Any]:
    """The ways for which another part is said than those of its mistakes."""
    said = [(way, part_said(task, way, seed)) for way in found]
    assert sum(part is not None for _, part in said) >= 0.7 * len(said)
    return [
        ([mistake.slug for mistake in way.mistakes], part)
        for way, part in said
        if part not in (None, *(part_of(task, slip) for slip in way.slips))
    ]


def test_every_task_of_parts_is_in_the_table() -> None:
    assert {name for name, task in TASKS.items() if task.facts.stages} == set(PARTS)


@every_task_of_parts
@some_seeds
def test_the_part_that_is_said_is_the_one_that_was_changed(task: Task, seed: int) -> None:
    found = [way for way in ways(task, 1) if part_of(task, *way.slips)]
    assert len(found) >= 4
    assert misplaced(task, found, seed) == []


@every_task_of_parts
@some_seeds
def test_of_two_slips_the_part_of_one_is_said(task: Task, seed: int) -> None:
    """Every ninth pair: all of them would take minutes."""
    placed = [slip for slip in task.slips() if part_of(task, slip)]
    assert misplaced(task, list(ways(task, 2, placed))[::9], seed) == []


@every_task_of_parts
def test_a_right_answer_and_one_that_raises_are_in_no_part(task: Task) -> None:
    def raises(*arguments: object) -> None:
        raise ValueError

    probes, expected = stages_of(task, 0)
    assert first_wrong_part(probes, expected, expected) is None
    assert first_wrong_part(probes, [call(raises, one) for one in probes], expected) is None


@pytest.mark.parametrize(("name", "first"), [("cat_logits", 1), ("llama_logits", 0)])
def test_a_stream_that_is_overwritten_shows_in_the_layer_that_does_it(
    name: str, first: int
) -> None:
    task = TASKS[name]
    said = {
        part_said(task, way, 0)
        for way in ways(task, 1)
        if way.mistakes[0].slug == "residual-of-normalised"
    }
    assert said == {f"attention of layer {first}", f"the feed-forward of layer {first}"}


def test_without_a_name_the_part_is_said() -> None:
    right = TASKS["cat_logits"].reference

    def quieter(weights: Any, tokens: Any) -> Any:
        return right(weights | {"0.b_2": weights["0.b_2"] / 3}, tokens)

    verdict = check("cat_logits", quieter)
    assert verdict.mistakes == ()
    assert "The first difference is in the feed-forward of layer 1." in verdict.lines


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("bias-forgotten", ["The first difference is in the feed-forward of layer 1."]),
        ("gelu-not-relu", []),
    ],
)
def test_with_a_name_the_part_is_said_where_the_name_leaves_it_open(
    slug: str, said: list[str]
) -> None:
    task = TASKS["cat_logits"]
    wrong = next(way for way in ways(task, 1) if way.mistakes[0].slug == slug)
    verdict = check("cat_logits", wrong.function())
    assert verdict.mistakes == (slug,)
    assert [line for line in verdict.lines if line.startswith("The first difference")] == said
