"""The published encoder in NumPy computes what `transformers` computes from the same numbers."""

from typing import Any

import numpy as np
import pytest

from course.models.real import fetch, minilm, search
from course.models.real.safetensors import tensors_of

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("transformers")]

SENTENCES = [
    "The cat sat on the mat because it was tired",
    "Dog bites man",
    "Unbelievably, the caf\u00e9's 3 owners weren't there!",
]


@pytest.fixture(scope="module")
def published() -> minilm.Model:
    """Download it if it is not there. Offline, this fails in a sentence that says so."""
    fetch.fetch(fetch.MINILM)
    return fetch.load_minilm()


@pytest.fixture(scope="module")
def of_transformers(published: minilm.Model) -> Any:
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    tensors = tensors_of(fetch.minilm_files()[0].read_bytes())
    V, d_model = published.embedding["embedding"].shape
    config = transformers.BertConfig(
        vocab_size=V,
        hidden_size=d_model,
        num_hidden_layers=len(published.layers),
        num_attention_heads=minilm.NUM_HEADS,
        intermediate_size=published.layers[0]["W_1"].shape[1],
        layer_norm_eps=minilm.EPS,
        attn_implementation="eager",
    )
    model = transformers.BertModel(config).eval()
    known = model.state_dict().keys()
    model.load_state_dict({name: torch.tensor(t) for name, t in tensors.items() if name in known})
    return model


@pytest.mark.parametrize("text", SENTENCES)
def test_the_published_model_is_that_of_transformers(
    published: minilm.Model, of_transformers: Any, text: str
) -> None:
    """Last vectors and all weights within 1e-5, in float32 on both sides."""
    import torch

    reading = minilm.read(search.in_float32(published), text)
    tokens = torch.tensor([[published.vocabulary[token] for token in reading.tokens]])
    with torch.no_grad():
        found = of_transformers(tokens, output_attentions=True)
    hidden = found.last_hidden_state[0].numpy()
    weights = np.array([layer[0].numpy() for layer in found.attentions])
    assert reading.weights.dtype == np.float32
    assert abs(reading.stream[-1] - hidden).max() < 1e-5 * abs(hidden).max()
    np.testing.assert_allclose(reading.weights, weights, atol=1e-5)
