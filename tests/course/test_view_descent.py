"""The descent of a weight: numbers and places, zigzag, leaving the picture, and a stable HTML tree."""

import re
from typing import Any

import numpy as np
import pytest

from course.lessons import descent
from course.lessons.descent import BOTTOM, LEFT, RIGHT, TOP

VALUES = np.linspace(-4, 4, 161)


def rolled(*path: float, **options: Any) -> Any:
    given: dict[str, Any] = {"slope": 2 * path[-1], "title": "Rate"} | options
    return descent(VALUES, VALUES**2, path, **given)


def ball(html: str) -> tuple[float, float]:
    found = re.search(r"translate\(([\d.]+)px,([\d.]+)px\)", html)
    assert found is not None
    return float(found[1]), float(found[2])


def shown(html: str) -> list[bool]:
    """Whether the tangent, the ball and the arrow at the edge are seen."""
    return [seen == "inherit" for seen in re.findall(r"visibility:(\w+)", html)]


def test_the_sentence_has_the_numbers() -> None:
    assert repr(rolled(3.0)) == "Rate: at the start, weight 3.00, loss 9.00, slope 6.00."
    assert repr(rolled(3.0, 1.0)) == (
        "Rate: after 1 step, weight from 3.00 to 1.00, loss from 9.00 to 1.00, slope 2.00."
    )
    assert "slope 2.000" in repr(rolled(3.0, 1.0, decimals=3))


def test_jumps_across_the_lowest_point_are_counted() -> None:
    assert "Each step jumped across" in repr(rolled(3.0, -2.0, 1.0))
    assert "1 of them jumped across" in repr(rolled(3.0, 2.0, -1.0))
    assert "jumped" not in repr(rolled(3.0, 2.0, 1.0))
    # What rounding decides is not told: too small to be seen.
    assert "jumped" not in repr(rolled(3.0, 1e-12, -1e-12, 1e-12))


def test_the_ball_is_on_the_curve() -> None:
    fifth = TOP + (BOTTOM - TOP) / 5  # 16 on an axis up to 20
    assert ball(rolled(-4.0).html) == pytest.approx((LEFT, fifth), abs=0.1)
    assert ball(rolled(0.0).html) == pytest.approx(((LEFT + RIGHT) / 2, BOTTOM))


def test_the_line_through_the_ball_has_the_slope_of_the_curve() -> None:
    html = rolled(2.0).html
    found = re.search(r'<path d="M([\d.]+) ([\d.-]+)L([\d.]+) ([\d.-]+)" stroke="var', html)
    assert found is not None
    left, low, right, high = map(float, found.groups())
    unit, rise = (RIGHT - LEFT) / 8, (BOTTOM - TOP) / 20
    assert (low - high) / (right - left) * unit / rise == pytest.approx(4.0, rel=0.01)


def test_a_weight_that_leaves_has_an_arrow_at_its_edge() -> None:
    assert shown(rolled(3.0, 2.0).html) == [True, True, False]
    right, left = rolled(3.0, -4.0, 5.0), rolled(3.0, -1e30)
    assert shown(right.html) == shown(left.html) == [False, False, True]
    assert "5, out of the picture to the right." in repr(right)
    assert "-1e+30, out of the picture to the left." in repr(left)
    assert f"H{LEFT}m" in left.html
    assert f"H{RIGHT}m" in right.html


def test_inf_and_nan_are_said() -> None:
    assert "inf, out of the picture to the right" in repr(rolled(3.0, np.inf, slope=np.nan))
    lost = rolled(3.0, np.inf, np.nan)
    assert "nan, which is no longer a number." in repr(lost)
    assert shown(lost.html) == [False, False, False]


def test_only_attributes_and_texts_change() -> None:
    paths = [(3.0,), (3.0, 2.0), (3.0, -2.0, 1.0), (3.0, 9.0), (3.0, np.nan)]
    pages = [rolled(*path).html for path in paths]
    assert len({tuple(re.findall(r"<(/?\w+)", page)) for page in pages}) == 1


def test_names_are_escaped() -> None:
    html = rolled(3.0, title="<i>", xlabel="a & b", ylabel="<s>").html
    assert "<i>" not in html
    assert "<s>" not in html
    assert "a &amp; b" in html


@pytest.mark.parametrize(
    ("values", "losses", "path", "message"),
    [
        ([0, 1], [1, 2, 3], [0], r"2 values is needed, but the shape is \(3,\)"),
        ([0, 1], [1, np.inf], [0], "inf or nan"),
        ([0, 1], [1, 2], [2], "begin with the start"),
        ([0, 1], [1, 2], [], "begin with the start"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    values: Any, losses: Any, path: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        descent(values, losses, path, slope=0, title="")
    assert "?" in str(raised.value)
