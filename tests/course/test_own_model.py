"""A model of one's own: it learns, writes, stops and goes on, and comes back from its file."""

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnlib.shapes import Floats
from attnlib.softmax import softmax
from course.models.learning import language_model, own_model, own_text, trained, twins
from course.models.learning.own_model import Model, Training
from course.models.learning.own_text import UNKNOWN, Corpus, TextError
from course.models.learning.training_parts import Parts, loss_and_slopes, read_again

CORPUS = Corpus.of(own_text.stories(twins, 3000), "words")
SMALL: dict[str, Any] = {"d_model": 16, "context": 12, "batch": 4}


@pytest.fixture(scope="module")
def some() -> Training:
    training = Training(CORPUS, **SMALL)
    for _ in range(own_model.EVERY):
        training.step()
    return training


def same(one: Model, other: Model) -> bool:
    return all((one.weights[name] == other.weights[name]).all() for name in one.weights)


def test_it_learns_more_than_how_common_words_are(some: Training) -> None:
    before, after = some.model.reports
    assert before.step == 0
    assert after.validation < own_model.baselines(CORPUS).single < before.validation
    assert after.training < before.training


def test_a_seed_gives_the_same_model() -> None:
    one, again, other = (Training(CORPUS, **SMALL, seed=seed) for seed in (3, 3, 4))
    for training in (one, again, other):
        training.step()
    assert same(one.model, again.model)
    assert not same(one.model, other.model)


def test_a_seed_also_chooses_what_is_read() -> None:
    first = Training(CORPUS, **SMALL)
    others = [Training(CORPUS, model=copy.deepcopy(first.model), seed=seed) for seed in (3, 4)]
    for training in others:
        training.step()
    assert not same(*(training.model for training in others))


def test_weights_have_the_names_and_the_form_of_the_course(some: Training) -> None:
    ours, theirs = some.model.weights, trained.twins()
    assert ours.keys() == theirs.keys()
    assert all(ours[name].ndim == theirs[name].ndim for name in ours)


def test_saved_and_loaded_it_is_the_same_and_goes_on(some: Training, tmp_path: Path) -> None:
    some.model.save(tmp_path / "mine")
    loaded = own_model.load(tmp_path / "mine.npz")
    assert same(loaded, some.model)
    assert (loaded.tokenizer, loaded.context) == (CORPUS.tokenizer, 12)
    assert loaded.reports == some.model.reports
    further = Training(CORPUS, model=loaded)
    assert len(loaded.reports) == 2  # nothing is measured twice
    further.step()
    assert loaded.steps == own_model.EVERY + 1


def test_a_file_is_replaced_only_by_the_same_model_trained_further(
    some: Training, tmp_path: Path
) -> None:
    some.model.save(tmp_path / "mine")
    some.model.save(tmp_path / "mine")
    with pytest.raises(TextError, match=r"trained for 100 steps, and this one has 0\. Save it"):
        Training(CORPUS, **SMALL).model.save(tmp_path / "mine")
    other = Corpus.of("the cat sat on the mat. " * 200, "words")
    further = Training(other, **SMALL).model
    further.steps = 1000
    with pytest.raises(TextError, match="a model of another text"):
        further.save(tmp_path / "mine")
    assert same(own_model.load(tmp_path / "mine"), some.model)


def test_the_best_weights_by_validation_loss_are_kept() -> None:
    losses = iter([4.0, *(9.0, 3.0), *(9.0, 1.0), *(9.0, 2.0)])  # those of steps are 9

    def with_that_loss(*arguments: Any) -> Any:
        return next(losses), loss_and_slopes(*arguments)[1]

    training = Training(CORPUS, Parts(loss_and_slopes=with_that_loss), **SMALL)
    for _ in range(3):
        training.step()
        training.report()
    assert (training.model.steps, training.best.steps) == (3, 2)
    assert training.best.reports[-1].validation == 1.0
    assert not same(training.best, training.model)


def test_it_learns_from_the_windows_that_it_is_given() -> None:
    asked = []

    def windows(numbers: Any, begins: Any, length: int) -> Any:
        asked.append((numbers is CORPUS.training, begins.shape, length))
        return own_text.cut_windows(numbers, begins, length)

    theirs, ours = Training(CORPUS, Parts(windows), **SMALL), Training(CORPUS, **SMALL)
    assert theirs.step() == ours.step()
    assert asked == [(True, (4,), 12)]
    assert same(theirs.model, ours.model)


@pytest.mark.parametrize("found", [None, ([], []), np.zeros((4, 12)), (np.zeros((4, 11)),) * 2])
def test_windows_of_another_form_are_refused_in_a_sentence(found: Any) -> None:
    training = Training(CORPUS, Parts(lambda *_: found), **SMALL)
    with pytest.raises(TextError, match="Do exercise 1 first"):
        training.step()
    assert training.model.steps == 0


def test_another_text_does_not_go_on_with_it(some: Training) -> None:
    other = Corpus.of("the cat sat on the mat. " * 200, "words")
    with pytest.raises(TextError, match="another text"):
        Training(other, model=some.model)


def test_a_window_must_fit_into_what_is_kept_back() -> None:
    with pytest.raises(TextError, match="too short for windows of 400 words"):
        Training(CORPUS, context=400)


@pytest.mark.parametrize("wrong", ["missing", "text", "array", "no model", "other shapes"])
def test_a_wrong_file_is_refused_in_a_sentence(some: Training, tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "mine.npz"
    if wrong == "text":
        path.write_text("the cat sat")
    elif wrong == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    elif wrong == "no model":
        np.savez(path, a=np.zeros(3))
    elif wrong == "other shapes":
        broken = some.model.weights | {"0.W_q": np.zeros((3, 3))}
        Model(broken, CORPUS.tokenizer, 12).save(path)
    with pytest.raises(TextError, match=r"mine\.npz"):
        own_model.load(path)


def test_what_it_writes_goes_on_where_the_text_ends(some: Training) -> None:
    pieces = list(own_model.write(some.model, "the cat sat on", 40))
    assert len(pieces) == 40
    assert pieces[0].startswith(" ")
    assert UNKNOWN not in "".join(pieces)
    again = "".join(own_model.write(some.model, "the cat sat on", 40))
    assert (
        again
        == "".join(pieces)
        != "".join(own_model.write(some.model, "the cat sat on", 40, seed=1))
    )


def test_without_temperature_it_always_writes_the_likeliest(some: Training) -> None:
    first = "".join(own_model.write(some.model, "the cat", 1, temperature=0))
    _, reading = own_model.read(some.model, ["the", "cat"])
    assert first.strip() != UNKNOWN
    likeliest = {
        "".join(own_model.write(some.model, "the cat", 1, top_k=1, seed=seed)) for seed in range(5)
    }
    assert likeliest == {first}
    assert reading.chances.shape == (3, len(CORPUS.tokenizer.VOCABULARY))


def test_a_learners_step_reads_every_token_within_the_window(some: Training) -> None:
    longest = 0

    def step(weights: dict[str, Floats], token: int, cache: Any) -> tuple[Floats, Any]:
        nonlocal longest
        logits, cache = read_again(weights, token, cache)
        longest = max(longest, len(cache))
        return logits, cache

    ours = "".join(own_model.write(some.model, "", 30))
    assert "".join(own_model.write(some.model, "", 30, step=step)) == ours
    assert longest == some.model.context


def test_reading_gives_the_weights_of_every_head(some: Training) -> None:
    tokens, reading = own_model.read(some.model, ["The", "cat", "sat", "."])
    assert tokens == [".", "the", "cat", "sat", "."]
    assert reading.weights.shape == (2, 2, 5, 5)
    assert np.allclose(reading.weights.sum(axis=-1), 1)
    with pytest.raises(TextError, match="only 11 at once"):
        own_model.read(some.model, ["the", "cat"] * 6)


def test_losses_by_place_are_those_of_reading(some: Training) -> None:
    windows = CORPUS.held_back(12)[:1]
    names = [CORPUS.tokenizer.VOCABULARY[number] for number in windows[0, :-1]]
    chances = language_model.read(some.model.weights, names, CORPUS.tokenizer).chances
    expected = -np.log(chances[np.arange(12), windows[0, 1:]])
    assert np.allclose(own_model.losses_by_place(some.model, windows), expected)


def test_counting_pairs_knows_what_counting_words_does_not() -> None:
    taking_turns = Corpus.of("abc" * 1000)
    single, pairs = own_model.baselines(taking_turns)
    assert single == pytest.approx(np.log(3), abs=0.01)
    assert pairs < 0.01


def test_what_is_copied_is_counted_as_copied() -> None:
    text = "a b c d e . f g h i j ."
    assert own_model._longest_copy(list("xbcdyfg"), f" {text} ") == "b c d"
    assert own_model._longest_copy(["x"], f" {text} ") == ""


def test_an_examination_measures_what_it_wrote(some: Training) -> None:
    found = own_model.examine(some.model, CORPUS, count=100)
    assert found.loss == pytest.approx(found.by_place.mean())
    assert found.by_place[0] > found.by_place[-1]
    assert found.real_words == 1
    assert 0 < found.new_sentences <= 1
    assert found.longest_copy in " ".join(own_text.cut(CORPUS.source, "words"))


@pytest.mark.thorough  # a minute for each seed
@pytest.mark.parametrize(("seed", "one_head"), [(0, True), (1, True), (2, False)])
def test_three_models_know_who_is_meant_and_in_two_a_head_can_be_read(
    seed: int, one_head: bool
) -> None:
    training = Training(Corpus.of(own_text.stories(twins), "words"), seed=seed)
    for _ in range(300):
        training.step()
    weights, language = training.model.weights, training.model.tokenizer
    pairs = [
        [language_model.knows_who(weights, one, _WithVerbs(language)) for one in pair]
        for pair in twins.held_out()
    ]
    assert np.all(pairs)
    looking = []
    for reason, meant in (("tired", 2), ("soft", 6)):
        read = f". the cat sat on the mat because it was {reason} . it".split()
        found = language_model.read(weights, read, language).weights[:, :, -1]
        assert found[..., meant].max() > 0.65
        looking.append(found[..., meant].argmax())
    assert (looking[0] == looking[1]) == one_head


class _WithVerbs:
    """The words of a text, and what beings and things do."""

    DOES = twins.DOES

    def __init__(self, tokenizer: own_text.Tokenizer) -> None:
        self.VOCABULARY, self.numbers_of = tokenizer.VOCABULARY, tokenizer.numbers_of


def test_the_capstones_functions_read_its_weights(some: Training) -> None:
    (capstone,) = (Path(__file__).parents[2] / "solutions").glob("*_capstone.ipynb")
    answers: dict[str, Any] = {"np": np}
    for cell in json.loads(capstone.read_text(encoding="utf-8"))["cells"]:
        if {"answer", "own"} & set(cell["metadata"].get("tags", [])):
            exec("".join(cell["source"]), answers)
    model, numbers = some.model, CORPUS.training[:8]
    names = [CORPUS.tokenizer.VOCABULARY[number] for number in numbers]
    logits = answers["cat_logits"](model.weights, numbers)
    chances = language_model.read(model.weights, names, CORPUS.tokenizer).chances
    assert np.allclose(softmax(logits), chances)
    theirs = own_model.write(model, "the cat", 20, step=answers["cat_step"])
    assert "".join(theirs) == "".join(own_model.write(model, "the cat", 20))
