"""A learner's functions run SmolLM2: here the solution's, on a small random model and on the real one."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnlib.words import SentenceError
from course.models.real import fetch, interventions, meeting, record_meeting, smollm
from course.models.real.meeting import Functions

SOLUTION = Path(__file__).parents[2] / "solutions/17_real_model.ipynb"
TEXT = "The cat, a cat"


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """The functions of the solution."""
    cells = json.loads(SOLUTION.read_text(encoding="utf-8"))["cells"]
    defined: dict[str, Any] = {"np": np}
    for cell in cells:
        if {"answer", "own"} & {*cell["metadata"].get("tags", [])}:
            exec("".join(cell["source"]), defined)
    return defined


@pytest.fixture
def functions(answers: dict[str, Any]) -> Functions:
    """The same, after their checks have passed."""
    found = Functions(*(answers[name] for name in Functions._fields))
    for one in found:
        one.passed = True
    return found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[smollm.Model]:
    """The small model, in place of the published one."""
    model = smollm.small_model()
    monkeypatch.setattr(fetch, "load_smollm", lambda: model)
    meeting._in_order.cache_clear()
    yield model
    meeting._in_order.cache_clear()


def silent(line: str) -> None:
    """Say nothing."""


def passed(function: Any) -> Any:
    function.passed = True
    return function


def logits_of(functions: Functions, text: str = TEXT) -> Any:
    run = meeting.run(functions, silent)
    return run.next_logits(run.tokens(text))


# What runs


def test_they_compute_what_the_model_computes(small: smollm.Model, functions: Functions) -> None:
    theirs = smollm.read(small, small.words.encode(TEXT)).logits[-1]
    np.testing.assert_allclose(logits_of(functions), theirs, atol=1e-5 * abs(theirs).max())


def test_the_solution_stays_in_float32(small: smollm.Model, functions: Functions) -> None:
    """In float64, each of the 30 layers would copy its matrices first."""
    assert logits_of(functions).dtype == np.float32


@pytest.mark.parametrize(
    ("name", "slip"),
    [
        ("from_half_split", lambda W, num_heads: W),
        ("from_half_split", lambda W, num_heads: W if num_heads == 2 else W[:, ::-1]),
        ("llama_logits", lambda weights, tokens, num_heads: np.zeros((1, 259))),
    ],
)
def test_each_of_them_takes_part(
    small: smollm.Model, functions: Functions, name: str, slip: Any
) -> None:
    right = logits_of(functions)
    wrong = logits_of(functions._replace(**{name: passed(slip)}))
    assert abs(wrong - right).max() > 1e-3


def test_the_likeliest_token_is_written_each_time(
    small: smollm.Model, functions: Functions
) -> None:
    written = meeting.run(functions, silent).write(TEXT)
    for theirs, ours in zip(smollm.write(small, TEXT, 6), written, strict=False):
        assert ours.token == theirs.token
        np.testing.assert_allclose(ours.chances, theirs.chances, atol=1e-5)


@pytest.mark.parametrize("mark", [smollm.END, smollm.END_OF_TEXT])
def test_it_stops_where_the_model_ends_its_text(
    small: smollm.Model, functions: Functions, mark: str
) -> None:
    end = small.words.ids[mark]

    def ends_after_two(weights: Any, tokens: Any, num_heads: int) -> Any:
        return np.eye(259)[[end if len(tokens) == 9 else 5]]

    run = meeting.run(functions._replace(llama_logits=passed(ends_after_two)), silent)
    assert [one.token for one in islice(run.write("A dog b"), 5)] == [5, 5]


@pytest.mark.parametrize(("text", "count"), [("", 0), ("a" * 61, 61)])
def test_a_beginning_without_words_or_with_too_many_is_refused(
    small: smollm.Model, functions: Functions, text: str, count: int
) -> None:
    with pytest.raises(SentenceError, match=f"has {count} tokens, and from 1 to 60 are read here"):
        meeting.run(functions, silent).write(text)


# What is said


def test_the_file_is_read_once_unless_what_reads_it_has_changed(
    small: smollm.Model, functions: Functions
) -> None:
    first = meeting.run(functions, silent)
    again = meeting.run(functions._replace(llama_logits=passed(lambda *_: 0)), silent)
    assert again.model is first.model
    other = functions._replace(from_half_split=passed(lambda W, num_heads: W))
    assert meeting.run(other, silent).model is not first.model


def unread() -> smollm.Model:
    raise AssertionError("the model is not needed to say this")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["swiglu"], r"^Your `swiglu` has not passed its check yet\. Once it has, .* recorded\.$"),
        (
            ["rms_norm", "swiglu", "llama_logits"],
            "^Your `rms_norm`, `swiglu` and `llama_logits` have not passed their checks yet",
        ),
    ],
)
def test_what_has_not_passed_is_named(
    functions: Functions, names: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "load_smollm", unread)
    getattr(functions, names[0]).passed = False  # as a check that fails leaves it
    for name in names[1:]:
        del getattr(functions, name).passed  # as if its cell had been run again
    with pytest.raises(SentenceError, match=said):
        meeting.run(functions, silent)


def test_without_the_model_it_says_how_to_get_it(
    functions: Functions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> smollm.Model:
        raise fetch.ModelError("Run `make real-model`, which downloads 93 MB.")

    monkeypatch.setattr(fetch, "load_smollm", absent)
    meeting._in_order.cache_clear()
    with pytest.raises(SentenceError, match=r"^Your functions are ready\. Run `make real-model`"):
        meeting.run(functions, silent)


# What was recorded


def test_the_recording_is_the_one_that_was_written() -> None:
    listed = meeting.RECORD.with_name(record_meeting.HASH).read_text(encoding="utf-8")
    assert record_meeting.hash_of(meeting.RECORD) == listed
    found = meeting.recorded()
    assert len(found.tokens) == len(set(found.ids.tolist())) == len(found.logits) == 40
    assert (np.diff(found.logits[: record_meeting.LIKELIEST]) <= 0).all()
    assert found.text == record_meeting.TEXT


@pytest.mark.xdist_group("transformers")
def test_the_command_records_what_transformers_computes(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    model = smollm.small_model()
    record_meeting.record(model, tmp_path / "meeting.json")
    found = json.loads((tmp_path / "meeting.json").read_text(encoding="utf-8"))
    logits = smollm.read(model, model.words.encode(record_meeting.TEXT)).logits[-1]
    np.testing.assert_allclose(found["logits"], logits[found["ids"]], atol=1e-5)
    assert found["ids"][0] == logits.argmax()
    assert (tmp_path / record_meeting.HASH).exists()


# The published model


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")  # one process has the published model
def test_the_solution_runs_the_published_model(functions: Functions) -> None:
    fetch.fetch(fetch.SMOLLM)
    run, theirs = meeting.run(functions, silent), meeting.recorded()
    yours = run.next_logits(run.tokens(theirs.text))
    difference = abs(yours[theirs.ids] - theirs.logits).max()
    assert difference < 1e-5 * abs(theirs.logits).max()
    assert yours.dtype == np.float32
    written = [one.token for one in islice(run.write(theirs.text), 4)]
    assert run.model.words.decode(written) == " Paris.\n\n"
    slip = smollm.read(run.model._replace(base=1e4), run.tokens(theirs.text)).logits[-1]
    assert slip.argmax() == theirs.ids[0]
    assert f"{abs(slip[theirs.ids] - theirs.logits).max():.2f}" == "0.39"  # in the words
    meeting._in_order.cache_clear()


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")
def test_no_head_is_needed_for_paris_and_another_text_through_one_makes_it_rome(
    functions: Functions, answers: dict[str, Any]
) -> None:
    fetch.fetch(fetch.SMOLLM)
    run = meeting.run(functions, silent)
    model, words = run.model, run.model.words
    here, there = (run.tokens(f"The capital of {name} is") for name in ("France", "Italy"))
    patched = answers["patch"](model.weights, here, there, model.num_heads, 23, 4)
    assert words.decode([patched.argmax()]) == " Rome"
    whole = interventions.run(model, here)
    for layer in range(model.num_layers):
        streams = interventions.each_silenced(whole, layer)
        last = interventions.hidden_after(model, layer, streams)[:, -1]
        likeliest = (last @ model.weights["embedding"].T).argmax(axis=-1)
        assert {words.decode([token]) for token in likeliest} == {" Paris"}
    meeting._in_order.cache_clear()


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")
def test_the_recording_is_what_transformers_computes_with_the_published_model(
    tmp_path: Path,
) -> None:
    fetch.fetch(fetch.SMOLLM)
    record_meeting.record(fetch.load_smollm(), tmp_path / "meeting.json")
    found, theirs = json.loads((tmp_path / "meeting.json").read_text()), meeting.recorded()
    assert found["ids"] == theirs.ids.tolist()
    np.testing.assert_allclose(found["logits"], theirs.logits, atol=1e-3)
