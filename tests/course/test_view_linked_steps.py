"""Linked tables: every number compared with NumPy, marks, hidden cells, and a stable HTML tree."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from attnlib.attention import AttentionSteps, attention_steps
from attnlib.heads import multi_head_steps
from attnlib.masks import causal_visibility
from course.lessons.linked_steps import linked_steps
from course.lessons.linked_tables import CHOSEN, LINKED, NAMED
from course.views.colours import KEY, QUERY, ROLES, VALUE, tint
from course.views.drawing import HATCH
from course.views.word_paints import paints

STEPS = AttentionSteps._fields
RNG = np.random.default_rng(3)
WORDS = ["the", "cat", "the", "it"]
Q, K, V = RNG.normal(size=(4, 3)), RNG.normal(size=(4, 3)), RNG.normal(size=(4, 2))
MANY, LONG = (RNG.normal(size=(8, 3)), RNG.normal(size=(8, 2))), ["because", *"abcdefg"]
CAUSAL = causal_visibility(4)
COLOUR = "#[0-9a-f]{6}"
ENDS = [(step, row, column) for step in STEPS for row in (0, 3) for column in (0, 1)]


def drawn(chosen: Any = ("scores", 0, 0), **options: Any) -> Any:
    return linked_steps(Q, K, V, **({"tokens": WORDS} | options), chosen=chosen)


class Cells(HTMLParser):
    """The tables of a page: for each row of each table, the tags, styles and texts of its cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[list[list[dict[str, str]]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append({"tag": tag, "text": "", **{k: v or "" for k, v in attrs}})

    def handle_data(self, data: str) -> None:
        if self.tables and self.tables[-1] and self.tables[-1][-1]:
            self.tables[-1][-1][-1]["text"] += data.strip()


def rows_of(html: str, table: int) -> list[list[dict[str, str]]]:
    """The rows of a table below its heads."""
    rows = Cells(html).tables[table]
    return [row for row in rows if row[0]["tag"] == "th" and row[0]["scope"] == "row"]


def numbers(html: str, table: int) -> list[list[float]]:
    return [
        [float(cell["text"]) for cell in row if re.fullmatch(r"-?[\d.]+", cell["text"])]
        for row in rows_of(html, table)
    ]


def marked(html: str, style: str) -> list[tuple[int, int, int]]:
    """The table (of four), row and column of each cell with this mark."""
    return [
        (table, row, column)
        for table in range(4)
        for row, cells in enumerate(rows_of(html, table))
        for column, cell in enumerate(cells[1:])
        if style in cell["style"]
    ]


@pytest.mark.parametrize("visible", [None, CAUSAL])
def test_the_tables_are_the_steps(visible: Any) -> None:
    html = drawn(visible=visible).html
    for table, values in enumerate(attention_steps(Q, K, V, visible)):
        np.testing.assert_allclose(numbers(html, table), values, atol=0.00501)


def test_a_number_has_the_same_colour_before_and_after_scaling_and_in_values_and_output() -> None:
    html, steps = drawn(("output", 0, 0)).html, attention_steps(Q, K, V)
    largest = [np.abs(steps.scores).max()] * 2 + [1.0, np.abs(V).max()]
    for table, (values, most) in enumerate(zip(steps, largest, strict=True)):
        styles = [cell["style"] for row in rows_of(html, table) for cell in row[1:]]
        colours = [tint(value / most) for value in values.flat]
        for style, colour in zip(styles, colours, strict=True):
            assert f"background:{colour};" in style
    for value, row in zip(V[:, 0], rows_of(html, 4)[:4], strict=True):
        assert f"background:{tint(value / largest[3])}" in row[3]["style"]


def test_decimals() -> None:
    steps = attention_steps(Q, K, V)
    np.testing.assert_allclose(numbers(drawn(decimals=4).html, 0), steps.scores, atol=0.0000501)
    assert ">1.0<" in linked_steps([[1]], [[1]], [[1]], tokens=["a"], decimals=1).html


def test_a_score_is_a_sum_of_products() -> None:
    html = drawn(("scores", 3, 1), decimals=6).html
    q, k, product = numbers(html, 4)
    np.testing.assert_allclose(q, Q[3], atol=1e-6)
    np.testing.assert_allclose(k, K[1], atol=1e-6)
    np.testing.assert_allclose(product, [*(Q[3] * K[1]), Q[3] @ K[1]], atol=1e-6)
    assert [row[0]["text"] for row in rows_of(html, 4)] == ["q of it", "k of cat", "product"]


def test_a_scaled_score_is_a_quotient() -> None:
    html = drawn(("scaled", 3, 1), decimals=6).html
    score, root = Q[3] @ K[1], np.sqrt(3)
    np.testing.assert_allclose(numbers(html, 4), [[score, root, score / root]], atol=1e-6)


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("visible", [None, CAUSAL])
def test_a_weight_is_an_exponential_over_a_sum(visible: Any, row: int) -> None:
    html = drawn(("weights", row, 1), visible=visible, decimals=6).html
    steps = attention_steps(Q, K, V, visible)
    count = 4 if visible is None else row + 1
    scaled, exponentials, weights = numbers(html, 4)
    expected = np.exp(steps.scaled[row, :count] - steps.scaled[row, :count].max())
    np.testing.assert_allclose(scaled, steps.scaled[row], atol=1e-6)
    np.testing.assert_allclose(exponentials[:count], expected, atol=1e-6)
    np.testing.assert_allclose(weights, steps.weights[row], atol=1e-6)
    np.testing.assert_array_equal(exponentials[count:], np.zeros(4 - count))
    assert f"sum {expected.sum():.6f}" in html


def test_an_output_is_a_mixture_of_values() -> None:
    html = drawn(("output", 3, 1), decimals=6).html
    steps = attention_steps(Q, K, V)
    *parts, total = numbers(html, 4)
    for key, row in enumerate(parts):
        expected = [steps.weights[3, key], *V[key], *(steps.weights[3, key] * V[key])]
        np.testing.assert_allclose(row, expected, atol=1e-6)
    np.testing.assert_allclose(total, [1, *steps.output[3]], atol=1e-6)


def test_the_parts_of_an_output_are_added_up_in_the_pattern_of_their_word() -> None:
    html = drawn(("output", 3, 1), decimals=4).html
    ends = (attention_steps(Q, K, V).weights[3] * V[:, 1]).cumsum()
    labels = np.array(re.findall(r'aria-label="from (-?[\d.]+) to (-?[\d.]+)"', html), float)
    bars = [*zip([0, *ends[:-1]], ends, strict=True), (0, ends[-1])]
    np.testing.assert_allclose(labels, bars, atol=0.00006)
    for word, paint in zip(WORDS, paints(WORDS), strict=True):
        assert html.count(f"background:{paint.fill}") == 2 * WORDS.count(word)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (("scores", 0, 0), "Score of it for cat: 1.00 x 0.50 + 2.00 x 1.00 = 2.50."),
        (("scores", 0, 1), "Score of it for mat: 1.00 x 1.00 = 1.00."),
        (("scaled", 0, 0), "Scaled score of it for cat: 2.50 / sqrt(2) = 2.50 / 1.41 = 1.77."),
        (("weights", 0, 1), "Weight of it for mat: exp(0.71 - 1.77) / 1.35 = 0.35 / 1.35 = 0.26."),
        (
            ("output", 0, 1),
            "Output of it, feature being: 0.74 x 1.00 (cat) + 0.26 x -2.00 (mat) = 0.23.",
        ),
    ],
)
def test_the_sentence_of_each_step(chosen: Any, sentence: str) -> None:
    names = {"tokens": ["it"], "keys": ["cat", "mat"], "features": ["thing", "being"]}
    drawing = linked_steps([[1, 2]], [[0.5, 1], [1, 0]], [[0, 1], [3, -2]], chosen=chosen, **names)
    assert repr(drawing) == sentence


def test_long_sums_are_cut_short_and_empty_ones_said() -> None:
    q = np.array([[6.0, 1, 5, 4, 3, 2]])
    drawing = linked_steps(q, np.ones((1, 6)), [[1]], tokens=["a"])
    assert "6.00 x 1.00 + 5.00 x 1.00 + 4.00 x 1.00 + 3.00 x 1.00 + 2 smaller products = 21.00" in (
        repr(drawing)
    )
    assert repr(linked_steps(0 * q, q, [[1]], tokens=["a"])) == (
        "Score of a for a: nothing but products of 0 = 0.00."
    )


def test_repeated_words_are_told_apart() -> None:
    assert "Score of 2nd the for 1st the: " in repr(drawn(("scores", 2, 0)))
    html = drawn(("output", 0, 0)).html
    names = [row[0]["text"] for row in rows_of(html, 4)]
    assert names == ["1st the", "cat", "2nd the", "it", "output"]


def test_hidden_cells_are_hatched_from_the_scaling_on() -> None:
    html = drawn(visible=CAUSAL).html
    hidden = [(row, column) for row in range(4) for column in range(row + 1, 4)]
    assert marked(html, HATCH) == [(table, *place) for table in (1, 2) for place in hidden]
    texts = {rows_of(html, 2)[row][column + 1]["text"] for row, column in hidden}
    assert texts == {"0"}
    assert html.count('title="hidden"') == html.count(HATCH)
    assert HATCH not in drawn().html
    assert HATCH not in drawn(visible=np.array(True)).html


def test_hidden_cells_are_explained() -> None:
    assert repr(drawn(("weights", 0, 1), visible=CAUSAL)) == (
        "Weight of 1st the for cat: 0, because it is hidden."
    )
    scaled = drawn(("scaled", 0, 1), visible=CAUSAL)
    assert repr(scaled).endswith(", but hidden: softmax leaves it out.")
    assert "hidden from softmax" in scaled.html
    assert "(cat)" not in repr(drawn(("output", 0, 1), visible=CAUSAL))


def test_a_query_that_may_attend_to_nothing() -> None:
    blind = CAUSAL.copy()
    blind[0] = False
    for step in STEPS:
        drawing = drawn((step, 0, 0), visible=blind)
        assert "nan" not in drawing.html + drawing.sentence
    assert numbers(drawn(("weights", 0, 0), visible=blind).html, 4)[1:] == [[0] * 4] * 2


def test_the_chosen_pair_is_followed_through_the_steps() -> None:
    html = drawn(("scaled", 3, 1)).html
    assert marked(html, CHOSEN) == [(1, 3, 1)]
    assert marked(html, LINKED) == [(0, 3, 1), (2, 3, 1)]


def test_the_weights_of_a_chosen_output_are_marked() -> None:
    html = drawn(("output", 3, 1)).html
    assert marked(html, CHOSEN) == [(3, 3, 1)]
    assert marked(html, LINKED) == [(2, 3, column) for column in range(4)]


@pytest.mark.parametrize(("step", "columns"), [("weights", ["cat"] * 3), ("output", ["1"])])
def test_the_names_of_row_and_column_are_marked(step: str, columns: list[str]) -> None:
    tables = Cells(drawn((step, 3, 1)).html).tables[:4]
    cells = (cell for table in tables for row in table for cell in row)
    named = [cell for cell in cells if NAMED in cell["style"]]
    assert [cell["text"] for cell in named if cell["scope"] == "row"] == ["it"] * 4
    assert [cell["text"] for cell in named if cell["scope"] == "col"] == columns
    assert {cell["aria-current"] for cell in named} == {"true"}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("visible", [None, CAUSAL])
def test_the_tree_is_the_same_for_each_choice_within_a_step(step: str, visible: Any) -> None:
    trees = {
        tuple(re.findall(r"<(/?\w+)", drawn((step, row, column), visible=visible).html))
        for row in range(4)
        for column in range(2)
    }
    assert len(trees) == 1


def test_what_is_below_keeps_its_place() -> None:
    pages = [drawn(chosen, visible=CAUSAL).html for chosen in ENDS]
    assert len({re.findall(r"min-height:(\d+)px", html)[0] for html in pages}) == 1


def test_every_cell_can_be_chosen_where_there_is_a_control() -> None:
    html = drawn(("weights", 3, 1), control="cell").html
    cells = [tuple(json.loads(unescape(to))) for to in re.findall(r'data-to="([^"]*)"', html)]
    sizes = dict(zip(STEPS, (step.shape for step in attention_steps(Q, K, V)), strict=True))
    assert cells == [(step, *place) for step, size in sizes.items() for place in np.ndindex(size)]
    assert html.count('data-move="cell"') == len(cells)
    chosen = re.findall(r'data-to="([^"]*)" data-chosen="true"', html)
    assert [json.loads(unescape(to)) for to in chosen] == [["weights", 3, 1]]


def test_nothing_can_be_chosen_without_a_control() -> None:
    assert "data-" not in drawn().html


def test_names_are_escaped() -> None:
    names: Any = {"tokens": ["<b>", "a&b", "<b>", "d"], "features": ["<i>", "f"]}
    html = "".join(drawn((step, 0, 0), **names).html for step in STEPS)
    assert not re.search(r"<b>|<i>|a&b", html)
    assert "&lt;b&gt;" in html
    assert "&lt;i&gt;" in html


def test_a_screen_reader_finds_tables() -> None:
    tables = Cells(drawn().html).tables
    assert [len(table) for table in tables] == [5, 5, 5, 5, 4]
    for table in tables[:4]:
        assert all(cell["scope"] == "col" for cell in table[0][1:])
        assert [row[0]["scope"] for row in table[1:]] == ["row"] * 4
    assert drawn().html.count("<caption") == 5


def test_rows_are_as_long_as_their_heads() -> None:
    for chosen in ENDS:
        for table in Cells(drawn(chosen).html).tables:
            widths = {sum(int(cell.get("colspan", 1)) for cell in row) for row in table}
            assert len(widths) == 1


def test_one_head_of_several() -> None:
    X, W = RNG.normal(size=(4, 6)), RNG.normal(size=(4, 6, 6))
    steps = multi_head_steps(X, *W, num_heads=3, visible=CAUSAL)
    head = (steps.Q_heads[1], steps.K_heads[1], steps.V_heads[1])
    html = linked_steps(*head, tokens=WORDS, visible=CAUSAL).html
    np.testing.assert_allclose(numbers(html, 0), steps.scores[1], atol=0.00501)
    np.testing.assert_allclose(numbers(html, 3), steps.head_outputs[1], atol=0.00501)


def test_more_keys_than_queries_and_long_names() -> None:
    drawing = linked_steps(Q[:2], *MANY, tokens=["it", "was"], keys=LONG)
    assert [len(rows_of(drawing.html, table)[0]) for table in range(4)] == [9, 9, 9, 3]
    assert drawing.html.count("writing-mode") == 3 * 8
    assert "writing-mode" not in drawn(tokens=["because", "a", "b", "c"]).html


def test_the_steps_of_one_query_stand_above_each_other_in_the_same_columns() -> None:
    html = linked_steps(1000 * Q[:1], *MANY, tokens=["it"], keys=LONG).html
    assert "flex-flow:column" in html
    assert "writing-mode" not in html
    looks = [rows_of(html, table)[0][3]["style"] for table in range(3)]
    widths = {re.findall(r"min-width:\d+ch;padding:[^;]*", look)[0] for look in looks}
    assert len(widths) == 1
    assert "flex-flow:row wrap" in drawn(tokens=["because", "a", "b", "c"]).html


def test_the_columns_of_queries_and_keys_have_names() -> None:
    names = ["being", "<b>", "place"]
    drawing = drawn(("scores", 3, 1), asked=names, decimals=1)
    heads = Cells(drawing.html).tables[4][0]
    assert [cell["text"] for cell in heads] == ["feature", *names, "sum"]
    terms = zip(Q[3], K[1], names, strict=True)
    products = [f"{q:.1f} x {k:.1f} ({name})" for q, k, name in terms]
    assert " + ".join(products) in repr(drawing)
    assert [cell["text"] for cell in Cells(drawn().html).tables[4][0][1:-1]] == ["0", "1", "2"]


def test_what_is_no_number_has_no_colour() -> None:
    broken = np.array([[np.nan, 1, 1], [1, np.inf, 1], *Q[2:]])
    with np.errstate(invalid="ignore"):
        html = linked_steps(broken, K, V, tokens=WORDS).html
    assert "preserve-parent-color;background:transparent" in html
    assert ">nan<" in html


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("score", 0, 0), "one of scores, scaled, weights, output, a row and a column are needed"),
        (("scores", 0), "a row and a column are needed, but it is ('scores', 0)"),
        (("scores", 4, 0), "scores has rows 0 to 3 and columns 0 to 3, but it is row 4, column 0"),
        (("output", 0, 2), "output has rows 0 to 3 and columns 0 to 1"),
        (("scores", -1, 0), "row: at least 0 is needed, but it is -1"),
    ],
)
def test_a_cell_that_is_not_there(chosen: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        drawn(chosen)
    assert "?" in str(raised.value)


@pytest.mark.parametrize(
    ("arrays", "options", "message"),
    [
        ((Q[:, :2], K, V), {}, "Q and K must agree in d_k"),
        ((Q, K, V[:3]), {}, "K and V must agree in n_k"),
        ((Q[None], K[None], V[None]), {}, "one matrix each, but their shapes are (1, 4, 3)"),
        ((Q, K, V), {"tokens": ["a"]}, "tokens: 4 labels are needed, but there are 1"),
        ((Q, K, V), {"keys": ["a"]}, "keys: 4 labels are needed, but there are 1"),
        ((Q, K, V), {"asked": ["a"]}, "asked: 3 labels are needed, but there are 1"),
        ((Q, K, V), {"features": ["a"]}, "features: 2 labels are needed, but there are 1"),
        ((Q, K, V), {"visible": CAUSAL[:3]}, "does not fit scores of shape (4, 4)"),
        ((np.ones((21, 1)), np.ones((20, 1)), np.ones((20, 1))), {}, "scores would be (21, 20)"),
        ((np.ones((0, 1)), np.ones((1, 1)), np.ones((1, 1))), {}, "scores would be (0, 1)"),
    ],
)
def test_what_does_not_fit(arrays: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        linked_steps(*arrays, **({"tokens": WORDS} | options))
    assert "?" in str(raised.value)


def test_queries_keys_and_values_have_their_letter_and_a_line_of_their_colour() -> None:
    html = drawn(("scores", 0, 0)).html
    assert re.findall(rf"border:2px solid ({COLOUR});[^>]*>(\w)</b>", html) == [
        (role.colour, role.letter) for role in ROLES
    ]
    on_rows = re.findall(rf"border-left:3px solid ({COLOUR})", html)
    on_columns = re.findall(rf"border-top:3px solid ({COLOUR})", html)
    assert on_rows == [QUERY.colour] * 4 * 4 + [QUERY.colour, KEY.colour]
    assert on_columns == [KEY.colour] * 3 * 4 + [VALUE.colour] * 2
