"""The heat table and its parts: sentences, colours, HTML."""

import re

import numpy as np
import pytest

from course.views import heat_table, words
from course.views.colours import LINES, contrast, tint

WORDS = ["The", "cat", "sat"]
ROWS = [[0.25, 0.25, 0.5], [0.0, 0.9, 0.1], [0.2, 0.3, 0.5]]


def test_sentence_names_shape_largest_and_rows() -> None:
    assert repr(heat_table(ROWS, WORDS, WORDS)) == (
        "3 x 3 weights, a row for each query, a column for each key: largest 0.90 at query cat, key cat; "
        "every row sums to 1.00."
    )


@pytest.mark.parametrize(
    ("values", "end"),
    [
        (np.transpose(ROWS), "every column sums to 1.00."),
        ([[0.5, 0.5], [0.5, 0.5]], "every row and every column sums to 1.00."),
        ([[0.5, 0.25], [0.25, 0.0]], "the whole array sums to 1.00, but not every row or column."),
        ([[0.5, 0.25], [0.25, 0.5]], "neither every row nor every column sums to 1.00."),
    ],
)
def test_sentence_says_what_sums_to_one(values: object, end: str) -> None:
    assert repr(heat_table(values, sums=True)).endswith(end)


def test_scores_are_not_told_that_they_fail_to_sum_to_one() -> None:
    assert "sums" not in repr(heat_table([[3.0, 1.0]], name="scores"))


@pytest.mark.parametrize("values", [[[1.5, -0.5]], [[-np.inf, 0.5]], [[-1.0, 2.0], [2.0, -1.0]]])
def test_negative_values_are_not_told_that_they_fail_to_sum_to_one(values: object) -> None:
    assert "sums to" not in repr(heat_table(values, sums=True))
    assert ">sum</th>" in heat_table(values, sums=True).html


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ([[2.0, -1.5]], "largest 2.00 at query 0, key 0; smallest -1.50 at query 0, key 1"),
        ([[1.0, -np.inf, -np.inf, np.nan]], "every finite value 1.00; 2 x -inf; 1 x nan"),
        ([[np.inf, 0.5, 0.2]], "largest 0.50 at query 0, key 1; 1 x inf"),
        ([[-np.inf, -np.inf]], "no finite value; 2 x -inf"),
        ([[0.2, 0.2]], "every value 0.20"),
        ([[3.0, 3.0, 1.0]], "largest 3.00 at query 0, key 0 and 1 more"),
    ],
)
def test_sentence_of_other_numbers(values: object, part: str) -> None:
    assert part in repr(heat_table(values))


def test_repeated_labels_are_told_apart_by_position() -> None:
    table = heat_table([[1, 3, 2]], ["x"], ["the", "cat", "the"])
    assert "key cat" in repr(table)
    assert 'key "2nd the"' in repr(heat_table([[1, 2, 3]], ["x"], ["the", "cat", "the"]))


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("cat", "word cat"),
        ("layer", "word layer"),
        ("sat, hidden", 'word "sat, hidden"'),
        ("word 3", "word 3"),
        ("word", "word"),
        ("words", "word words"),
        (".", 'word "full stop"'),
    ],
)
def test_a_place_has_the_name_of_its_axis_once(row: str, place: str) -> None:
    assert f"1.00 at {place}, key 0; " in repr(heat_table([[1, 0]], [row], row_axis="word"))


def test_other_axes_and_names() -> None:
    table = heat_table([[3, 1]], row_axis="position", column_axis="dimension", name="encodings")
    assert "1 x 2 encodings, a row for each position, a column for each dimension: " in repr(table)
    assert ">A row for each position, a column for each dimension</caption>" in table.html
    assert ">position \\ dimension</td>" in table.html


def test_html_is_a_table_a_screen_reader_can_read() -> None:
    html = heat_table(ROWS, WORDS, WORDS, caption="Untrained", sums="both").html
    assert ">Untrained</caption>" in html
    assert html.count('scope="row"') == html.count('scope="col"') == len(WORDS) + 1
    assert "tabindex" not in html
    assert "class=" not in html
    assert "id=" not in html


def test_sums_are_marked_with_signs() -> None:
    html = heat_table(ROWS, sums="both").html
    assert html.count("1.00 ✓") == 3
    assert [total in html for total in (">0.45<", ">1.45<", ">1.10<", ">3.00<")] == [True] * 4
    assert "1.00 ✓" in heat_table([[0.25, 0.25], [0.4, 0.1]], sums="both").html
    assert "✓" not in heat_table([[-1.0, 2.0]], sums=True).html


def test_columns_are_summed_on_request_only() -> None:
    """Below a table whose rows sum to 1, accidental marks would mean nothing."""
    rows = [[0.5, 0.5], [0.5, 0.5]]
    assert heat_table(rows, sums=True).html.count("1.00 ✓") == 2
    assert heat_table(rows, sums="both").html.count("1.00 ✓") == 4


def test_a_row_keeps_its_mark_beside_a_row_of_nan() -> None:
    html = heat_table([[0.4, 0.6], [np.nan, np.nan]], sums=True).html
    assert html.count("1.00 ✓") == 1


VISIBLE = np.tri(3, dtype=bool)


def cells(html: str) -> list[str]:
    return re.findall(r'<td style="([^"]*padding:4px min[^"]*)">', html)


def colours(html: str) -> list[str]:
    return [re.findall(r"background:(rgb[^;]*|transparent)", style)[0] for style in cells(html)]


def test_hidden_cells_are_hatched() -> None:
    table = heat_table(np.eye(3), visible=VISIBLE)
    hatched = ["repeating-linear-gradient" in style for style in cells(table.html)]
    assert hatched == [not seen for seen in VISIBLE.flat]
    assert "; 3 hidden; every row" in repr(table)
    assert "hidden" not in repr(heat_table(np.eye(3), visible=[True, True, True]))


def test_what_gets_past_a_mask_keeps_its_colour() -> None:
    leak = heat_table([[0.5, 0.5]], visible=[True, False])
    mask = heat_table([[1.0, -np.inf]], visible=[True, False])
    assert f"background:{tint(0.5)};background-image:repeating" in cells(leak.html)[1]
    assert "repeating-linear-gradient" in cells(mask.html)[1]
    assert ">-inf<" in mask.html


@pytest.mark.parametrize(
    ("visible", "error"), [([[1, 0]], TypeError), ([[True, False, True]], ValueError)]
)
def test_visible_is_checked(visible: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="visible"):
        heat_table([[0.5, 0.5]], visible=visible)


def widths(html: str) -> list[str]:
    return re.findall(r'scope="col" style="[^"]*;width:(\d+)ch"', html)


@pytest.mark.parametrize("values", [[[0, 0.5]], [[-99.99, 1]], [[-np.inf, np.nan]], [[7, -7]]])
def test_columns_keep_their_width_while_values_move(values: object) -> None:
    assert widths(heat_table(values).html) == ["10", "10"]
    assert widths(heat_table(values, decimals=0, sums=True).html) == ["8", "8"]
    assert 'min-width:6ch">sum<' in heat_table(values, decimals=0, sums=True).html


def test_on_a_narrow_page_columns_are_as_wide_as_their_numbers() -> None:
    assert heat_table(np.eye(13)).html.count("min-width:4ch") == 13
    assert heat_table([[1, -12345, 2]]).html.count("min-width:9ch") == 3


def test_columns_widen_alike_for_longer_numbers() -> None:
    assert widths(heat_table([[1, -12345, 2]]).html) == ["13", "13", "13"]


def test_the_sentence_is_there_for_a_screen_reader_and_not_for_the_eye() -> None:
    table = heat_table(ROWS)
    html = table._repr_html_()
    assert f">{table.sentence}</p>" in html
    assert "clip-path:inset(50%)" in html.removeprefix(table.html)


def test_labels_and_caption_are_escaped() -> None:
    html = heat_table([[1]], ["<b>"], ["a&b"], caption="x < y").html
    assert "<b>" not in html
    assert "&lt;b&gt;" in html
    assert "a&amp;b" in html
    assert "x &lt; y" in html


@pytest.mark.parametrize("value", [-0.0, -0.004, np.float32(-0.0049)])
def test_negative_zero_is_zero(value: float) -> None:
    table = heat_table([[value, 0.5]], sums=True)
    assert "-" not in re.sub(r"<[^>]*>", "", table.html)
    assert tint(0) in table.html


def test_infinities_and_nan_are_words_in_neutral_cells() -> None:
    html = heat_table([[-np.inf, np.nan, 1.0]]).html
    assert re.search(r"background:transparent[^>]*>-inf<", html)
    assert re.search(r"background:transparent[^>]*>nan<", html)


def test_html_does_not_change_below_the_shown_decimals() -> None:
    noise = np.full((3, 3), 1e-9)
    assert heat_table(np.array(ROWS) + noise).html == heat_table(ROWS).html
    assert heat_table(np.array(ROWS) + 0.01).html != heat_table(ROWS).html


def test_decimals() -> None:
    assert re.findall(r">(\d[.\d]*)</td>", heat_table([[0.25, 0.75]], decimals=1).html) == [
        "0.2",
        "0.8",
    ]


@pytest.mark.parametrize("colour", LINES)
def test_line_labels_are_readable_on_white(colour: str) -> None:
    assert contrast(colour, "#ffffff") >= 4.5


def test_weights_share_one_scale() -> None:
    assert colours(heat_table([[0.1, 0.2]]).html) == [tint(0.1), tint(0.2)]
    assert colours(heat_table([[0.1, 0.9]]).html) == [tint(0.1), tint(0.9)]
    assert colours(heat_table([[2.0, 8.0]]).html) == [tint(0.25), tint(1)]


def test_zero_has_the_colour_of_the_page() -> None:
    assert colours(heat_table([[0.0, 1.0]]).html)[0].endswith("/0)")


def test_limits_decide_what_the_colours_reach_to() -> None:
    slopes = np.array([[0.1, -0.2]])
    assert colours(heat_table(slopes, limits=(-1, 1)).html)[1] == tint(-0.2)
    assert colours(heat_table(slopes, limits=(-0.25, 0.1)).html)[1] == tint(-0.8)
    assert colours(heat_table(slopes).html)[1] == tint(-1)
    assert colours(heat_table(10 * slopes, limits=(-1, 1)).html)[1] == tint(-1)
    assert heat_table([[0.1, 0.2]], limits=(0, 1)).html == heat_table([[0.1, 0.2]]).html
    assert repr(heat_table(slopes, limits=(-1, 1))) == repr(heat_table(slopes))


def test_each_row_can_have_a_scale_of_its_own() -> None:
    steps = np.array([[8.0, -2.0], [0.75, 0.25]])
    assert colours(heat_table(steps).html)[2] == tint(0.75 / 8)
    found = colours(heat_table(steps, by_row=True).html)
    assert found == [tint(1), tint(-0.25), tint(0.75), tint(0.25)]
    with pytest.raises(ValueError, match=r"limits: with by_row=True, each row has a scale"):
        heat_table(steps, by_row=True, limits=(0, 1))


def test_what_all_values_should_be_has_no_colour() -> None:
    ratios = heat_table([[1.0, 16.0, 0.25]], around=1)
    assert colours(ratios.html) == [tint(0), tint(1), tint(-0.05)]
    limited = heat_table([[1.0, 16.0, 0.25]], around=1, limits=(0, 2))
    assert colours(limited.html) == [tint(0), tint(1), tint(-0.75)]
    assert repr(ratios) == repr(heat_table([[1.0, 16.0, 0.25]]))


@pytest.mark.parametrize("limits", [(1, 0), (0, 0), (0, np.nan)])
def test_limits_in_order(limits: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"limits: two numbers are needed, the lower first"):
        heat_table([[1.0]], limits=limits)


@pytest.mark.parametrize(
    ("values", "labels", "message"),
    [
        (np.zeros((21, 20)), None, "a table holds 1 to 400 entries, but shape (21, 20) has 420"),
        (np.zeros((0, 3)), None, "a table holds 1 to 400 entries, but shape (0, 3) has 0"),
        (np.zeros((2, 3, 3)), None, "one matrix is needed, but the shape is (2, 3, 3)"),
        (np.zeros((2, 2)), ["a"], "rows: 2 labels are needed, but there are 1"),
    ],
)
def test_errors_say_what_was_found(
    values: np.ndarray, labels: list[str] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        heat_table(values, labels)
    assert "?" in str(raised.value)


def test_text_is_refused() -> None:
    with pytest.raises(TypeError, match="real numbers are needed"):
        heat_table([["a"]])


def test_words_are_shown_as_they_are() -> None:
    said = words("0 < 1")
    assert repr(said) == "0 < 1"
    assert ">0 &lt; 1</p>" in said._repr_html_()
