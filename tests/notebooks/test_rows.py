"""What the course promises stands in the main text of its lectures: each number, control and picture in a cell of its own.

A lecture may be cut and its cells may move, but none of these places may get lost.
"""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
NOTES = re.compile(r"^#+ Field notes", re.MULTILINE)
SLIDER = re.compile(r"\b(Int|Float|FloatLog|Selection)Slider\(")


class Place(NamedTuple):
    """A cell of a lecture, and what it has to show, in its source or in its stored output."""

    lecture: str
    cell: str
    shows: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.lecture}, {self.cell}"


def place(lecture: str, cell: str, *shows: str) -> Place:
    return Place(lecture, cell, shows)


ROWS = {
    "1: a dot product measures likeness": [
        place("01_dot_product", "dot-all", "0.560", "1.360", "0.680"),
    ],
    "2: a soft lookup: three labels, a query": [
        place("01_dot_product", "library", "Bread Trains Markets", "you 2.0 1.0 2.0"),
        place("01_dot_product", "softmax-result", "you 0.42 0.16 0.42 1.00"),
    ],
    "3: attention in four steps": [
        place("03_softmax_axis", "four-steps", "scores", "scaled", "weights", "output"),
        place("03_softmax_axis", "paper-result", "weights 0.01 0.79"),
    ],
    "4: four steps for five words, number by number": [
        place(
            "03_softmax_axis", "steps", "np.random.seed(42)", "The 0.091 0.382 0.192 0.193 0.142"
        ),
        place("03_softmax_axis", "follow", "cell=part_of_picture()"),
    ],
    "5: weights of any sentence, d_k from 2 to 64, with and without scaling": [
        place("02_scaling", "hook-explore", "sentence=str", "d_k=(2, 64, 1)", "divide=bool"),
        place("02_scaling", "hook-explore", "heat_map(weights, tokens, tokens"),
    ],
    "6: whom does a word attend to, in patterns to choose from": [
        place("04_causal_mask", "patterns-explore", "text=str", 'word=word_of("text")'),
        place("04_causal_mask", "patterns-explore", '"coreference", "adjective-noun", "local"'),
    ],
    "7: how scores spread, and softmax saturates": [
        place("02_scaling", "variances", "512.3"),
        place("02_scaling", "spread-explore", "d_k=widths", "dot products 22.6", "18.5%"),
        place("02_scaling", "thermostat-explore", "2, 1, 2", "temperature=FloatSlider("),
        place("02_scaling", "stretch-explore", "softmax_jacobian", "Largest slope"),
    ],
    "8: a wrong axis keeps every shape": [
        place("03_softmax_axis", "along", '"queries (axis -2)": -2, "everything (None)": None'),
        place("03_softmax_axis", "probe", "{-1: True, -2: False, None: False}"),
    ],
    "9: a causal mask, before softmax": [
        place("04_causal_mask", "untrained", "a fluffy blue creature roamed the verdant forest"),
        place("04_causal_mask", "so-far", "fluffy 0.60 0.40"),
        place("04_causal_mask", "so-far", "forest 0.07 0.27 0.10 0.10 0.13 0.12 0.11 0.10"),
    ],
    "10: an untrained head is a random average, and a trained one is not": [
        place("04_causal_mask", "seed", "seed=(0, 99, 1), seeds_averaged=[1, 1000]"),
        place("05_multi_head", "made-heads", "multi_head_steps(random_vectors", "trained.twins()"),
        place("05_multi_head", "made-heads", "Random, by hand, found by training"),
    ],
    "11: the shapes of multi-head attention": [
        place(
            "05_multi_head",
            "all-shapes-trace",
            "(6, 64), then Q_heads (8, 6, 8), then weights (8, 6, 6), then head_outputs (8, 6, 8), then output (6, 64)",
        ),
    ],
    "12: three ways, one result": [
        place("05_multi_head", "loop-define", "zip(W_q, W_k, W_v"),
        place("05_multi_head", "einsum-define", "np.einsum("),
        place("05_multi_head", "three-ways-compare", "reshape", "loop", "einsum"),
    ],
    "13: head by head, as bars and as a map for each head": [
        place("05_multi_head", "side-by-side", "bars(weights[:, word]", "head_grid(weights"),
        place("05_multi_head", "head-by-head", "Where does token 0 attend?"),
        place("05_multi_head", "made-heads", "side_by_side(weights"),
    ],
    "14: one sentence asks another": [
        place("05_multi_head", "cross-explore", "3 queries, 8 keys: the weights are (3, 8)."),
        place("05_multi_head", "cross-explore", "asks=str, asked=str"),
    ],
    "15: equivariant, and repaired by positions": [
        place("06_positions", "claims", "'invariant': False, 'equivariant': True"),
        place("06_positions", "repair-explore", "positions=bool"),
    ],
    "16: sinusoidal positions": [
        place("06_positions", "hands", "clock(", "shift=(-8, 8, 1)"),
        place("06_positions", "map-picture", "sinusoidal_encoding(20, 64)", "fingerprint"),
        place("06_positions", "distance", "32.000 30.917", "19.974"),
        place("06_positions", "shift-table", "shift_matrix(2, 4)"),
        place("02_scaling", "claim-see", ".38"),
    ],
    "17: positions and heads, end to end": [
        place("06_positions", "whole-explore", "(6, 64) goes in, (6, 64) comes out"),
    ],
    "18: averages with fixed weights": [
        place("06_positions", "exponential", "exponential average", "moving average", "0.502"),
        place("06_positions", "cost", "attention without content", "$O(n)$", "$O(n^2)$"),
        place("06_positions", "filters", "exponential_average(", "moving_average("),
    ],
    "19: nn.MultiheadAttention gives the same": [
        place("07_pytorch", "compared", "0.000000"),
    ],
    "20: SDPA, two polarities, averaged weights, batches": [
        place("07_pytorch", "sdpa-function", "scaled_dot_product_attention"),
        place("07_pytorch", "polarity-explore", "which_attention=WHICH, mask=MASK"),
        place("07_pytorch", "average-explore", "weights=WEIGHTS"),
        place("07_pytorch", "nobody-shown", "nan", "need_weights=False"),
        place("07_pytorch", "batch-shapes", "batch_first=False"),
    ],
    "21: the rest of a block": [
        place("08_block", "residual-line", "%%line residual_sum"),
        place("08_block", "relu-line", "%%line feed_forward"),
        place("08_block", "norm-line", "%%line layer_norm"),
        place("08_block", "diagram", "norm=norms", "feed-forward"),
    ],
    "22: training a small attention model": [
        place("09_gradient_descent", "loop-run", "train_step(W, library.shelf(rng)"),
        place("09_gradient_descent", "film", "rate=", "stage=stages"),
        place("11_training", "hook", "stage=frames"),
        place("10_train_it_yourself", "scaling", '"divided", "not divided"'),
    ],
    "25: the learner trains": [
        place("10_train_it_yourself", "graph", "def backward(loss)"),
        place("10_train_it_yourself", "norm-line", "%%line norm_backward"),
        place("10_train_it_yourself", "adam", "def adam("),
        place("10_train_it_yourself", "film", "ending=", "stage="),
        place("10_train_it_yourself", "torch-slopes-shown", "All slopes equal to ten digits in 15"),
        place("10_train_it_yourself", "torch-loop", "loss.backward()", "optimizer.step()"),
    ],
    "27: before attention, a state of fixed size": [
        place("04_causal_mask", "before", "recurrent networks", "state", "no two words"),
        place("13_long_context", "state", "state of 8, run 0 0.99", "attention, run 2 1.00"),
    ],
    "28: as people write it": [
        place("07_pytorch", "numpy-class", "class MultiHeadAttention"),
        place("07_pytorch", "module", "nn.Linear(d_model, d_model)"),
        place("07_pytorch", "across", "RuntimeError", "invalid for input"),
        place("07_pytorch", "cut", "view(B, L, 3, h, d)", "view(B, L, h, 3, d)"),
        place("07_pytorch", "fused", "0.30 with (h, 3, d)"),
        place("07_pytorch", "numbers-added", "masked_fill(mask == 0, -1e9)"),
        place("07_pytorch", "corner", "is_causal=True"),
    ],
    "29: rows in code, columns in diagrams": [
        place("05_multi_head", "three-ways-see", "$x W_q$", "$W_q x$"),
    ],
    "30: filters beside attention": [
        place("06_positions", "cost", "adapts to content"),
        place("06_positions", "likeness", "kernel smoothing"),
    ],
    "31: in words": [
        place(
            "05_multi_head", "cross", "your own essay", "someone else's notes", "decoder to encoder"
        ),
        place("05_multi_head", "trace-predict", "detectives", "findings"),
        place("05_multi_head", "cutting", "512 columns into 8 heads of 64"),
    ],
    "23: RoPE and ALiBi": [
        place("14_relative_positions", "pair", "position=IntSlider(", "distance=(0, 12, 1)"),
        place("14_relative_positions", "angles-line", "%%line rotate angles"),
        place("14_relative_positions", "alibi-view", "slope=FloatSlider("),
    ],
}


@pytest.fixture(scope="module")
def notebooks() -> dict[str, NotebookNode]:
    return {
        path.relative_to(ROOT).with_suffix("").as_posix(): nbformat.read(path, as_version=4)
        for folder in ("notebooks", "exercises", "solutions")
        for path in sorted((ROOT / folder).glob("*.ipynb"))
    }


def main_text(notebook: NotebookNode) -> list[NotebookNode]:
    notes = [number for number, cell in enumerate(notebook.cells) if NOTES.search(cell.source)]
    return list(notebook.cells[: min(notes, default=None)])


def shown(cell: NotebookNode) -> str:
    """Everything that a reader meets in a cell; the cells of a table are parted by a space."""
    data = [output.get("data", {}) for output in cell.get("outputs", [])]
    texts = [bundle.get("text/plain", "") for bundle in data]
    pages = [re.sub("<[^>]*>", " ", bundle.get("text/html", "")) for bundle in data]
    return "\n".join([cell.source, *texts, *(" ".join(page.split()) for page in pages)])


@pytest.mark.parametrize("row", ROWS)
def test_a_row_stands_in_the_main_text(row: str, notebooks: dict[str, NotebookNode]) -> None:
    for where in ROWS[row]:
        cells = {cell.id: cell for cell in main_text(notebooks[f"notebooks/{where.lecture}"])}
        assert where.cell in cells, f"the main text has no cell {where}"
        missing = [text for text in where.shows if text not in shown(cells[where.cell])]
        assert not missing, f"{where} does not show {missing}"


def test_every_notebook_has_a_slider_by_name(notebooks: dict[str, NotebookNode]) -> None:
    without = [
        name
        for name, notebook in notebooks.items()
        if not any(SLIDER.search(cell.source) for cell in main_text(notebook))
    ]
    assert not without
