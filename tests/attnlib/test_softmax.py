"""Softmax and similarity: definitions, edge cases, messages."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnlib import cosine_scores, dot_scores, softmax

arrays = hnp.arrays(
    np.float64, hnp.array_shapes(max_dims=4, max_side=5), elements=st.floats(-1e4, 1e4)
)


@given(scores=arrays, data=st.data())
def test_softmax_agrees_with_torch_along_every_axis(scores: Any, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-scores.ndim, scores.ndim - 1))
    theirs = torch.softmax(torch.from_numpy(scores), dim=axis).numpy()
    np.testing.assert_allclose(softmax(scores, axis), theirs, atol=1e-12)


@given(scores=arrays, shift=st.floats(-1e3, 1e3))
def test_a_shift_of_all_scores_changes_nothing(scores: Any, shift: float) -> None:
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), atol=1e-9)


def test_over_everything_is_one_softmax_of_all() -> None:
    scores = np.random.default_rng(0).normal(size=(3, 4))
    flat = softmax(scores.ravel()).reshape(3, 4)
    np.testing.assert_allclose(softmax(scores, axis=None), flat)


def test_hidden_scores_get_no_weight() -> None:
    weights = softmax([[0.0, -np.inf], [-np.inf, -np.inf]])
    np.testing.assert_array_equal(weights, [[1.0, 0.0], [0.0, 0.0]])


@pytest.mark.parametrize(
    ("given_dtype", "wanted"),
    [
        (np.float32, np.float32),
        (np.float64, np.float64),
        (np.float16, np.float64),
        (int, np.float64),
    ],
)
def test_float32_stays_and_coarser_becomes_float64(given_dtype: Any, wanted: Any) -> None:
    assert softmax(np.zeros(3, dtype=given_dtype)).dtype == wanted


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0)])
def test_empty_arrays_stay_empty(shape: tuple[int, ...]) -> None:
    assert softmax(np.zeros(shape)).shape == shape


def test_nan_is_not_hidden() -> None:
    assert np.isnan(softmax([0.0, np.nan])).all()


@pytest.mark.parametrize(
    ("scores", "axis", "error", "words"),
    [
        (np.zeros((2, 3)), 2, ValueError, r"axis 2: scores of shape \(2, 3\) have axes 0 to 1"),
        ([[1, 2]], 1.0, TypeError, r"axis: a whole number is needed, but it is 1\.0"),
        ([[1, 2]], (0, 1), TypeError, r"axis: a whole number is needed, but it is \(0, 1\)"),
        ([[1, 2], [3]], -1, ValueError, "differ in length"),
        (["a", "b"], -1, TypeError, "real numbers are needed"),
        ([1 + 2j], -1, TypeError, "complex"),
    ],
)
def test_bad_input_is_refused_in_words(scores: Any, axis: int, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        softmax(scores, axis)


def test_the_three_words_of_the_first_lesson() -> None:
    cat, sat, mat = (0.9, 0.1, 0.8, 0.2), (0.1, 0.9, 0.3, 0.7), (0.8, 0.2, 0.7, 0.3)
    np.testing.assert_allclose(dot_scores(cat, [sat, mat]), [0.560, 1.360])
    np.testing.assert_allclose(dot_scores(sat, [mat]), [0.680])


def test_dot_scores_of_many_queries_are_those_of_each() -> None:
    rng = np.random.default_rng(0)
    queries, keys = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4))
    scores = dot_scores(queries, keys)
    assert scores.shape == (2, 3, 5)
    np.testing.assert_allclose(scores[1, 2], dot_scores(queries[1, 2], keys[1]))


def test_cosines_ignore_length_and_agree_with_torch() -> None:
    rng = np.random.default_rng(0)
    query, keys = rng.normal(size=4), rng.normal(size=(5, 4))
    theirs = torch.cosine_similarity(torch.from_numpy(query), torch.from_numpy(keys))
    np.testing.assert_allclose(cosine_scores(query, keys), theirs.numpy())
    np.testing.assert_allclose(cosine_scores(7 * query, 0.1 * keys), theirs.numpy())


def test_a_vector_of_zeros_has_no_direction() -> None:
    np.testing.assert_array_equal(cosine_scores([0.0, 0.0], [[1.0, 2.0], [0.0, 0.0]]), [0.0, 0.0])


@pytest.mark.parametrize(
    ("dtype", "sizes", "rtol"),
    [
        (np.float64, [1e-154, 1e-300, 1e154, 1e300], 1e-14),
        (np.float64, [5e-324], 1e-14),  # the smallest number: what is left of 3 and 4 are 3 and 4
        (np.float32, [1e-19, 1e-37, 1e19, 1e37], 1e-6),
        (np.float32, [1e-45], 1e-6),
    ],
)
def test_cosines_ignore_any_length(dtype: Any, sizes: list[float], rtol: float) -> None:
    keys = np.array([[4, 3], [-3, -4], [-4, 3], [0, 0]], dtype=dtype)
    for size in np.array(sizes, dtype=dtype):
        for query, scaled in [(size * keys[0], keys), (keys[0], size * keys)]:
            cosines = cosine_scores(query, scaled)
            assert cosines.dtype == dtype
            np.testing.assert_allclose(cosines, [1, -0.96, -0.28, 0], rtol=rtol)


def test_in_a_batch_each_vector_has_its_own_length() -> None:
    rng = np.random.default_rng(0)
    queries, keys = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4))
    right = cosine_scores(queries, keys)
    queries *= np.array([1e-300, 1, 1e300])[:, None]
    keys *= np.array([1e300, 1e-200, 1, 3, 1e200])[:, None]
    np.testing.assert_allclose(cosine_scores(queries, keys), right, rtol=1e-12)
    np.testing.assert_array_equal(cosine_scores([10**18, 0], [[0, 3], [2, 0]]), [0, 1])


def test_query_and_keys_of_different_width_are_refused() -> None:
    with pytest.raises(ValueError, match=r"query and keys must agree in d, .* Was one of them"):
        dot_scores(np.zeros(3), np.zeros((5, 4)))
    with pytest.raises(ValueError, match="at least 2 axes"):
        dot_scores(np.zeros(3), np.zeros(3))


def test_importing_attnlib_loads_numpy_alone() -> None:
    code = (
        "import sys, attnlib;"
        "roots = {name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names);"
        "print(sorted(root for root in roots if not root.startswith(('_', 'sitecustomize'))))"
    )
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"]
    out = subprocess.run(command, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "['attnlib', 'numpy']"
