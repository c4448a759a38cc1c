"""The way back through attention, as linked tables: what each slope of the loss is made of."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention_steps
from attnlib.shapes import Floats, as_arrays, as_floats
from course.lessons.linked_tables import Linked, Place, axes_of, largest, place_of
from course.models.learning.gradients import attention_backward, softmax_backward
from course.views.drawing import PAGE, Drawing

MOST = 4
# Each slope stands below the number it belongs to, the last step first, as the way back goes.
PAIRS = {
    "d_output": ("output", "output = weights V", "d_output: what arrives"),
    "d_V": ("V", "V", "d_V = weightsᵀ d_output"),
    "d_weights": ("weights", "weights = softmax(scaled)", "d_weights = d_output Vᵀ"),
    "d_scaled": ("scaled", "scaled = scores / √d_k", "d_scaled: back through softmax"),
    "d_scores": ("scores", "scores = Q Kᵀ", "d_scores = d_scaled / √d_k"),
    "d_Q": ("Q", "Q", "d_Q = d_scores K"),
    "d_K": ("K", "K", "d_K = d_scoresᵀ Q"),
}
# For matrix products: the two factors, and whether the sum runs down their columns.
PRODUCTS = {
    "d_V": (("weights", True), ("d_output", True)),
    "d_weights": (("d_output", False), ("V", False)),
    "d_Q": (("d_scores", False), ("K", True)),
    "d_K": (("d_scores", True), ("Q", True)),
}


def linked_slopes(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    d_output: ArrayLike,
    *,
    tokens: Sequence[object],
    keys: Sequence[object] | None = None,
    chosen: tuple[str, int, int] = ("d_scores", 0, 0),
    control: str = "",
    decimals: int = 2,
) -> Drawing:
    """Show the way back through attention, and the calculation of one slope of the loss.

    Each number of the way there stands above its slope. The chosen slope has a frame, and the
    numbers that it is made of have dashed frames. All slopes share one colour scale.

    Parameters
    ----------
    Q : (n_q, d_k)
    K : (n_k, d_k)
    V : (n_k, d_v)
    d_output : (n_q, d_v)
        How much the loss grows for each unit that the output grows. No size is above 4.
    tokens : sequence of n_q labels
        The words of the queries. A word may repeat.
    keys : sequence of n_k labels, optional
        The words of the keys. Default: the tokens.
    chosen : (slope, row, column)
        The slope is "d_output", "d_V", "d_weights", "d_scaled", "d_scores", "d_Q" or "d_K".
    control : str
        The name of the `part_of_picture` in `explore`, to choose slopes in the picture itself.
    decimals : int

    Raises
    ------
    ValueError
        If shapes do not fit together, a size is above 4, the number of labels is wrong, or there is
        no such slope.

    Notes
    -----
    The slopes are those of `course.models.learning.gradients`, with d_scaled for those before the
    division by sqrt(d_k).

    Examples
    --------
    The weights are 0.25 and 0.75, so the weighted mean of d_weights is 0.25 x 4 + 0.75 x 0 = 1.

    >>> example = [[1.0]], [[0.0], [np.log(3)]], [[4.0], [0.0]], [[1.0]]
    >>> linked_slopes(*example, tokens=["it"], keys=["cat", "mat"], chosen=("d_scaled", 0, 1))
    d_scaled[it, mat] = weight x (d_weight - weighted mean) = 0.75 x (0.00 - 1.00) = -0.75, where the weighted mean is 0.25 x 4.00 + 0.75 x 0.00 = 1.00.
    >>> linked_slopes(*example, tokens=["it"], keys=["cat", "mat"], chosen=("d_Q", 0, 0))
    d_Q[it, 0] = 0.75 x 0.00 + -0.75 x 1.10 = -0.82.
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    arriving = as_floats(d_output, "d_output", 2)
    _check_sizes(Q=Q, K=K, V=V, d_output=arriving)
    d_Q, d_K, d_V = attention_backward(Q, K, V, arriving)
    steps = attention_steps(Q, K, V)
    d_weights = arriving @ V.T
    d_scaled = softmax_backward(steps.weights, d_weights)
    d_scores = d_scaled / np.sqrt(Q.shape[1])
    back = (arriving, d_V, d_weights, d_scaled, d_scores, d_Q, d_K)
    slopes = dict(zip(PAIRS, back, strict=True))
    arrays = {"Q": Q, "K": K, "V": V, **steps._asdict()}
    axes = axes_of(Q, V, tokens, keys)
    place = place_of(chosen, slopes)
    there = [array for name, array in arrays.items() if name != "weights"]
    scales = dict.fromkeys(arrays, largest(*there)) | {"weights": 1.0}
    scales |= dict.fromkeys(slopes, largest(*back))
    linked = Linked(arrays | slopes, axes, scales, np.ones(d_weights.shape, bool), place, decimals)
    calculation, sources = _origin(linked)
    sentence = f"{place.array}[{', '.join(linked.names)}] = {calculation}."
    return Drawing(_html(linked, sentence, sources, control), sentence)


def _check_sizes(**arrays: Floats) -> None:
    for name, array in arrays.items():
        if array.ndim != 2 or not array.size or max(array.shape) > MOST:
            raise ValueError(
                f"linked_slopes: {name} needs one matrix of 1 to {MOST} rows and columns, but "
                f"its shape is {array.shape}. Would two words and their first features do?"
            )


def _origin(linked: Linked) -> tuple[str, set[Place]]:
    """Write how the chosen slope is computed, and find the numbers that it is made of."""
    slope, row, column = linked.chosen
    arrays = linked.arrays

    def text(place: Place) -> str:
        return linked.text(linked.value(place))

    def line(name: str, own: int, down: bool = False) -> list[Place]:
        """List the places of one row of an array, or of one column from top to bottom."""
        count = arrays[name].shape[0 if down else 1]
        return [Place(name, n, own) if down else Place(name, own, n) for n in range(count)]

    def products(left: list[Place], right: list[Place]) -> str:
        return " + ".join(f"{text(a)} x {text(b)}" for a, b in zip(left, right, strict=True))

    value = text(linked.chosen)
    if slope == "d_output":
        return f"{value}: the way back starts here", set()
    if slope == "d_scores":
        source, d_k = Place("d_scaled", row, column), arrays["Q"].shape[1]
        quotient = f"{text(source)} / {linked.text(np.sqrt(d_k))}"
        return f"d_scaled / sqrt({d_k}) = {quotient} = {value}", {source}
    if slope == "d_scaled":
        left, right = line("weights", row), line("d_weights", row)
        mean = linked.text(arrays["weights"][row] @ arrays["d_weights"][row])
        product = f"{text(left[column])} x ({text(right[column])} - {mean})"
        calculation = (
            f"weight x (d_weight - weighted mean) = {product} = {value}, where the weighted mean "
            f"is {products(left, right)} = {mean}"
        )
        return calculation, {*left, *right}
    (first, first_down), (second, second_down) = PRODUCTS[slope]
    left, right = line(first, row, first_down), line(second, column, second_down)
    return f"{products(left, right)} = {value}", {*left, *right}


def _html(linked: Linked, sentence: str, sources: set[Place], control: str) -> str:
    def table(name: str, about: str, control: str = "") -> str:
        return linked.table(
            name,
            about,
            sources,
            marked=(name == linked.chosen.array,) * 2,
            style=f"min-width:{linked.decimals + 3}ch",
            control=control,
        )

    pairs = "\n".join(
        '<div style="display:flex;flex-direction:column;gap:6px">\n'
        f"{table(number, there)}\n{table(slope, back, control)}\n</div>"
        for slope, (number, there, back) in PAIRS.items()
    )
    # Three lines, so that what is below stays in place.
    room = "margin:10px 0 0;min-height:4.5em;line-height:1.5"
    calculation = escape(sentence).replace(" x ", " × ")  # noqa: RUF001
    return f"""\
<div style="{PAGE};font-size:12px">
<p style="margin:0 0 4px">Each number, and below it its slope: how much the loss grows for each unit \
that it grows. The way back goes from left to right.</p>
<div style="display:flex;flex-flow:row wrap;gap:14px 18px">
{pairs}
</div>
<p aria-hidden="true" style="{room};font-size:14px;font-variant-numeric:tabular-nums">{calculation}</p>
</div>"""
