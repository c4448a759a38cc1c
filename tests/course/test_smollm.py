"""SmolLM2 in NumPy computes what `transformers` computes: a small random model, and the real one."""

from copy import copy
from typing import Any

import numpy as np
import pytest

from attnlib.block import layer_norm
from course.models.real import fetch, smollm
from course.models.real.record_meeting import of_transformers

TEXTS = [
    "The cat sat on the mat because it was tired, and the dog",
    "In 1969, café owners said: 'naïve' plans don't work!",
]


def importing(test: Any) -> Any:
    """Mark what imports transformers, which takes seconds: one process does it."""
    return pytest.mark.xdist_group("transformers")(test)


def check_all_that_is_read(model: smollm.Model, theirs: Any, text: str) -> None:
    """Logits within 1e-4 of the largest, last vectors and all weights within 1e-5."""
    import torch

    tokens = model.words.encode(text)
    with torch.no_grad():
        found = theirs(torch.tensor([tokens]), output_hidden_states=True, output_attentions=True)
    logits, hidden = found.logits[0].numpy(), found.hidden_states[-1][0].numpy()
    weights = np.array([layer[0].numpy() for layer in found.attentions])
    ours = smollm.read(model, tokens)
    assert ours.logits.dtype == ours.hidden.dtype == ours.weights.dtype == np.float32
    assert abs(ours.logits - logits).max() < 1e-4 * abs(logits).max()
    assert abs(ours.hidden - hidden).max() < 1e-5 * abs(hidden).max()
    np.testing.assert_allclose(ours.weights, weights, atol=1e-5)


def check_that_the_cache_changes_nothing(model: smollm.Model, text: str) -> None:
    """Read at once, and one token after the other: logits within 1e-4 of the largest."""
    tokens = model.words.encode(text)
    at_once = smollm.read(model, tokens)
    cache, logits = None, []
    for token in tokens:
        reading = smollm.read(model, [token], cache)
        cache = reading.cache
        logits.append(reading.logits[0])
    assert abs(np.array(logits) - at_once.logits).max() < 1e-4 * abs(at_once.logits).max()
    for (K, V), (K_at_once, V_at_once) in zip(reading.cache, at_once.cache, strict=True):
        np.testing.assert_allclose(K, K_at_once, atol=1e-4 * abs(K_at_once).max())
        np.testing.assert_allclose(V, V_at_once, atol=1e-4 * abs(V_at_once).max())


# A small random model


@pytest.fixture(scope="module")
def small() -> smollm.Model:
    return smollm.small_model()


@importing
@pytest.mark.parametrize("text", TEXTS)
def test_it_computes_what_transformers_computes(small: smollm.Model, text: str) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    check_all_that_is_read(small, of_transformers(small), text)


@pytest.mark.parametrize("text", TEXTS)
def test_the_cache_changes_nothing(small: smollm.Model, text: str) -> None:
    check_that_the_cache_changes_nothing(small, text)


def test_the_tensors_of_a_file_get_the_names_of_the_course() -> None:
    file = smollm.small_file(seed=1)
    model = smollm.model_of(file)
    assert len(model.weights) == len(file.tensors) == 2 + 9 * model.num_layers
    np.testing.assert_array_equal(model.weights["norm"], file.tensors["output_norm.weight"])
    W_down = file.tensors["blk.2.ffn_down.weight"]
    np.testing.assert_array_equal(model.layer(2)["W_down"], W_down.T)
    assert (model.num_heads, model.base, model.eps) == (6, 1e5, 1e-5)


def test_nothing_is_copied_when_matrices_are_turned() -> None:
    file = smollm.small_file()
    model = smollm.model_of(file)
    assert np.shares_memory(model.weights["0.W_up"], file.tensors["blk.0.ffn_up.weight"])


def test_the_likeliest_token_is_written_each_time(small: smollm.Model) -> None:
    tokens = small.words.encode("The cat")
    for written in smollm.write(small, "The cat", 6):
        logits = smollm.read(small, tokens).logits[-1]
        assert written.token == logits.argmax() == written.chances.argmax()
        assert written.chances.sum() == pytest.approx(1)
        chance = 1 / np.exp(logits - logits.max()).sum()
        assert written.chances.max() == pytest.approx(chance, rel=1e-4)
        tokens.append(written.token)


def test_with_a_temperature_it_draws(small: smollm.Model) -> None:
    def texts(temperature: float, *seed: int) -> list[int]:
        rng = [np.random.default_rng(one) for one in seed]
        return [one.token for one in smollm.write(small, "The cat", 8, temperature, *rng)]

    assert texts(1.0, 3) == texts(1.0, 3) != texts(1.0, 4)
    assert texts(1.0) == texts(1.0, 0)
    assert texts(1e-9, 3) == texts(0.0)


def test_a_drawn_token_has_the_chance_that_the_temperature_gives_it(small: smollm.Model) -> None:
    rng = np.random.default_rng(0)
    drawn = [next(smollm.write(small, "a", 1, 0.25, rng)).token for _ in range(2000)]
    logits = smollm.read(small, small.words.encode("a")).logits[-1].astype(float)
    shares = np.bincount(drawn, minlength=len(logits)) / len(drawn)
    wanted = np.exp((logits - logits.max()) / 0.25)
    wanted /= wanted.sum()
    assert wanted.max() > 0.1
    np.testing.assert_allclose(shares, wanted, atol=4 * np.sqrt(wanted.max() / len(drawn)))


@pytest.mark.parametrize("end", [smollm.END, smollm.END_OF_TEXT])
def test_it_stops_where_it_ends_its_answer(small: smollm.Model, end: str) -> None:
    tokens = [one.token for one in smollm.write(small, "The cat", 8, 1.0)]
    words = copy(small.words)
    words.ids = words.ids | {end: tokens[5]}  # as if this one were the mark
    kept = [one.token for one in smollm.write(small._replace(words=words), "The cat", 8, 1.0)]
    assert kept == tokens[: tokens.index(tokens[5])] != []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda model: smollm.write(model, "", 3), "beginning: .*at least one word .* is empty"),
        (lambda model: smollm.write(model, "a", 3, -1), "temperature: 0 or more .* it is -1"),
        (lambda model: smollm.write(model, "a", 3, np.nan), "temperature: 0 or more .* it is nan"),
        (lambda model: smollm.read(model, [259]), "tokens: whole numbers from 0 to 258"),
    ],
)
def test_what_cannot_be_read_or_written_is_refused(
    small: smollm.Model, call: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        call(small)


def test_another_norm_can_be_tried(small: smollm.Model) -> None:
    right, slip = (
        smollm.read(small, small.words.encode("The cat"), norm=norm).logits
        for norm in (smollm.rms_norm, layer_norm)
    )
    assert abs(right - slip).max() > 0.01


# The published model


@pytest.fixture(scope="module")
def published() -> smollm.Model:
    """Download it if it is not there. Offline, this fails in a sentence that says so."""
    fetch.fetch(fetch.SMOLLM)
    return fetch.load_smollm()


@pytest.fixture(scope="module")
def of_published(published: smollm.Model) -> Any:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    return of_transformers(published)


@pytest.mark.thorough
@importing
@pytest.mark.parametrize("text", TEXTS)
def test_the_published_model_is_that_of_transformers(
    published: smollm.Model, of_published: Any, text: str
) -> None:
    check_all_that_is_read(published, of_published, text)


@pytest.mark.thorough
@importing
@pytest.mark.parametrize("text", TEXTS)
def test_the_cache_changes_nothing_in_the_published_model(
    published: smollm.Model, text: str
) -> None:
    check_that_the_cache_changes_nothing(published, text)


@pytest.mark.thorough
@importing
def test_the_published_model_writes_what_transformers_writes(
    published: smollm.Model, of_published: Any
) -> None:
    import torch

    tokens = published.words.encode("The capital of France is")
    ours = [one.token for one in smollm.write(published, tokens, 40)]
    assert published.words.decode(ours[:2]) == " Paris."
    ends = [published.words.ids[mark] for mark in (smollm.END, smollm.END_OF_TEXT)]
    theirs = of_published.generate(
        torch.tensor([tokens]),
        attention_mask=torch.ones(1, len(tokens)),
        max_new_tokens=40,
        do_sample=False,
        eos_token_id=ends,
        pad_token_id=ends[0],
    )
    *written, last = theirs[0, len(tokens) :].tolist()
    assert written == ours
    assert last in ends
