"""Silencing and patching heads: beside `transformers` with hooks, and what was recorded of it."""

from typing import Any

import numpy as np
import pytest

from course.models.real import (
    fetch,
    intervention_recordings,
    record_interventions,
    record_meeting,
    record_smollm,
    smollm,
    smollm_recordings,
)
from course.models.real.interventions import (
    each_patched,
    each_silenced,
    hidden_after,
    run,
    silenced,
)

MODEL = smollm.small_model()
HERE, THERE = (MODEL.words.encode(text) for text in ("a cat sat", "a dog ran"))
MOST_BYTES = 100_000


@pytest.fixture(scope="module")
def their_model() -> Any:
    pytest.importorskip("transformers")
    return record_meeting.of_transformers(MODEL)


def their_logits(model: Any, tokens: Any, layer: int, change: Any) -> Any:
    """Run `LlamaForCausalLM`; `change` gets what all heads of a layer fetched, and may write into it."""
    torch = pytest.importorskip("torch")

    def hook(_: Any, arguments: Any) -> Any:
        fetched = arguments[0].clone()
        change(fetched.view(*fetched.shape[:2], MODEL.num_heads, -1)[0])
        return (fetched,)

    handle = model.model.layers[layer].self_attn.o_proj.register_forward_pre_hook(hook)
    with torch.no_grad():
        logits = model(torch.tensor([tokens])).logits[0]
    handle.remove()
    return logits.numpy()


def logits_of(hidden: Any) -> Any:
    return hidden @ MODEL.weights["embedding"].T


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")  # importing it takes seconds: one process does it
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_a_silent_head_is_what_a_hook_in_transformers_makes(their_model: Any, layer: int) -> None:
    by_head = logits_of(hidden_after(MODEL, layer, each_silenced(run(MODEL, HERE), layer)))
    for head in range(MODEL.num_heads):

        def change(fetched: Any, head: int = head) -> None:
            fetched[:, head] = 0

        theirs = their_logits(their_model, HERE, layer, change)
        by_weights = smollm.read(silenced(MODEL, [(layer, head)]), HERE).logits
        np.testing.assert_allclose(by_head[head], theirs, atol=1e-4)
        np.testing.assert_allclose(by_weights, theirs, atol=1e-4)


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")
@pytest.mark.parametrize("place", [-1, 3])
def test_a_patched_head_is_what_a_hook_in_transformers_makes(their_model: Any, place: int) -> None:
    layer, kept = 1, {}
    their_logits(their_model, THERE, layer, lambda fetched: kept.update(there=fetched.clone()))
    streams = each_patched(run(MODEL, HERE), run(MODEL, THERE), layer, place)
    by_head = logits_of(hidden_after(MODEL, layer, streams))
    for head in range(MODEL.num_heads):

        def change(fetched: Any, head: int = head) -> None:
            fetched[place, head] = kept["there"][place, head]

        theirs = their_logits(their_model, HERE, layer, change)
        np.testing.assert_allclose(by_head[head], theirs, atol=1e-4)


def test_the_last_token_alone_can_be_read_on_with_a_cache() -> None:
    whole = run(MODEL, HERE)
    before = [(K[:, :-1], V[:, :-1]) for K, V in whole.cache]
    for layer, stream in enumerate(whole.streams):
        last = hidden_after(MODEL, layer, stream[-1:], before)
        np.testing.assert_allclose(last, whole.hidden[-1:], atol=1e-5)


def test_heads_of_several_layers_fall_silent_together() -> None:
    silent = run(silenced(MODEL, [(0, 1), (2, 5)]), HERE)
    quiet = [[head for head, added in enumerate(of) if not added.any()] for of in silent.added]
    assert quiet == [[1], [], [5]]
    assert run(MODEL, HERE).added[0][1].any()


def test_a_token_that_is_hidden_is_seen_by_nobody_behind() -> None:
    """The loss is that of a text in which later tokens do not see it, but it sees itself."""
    tokens = MODEL.words.encode("the cat sat on the mat because it was tired")
    visible = record_interventions.views_of(len(tokens))["everything"]
    visible[record_interventions.FROM :, 2] = False
    weights = smollm.read(MODEL, tokens, visible=visible).weights
    assert not weights[..., record_interventions.FROM :, 2].any()
    assert weights[..., 2, 2].all()


def test_a_window_sees_as_many_tokens_as_it_says() -> None:
    views = record_interventions.views_of(50)
    seen = {name: visible[-1].sum() for name, visible in views.items()}
    assert seen == {
        "everything": 50,
        "window": 32,
        "window and first": 33,
        "window and first four": 36,
    }


def test_measures_count_what_is_right_and_average_the_shift() -> None:
    leads = np.array([[2.0, -1], [3, 1], [-1, -4]])
    assert record_interventions.measures(leads) == {
        "right": 4,
        "shift": pytest.approx(8 / 3, abs=1e-4),
    }


# The recordings


def test_they_are_the_ones_that_were_written_and_small() -> None:
    folder = intervention_recordings.FOLDER
    path = folder / intervention_recordings.FACTS
    assert (folder / record_interventions.HASH).read_text() == record_smollm.hash_of(path)
    assert path.stat().st_size <= MOST_BYTES


def test_they_are_what_the_texts_ask() -> None:
    asked = record_interventions.asked_of_both()
    assert {sink.name: sink.text for sink in intervention_recordings.sinks()} == asked["sinks"]
    silent = intervention_recordings.silenced()
    assert silent.right.shape == silent.shift.shape == (30, 9)


@pytest.mark.thorough
@pytest.mark.xdist_group("transformers")  # one process has the published model
def test_they_are_what_this_code_computes_from_the_published_model() -> None:
    """A part of them, because all would take half an hour."""
    fetch.fetch(fetch.SMOLLM)
    model = fetch.load_smollm()
    recorded = intervention_recordings.sinks()[0]
    seen = record_interventions.views_of(recorded.length)
    tokens = model.words.encode(recorded.text)
    for name, loss in recorded.seen.items():
        again = record_interventions.loss_behind(model, tokens, seen[name])
        assert again == pytest.approx(loss, abs=0.01)
    twins = [[twin.sentence, twin.nouns, twin.endings] for twin in smollm_recordings.twins()]
    questions = record_interventions.questions_of(model, twins, "{sentence}. ")
    triple = intervention_recordings.triples()[0]
    again = record_interventions.without_heads(model, triple.heads, questions, questions[:1])
    assert again["after"]["right"] == pytest.approx(triple.after["right"], abs=1)
    assert again["after"]["shift"] == pytest.approx(triple.after["shift"], abs=0.01)
