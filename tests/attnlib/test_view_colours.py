"""Contrast on light and dark pages, and whether colour-blind readers can tell colours apart."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from attnlib.view.colours import DARK, LIGHT, Theme, contrast, ink, shade
from attnlib.view.maps import HATCH

THEMES = [LIGHT, DARK]

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
    x, y, z = np.cbrt(np.maximum(TO_XYZ @ seen / np.sum(TO_XYZ, axis=1), 0.008856))
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


def test_the_better_ink_reaches_the_contrast_of_text_everywhere_on_the_ramp() -> None:
    grounds = [shade(x) for x in np.linspace(-1, 1, 4001)]
    assert min(contrast(ink(ground), ground) for ground in grounds) >= 4.5


def test_hatching_is_seen_on_its_ground() -> None:
    assert contrast(HATCH["edgecolor"], HATCH["facecolor"]) > 2


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("sign", [-1, 1])
def test_ramps_darken_away_from_zero_for_all_eyes(eyes: str, sign: int) -> None:
    lightness = [lab(shade(sign * x), eyes)[0] for x in np.linspace(0, 1, 65)]
    assert all(after < before for before, after in pairwise(lightness))


@pytest.mark.parametrize("eyes", EYES)
def test_positive_and_negative_differ_for_all_eyes(eyes: str) -> None:
    for size in (0.25, 0.5, 0.75, 1.0):
        positive, negative = lab(shade(size), eyes), lab(shade(-size), eyes)
        assert np.linalg.norm(positive - negative) > 15, size


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_lines_are_apart_for_all_eyes(eyes: str, theme: Theme) -> None:
    # A distance of 2.3 is just noticeable; lines also have distinct dashes.
    for one, other in combinations(theme.lines, 2):
        assert np.linalg.norm(lab(one, eyes) - lab(other, eyes)) > 20, (one, other)
