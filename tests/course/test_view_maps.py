"""Heat maps and grids of heads: sentences, labels, limits, holes, tables, errors."""

import re
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike

from course.views import Picture, head_grid, heat_map, heat_table
from course.views.axes import SMALL
from course.views.colours import LIGHT, shade
from course.views.figure import ON_PAGE, Canvas

WORDS = ["The", "cat", "sat"]
ROWS = [[0.25, 0.25, 0.5], [0.0, 0.9, 0.1], [0.2, 0.3, 0.5]]
HEADS = np.array([ROWS, np.eye(3)])


def drawn(picture: Picture) -> Figure:
    figure = Figure(picture.size, dpi=100)
    FigureCanvasAgg(figure)
    picture.frame(figure, LIGHT)
    picture.marks(figure, LIGHT)
    return figure


def y_labels(picture: Picture) -> list[str]:
    return [tick.get_text() for tick in drawn(picture).axes[0].get_yticklabels()]


def x_labels(picture: Picture) -> list[str]:
    return [tick.get_text() for tick in drawn(picture).axes[0].get_xticklabels()]


def colour_at(picture: Picture, row: int, column: int) -> str:
    image = drawn(picture).axes[0].images[0]
    red, green, blue, _ = image.cmap(image.norm(image.get_array()))[row, column]
    return "#" + bytes(round(255 * part) for part in (red, green, blue)).hex()


def cells(picture: Picture) -> list[str]:
    return re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", picture.table)


@pytest.mark.parametrize(
    "values",
    [
        ROWS,
        np.transpose(ROWS),
        [[0.5, 0.5]],
        [[3, -1.5], [0, 2]],
        [[0.5, 0.25], [0.25, 0.0]],
        [[0]],
    ],
)
def test_a_map_says_what_the_table_of_the_same_values_says(values: ArrayLike) -> None:
    assert repr(heat_map(values, title="t")) == f"t: {heat_table(values)!r}"


def test_small_weights_keep_their_digits() -> None:
    assert "largest 0.0020 at" in repr(heat_map([[0.002, 0.001]], title="t"))


def test_holes_are_counted_and_said() -> None:
    picture = heat_map([[1.0, -np.inf, -np.inf, np.nan]], title="t", name="scores")
    assert picture.sentence.endswith(
        "every finite value 1.00; 2 x -inf; 1 x nan. Hatched: no finite value."
    )
    image = drawn(picture).axes[0].images[0]
    assert image.get_array().mask.tolist() == [[False, True, True, True]]
    assert image.cmap.get_bad()[3] == 0  # the hatched background shows through
    assert drawn(picture).axes[0].patch.get_hatch()


def test_hidden_places_are_holes_of_the_map() -> None:
    picture = heat_map(
        [[1.0, 0.0], [0.5, -np.inf]], title="t", visible=[[True, False], [True, True]]
    )
    assert picture.sentence.endswith("1 hidden. Hatched: no finite value and hidden.")
    image = drawn(picture).axes[0].images[0]
    assert image.get_array().mask.tolist() == [[False, True], [False, True]]


def test_rows_go_down_and_columns_across() -> None:
    axes = drawn(heat_map(np.arange(6).reshape(2, 3), ["a", "b"], WORDS, title="t")).axes[0]
    bottom, top = axes.get_ylim()
    assert bottom > top
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("query", "key")
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["a", "b"]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == WORDS


@pytest.mark.parametrize(
    ("count", "labels"),
    [
        (24, [str(i) for i in range(24)]),
        (25, [str(i) for i in range(0, 25, 5)]),
        (60, [str(i) for i in range(0, 60, 5)]),
        (512, [str(i) for i in range(0, 512, 50)]),
    ],
)
def test_of_many_labels_some_are_written(count: int, labels: list[str]) -> None:
    picture = heat_map(np.zeros((count, count)), title="t")
    assert y_labels(picture) == x_labels(picture) == labels


def test_labels_are_no_formulas_and_long_ones_are_cut() -> None:
    picture = heat_map([[0.7, 0.3]], ["$x$"], ["a" * 20, "b"], title="t")
    assert y_labels(picture) == ["$x$"]
    assert not drawn(picture).axes[0].get_yticklabels()[0].get_parse_math()
    assert x_labels(picture) == ["a" * 11 + "…", "b"]
    assert "a" * 20 in picture.sentence


@pytest.mark.parametrize(
    ("values", "limits", "reach"),
    [
        ([[0, 0.3]], None, (0, 1)),
        ([[0, 2.3]], None, (-3, 3)),
        ([[-0.11, 0.3]], None, (-0.3, 0.3)),
        ([[-17, 3]], None, (-20, 20)),
        ([[0, 0.3]], (0, 0.4), (0, 0.4)),
        ([[-np.inf, np.nan]], None, (0, 1)),
    ],
)
def test_what_the_colours_reach_to(values: ArrayLike, limits: object, reach: tuple) -> None:
    assert drawn(heat_map(values, title="t", limits=limits)).axes[-1].get_ylim() == reach


def test_zero_is_the_paper_positive_blue_and_negative_orange() -> None:
    picture = heat_map([[0.0, 1.0, -1.0]], title="t", name="scores")
    assert [colour_at(picture, 0, i) for i in range(3)] == [
        LIGHT.paper,
        shade(1, LIGHT),
        shade(-1, LIGHT),
    ]
    assert colour_at(heat_map([[0.0, 0.5]], title="t", limits=(0, 0.5)), 0, 1) == shade(1, LIGHT)
    for limits in ((0, 2), (-1, 3), (-3, 1)):
        assert colour_at(heat_map([[0.0, 0.5]], title="t", limits=limits), 0, 0) == LIGHT.paper


def test_table_of_a_map_picks_entries_evenly() -> None:
    picture = heat_map(np.arange(10000).reshape(100, 100), title="Big", name="numbers")
    found = cells(picture)
    assert len(found) == 13 * 13
    assert found[:3] == ["query \\ key", "0", "9"]
    assert (found[12], found[-1]) == ("99", "9999.00")
    assert (
        "Big. A row for each query, a column for each key; 12 of 100 and 12 of 100<"
        in picture.table
    )
    assert " of " not in heat_map(ROWS, title="t").table


def texts_drawn(picture: Picture) -> list[list[Bbox]]:
    """The places of row and column labels, on each map that has them."""
    figure = drawn(picture)
    figure.canvas.draw()
    sides = [axis for axes in figure.axes[:-1] for axis in (axes.yaxis, axes.xaxis)]
    return [[label.get_window_extent() for label in axis.get_ticklabels()] for axis in sides]


@pytest.mark.parametrize(
    "shape",
    [(20, 100), (20, 20), (24, 24), (12, 60), (24, 1), (6, 20), (60, 12), (72, 24), (5, 99)],
)
@pytest.mark.parametrize("word", [None, "the", "representative"])
@pytest.mark.slow
def test_labels_do_not_overlap(shape: tuple[int, int], word: str | None) -> None:
    labels = [None if word is None else [word] * count for count in shape]
    for boxes in texts_drawn(heat_map(np.zeros(shape), *labels, title="t")):
        assert not any(one.overlaps(other) for one, other in pairwise(boxes))


@pytest.mark.parametrize("shape", [(1, 10, 10), (4, 10, 10), (8, 8, 40), (8, 10, 20), (3, 10, 99)])
@pytest.mark.parametrize("word", ["the", "representative"])
@pytest.mark.slow
def test_labels_of_a_grid_do_not_overlap(shape: tuple[int, int, int], word: str) -> None:
    labels = [[word] * count for count in shape[1:]]
    for boxes in texts_drawn(head_grid(np.zeros(shape), *labels, title="t")):
        assert not any(one.overlaps(other) for one, other in pairwise(boxes))


@pytest.mark.parametrize("shape", [(4, 4), (9, 9), (3, 20), (20, 10)])
def test_turned_labels_do_not_leave_the_picture_and_no_room_is_left_below(
    shape: tuple[int, int],
) -> None:
    for word in ("a", "representative"):
        figure = drawn(heat_map(np.zeros(shape), [word] * shape[0], [word] * shape[1], title="t"))
        figure.canvas.draw()
        assert 0 < figure.axes[0].xaxis.get_tightbbox().y0 < 20
        label = figure.axes[0].get_xticklabels()[0]
        assert label.get_rotation() == (90 if word != "a" else 0)
    assert label.get_fontsize() == SMALL


def test_the_words_of_a_sentence_have_cells_that_can_be_seen() -> None:
    sentence = ["the", "small", "cat", "sat", "on", "the", "mat", "because", "it", "was", "."]
    for heads, least in ((2, 25), (4, 25), (6, 18)):
        figure = drawn(head_grid(np.zeros((heads, 11, 11)), sentence, sentence, title="t"))
        figure.canvas.draw()
        assert figure.axes[0].bbox.width / 11 * ON_PAGE / 100 > least
        assert figure.axes[0].get_yticklabels()[-1].get_text() == '"."'
        assert figure.bbox.width * ON_PAGE / 100 <= 920
        assert figure.axes[heads - 1].xaxis.get_tightbbox().y0 < 20


def test_numbers_beside_a_low_colour_bar_do_not_overlap() -> None:
    figure = drawn(head_grid(np.zeros((4, 3, 20)), title="t"))
    figure.canvas.draw()
    boxes = [label.get_window_extent() for label in figure.axes[-1].get_yticklabels()]
    assert len(boxes) >= 2
    assert not any(one.overlaps(other) for one, other in pairwise(boxes))


@pytest.mark.filterwarnings("error")
def test_letters_the_font_lacks_are_boxes_in_the_picture_alone() -> None:
    picture = heat_map(
        [[1.0], [0.0]],
        ["猫", "b"],
        ["🐈\t"],
        title="猫",
        row_axis="猫",
        column_axis="猫",
        name="猫",
    )
    assert Canvas().png(picture)
    assert (y_labels(picture), x_labels(picture)) == (["□", "b"], ["□□"])
    assert "at 猫, 猫 🐈" in picture.sentence
    assert "猫" in picture.table


def test_cells_are_square_unless_that_is_too_flat_or_narrow() -> None:
    for shape, ratio in {(30, 30): 1, (10, 20): 1 / 2, (1, 99): 1 / 3, (99, 1): 3}.items():
        box = drawn(heat_map(np.zeros(shape), title="t")).axes[0].bbox
        assert box.height / box.width == pytest.approx(ratio, rel=0.01)


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        (HEADS, {}, r"values: one matrix is needed, but the shape is \(2, 3, 3\). Which head"),
        ([0.5, 0.5], {}, r"values: one matrix is needed, but the shape is \(2,\)"),
        (np.zeros((0, 3)), {}, r"values: one matrix is needed, but the shape is \(0, 3\)"),
        (ROWS, {"rows": ["a"]}, "rows: 3 labels are needed, but there are 1"),
        (ROWS, {"columns": "abcd"}, "columns: 3 labels are needed, but there are 4"),
        (ROWS, {"limits": (1, 0)}, "limits: two numbers are needed, the lower first, but they are"),
    ],
)
def test_map_errors(values: ArrayLike, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        heat_map(values, title="t", **options)


def test_grid_sentence_names_the_largest_of_each_head() -> None:
    assert repr(head_grid(HEADS, WORDS, WORDS, title="Heads")) == (
        "Heads: 2 heads of 3 x 3 weights, a row for each query, a column for each key; largest in "
        "each: head 0: 0.90 at query cat, key cat; head 1: 1.00 at query The, key The and 2 more."
    )
    assert "1 head of 3 x 3" in repr(head_grid(HEADS[:1], title="t"))
    six = repr(head_grid(np.zeros((6, 2, 2)), title="t"))
    assert six.endswith("head 3: 0.00 at query 0, key 0 and 3 more; so on in 2 more.")


def test_rows_with_a_single_visible_key_are_not_the_largest() -> None:
    """Under a causal mask, the first token gives itself everything in every head."""
    masked = [[[1, 0, 0], [0.4, 0.6, 0], [0.2, 0.5, 0.3]], [[1, 0, 0], [0.2, 0.8, 0], [0, 0, 1]]]
    picture = head_grid(masked, WORDS, WORDS, title="t")
    assert picture.sentence.endswith(
        "; largest in each, where a query sees several keys: "
        "head 0: 0.60 at query cat, key cat; head 1: 1.00 at query sat, key sat."
    )
    assert cells(picture)[2:4] == ["head 0", "0.60 at query cat, key cat"]
    scores = np.where(np.tri(3, dtype=bool), -1.0, -np.inf)[None]
    assert "keys: head 0: -1.00 at query 1, key 0 and 4 more" in repr(head_grid(scores, title="t"))


def test_grid_table_has_a_row_for_each_head() -> None:
    found = cells(head_grid(HEADS, WORDS, WORDS, title="t"))
    assert found == [
        *("head", "largest"),
        *("head 0", "0.90 at query cat, key cat"),
        *("head 1", "1.00 at query The, key The and 2 more"),
    ]


def test_a_masked_entry_is_never_the_largest() -> None:
    picture = head_grid([[[np.nan, -np.inf, -3.0, -4.0]]], title="t", name="scores")
    assert "largest in each: head 0: -3.00 at query 0, key 2. Hatched" in picture.sentence


def test_heads_can_have_names_of_their_own() -> None:
    picture = head_grid(HEADS, WORDS, WORDS, title="t", heads=["adjective-noun", "local"])
    assert "adjective-noun: 0.90 at query cat, key cat" in picture.sentence
    assert "adjective-noun" in cells(picture)
    titles = [axes.get_title(loc="left") for axes in drawn(picture).axes[:-1]]
    assert titles == ["adjective-noun", "local"]


def test_every_head_has_a_name_of_its_own() -> None:
    assert "1st local: 0.90 at query" in head_grid(HEADS, title="t", heads=["local"] * 2).sentence
    with pytest.raises(ValueError, match="heads: 2 labels are needed, but there are 1"):
        head_grid(HEADS, title="t", heads=["local"])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 12, 16])
def test_grid_has_a_map_for_each_head_and_one_scale(count: int) -> None:
    figure = drawn(head_grid(np.zeros((count, 4, 4)), title="t"))
    maps = figure.axes[:-1]
    assert [axes.get_title(loc="left") for axes in maps] == [f"head {i}" for i in range(count)]
    assert len({axes.images[0].norm.vmax for axes in figure.axes}) == 1
    boxes = [axes.bbox for axes in figure.axes]
    assert not any(one.overlaps(other) for one in boxes for other in boxes if one is not other)
    assert all(box.x0 > 0 and box.y0 > 0 for box in boxes)


def test_every_column_of_a_grid_is_labelled_below() -> None:
    axes = drawn(head_grid(np.zeros((5, 3, 3)), WORDS, WORDS, title="t")).axes
    assert [bool(one.get_xlabel()) for one in axes[:5]] == [False, False, True, True, True]
    assert [bool(one.get_ylabel()) for one in axes[:5]] == [True, False, False, True, False]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (ROWS, r"weights: axes \(heads, queries, keys\) are needed, but the shape is \(3, 3\)"),
        (np.zeros((1, 2, 3, 3)), r"but the shape is \(1, 2, 3, 3\). Is it a single head"),
        (np.zeros((17, 3, 3)), "at most 16 heads fit into one picture, but there are 17"),
    ],
)
def test_grid_errors(values: ArrayLike, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        head_grid(values, title="t")
