"""Bars and curves: sentences, pixels, and no trace of pyplot."""

import subprocess
import sys

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from attnlib.view import Picture, bars, curves
from attnlib.view.colours import LINES
from attnlib.view.figure import STYLES, png

X = [1.0, 2.0, 4.0]


def drawn(picture: Picture) -> Figure:
    figure = Figure()
    png(picture, figure)
    return figure


def growth(**options: object) -> Picture:
    lines = {"slow": [0.0, 1.0, 3.0], "fast": [0.0, 4.0, 8.0]}
    return curves(X, lines, title="Growth", xlabel="n", ylabel="y", **options)


def test_bars_sentence() -> None:
    picture = bars([0.25, 0.75], ["cat", "mat"], title="Row sat", ylabel="weight")
    assert repr(picture) == "Row sat: highest 0.75 for mat, lowest 0.25 for cat, 2 bars."


def test_bars_with_the_same_label_stay_apart() -> None:
    axes = drawn(bars([1, 2, 3], ["the", "cat", "the"], title="t", ylabel="y")).axes[0]
    assert len({bar.get_x() for bar in axes.patches}) == 3
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["the", "cat", "the"]


def test_bars_keep_the_limits_they_are_given() -> None:
    figure = drawn(bars([0.2], ["a"], title="t", ylabel="y", ylim=(0, 1)))
    assert figure.axes[0].get_ylim() == (0, 1)


def test_curves_sentence_gives_values_at_the_marker_or_the_ends() -> None:
    assert repr(growth(at=3)) == "Growth: at n = 3, slow is 2 and fast is 6."
    assert repr(growth()) == (
        "Growth: from n = 1 to 4, slow goes from 0 to 3 and fast goes from 0 to 8."
    )


def test_lines_differ_in_colour_and_style_and_carry_their_names() -> None:
    axes = drawn(growth(at=2, logx=True)).axes[0]
    slow, fast = axes.lines[:2]
    assert slow.get_color() != fast.get_color()
    assert slow.get_linestyle() != fast.get_linestyle()
    assert {text.get_text(): text.get_color() for text in axes.texts} == {
        "slow": slow.get_color(),
        "fast": fast.get_color(),
    }
    assert axes.get_xscale() == "log"
    assert axes.lines[2].get_xdata() == [2, 2]


def test_every_line_can_have_its_own_look() -> None:
    assert len(set(LINES)) == len({str(style) for style in STYLES}) == len(LINES) == len(STYLES)


def test_names_of_lines_that_end_together_do_not_overlap() -> None:
    lines = {"a": [0, 1], "b": [0, 1], "c": [0, 1.01]}
    axes = drawn(curves([0, 1], lines, title="t", xlabel="x", ylabel="y")).axes[0]
    heights = sorted(text.get_position()[1] for text in axes.texts)
    assert min(np.diff(heights)) > 0.07


@pytest.mark.parametrize(
    ("x", "lines", "at", "message"),
    [
        ([2, 1], {"a": [1, 2]}, None, "one row of increasing numbers is needed"),
        ([1, 2], {"a": [1, 2, 3]}, None, r"a: one y for each x is needed, but x is \(2,\)"),
        ([1, 2], {}, None, "1 to 6 can be told apart, but there are 0"),
        ([1, 2], {str(i): [1, 2] for i in range(7)}, None, "but there are 7"),
        ([1, 2], {"a": [1, 2]}, 3, "3 is outside x, which goes from 1 to 2"),
    ],
)
def test_curves_errors(x: list[float], lines: dict, at: float | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        curves(x, lines, title="t", xlabel="x", ylabel="y", at=at)


@pytest.mark.parametrize("values", [[1.0, 2.0], [[1.0]]])
def test_bars_error(values: list) -> None:
    with pytest.raises(ValueError, match="one label for each value is needed"):
        bars(values, ["a"], title="t", ylabel="y")


def test_bundle_has_the_sentence_and_a_png_and_no_html() -> None:
    data = growth()._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png"}
    assert data["text/plain"] == repr(growth())
    assert data["image/png"].startswith(b"\x89PNG")


def test_size_is_kept_and_a_figure_can_be_used_again() -> None:
    figure = Figure()
    first, second = bars([1], ["a"], title="t", ylabel="y"), growth()
    once = png(first, figure)
    assert png(second, figure) != once
    assert png(first, figure) == once
    assert once[16:24] == (700).to_bytes(4) + (320).to_bytes(4)


def test_drawing_leaves_the_settings_of_matplotlib_alone() -> None:
    before = dict(mpl.rcParams)
    drawn(growth(at=2))
    assert dict(mpl.rcParams) == before


def test_pyplot_is_never_imported() -> None:
    script = (
        "import sys; from attnlib.view import bars, explore\n"
        "view = explore(lambda n=1: bars([n], 'a', title='t', ylabel='y'), n=(1, 3, 1))\n"
        "view.controls['n'].value = 2; view._repr_mimebundle_()\n"
        "print('matplotlib.figure' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "True False\n"
