"""GPT-2 in plain arrays computes the same as `transformers`, for small random models."""

from typing import Any

import numpy as np
import pytest
from submissions import SOLUTION

from course.models import gpt2
from coursetools.notebook import read_notebook

TOLERANCE = {np.float32: 1e-5, np.float64: 1e-10}
CAPSTONE = SOLUTION.with_name("16_capstone.ipynb")


def importing(test: Any) -> Any:
    """Mark what imports transformers, which takes seconds: one process does it."""
    return pytest.mark.thorough(pytest.mark.xdist_group("transformers")(test))


def largest_error(ours: Any, theirs: Any) -> float:
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


def logits_of_the_solution() -> Any:
    """The function that the solution of the capstone builds from functions of the lessons."""
    cells = [cell for cell in read_notebook(CAPSTONE).cells if cell.cell_type == "code"]
    wanted = [
        cell for cell in cells if cell.id.startswith(("lesson_", "gpt2-answer", "gpt2-logits-of"))
    ]
    names: dict[str, Any] = {"np": np}
    for cell in wanted:
        exec(cell.source, names)
    return names["gpt2_logits"]


@pytest.fixture(scope="module")
def transformers() -> Any:
    pytest.importorskip("torch")
    return pytest.importorskip("transformers")


@pytest.fixture(scope="module")
def made_by_them(transformers: Any) -> Any:
    """A model whose parameters were drawn by `transformers`, not by us."""
    import torch

    torch.manual_seed(0)
    sizes = {"n_layer": 3, "n_head": 4, "n_embd": 24, "vocab_size": 50, "n_positions": 20}
    config = transformers.GPT2Config(**sizes, bos_token_id=None, eos_token_id=None)
    return transformers.GPT2LMHeadModel(config).eval()


@importing
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize(
    "compute", [gpt2.logits, logits_of_the_solution()], ids=["ours", "solution"]
)
def test_logits_are_those_of_transformers(transformers: Any, compute: Any, dtype: Any) -> None:
    weights, tokens = gpt2.small_weights(seed=3, dtype=dtype), np.array([3, 3, 17, 0, 39])
    theirs = gpt2.of_transformers(weights, tokens, gpt2.NUM_HEADS)
    ours = compute(weights, tokens, gpt2.NUM_HEADS)
    assert largest_error(ours, theirs) < TOLERANCE[dtype]


@importing
def test_a_model_of_theirs_becomes_arrays(made_by_them: Any) -> None:
    import torch

    tokens = [1, 49, 7, 7, 0, 12]
    with torch.no_grad():
        theirs = made_by_them(torch.tensor(tokens)[None]).logits[0].numpy()
    ours = gpt2.logits(gpt2.weights_of(made_by_them), tokens, num_heads=4)
    assert largest_error(ours, theirs) < TOLERANCE[np.float32]


def test_several_texts_are_read_at_once() -> None:
    weights, texts = gpt2.small_weights(dtype=np.float64), np.array([[3, 1, 4], [1, 5, 9]])
    each = [gpt2.logits(weights, text, gpt2.NUM_HEADS) for text in texts]
    np.testing.assert_allclose(gpt2.logits(weights, texts, gpt2.NUM_HEADS), each, atol=1e-12)


@pytest.mark.parametrize(
    ("tokens", "error", "words"),
    [
        (range(17), ValueError, "tokens: at most 16 are allowed.* are 17.* shorter"),
        ([7, 40], ValueError, "tokens: whole numbers from 0 to 39 are needed, but 40 is among"),
        ([7, -1], ValueError, "tokens: whole numbers from 0 to 39 are needed, but -1 is among"),
        ([7.0], TypeError, "tokens: whole numbers are needed, but the dtype is float64"),
        (["the", "cat"], TypeError, "tokens: whole numbers are needed, but the dtype is <U3"),
        (7, ValueError, "tokens: at least 1 axes"),
        ([[7], [7, 8]], ValueError, "tokens: the rows of this list differ in length"),
    ],
)
def test_what_is_not_a_text_of_the_model_is_refused_in_words(
    tokens: Any, error: Any, words: str
) -> None:
    with pytest.raises(error, match=words):
        gpt2.logits(gpt2.small_weights(), tokens, gpt2.NUM_HEADS)


def test_an_empty_text_has_no_predictions() -> None:
    assert gpt2.logits(gpt2.small_weights(), [], gpt2.NUM_HEADS).shape == (0, 40)


def test_there_and_back_nothing_changes(transformers: Any) -> None:
    weights = gpt2.small_weights(seed=1)
    back = gpt2.weights_of(gpt2.model_of(weights, gpt2.NUM_HEADS))
    assert back.keys() == weights.keys()
    assert all(np.array_equal(back[name], weights[name]) for name in weights)


@importing
def test_what_is_recorded_is_what_transformers_computes(transformers: Any) -> None:
    computed = gpt2.of_transformers(gpt2.small_weights(), gpt2.TEXT, gpt2.NUM_HEADS)
    assert largest_error(gpt2.small_logits(), computed) < TOLERANCE[np.float32]
    assert gpt2.recorded_version() == transformers.__version__
