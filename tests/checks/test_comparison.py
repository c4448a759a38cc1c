"""The rule of comparison: kinds, scales, several results, and forged values."""

import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from checks.comparison import agree, disagreement, entry_disagreement
from checks.outcome import Outcome, Probe
from checks.published import published, restored
from checks.remote.serialization import decode, encode

PROBE = Probe("one", {"x": 1.0})


def entry(value, probe=PROBE):
    (one,) = json.loads(json.dumps(published([probe], [Outcome(value)])))
    return one


def equal(value, expected, several=False, probe=PROBE):
    return agree([entry(value, probe)], [entry(expected, probe)], several)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        0.25,
        "rows",
        np.float32(0.5),
        np.array(2.0),
        np.array([[True, False]]),
        [[1, 2.5], [3, 4]],
        {"X": (2, 3), "note": "wide", "weights": np.eye(2)},
        {"bug": {"cache", "future"}, "another": set()},
        np.array([np.inf, np.nan, -np.inf]),
        np.full(3, 1e-9),
        [],
    ],
)
def test_a_value_is_equal_to_itself(value):
    assert equal(value, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, True),
        (np.array([1, 0]), np.array([True, False])),
        (True, 1),
        (None, 0),
        (0, None),
        (0.0, np.nan),
        ("1", 1),
        ("rows", "columns"),
        ("None", None),
        ("nan", np.nan),
        (np.nan, np.inf),
        ({"X": (2, 3.0)}, {"X": (2, 3)}),
        ({"X": (2, True)}, {"X": (2, 1)}),
        ({}, {"X": (2, 3)}),
        ({"X": "2, 3"}, {"X": (2, 3)}),
        ({"w": np.ones(2)}, {"w": np.zeros(2)}),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.ones((1, 2)), np.ones(2)),
        (np.ones(2), np.ones((2, 1))),
        (np.ones(3), np.ones(2)),
        (np.ones(2, np.float16), np.ones(2)),
        (Fraction(1, 3), 0.25),
        ([Fraction(1, 3), 1j], [1 / 3, 1.0]),
        ("d", "e"),
        (np.array([1 + 1j]), np.array([1.0])),
        ({"bug": {"cache"}}, {"bug": {"cache", "future"}}),
        ({"bug": {1, 2}}, {"bug": {"cache"}}),
        ({"bug": "cache, future"}, {"bug": {"cache", "future"}}),
        ({"bug": ["cache", ["future"]]}, {"bug": {"cache", "future"}}),
        ({"bug": None}, {"bug": {"cache"}}),
    ],
)
def test_kinds_survive_publication_and_stay_apart(value, expected):
    assert not equal(value, expected)


@pytest.mark.parametrize(
    "exact",
    [
        [Fraction(1, 3), Fraction(2, 3)],
        (Fraction(1, 3), 2 / 3),
        np.array([Fraction(1, 3), Fraction(2, 3)]),
        [Decimal(1) / 3, Decimal(2) / 3],
    ],
)
def test_fractions_and_decimals_are_numbers_here_and_in_the_sandbox(exact):
    right = np.array([1 / 3, 2 / 3])
    assert entry(exact)["value"] == entry(right)["value"]
    assert entry(decode(json.loads(json.dumps(encode(exact)))))["value"] == entry(right)["value"]


@pytest.mark.parametrize("letter", ["d", "D", " d\n"])
def test_capitals_and_spaces_around_a_letter_are_no_mistake(letter):
    assert equal(letter, "d")


@pytest.mark.parametrize(
    "words",
    [
        ["future", "cache"],
        ("cache", "future"),
        frozenset({"cache", "future"}),
        ["Cache", " future "],
        ["cache"] * 2 + ["future"],
    ],
)
def test_words_of_a_set_may_come_in_any_order_and_collection(words):
    assert equal({"bug": words}, {"bug": {"cache", "future"}})


def test_a_single_word_is_a_set_of_one():
    assert equal({"bug": "cache"}, {"bug": {"cache"}})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"cache"}, "something is missing"),
        ({"cache", "future", "twice"}, "something does not belong there"),
        ({"twice"}, "something is missing, and something does not belong there"),
        ([1], "there is something else than strings"),
        ({"cache": 1}, "it returned a dict, not a set"),
    ],
)
def test_what_is_wrong_with_a_set_is_said_without_its_words(words, said):
    found = disagreement({"a bug": words}, {"a bug": {"cache", "future"}}, 1e-5)
    assert found == f"in the entry 'a bug' {said}"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ({"a": 5, "b": 7, "c": 6}, "in the entry a 5 is not the answer (2 of 3 right)"),
        ({"a": 6, "b": 8, "c": 5}, "in the entry b 8 is not the answer (1 of 3 right)"),
        ({"a": 6, "b": 7}, "there is no entry c (2 of 3 right)"),
    ],
)
def test_how_many_entries_are_right_is_said_but_not_which(lines, said):
    assert disagreement(lines, {"a": 6, "b": 7, "c": 6}, 1e-5) == said


def test_the_names_of_entries_may_be_numbers():
    said = "in the entry 2 3.0 is not the answer (1 of 2 right)"
    assert disagreement({1: 1.0, 2: 3.0}, {1: 1.0, 2: 4.0}, 1e-5) == said


def test_several_arguments_that_changed_are_several():
    probe, right = Probe("one", {"W_q": 1, "W_k": 2}), entry(1.0)
    (found,) = published([probe], [Outcome(1.0, changed=("W_q", "W_k"))])
    said = "your function changed its arguments W_q and W_k"
    assert entry_disagreement(found, right, several=False) == said


@pytest.mark.parametrize(
    ("value", "expected", "said"),
    [
        (-2, None, "it returned -2, not None"),
        (1, "d", "it returned 1, not a string"),
        (0.5, True, "it returned 0.5, not True or False"),
        (False, 0.5, "it returned False, not a number"),
        (None, True, "it returned None, not True or False"),
        (False, True, "False is not the answer"),
        (None, np.ones(2), "it returned None (is `return` missing?)"),
        ("weights", np.ones(2), "it returned a string, not an array"),
        ([1, [6]], np.ones(2), "the second entry is one array of shape (1,), not a number"),
        (["1/5", 1], np.ones(2), "the first entry is a string, not a number"),
        ({"X": "(2, 3)"}, {"X": (2, 3)}, "the entry X is a string, not a tuple of numbers"),
        (["l", "o", "w"], ("lo", "w"), "it returned 3 strings, not 2"),
        (["low"], ("lo", "w"), "it returned 1 string, not 2"),
        (~np.eye(2, dtype=bool), np.eye(2, dtype=bool), "True and False are not all"),
        (np.ones(2, np.float16), np.ones(2), "float16, which is too coarse: float32 or float64"),
    ],
)
def test_what_came_back_is_said_in_clear_words(value, expected, said):
    assert said in disagreement(restored(entry(value)["value"]), expected, 1e-5)


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 0.02, 0.3, 1.0, 50.0, 1e6])
def test_the_tolerance_is_relative_to_the_largest_value_at_every_scale(scale):
    right = scale * np.array([1.0, 0.5, -0.25])
    assert equal(right + 0.4e-5 * scale, right)
    assert not equal(right + 2.1e-5 * scale, right)


@pytest.mark.parametrize("scale", [1e-9, 0.02, 1.0, 1e6])
def test_single_precision_is_held_to_a_rougher_tolerance(scale):
    probe = Probe("one", {"x": np.float32(1)})
    right = np.float32(scale) * np.array([1.0, 0.5, -0.25], np.float32)
    assert equal(right * np.float32(1 + 3e-7), right, probe=probe)
    assert not equal(right * np.float32(1.002), right, probe=probe)


def test_each_of_several_results_has_its_own_scale_and_all_are_compared():
    right = (np.full(3, 1000.0), np.full(3, 0.001), np.ones(2), np.ones(2), np.ones(2), 7.0)
    assert equal(right, right, several=True)
    for place in range(len(right)):
        wrong = list(right)
        wrong[place] = right[place] * 1.001
        assert not equal(tuple(wrong), right, several=True)
        words = disagreement(tuple(wrong), right, 1e-5)
        assert words.startswith(
            f"in the {['first', 'second', 'third', 'fourth', 'fifth', '6th'][place]}"
        )


def test_rounding_alone_never_makes_a_difference():
    rng = np.random.default_rng(0)
    for _ in range(2000):
        right = rng.normal(size=4) * 10.0 ** rng.integers(-6, 4)
        assert equal(right * (1 + 1e-12 * rng.normal(size=4)), right)


def test_a_changed_argument_is_wrong():
    right = entry(1.0)
    assert not agree([{**right, "changed": ["x"]}], [right], False)


@pytest.mark.parametrize(
    "forged",
    [
        *(None, "x", 3, [], [None], [{}]),
        [entry(1.0)] * 2,
        [{**entry(1.0), "value": 10**400}],
        [{"changed": [], "error": "TypeError"}],
    ],
)
def test_entries_of_another_kind_or_number_agree_with_nothing(forged):
    assert not agree(forged, [entry(1.0)], False)
    assert not agree([], [], False)


def test_a_tolerance_that_a_forger_chose_is_at_most_that_of_single_precision():
    right, off = entry(1.0), entry(1.0001)
    assert not agree([off], [right], False)
    assert not agree([{**off, "tolerance": 1e9}], [right], False)
    for mine, other in ((1e-4, 1e-5), (1e-5, 1e-4)):
        pair = {**off, "tolerance": mine}, {**right, "tolerance": other}
        assert agree([pair[0]], [pair[1]], False)
        assert not agree([{**pair[0], "value": 1.01}], [pair[1]], False)


@pytest.mark.parametrize(
    "made_up",
    [
        {"entries": 3},
        {"text": None},
        {},
        {"unlike": []},
        "word",
        float("inf"),
        float("nan"),
        {"a": 1},
        {"set": [1]},
        {"set": 3},
    ],
)
def test_what_no_check_publishes_is_refused(made_up):
    with pytest.raises(ValueError, match="not a value that a check publishes"):
        restored(made_up)
    assert not agree([{"changed": [], "value": made_up}], [entry(1.0)], False)


@pytest.mark.parametrize(
    ("value", "tolerance", "differs"),
    [
        ([2048, 0.5], 1e-5, False),
        ([2048, 0.50012], 1e-5, True),  # a slip in a small number, beside a large one
        ([2048, 0.5004], 1e-4, False),  # where three decimals will do
        ([2048, 0.501], 1e-4, True),
    ],
)
def test_on_paper_each_number_is_compared_by_itself(value, tolerance, differs):
    probe = Probe("paper", {}, tolerance=tolerance)
    entry, right = published([probe, probe], [Outcome(value), Outcome([2048, 0.5])])
    assert (entry_disagreement(entry, right, several=False) is not None) == differs
    assert agree([entry], [right], several=False) != differs
