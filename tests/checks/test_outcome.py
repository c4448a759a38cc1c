"""A function is called once, or once for each word; what it is given comes back as it was."""

import json
import tracemalloc

import numpy as np
import pytest

from checks.errors import raising_line
from checks.outcome import InTurn, Probe, call, called, content, own, with_memory
from checks.published import FLOAT32_TOLERANCE, TOLERANCE, tolerance_for
from checks.remote.serialization import decode, encode


def running_sum(x, total):
    now = x + (total or 0)
    return now, now


def test_what_a_call_keeps_goes_into_the_next_one():
    assert called(running_sum, {"x": InTurn([1, 2, 3]), "total": None}) == [1, 3, 6]
    assert called(running_sum, {"x": 5, "total": 1}) == (6, 6)


def test_two_arguments_may_take_turns():
    scaled = lambda x, y, kept: (x * y, kept)  # noqa: E731
    assert called(scaled, {"x": InTurn([1, 2]), "y": InTurn([10, 100]), "kept": None}) == [10, 200]


@pytest.mark.parametrize("returned", [None, 3, (1, 2, 3)])
def test_what_is_not_a_pair_is_returned_as_it_is(returned):
    assert called(lambda x, kept: returned, {"x": InTurn([1, 2]), "kept": None}) == returned


def test_a_result_that_is_written_into_later_stays_as_it_was():
    buffer = np.zeros(1)

    def reuses(x, kept):
        buffer[:] = x
        return buffer, kept

    assert np.array_equal(called(reuses, {"x": InTurn([1, 2]), "kept": None}), [[1], [2]])


def test_a_change_inside_a_dict_is_noticed_and_does_not_reach_the_probe():
    def spoils(weights):
        weights["W"] += 1

    probe = Probe("a dict", {"weights": {"W": np.zeros(2)}})
    assert call(spoils, probe).changed == ("weights",)
    assert call(lambda weights: None, probe).changed == ()
    assert not probe.arguments["weights"]["W"].any()


def test_contents_are_told_apart():
    one, other = {"W": np.zeros(2)}, {"W": np.ones(2)}
    assert content(one) == content(own(one)) != content(other)
    assert content(InTurn([one, one])) != content(InTurn([one, other]))


def test_turns_travel_to_the_sandbox():
    sent = InTurn([{"W": np.eye(1)}, {"W": np.zeros((1, 1))}])
    came = decode(json.loads(json.dumps(encode(sent))))
    assert isinstance(came, InTurn)
    assert content(came) == content(sent)


def test_a_probe_may_ask_for_more_than_the_rule():
    single = {"x": np.float32(1)}
    assert tolerance_for(Probe("lenient", single), 1.0) == FLOAT32_TOLERANCE
    assert tolerance_for(Probe("strict", single, TOLERANCE), np.float32(1)) == TOLERANCE


def test_single_precision_is_seen_among_named_weights():
    weights = {"W": np.zeros(2, dtype=np.float32)}
    assert tolerance_for(Probe("named", {"weights": weights}), 1.0) == FLOAT32_TOLERANCE


def test_the_line_of_an_answer_that_raised_is_found():
    def divides(x):
        return x / 0

    assert raising_line(call(divides, Probe("one", {"x": 1})).error) == "return x / 0"


def in_use_at_most(bytes_: int | None) -> Probe:
    return Probe("a table", {"n": 100}, most_memory=bytes_)


def table(n):
    return np.ones((n, n)).sum(axis=0)


def test_who_has_more_memory_in_use_than_allowed_is_found():
    for most, too_much in ((8 * 100**2 - 1, True), (2 * 8 * 100**2, False)):
        probe = in_use_at_most(most)
        assert call(table, probe).needs_too_much(probe) is too_much


def test_memory_is_counted_only_where_it_matters():
    assert call(table, in_use_at_most(None)).memory == 0
    assert not tracemalloc.is_tracing()


def test_memory_is_counted_beside_a_count_of_the_notebook():
    tracemalloc.start()
    try:
        kept, before = np.ones(10_000), tracemalloc.get_traced_memory()[0]
        assert with_memory(lambda: np.ones(1_000))[1] < 2 * 8 * 1_000 < kept.nbytes <= before
        assert tracemalloc.is_tracing()
    finally:
        tracemalloc.stop()


def test_an_answer_that_ends_the_count_is_called_all_the_same():
    def ends_it(n):
        tracemalloc.stop()
        return table(n)

    assert call(ends_it, in_use_at_most(1)).value.shape == (100,)
