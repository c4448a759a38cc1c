"""A learner's functions run SmolLM2: here the solution's, on a small random model and on the real one."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnlib.words import SentenceError
from course.models.real import fetch, gguf, meeting, record_meeting, smollm
from course.models.real.bytepairs import LETTERS
from course.models.real.meeting import Functions

SOLUTION = Path(__file__).parents[2] / "solutions/17_real_model.ipynb"
MERGES = {"c a": "ca", "ca t": "cat", "Ġ cat": "Ġcat", "a t": "at"}  # not by the alphabet
TEXT = "The cat, a cat"


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """The functions of the solution."""
    cells = json.loads(SOLUTION.read_text(encoding="utf-8"))["cells"]
    defined: dict[str, Any] = {"np": np}
    for cell in cells:
        if "answer" in cell["metadata"].get("tags", []):
            exec("".join(cell["source"]), defined)
    return defined


@pytest.fixture
def functions(answers: dict[str, Any]) -> Functions:
    """The same, after their checks have passed."""
    found = Functions(*(answers[name] for name in Functions._fields))
    for one in found:
        one.passed = True
    return found


def file_with_merges() -> gguf.File:
    """The small model, in whose vocabulary four rare letters give way to pieces."""
    file = smollm.small_file()
    tokens = [*(letter for letter in LETTERS if letter not in "jqxz"), *MERGES.values()]
    tokens += smollm.MARKS
    own = {"tokenizer.ggml.tokens": tokens, "tokenizer.ggml.merges": [*MERGES]}
    return file._replace(values=file.values | own)


BLOCKS = np.zeros((3, 20), np.uint8)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[smollm.Model]:
    """The small model, which lies where the published file would lie."""

    def read(path: Path, unpack_fours: gguf.Unpacking | None = None) -> gguf.File:
        file = file_with_merges()
        assert unpack_fours is not None
        more = float(unpack_fours(BLOCKS).sum())  # 0, if it unpacks as it should
        tensors = {name: array + np.float32(more) for name, array in file.tensors.items()}
        return file._replace(tensors=tensors)

    monkeypatch.setattr(fetch, "smollm_file", lambda: Path("small.gguf"))
    monkeypatch.setattr(gguf, "read", read)
    meeting._read.clear()
    yield smollm.model_of(file_with_merges())
    meeting._read.clear()


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


@pytest.mark.parametrize("text", [TEXT, "café 42!\n", " ", "", "jazz", "zz"])
def test_a_text_is_cut_as_the_model_cuts_it(
    small: smollm.Model, functions: Functions, text: str
) -> None:
    def pieces(word: str, ranks: dict[str, int]) -> Any:
        assert word  # as the exercise promises
        return functions.pieces_of_word(word, ranks)

    run = meeting.run(functions._replace(pieces_of_word=passed(pieces)), silent)
    assert run.tokens(text).tolist() == small.words.encode(text)
    assert "cat" not in text or small.words.ids["Ġcat"] in run.tokens(text)


@pytest.mark.parametrize(
    ("name", "slip"),
    [
        ("unpacked_blocks", lambda blocks: np.ones((len(blocks), 32))),
        ("pieces_of_word", lambda word, ranks: list(word)),
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
    said: list[str] = []
    first = meeting.run(functions, said.append)
    assert "Your unpacked_blocks reads the model: matrix 1 of 210 ..." in said
    again = meeting.run(functions._replace(llama_logits=passed(lambda *_: 0)), said.append)
    assert again.model is first.model
    other = functions._replace(unpacked_blocks=passed(lambda blocks: np.zeros((3, 32))))
    assert meeting.run(other, silent).model is not first.model
    assert len(meeting._read) == 1


def unread() -> Path:
    raise AssertionError("the model is not needed to say this")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["swiglu"], r"^Your `swiglu` has not passed its check yet\. Once it has, .* recorded\.$"),
        (
            ["pieces_of_word", "swiglu", "llama_logits"],
            "^Your `pieces_of_word`, `swiglu` and `llama_logits` have not passed their checks yet",
        ),
    ],
)
def test_what_has_not_passed_is_named(
    functions: Functions, names: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "smollm_file", unread)
    getattr(functions, names[0]).passed = False  # as a check that fails leaves it
    for name in names[1:]:
        del getattr(functions, name).passed  # as if its cell had been run again
    with pytest.raises(SentenceError, match=said):
        meeting.run(functions, silent)


def test_without_the_model_it_says_how_to_get_it(
    functions: Functions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> Path:
        raise fetch.ModelError("Run `make real-model`, which downloads 93 MB.")

    monkeypatch.setattr(fetch, "smollm_file", absent)
    meeting._read.clear()
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
    said: list[str] = []
    run, theirs = meeting.run(functions, said.append), meeting.recorded()
    yours = run.next_logits(run.tokens(theirs.text))
    difference = abs(yours[theirs.ids] - theirs.logits).max()
    assert difference < 1e-5 * abs(theirs.logits).max()
    assert sum("unpacked_blocks" in line for line in said) == meeting.MATRICES / meeting.SAID_AFTER
    written = [one.token for one in islice(run.write(theirs.text), 4)]
    assert run.model.words.decode(written) == " Paris.\n\n"
    slip = smollm.read(run.model._replace(base=1e4), run.tokens(theirs.text)).logits[-1]
    assert slip.argmax() == theirs.ids[0]
    assert f"{abs(slip[theirs.ids] - theirs.logits).max():.2f}" == "0.39"  # in the words
    meeting._read.clear()


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
