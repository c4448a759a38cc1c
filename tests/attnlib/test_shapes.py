"""Shapes that fit together pass; all others are refused with every argument and its shape."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlib.shapes import as_arrays

sizes = st.integers(1, 3)
AXES = {"Q": "* n_q d_k", "K": "* n_k d_k", "V": "* n_k d_v"}


@given(
    batches=st.lists(st.lists(sizes, max_size=2), min_size=3, max_size=3),
    rows=st.lists(sizes, min_size=3, max_size=3),
    widths=st.lists(sizes, min_size=3, max_size=3),
)
def test_exactly_the_shapes_that_can_be_multiplied_pass(
    batches: Any, rows: list[int], widths: list[int]
) -> None:
    Q, K, V = (np.ones((*batch, n, d)) for batch, n, d in zip(batches, rows, widths, strict=True))
    try:
        Q @ np.swapaxes(K, -1, -2) @ V
    except ValueError:
        with pytest.raises(ValueError, match=r"Q .* is .*, K .* is .* and V .* is .*\?$") as raised:
            as_arrays(Q, K, V, **AXES)
        assert all(str(array.shape) in str(raised.value) for array in (Q, K, V))
    else:
        for ours, array in zip(as_arrays(Q, K, V, **AXES), (Q, K, V), strict=True):
            assert ours is array


def test_arrays_come_back_as_floats_in_the_order_of_the_arguments() -> None:
    ours = np.ones((1, 2), dtype=np.float32)
    Q, K = as_arrays(ours, [[1, 2], [3, 4]], Q="* n_q d_k", K="* n_k d_k")
    assert Q is ours
    assert (K.dtype, K.tolist()) == (np.float64, [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    ("shapes", "axes", "words"),
    [
        (((4,),), {"Q": "* n_q d_k"}, "Q: at least 2 axes are needed, but Q (..., n_q, d_k) is"),
        (
            ((2, 3, 3),),
            {"W": "d_model d_model"},
            "W: 2 axes are needed, but W (d_model, d_model) is",
        ),
        (((2, 3),), {"W": "d_model d_model"}, "both axes of W must agree in d_model, but W"),
        (
            ((2, 3), (4,)),
            {"X": "* d", "gain": "d"},
            "X and gain must agree in d, but X (..., d) is",
        ),
        (((2, 0), (2, 0)), {"Q": "* n_q d_k", "K": "* n_k d_k"}, "d_k must be at least 1, but Q"),
        (
            ((2, 3, 4), (5, 3, 4)),
            {"X": "* n d", "context": "* n_k d"},
            "the batch axes of X and context must fit together, but X (..., n, d) is (2, 3, 4)",
        ),
    ],
)
def test_an_error_says_which_axis_does_not_fit(shapes: Any, axes: Any, words: str) -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        as_arrays(*map(np.zeros, shapes), **axes)
    assert str(raised.value).startswith(words)
    assert str(raised.value).endswith("?")


def test_only_a_size_that_something_is_divided_by_must_not_be_0() -> None:
    for array in as_arrays(np.zeros((0, 3)), np.zeros((3, 0)), X="* n d", W="d d_ff"):
        assert array.size == 0


def test_what_is_no_array_of_numbers_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="K: real numbers are needed"):
        as_arrays([[1]], [["a"]], Q="* n_q d_k", K="* n_k d_k")
    with pytest.raises(ValueError, match="K: the rows of this list differ in length"):
        as_arrays([[1]], [[1], [1, 2]], Q="* n_q d_k", K="* n_k d_k")
