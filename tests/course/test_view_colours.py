"""Contrast on light and dark pages, and whether colour-blind readers can tell colours apart."""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from course.views.colours import (
    DARK,
    LIGHT,
    ROLES,
    WORD_COLOURS,
    Theme,
    contrast,
    ink,
    shade,
    tint,
)
from course.views.maps import HATCH

THEMES = [LIGHT, DARK]
# Where tables are shown, with the text around them: JupyterLab, the website's and VS Code's dark pages.
PAGES = [(LIGHT.paper, LIGHT.ink), (DARK.paper, DARK.ink), ("#14181e", "#ced6dd")]
PAGES += [("#1e1e1e", "#cccccc")]

GRADES = np.linspace(0, 1, 33)

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.
EYES = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]


def lab(colour: str, eyes: str) -> NDArray[np.float64]:
    """Convert a colour to CIELAB, as seen with a kind of colour blindness."""
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    seen = np.clip(EYES[eyes] @ linear, 0, 1)
    light = TO_XYZ @ seen / np.sum(TO_XYZ, axis=1)
    x, y, z = np.where(light > 0.008856, np.cbrt(light), 7.787 * light + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_lab_knows_white_grey_and_what_a_protanope_confuses() -> None:
    assert lab("#ffffff", "usual") == pytest.approx([100, 0, 0], abs=0.01)
    assert lab("#777777", "deuteranopia") == pytest.approx(lab("#777777", "usual"), abs=0.1)
    red, green = "#a50000", "#4d4000"
    apart = {eyes: np.linalg.norm(lab(red, eyes) - lab(green, eyes)) for eyes in EYES}
    assert apart["protanopia"] < 15 < 60 < apart["usual"]


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_lines_stand_out_from_the_paper(theme: Theme) -> None:
    assert len(set(theme.lines)) == 6
    for colour in (theme.ink, *theme.lines):
        assert contrast(colour, theme.paper) >= 4.5, colour
    assert contrast(theme.rule, theme.paper) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_the_grid_stays_behind_the_lines(theme: Theme) -> None:
    assert contrast(theme.faint, theme.paper) < 1.6


def over(tinted: str, paper: str) -> str:
    """Mix a tint with the page below it."""
    *channels, strength = (float(part) for part in re.findall(r"[\d.]+", tinted))
    below = bytes.fromhex(paper[1:])
    mixed = (
        round(one * strength + two * (1 - strength))
        for one, two in zip(channels, below, strict=True)
    )
    return "#" + bytes(mixed).hex()


def test_the_better_ink_reaches_the_contrast_of_text_on_all_greys() -> None:
    grounds = [f"#{bytes([grey] * 3).hex()}" for grey in range(256)]
    assert min(contrast(ink(ground), ground) for ground in grounds) >= 4.5


@pytest.mark.parametrize(("paper", "text"), PAGES)
def test_the_text_of_the_page_is_readable_on_every_tint(paper: str, text: str) -> None:
    grounds = [over(tint(x), paper) for x in np.linspace(-1, 1, 401)]
    assert min(contrast(text, ground) for ground in grounds) >= 4.5


@pytest.mark.parametrize(("paper", "text"), PAGES)
def test_a_tinted_zero_is_the_page_itself(paper: str, text: str) -> None:
    assert over(tint(0), paper) == paper


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(("paper", "text"), PAGES)
def test_tints_move_away_from_the_page_for_all_eyes(
    paper: str, text: str, sign: int, eyes: str
) -> None:
    away = [abs(lab(over(tint(sign * x), paper), eyes)[0] - lab(paper, eyes)[0]) for x in GRADES]
    assert all(after >= before for before, after in pairwise(away))
    assert away[-1] > 15


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("paper", "text"), PAGES)
def test_tints_of_positive_and_negative_differ_for_all_eyes(
    paper: str, text: str, eyes: str
) -> None:
    for size in (0.25, 0.5, 0.75, 1.0):
        positive, negative = (lab(over(tint(x), paper), eyes) for x in (size, -size))
        assert np.linalg.norm(positive - negative) > 15, size


def test_hatching_is_seen_on_its_ground() -> None:
    assert contrast(HATCH["edgecolor"], HATCH["facecolor"]) > 2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("sign", [-1, 1])
def test_ramps_leave_the_paper_all_the_way_for_all_eyes(sign: int, eyes: str, theme: Theme) -> None:
    paper = lab(theme.paper, eyes)[0]
    away = [abs(lab(shade(sign * x, theme), eyes)[0] - paper) for x in GRADES]
    assert all(after > before for before, after in pairwise(away))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_positive_and_negative_differ_for_all_eyes(eyes: str, theme: Theme) -> None:
    for size in (0.25, 0.5, 0.75, 1.0):
        positive, negative = (lab(shade(x, theme), eyes) for x in (size, -size))
        assert np.linalg.norm(positive - negative) > 15, size


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_lines_are_apart_for_all_eyes(eyes: str, theme: Theme) -> None:
    # A distance of 2.3 is just noticeable; lines also have distinct dashes.
    for one, other in combinations(theme.lines, 2):
        assert np.linalg.norm(lab(one, eyes) - lab(other, eyes)) > 20, (one, other)


@pytest.mark.parametrize("colours", [WORD_COLOURS, [role.colour for role in ROLES]])
def test_words_and_roles_stand_out_on_light_and_dark_pages_and_are_apart_for_all_eyes(
    colours: list[str],
) -> None:
    for colour in colours:
        assert min(contrast(colour, theme.paper) for theme in THEMES) >= 3, colour
    for eyes in EYES:
        for one, other in combinations(colours, 2):
            assert np.linalg.norm(lab(one, eyes) - lab(other, eyes)) > 20, (one, other)
