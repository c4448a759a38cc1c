"""Grids: a cell for each number, and a break if there are too many."""

import re
from itertools import pairwise

import numpy as np
import pytest

from course.lessons.diagram import stack
from course.lessons.grid_layout import (
    DOWN,
    MOST_CELLS,
    MOST_SHEETS,
    SMALL,
    Room,
    Side,
    Step,
    room_of,
    shown,
)


def step(*shape: int) -> Step:
    return Step("blend", shape, ("",) * len(shape))


def drawn(*shape: int) -> str:
    return stack(step(*shape), room_of(step(*shape)))


def sheets(svg: str) -> list[str]:
    return re.findall(r'<g transform="translate\(\d+ \d+\)">(.*?)</g>', svg)


def blocks(sheet: str) -> list[tuple[int, int]]:
    """Count the rows and columns of each block by its lines."""
    paths = re.findall(r'<path d="(M[^"]*z[^"]*)"', sheet)
    return [
        (
            1 + len(re.findall(r"M\d+ \d+h", path.partition("z")[2])),
            1 + len(re.findall(r"M\d+ \d+v", path)),
        )
        for path in paths
    ]


@pytest.mark.parametrize("shape", [(1, 1), (6, 4), (12, 12), (1, 12), (5,), ()])
def test_every_number_has_a_cell(shape: tuple[int, ...]) -> None:
    rows, columns = (1, 1, *shape)[-2:]
    (sheet,) = sheets(drawn(*shape))
    assert blocks(sheet) == [(rows, columns)]


def test_six_tokens_do_not_look_like_four_keys() -> None:
    assert len({drawn(n, 4).partition("<g")[2] for n in range(1, 13)}) == 12


def test_a_long_side_has_a_break_before_its_last_two_cells() -> None:
    (sheet,) = sheets(drawn(3, 64))
    assert blocks(sheet) == [(3, 12), (3, 2)]
    assert 'stroke="currentColor"' in sheet
    (both,) = sheets(drawn(64, 512))
    assert blocks(both) == [(12, 15), (12, 2), (2, 15), (2, 2)]


def test_a_long_side_grows_by_one_cell_when_its_size_doubles() -> None:
    counts = [len(shown(MOST_CELLS * 2**k)) for k in range(8)]
    assert counts == [12, 13, 14, 15, 16, 17, 18, 19]
    lengths = [Side(size, SMALL).length for size in range(200)]
    assert all(shorter <= longer for shorter, longer in pairwise(lengths))
    assert all(shown(size)[-1] == size - 1 for size in range(1, 200))


@pytest.mark.parametrize("shape", [(8, 2, 3), (2, 4, 2, 3), (1, 2, 3)])
def test_every_head_has_a_numbered_sheet(shape: tuple[int, ...]) -> None:
    svg = drawn(*shape)
    found = sheets(svg)
    assert [blocks(sheet) for sheet in found] == [[(2, 3)]] * np.prod(shape[:-2])
    numbers = re.findall(r'text-anchor="middle">(\d+)</text>', svg)
    places = [str(place[-1]) for place in np.ndindex(shape[:-2])]
    assert numbers == (places if len(places) > 1 else [])


def test_many_heads_have_a_break() -> None:
    svg = drawn(16, 2, 3)
    assert len(sheets(svg)) == MOST_SHEETS + 1
    assert re.findall(r'text-anchor="middle">(\S+)</text>', svg)[-4:] == ["6", "14", "15", "…"]
    assert "…" not in drawn(8, 2, 3)


def test_the_first_sheet_is_in_front_at_a_corner_that_keeps_still() -> None:
    places = re.findall(r'<g transform="translate\((\d+) (\d+)\)">', drawn(3, 2, 4))
    assert places == [("32", str(2 * DOWN)), ("16", str(DOWN)), ("0", "0")]


def test_nothing_is_drawn_outside() -> None:
    for shape in [(1, 1), (12, 64), (16, 12, 12), (8, 1, 1), (512, 1), (2, 3, 4, 5)]:
        svg = drawn(*shape)
        left, top, width, height = map(int, re.search(r'viewBox="([^"]*)"', svg)[1].split())  # type: ignore[index]
        for x, y, path in re.findall(r'translate\((\d+) (\d+)\)">(.*?)</g>', svg):
            ends = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", path)
            assert max(int(x) + int(a) + int(w) for a, _, w, _ in ends) <= left + width
            assert max(int(y) + int(b) + int(h) for _, b, _, h in ends) <= top + height


def test_axes_are_named_on_their_sides_and_for_a_screen_reader() -> None:
    named = Step("Q", (8, 6, 4), ("heads", "queries", ""))
    svg = stack(named, room_of(named))
    assert 'role="img" aria-label="Q: heads 8, queries 6, 4"' in svg
    assert re.search(r'rotate\(-90\)"[^>]*><text[^>]*>queries 6</text>', svg)
    assert ">heads 8</text>" in svg
    assert ">4</text>" in svg


def test_an_empty_axis_is_named_but_has_no_cells() -> None:
    assert blocks(drawn(0, 4)) == []
    assert sheets(drawn(0, 2, 3)) == []
    assert ">4</text>" in drawn(0, 4)


def test_rooms_are_joined_by_their_larger_sides() -> None:
    assert Room(10, 50, 1) | Room(30, 20, 2) == Room(30, 50, 2)
    assert room_of(step(3, 4)).lines < room_of(step(2, 3, 4)).lines
