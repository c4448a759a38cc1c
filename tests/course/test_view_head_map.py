"""A map of heads: what it says, what it frames, what can be chosen, and what is refused."""

import re
from typing import Any

import numpy as np

from course.lessons.head_map import head_map
from course.lessons.linked_tables import CHOSEN, NAMED
from course.views.colours import tint

VALUES = np.array([[0.9, 0.01, 0.3], [0.2, 0.4, 1.0]])


def drawn(values: Any = VALUES, chosen: Any = (1, 2), **options: Any) -> Any:
    return head_map(values, chosen, **({"title": "Back"} | options))


def cells(html: str) -> list[tuple[str, str, str]]:
    """For each head, row by row: its attributes, its style, and what is written."""
    return re.findall(r'<td( aria-label=[^>]*) style="([^"]*)">([^<]*)</td>', html)


def test_the_sentence_names_the_largest_and_the_chosen_head() -> None:
    assert repr(drawn(chosen=(0, 1))) == (
        "Back: 6 heads in 2 layers, most in 1.2 (1.00), 0.0 (0.90) and 1.1 (0.40). "
        "Chosen: 0.1 (0.01)."
    )


def test_a_column_is_a_layer_a_row_a_head_and_small_numbers_are_left_out() -> None:
    assert [text for *_, text in cells(drawn().html)] == [".90", ".20", "", ".40", ".30", "1.00"]


def test_each_cell_tells_its_head_and_has_the_colour_of_its_number() -> None:
    for attributes, style, _ in cells(drawn().html):
        layer, head, value = re.findall(r"layer (\d), head (\d): ([\d.]+)", attributes)[0]
        assert float(value) == VALUES[int(layer), int(head)]
        assert f"background:{tint(VALUES[int(layer), int(head)])}" in style


def test_the_chosen_head_has_a_frame_and_named_ones_a_finer_one() -> None:
    found = cells(drawn(chosen=(1, 2), named=[(0, 0), (1, 2)]).html)
    assert [CHOSEN in style for _, style, _ in found] == 5 * [False] + [True]
    assert [NAMED in style for _, style, _ in found] == [True] + 5 * [False]


def test_with_a_control_each_head_can_be_chosen() -> None:
    assert "data-move" not in drawn().html
    html = drawn(control="head").html
    assert html.count('data-move="head"') == 6
    assert html.count('data-chosen="true"') == 1
    assert 'data-to="[1, 2]" data-chosen="true"' in html


def test_a_title_is_escaped() -> None:
    assert "a &lt; b" in drawn(title="a < b").html
