"""The example that a statement works out by hand is among the inputs of its check, with its result."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from checks.catalogue import TASKS
from checks.outcome import Outcome, Probe
from checks.task import Task
from coursetools.notebook import read_notebook

BY_HAND = "example by hand"
NUMBER = re.compile(r"(ln|sin|cos)? ?([\d,]*\.?\d+|½|¼|¾|⅛)(?:/(\d+))?")
FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅛": 0.125}
FUNCTIONS = {"ln": np.log, "sin": np.sin, "cos": np.cos, "": float}
SHOWN = 0.006  # how much a number of two decimals may be off
CONSTANT = {0.0, 1.0}  # these may be words, such as "zeros" or "True"

# Which examples are no input, and why.
ANY = "it holds for all inputs of one kind, and gives none"
FUNCTION = "its input is a function, which stands among the cases"
LETTERS = "its columns are letters"
PART = "it tells a part of what happens, without an input"
NONE = "there is no example"
NO_INPUT = {
    **dict.fromkeys(("attention_weights", "attention", "causal_attention", "padded_attention"), ANY),
    **dict.fromkeys(("multi_head_attention", "torch_attention", "attention_backward"), ANY),
    **dict.fromkeys(("batched_attention", "causal_sdpa", "rotated_attention"), ANY),
    **dict.fromkeys(("grouped_attention", "llama_logits", "patch", "loss_and_slopes"), ANY),
    **dict.fromkeys(("leaks_future", "is_equivariant", "is_identity", "cache_agrees", "write"), FUNCTION),
    **dict.fromkeys(("to_half_split", "from_half_split"), LETTERS),
    **dict.fromkeys(("heads_by_loop", "heads_by_einsum", "masked_multi_head", "cat_step"), PART),
    **dict.fromkeys(("next_token_loss", "both_twins_right", "cached_attention", "swiglu"), PART),
    **dict.fromkeys(("read_tensors", "unpacked_blocks"), PART),
    **dict.fromkeys(("cat_logits", "causal_heads", "predict_answers", "chances_after"), NONE),
}  # fmt: skip
WITH_ARGUMENTS = [name for name, task in TASKS.items() if task.probes(0)[0].arguments]


def statements() -> dict[str, str]:
    folder = Path(__file__).parents[2] / "solutions"
    cells = (cell for path in folder.glob("*.ipynb") for cell in read_notebook(path).cells)
    return {cell.id: cell.source.partition("By hand")[2] for cell in cells}


@pytest.fixture(scope="module")
def by_hand() -> dict[str, str]:
    """What each statement says by hand."""
    return statements()


def examples(task: Task) -> list[Probe]:
    return [probe for probe in task.probes(0) if BY_HAND in probe.description]


def numbers_said(text: str) -> list[float]:
    """The numbers in a text, without their signs."""
    found = []
    for function, number, divisor in NUMBER.findall(text):
        value = FRACTIONS.get(number) or float(number.replace(",", ""))
        found.append(FUNCTIONS[function](value) / float(divisor or 1))
    return found


def numbers_in(value: Any) -> set[float]:
    if isinstance(value, dict):
        return numbers_in(tuple(value.values()))
    if isinstance(value, tuple | list):
        return set().union(*map(numbers_in, value))
    if callable(value) or isinstance(value, str):
        return set()
    return {abs(float(one)) for one in np.ravel(value)}


@pytest.mark.parametrize("name", WITH_ARGUMENTS)
def test_the_example_by_hand_is_an_input(name: str) -> None:
    assert bool(examples(TASKS[name])) != (name in NO_INPUT)


@pytest.mark.parametrize("name", [name for name in WITH_ARGUMENTS if name not in NO_INPUT])
def test_its_numbers_are_those_of_the_statement(name: str, by_hand: dict[str, str]) -> None:
    said = numbers_said(by_hand[f"{name}-task"])
    for probe in examples(TASKS[name]):
        right: Outcome = TASKS[name].right(probe)
        for number in numbers_in([*probe.arguments.values(), right.value]) - CONSTANT:
            near = [abs(number - other) < SHOWN for other in said]
            assert any(near), f"{name}-task does not say {number:g} after By hand"
