"""Clocks: hands agree with the encoding, and the arc depends only on the shift."""

import re
from typing import Any

import numpy as np
import pytest

from attnlib.positions import sinusoidal_encoding
from course.lessons.clock import FACE, HAND, MOST_CLOCKS, WIDTH, clock

D_MODEL = 16
FREQUENCIES = 10000.0 ** (-np.arange(0, D_MODEL, 2) / D_MODEL)


def page(position: int = 7, shift: int = 3) -> str:
    return clock(FREQUENCIES, position, shift).html


def numbers(html: str) -> list[list[float]]:
    """The rows of each table, for the position and the shifted position, clock by clock."""
    pairs = np.reshape([float(x) for x in re.findall(r">(-?[\d.]+)</td>", html)], (-1, 2, 2))
    return [pairs[:, row].ravel().tolist() for row in (0, 1)]


def rotations(html: str) -> list[float]:
    """The rotation of the group of each clock, in degrees."""
    return [float(turn) for turn in re.findall(r'<g transform="rotate\(([\d.]+)\)"><g', html)]


def turning(html: str) -> list[str]:
    """The contents of the rotated groups: both hands and the arc between them."""
    return re.findall(r'<g transform="rotate\([\d.]+\)">(<g.*?)</svg>', html)


def skeleton(html: str) -> str:
    """The HTML without turning parts, numbers, colours of cells, and hidden parts."""
    for part in (
        r' d="[^"]*"',
        r"rotate\([^)]*\)",
        r"visibility:\w+",
        r'aria-label="[^"]*"',
        r"background:rgb[^;]*",
        r"(?<=>)[^<]*(?=</td>)",
        r"(?<=turns )[^<]*",
        r"(?<= position )[^<]*",
    ):
        html = re.sub(part, "", html)
    return html


@pytest.mark.parametrize(("position", "shift"), [(0, 0), (7, 3), (44, -5), (3, 20)])
def test_the_cells_are_the_rows_of_the_encoding(position: int, shift: int) -> None:
    encoding = sinusoidal_encoding(60, D_MODEL).round(2)
    now, later = numbers(page(position, shift))
    assert now == encoding[position].tolist()
    assert later == encoding[position + shift].tolist()


def test_the_hand_points_to_its_two_numbers() -> None:
    turned = np.radians(rotations(page(7)))
    tips = np.stack([np.sin(turned), np.cos(turned)], axis=-1).ravel()
    assert len(turned) == len(FREQUENCIES)
    assert tips == pytest.approx(sinusoidal_encoding(8, D_MODEL)[7], abs=1e-3)
    projected = re.findall(r'd="M(-?[\d.]+) 0V(-?[\d.]+)H0"', page(7))
    ends = np.array(projected, dtype=float) * [1, -1] / HAND
    assert ends.ravel() == pytest.approx(sinusoidal_encoding(8, D_MODEL)[7], abs=1e-3)


def test_hands_and_arc_depend_on_the_shift_alone_but_for_a_rotation() -> None:
    assert turning(page(7, 3)) == turning(page(40, 3))
    assert rotations(page(7, 3)) != rotations(page(40, 3))
    assert turning(page(7, 3)) != turning(page(7, 4))
    turns = re.findall(r"turns ([^<]+)<", page(7, 3))
    assert turns == re.findall(r"turns ([^<]+)<", page(40, 3))
    assert turns[:3] == ["172°", "54°", "17°"]


@pytest.mark.parametrize(
    ("shift", "flags"), [(1, "0 1"), (2, "0 1"), (4, "1 1"), (7, "0 1"), (-1, "0 0"), (-4, "1 0")]
)
def test_the_arc_goes_the_way_of_the_shift_without_full_rounds(shift: int, flags: str) -> None:
    arc, *_ = re.findall(r"A20 20 0 (\d \d) ", clock([1], 10, shift).html)
    assert arc == flags


@pytest.mark.parametrize("shift", [1, 4, -2, 9])
def test_the_arc_goes_from_one_hand_to_the_other(shift: int) -> None:
    html = clock([1], 10, shift).html
    [(start, *end)] = re.findall(r'd="M0 (-?\d+)A.* (-?[\d.]+) (-?[\d.]+)"', html)
    radius = -float(start)
    assert np.array(end, dtype=float) == pytest.approx(
        [radius * np.sin(shift), -radius * np.cos(shift)], abs=0.01
    )


def test_no_shift_hides_the_second_hand_but_keeps_its_room() -> None:
    assert page(7, 0).count("visibility:hidden") == 3 * len(FREQUENCIES) + 1
    assert "visibility:hidden" not in page(7, 3)
    assert skeleton(page(7, 0)) == skeleton(page(7, 3))
    assert "Shifted" not in repr(clock(FREQUENCIES, 7))


@pytest.mark.parametrize(("position", "shift"), [(0, 1), (80, -7), (999, 50)])
def test_nothing_moves_with_position_and_shift(position: int, shift: int) -> None:
    assert skeleton(page(position, shift)) == skeleton(page(7, 3))


def test_the_second_hand_differs_in_more_than_colour() -> None:
    assert page().count('stroke-dasharray="6 4"') == len(FREQUENCIES) + 1
    assert "3px dashed" in page()


def test_wavelengths_are_in_tokens() -> None:
    lengths = re.findall(r"once round in<br>([\d.]+) tokens", page())
    assert lengths[:3] == ["6.28", "19.9", "62.8"]
    assert lengths[-1] == "19869"


def test_eight_clocks_fill_a_page_and_a_small_screen_has_room_for_three() -> None:
    assert 8 * WIDTH <= 840
    assert 3 * WIDTH <= 360
    assert FACE <= WIDTH
    assert "flex-wrap:wrap" in page()


def test_the_sentence_says_angles_and_turns() -> None:
    assert repr(clock([1, 0.01], 3, -5, title="a & <b>")) == (
        "a & <b>: position 3: the hands point to 172° and 1.7°. "
        "Shifted by -5, to position -2, they turn by -286° and -2.9°, from any position."
    )
    assert repr(clock([1], 0, 1)) == (
        "Position 0: the hand points to 0.0°. Shifted by 1, to position 1, it turns by 57°, "
        "from any position."
    )


def test_a_screen_reader_gets_each_hand_and_names_are_escaped() -> None:
    html = clock([1, 0.1], 3, 5, title="a & <b>").html
    assert 'role="img" aria-label="hand 0 at 172°, turned on by 286°"' in html
    assert html.count('scope="col"') == 4
    assert "<b>a &amp; &lt;b&gt;</b>" in html


def test_no_text_is_smaller_than_12_pixels() -> None:
    assert min(int(size) for size in re.findall(r"font-size:(\d+)px", page())) >= 12


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([], 0), ValueError, r"the shape is \(0,\)"),
        ((np.ones((3, 4)), 0), ValueError, r"the shape is \(3, 4\). Is it the encoding itself"),
        ((np.ones(MOST_CLOCKS + 1), 0), ValueError, "list of 1 to 32 is needed"),
        (([1, 0.0], 0), ValueError, "they go from 0 to 1"),
        (([1, np.inf], 0), ValueError, "positive numbers are needed"),
        (([1], -1), ValueError, "position: at least 0 is needed"),
        (([1], 0.5), TypeError, "position: a whole number is needed"),
        (([1], 0, 0.5), TypeError, "shift: a whole number is needed"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(
    arguments: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        clock(*arguments)
    assert "?" in str(raised.value)
