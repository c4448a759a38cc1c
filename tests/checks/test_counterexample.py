"""The smallest input that shows a mistake: small, valid, ready to paste, and never the right value."""

import inspect
import re

import bank
import numpy as np
import pytest
from bank import TORCH_TASKS
from verdicts import verdicts_on

from checks import check
from checks.catalogue import TASKS
from checks.counterexample import (
    MOST_CALLS,
    Shrinking,
    _first_line,
    _short,
    _simpler,
    smallest_example,
)
from checks.outcome import Probe, call

SHOWN = re.compile(r"`(.*?)` returns (.*)\.(?: \(`.*\))?$")


def shown(task, answer):
    """Return what a check calls the smallest input: the call, and its result."""
    return shown_in(check(task, answer))


def shown_in(verdict):
    for line in verdict.lines:
        if found := SHOWN.search(line):
            return found.groups()
    return None


def test_softmax_with_a_tenth_too_much():
    def softmax(scores, axis=-1):
        e = np.exp(scores - scores.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True) + 0.1

    assert shown("softmax", softmax) == ("softmax(np.array([0.]))", "[1.1]")


def test_shares_are_exchanged_for_simpler_shares_alone():
    simpler = list(_simpler(np.array([[0.25, 0.75]])))
    assert [one.tolist() for one in simpler] == [[[0.0, 1.0]], [[0.5, 0.5]], [[0.2, 0.8]]]


def test_weights_that_stay_weights_and_sizes_that_belong_together():
    def softmax_jacobian(weights):
        return np.diag(weights) * 3

    pasted, _ = shown("softmax_jacobian", softmax_jacobian)
    assert pasted == "softmax_jacobian(np.array([1.]))"

    def attention_weights(Q, K):
        s = Q @ K.swapaxes(-1, -2) / 2.0
        e = np.exp(s)
        return e / e.sum(axis=-1, keepdims=True)

    pasted, _ = shown("attention_weights", attention_weights)
    Q, K = eval(pasted, {"np": np, "attention_weights": lambda Q, K: (Q, K)})
    assert Q.shape[-1] == K.shape[-1]
    assert Q.size + K.size <= 4


def test_masks_functions_numbers_and_dicts():
    def masked_softmax(scores, visible):
        e = np.exp(scores) * visible
        return e / (e.sum(axis=-1, keepdims=True) + 1e-12) + 0.1

    assert shown("masked_softmax", masked_softmax)[0] == (
        "masked_softmax(np.array([[0.]]), np.array([False]))"  # a hidden key has a weight
    )
    assert shown("leaks_future", lambda attend, X: True) == (
        "leaks_future(each_row_doubled, np.array([[-1.]]))",
        "True",
    )
    wrong = lambda n, d_model, num_heads: {"X": (n, d_model, num_heads)}  # noqa: E731
    assert shown("head_shapes", wrong) == ("head_shapes(1, 1, 1)", "{'X': (1, 1, 1)}")
    assert shown("causal_visibility", lambda n: np.eye(n, dtype=bool)[::-1])[0] == (
        "causal_visibility(2)"
    )


def functions_among_inputs(task, words):
    """Map names to functions; if several share a name, choose by the documented first line."""
    inputs = [value for probe in TASKS[task].probes(0) for value in probe.arguments.values()]
    return {one.__name__: one for one in inputs if callable(one) and _first_line(one) in words}


@pytest.mark.parametrize("task", TASKS)
def test_what_is_shown_is_wrong_there_and_ready_to_paste(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    for verdict in verdicts_on(task, "unnamed").values():
        found = shown_in(verdict)
        if found is None:
            continue
        names = {
            "np": np,
            task: lambda *given: given,
            **functions_among_inputs(task, " ".join(verdict.lines)),
        }
        arguments = eval(found[0], names)
        assert _short(TASKS[task].reference(*arguments)) != found[1], (found, verdict.lines)


def softmax_of_rows_alone(scores, axis=-1):
    if scores.ndim > 1:
        return TASKS["softmax"].reference(scores, axis)
    return np.ones_like(scores)


def prints_what_its_example_keeps(task, verdict, answer):
    """Check whether a verdict prints a property that the input beside it does not break."""
    printed = [line for line in verdict.lines if line.startswith("This does not hold: ")]
    found = shown_in(verdict)
    if not printed or found is None:
        return False
    names = {"np": np, task.name: lambda *given: given}
    names |= functions_among_inputs(task.name, " ".join(verdict.lines))
    arguments = eval(found[0], names)
    given = dict(zip(inspect.signature(task.reference).parameters, arguments, strict=False))
    (known,) = (one for one in task.properties if printed[0].endswith(one.statement))
    probes = [Probe(one.description, given) for one in task.probes(0)]
    return not any(known.broken_by(probe, call(answer, probe)) for probe in probes)


@pytest.mark.parametrize("task", TASKS)
def test_what_is_shown_breaks_the_property_beside_it(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    verdicts = verdicts_on(task, "unnamed").items()
    assert [
        verdict
        for answer, verdict in verdicts
        if prints_what_its_example_keeps(TASKS[task], verdict, answer.function)
    ] == []


def test_the_example_is_the_smallest_for_its_property():
    verdict = check("softmax", softmax_of_rows_alone)
    assert "sums to 1" in verdict.lines[1]
    assert shown_in(verdict) == ("softmax(np.array([0., 0.]))", "[1.0, 1.0]")


def test_an_answer_that_draws_at_random_is_told_so():
    rng = np.random.default_rng(0)
    verdict = check("softmax", lambda scores, axis=-1: rng.random(scores.shape))
    assert any("Called twice" in line for line in verdict.lines)
    assert "at random" in verdict.lines[-1]


def test_what_is_kept_from_one_call_to_the_next_is_told_where_no_input_can_be_shown():
    namespace = {"np": np}
    exec(bank.answers("cat_step", "right")[0].source, namespace)
    kept = [None]

    def cat_step(weights, token, cache):
        logits, kept[0] = namespace["cat_step"](weights, token, kept[0])
        return logits, kept[0]

    assert "kept from one call to the next" in check("cat_step", cat_step).lines[-1]


def test_an_answer_that_only_raises_has_no_example():
    task = TASKS["softmax"]
    probes = task.probes(0)

    def raises(*arguments):
        raise KeyError

    outcomes = [call(raises, probe) for probe in probes]
    assert smallest_example(task, raises, probes, outcomes) is None


def test_the_work_is_bounded_and_the_result_is_always_the_same():
    calls = []

    def wrong(Q, K, V):
        calls.append(1)
        return Q @ K.swapaxes(-1, -2) @ V, 3

    task = TASKS["attention"]
    first, second = (Shrinking(task, wrong).smallest(task.probes(0)[5]) for _ in range(2))
    assert len(calls) <= 2 * MOST_CALLS
    assert first.words("attention") == second.words("attention")


def test_half_precision_is_not_shown_for_its_numbers_may_be_right():
    right = TASKS["softmax"].reference
    assert shown("softmax", lambda *a: right(*a).astype(np.float16)) is None


@pytest.mark.parametrize("name", ["padded_attention", "attention_entropy"])
def test_examples_are_inputs_that_the_task_may_ask_for(name):
    task = TASKS[name]

    def off(*arguments):
        right = task.reference(*arguments)
        return (right[0] + 1, right[1]) if isinstance(right, tuple) else right + 1

    probes = task.probes(0)
    example = smallest_example(task, off, probes, [call(off, probe) for probe in probes])
    assert example is not None
    assert task.valid(*example.probe.arguments.values())
