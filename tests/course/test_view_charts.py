"""Curves and histograms: sentences, tables, errors, and distinguishable lines."""

import io
import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from PIL import Image

from course.views import Picture, curves, histogram
from course.views.axes import log_ticks, ticks, written
from course.views.charts import STYLES
from course.views.colours import DARK, LIGHT, LINES
from course.views.figure import Canvas

X = [1.0, 2.0, 4.0]
LABELS = {"title": "t", "xlabel": "x", "ylabel": "y"}


def drawn(picture: Picture) -> Figure:
    figure = Figure(picture.size, dpi=100)
    FigureCanvasAgg(figure)
    picture.frame(figure, LIGHT)
    picture.marks(figure, LIGHT)
    return figure


def lines(picture: Picture) -> list[Line2D]:
    axes = drawn(picture).axes[0]
    return [line for line in axes.lines if line.get_transform() == axes.transData]


def names(picture: Picture) -> list[Text]:
    return list(drawn(picture).axes[0].texts)


def growth(**options: object) -> Picture:
    two = {"slow": [0.0, 1.0, 3.0], "fast": [0.0, 4.0, 8.0]}
    return curves(X, two, title="Growth", xlabel="n", ylabel="y", **options)


def cells(picture: Picture) -> list[str]:
    return re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", picture.table)


def test_curves_sentence_gives_values_at_the_marker_or_the_ends() -> None:
    assert repr(growth(at=3)) == "Growth: at n = 3, slow is 2 and fast is 6."
    assert repr(growth()) == (
        "Growth: from n = 1 to 4, slow goes from 0 to 3 and fast goes from 0 to 8."
    )


def test_fixed_limits_stay_whatever_the_lines_do() -> None:
    """The axis ends at round numbers beyond the limits, so that it begins and ends at a tick."""
    for lines in ([0.0, 0.1, 0.2], [0.0, 90.0, -90.0]):
        picture = curves(X, {"a": lines}, ylim=(-0.5, 0.9), **LABELS)
        assert drawn(picture).axes[0].get_ylim() == (-0.5, 1.0)


def test_lines_and_dots_end_at_fixed_limits() -> None:
    picture = curves(X, {"a": [0, 50, 90]}, ylim=(0, 1), at=3, **LABELS)
    top = drawn(picture).axes[0].bbox.y1
    for artist in (lines(picture)[0], drawn(picture).axes[0].collections[0]):
        assert artist.get_clip_on()
        assert artist.get_clip_box().y1 == pytest.approx(top + 4)


@pytest.mark.parametrize(
    ("x", "places"),
    [
        (range(181), [0, 30, 60, 90, 120, 150, 180]),
        (range(361), [0, 45, 90, 135, 180, 225, 270, 315, 360]),
        (range(20, 80), [30, 45, 60, 75]),
    ],
)
def test_degrees_are_marked_at_round_angles(x: range, places: list[float]) -> None:
    picture = curves(x, {"a": np.zeros(len(x))}, title="t", xlabel="angle in degrees", ylabel="y")
    assert list(drawn(picture).axes[0].get_xticks()) == places


def test_lines_differ_in_colour_and_dashes_and_so_do_the_samples_before_their_names() -> None:
    axes = drawn(growth()).axes[0]
    looks = [(line.get_color(), line.get_linestyle()) for line in axes.lines]
    assert looks[0] == looks[2] != looks[1] == looks[3]
    assert len({colour for colour, _ in looks}) == len({style for _, style in looks}) == 2
    assert [(name.get_text(), name.get_color()) for name in axes.texts] == [
        ("slow", looks[0][0]),
        ("fast", looks[1][0]),
    ]


def test_every_line_can_have_its_own_look() -> None:
    assert len({str(style) for style in STYLES}) == len(STYLES) == len(LINES)
    assert len(DARK.lines) == len(LIGHT.lines) == len(LINES)


def test_the_marker_stands_at_the_value_with_a_dot_on_each_line() -> None:
    axes = drawn(growth(at=3)).axes[0]
    assert [3, 3] in [list(line.get_xdata()) for line in axes.lines]
    assert axes.collections[-1].get_offsets().tolist() == [[3, 2], [3, 6]]


@pytest.mark.parametrize(
    ("options", "scales"),
    [({"logx": True}, ("log", "linear")), ({"logy": True}, ("linear", "log"))],
)
def test_logarithmic_scales(options: dict[str, bool], scales: tuple[str, str]) -> None:
    axes = drawn(curves(X, {"a": [1, 10, 1000]}, **LABELS, **options)).axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == scales


def test_powers_of_two_are_the_ticks_where_they_are_the_x() -> None:
    axes = drawn(curves([2, 4, 8, 512], {"a": [1, 2, 3, 4]}, **LABELS, logx=True)).axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["2", "4", "8", "512"]


def test_limits_move_in_steps() -> None:
    frames = {curves(X, {"a": [0, 1, top]}, **LABELS).frame for top in (1.61, 1.7, 1.79)}
    assert len(frames) == 1


@pytest.mark.parametrize(("low", "high"), [(-0.3, 2.1), (0, 0), (5, 5), (1e-17, 3e-17), (-4, 1e6)])
def test_ticks_enclose_the_range(low: float, high: float) -> None:
    places = ticks(low, high)
    assert places[0] <= low <= high <= places[-1]
    assert 3 <= len(places) <= 9


@pytest.mark.parametrize("most", [3, 4, 6])
def test_ticks_are_those_of_matplotlib(most: int) -> None:
    locator = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10])
    rng = np.random.default_rng(0)
    for low, width in zip(rng.normal(size=100), 10 ** rng.uniform(-1, 4, 100), strict=True):
        wanted = locator.tick_values(low, low + width)
        np.testing.assert_allclose(ticks(low, low + width, most), wanted, atol=1e-9 * width)


@pytest.mark.parametrize(("low", "high"), [(0.3, 15), (2, 2), (1, 1), (1e-300, 1), (0.9, 1.1)])
def test_logarithmic_ticks_enclose_the_range(low: float, high: float) -> None:
    places = log_ticks(low, high)
    assert 0 < places[0] <= low <= high <= places[-1]
    assert 2 <= len(places) <= 10


def test_numbers_beside_ticks_are_short() -> None:
    assert written([-0.25, 0, 99999, 1e9]) == ["-0.25", "0", "99999", "1e9"]
    assert written([-1e-5, 0, 1e-5]) == ["-1e-5", "0", "1e-5"]
    assert written([2.0**power for power in (1, 9, 40)]) == ["2", "512", "1.09951e12"]


@pytest.mark.parametrize(
    ("low", "high"), [(100, 100.005), (1e6, 1e6 + 3), (-1e-4, 1.0001e-4), (0.999999, 1), (3e9, 3e9)]
)
def test_numbers_beside_ticks_are_where_they_say(low: float, high: float) -> None:
    places = ticks(low, high)
    said = [float(text) for text in written(places)]
    assert np.abs(np.subtract(said, places)).max() <= 0.01 * np.diff(places).min()


def test_numbers_that_differ_by_rounding_alone_are_one_to_an_axis() -> None:
    places = ticks(1, 1 + 1e-14)
    assert (places[0], places[-1]) == (0.4, 1.6)


def test_long_numbers_have_room_beside_the_axis_and_usual_ones_leave_it_in_place() -> None:
    small, near, far = (
        curves([0, 1], {"a": [0, top]}, **LABELS).frame.left for top in (1, 1.5, 10000)
    )
    assert small == near == far
    axes = drawn(curves([0, 1], {"a": [100, 100.005]}, **LABELS)).axes[0]
    FigureCanvasAgg(axes.figure).draw()
    assert axes.yaxis.get_tightbbox().x0 > 0
    texts = [tick.get_text() for tick in axes.get_yticklabels()]
    assert len(set(texts)) == len(texts)


def test_headings_of_a_table_are_told_apart() -> None:
    x = 100 + np.arange(8) / 800
    assert cells(curves(x, {"a": x}, **LABELS))[1:3] == ["100.000", "100.001"]
    found = cells(spread({"a": [100.0]}, (100, 100.004)))
    assert found[1:3] == ["100.0000 to 100.0005", "100.0005 to 100.0010"]


@pytest.mark.filterwarnings("error")
def test_letters_the_font_lacks_and_dollars_are_drawn_without_a_word() -> None:
    names = {"title": "猫 $\\x$", "xlabel": "猫\t", "ylabel": "$\\猫$"}
    for picture in (
        curves(X, {"猫\n🐈": [1, 2, 3]}, **names),
        histogram({"猫": [1, 2]}, title="猫", xlabel="猫", limits=(0, 3)),
    ):
        assert Canvas().png(picture)
        assert "猫" in picture.sentence
        assert "猫" in picture.table
        assert drawn(picture).axes[0].texts[0].get_text().startswith("□")


@pytest.mark.parametrize("ends", [[0, 0, 0.01], [1, 1, 0.99], [0.5] * 6, [0, 0.01, 1, 1, 1, 1]])
def test_names_neither_overlap_nor_leave_the_axes(ends: list[float]) -> None:
    two_points = {f"line {i}": [i / 10, end] for i, end in enumerate(ends)}
    heights = sorted(name.get_position()[1] for name in names(curves([0, 1], two_points, **LABELS)))
    assert min(np.diff(heights)) > 0.079
    assert heights[0] > -0.001
    assert heights[-1] < 1.001


@pytest.mark.parametrize("name", ["a", "W" * 24, "W" * 60, "query · key / √d_k for random vectors"])
def test_no_name_overflows_the_picture(name: str) -> None:
    with Image.open(io.BytesIO(Canvas().png(curves(X, {name: [1, 2, 3]}, **LABELS)))) as image:
        right_edge = np.asarray(image.convert("L"))[:, -3:]
    assert (right_edge == 255).all()


def test_long_names_are_cut_in_the_picture_and_whole_in_the_sentence() -> None:
    picture = curves(X, {"w" * 40: [1, 2, 3]}, **LABELS)
    assert names(picture)[0].get_text() == "w" * 23 + "…"
    assert "w" * 40 in picture.sentence


def test_table_of_curves_samples_x_and_rounds_each_line_by_its_own_size() -> None:
    x = np.arange(100.0)
    picture = curves(x, {"small": x / 1e4, "large": x * 100}, **LABELS)
    found = cells(picture)
    assert found[:9] == ["x", "0", "14", "28", "42", "57", "71", "85", "99"]
    assert found[9:12] == ["small", "0.00000", "0.00140"]
    assert found[-1] == "9900"


def test_table_on_a_logarithmic_scale_keeps_tiny_numbers() -> None:
    picture = curves([1, 2, 3], {"a": [1e-18, 2.5e-9, 1]}, **LABELS, logy=True)
    assert cells(picture)[-3:] == ["10⁻¹⁸", "2.5·10⁻⁹", "1"]


@pytest.mark.parametrize(
    ("x", "ys", "options", "message"),
    [
        ([2, 1], {"a": [1, 2]}, {}, "one row of increasing numbers is needed"),
        ([], {"a": []}, {}, "one row of increasing numbers is needed"),
        ([1, 2], {"a": [1, 2, 3]}, {}, r"a: one y for each x is needed, but x is \(2,\)"),
        ([1, 2], {}, {}, "1 to 6 can be told apart, but there are 0"),
        ([1, 2], {str(i): [1, 2] for i in range(7)}, {}, "but there are 7"),
        ([1, 2], {"a": [1, 2]}, {"at": 3}, "3 is outside x, which goes from 1 to 2"),
        ([0, 2], {"a": [1, 2]}, {"logx": True}, "logx: .* positive numbers, but x goes down to 0"),
        (
            [1, 2],
            {"a": [1, -2]},
            {"logy": True},
            "logy: .* positive numbers, but a goes down to -2",
        ),
    ],
)
def test_curves_errors(x: list[float], ys: dict, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        curves(x, ys, **LABELS, **options)


def spread(samples: dict, limits: tuple[float, float] = (-2, 2)) -> Picture:
    return histogram(samples, title="Spread", xlabel="score", limits=limits)


def test_histogram_sentence() -> None:
    assert repr(spread({"near": [[-1, 1], [-1, 1]], "far": [-4, 4, 0, 0]})) == (
        "Spread: near has mean 0 and standard deviation 1; "
        "far has mean 0 and standard deviation 2.83, 50% beyond -2 to 2."
    )


def test_a_mean_is_no_finer_than_its_spread() -> None:
    assert "mean 0 and" in repr(spread({"a": [1 + 1e-15, -1]}))
    assert "mean 100 and standard deviation 0, 100% beyond" in repr(spread({"a": [100.0]}))


def test_steps_are_shares_of_all_samples() -> None:
    (line,) = lines(spread({"a": [-1.99, -1.99, 1.99, 99.0]}))
    steps = np.asarray(line.get_ydata())
    assert (steps[1], steps[-2], steps.max()) == (0.5, 0.25, 0.5)
    assert (steps[0], steps[-1]) == (0, 0)


def test_table_of_a_histogram_has_eight_coarse_bins() -> None:
    found = cells(spread({"a": [-1.9, -1.9, 0.1, 1.9]}))
    assert found[1:3] == ["-2 to -1.5", "-1.5 to -1"]
    assert found[9:] == ["a", "50.0%", *["0.0%"] * 3, "25.0%", *["0.0%"] * 2, "25.0%"]


@pytest.mark.parametrize(
    ("samples", "limits", "message"),
    [
        ({}, (0, 1), "1 to 4 distributions can be told apart, but there are 0"),
        ({str(i): [1] for i in range(5)}, (0, 1), "but there are 5"),
        ({"a": []}, (0, 1), "a: finite numbers are needed, but of 0 samples 0 are finite"),
        ({"a": [1, -np.inf]}, (0, 1), "of 2 samples 1 are finite. Are masked scores"),
        ({"a": [1]}, (1, 0), "limits: two numbers are needed, the lower first, but they are 1 and"),
    ],
)
def test_histogram_errors(samples: dict, limits: tuple[float, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        spread(samples, limits)


def test_marks_have_a_rule_a_label_and_a_dot_on_each_line() -> None:
    picture = curves(X, {"a": [1, 2, 3], "b": [0, 0, 1]}, **LABELS, marks={2: "here", X[0]: "1"})
    axes = drawn(picture).axes[0]
    assert {"here", "1"} <= {text.get_text() for text in axes.texts}
    assert (
        sum(line.get_linestyle() == "--" for line in axes.lines if len(set(line.get_xdata())) == 1)
        == 2
    )
    assert [len(dots.get_offsets()) for dots in axes.collections] == [2, 2]
    assert "; at x = 2 (here), a is " in picture.sentence
    assert f"; at x = {X[0]:g}, a is 1 and b is 0." in picture.sentence


def test_marks_of_a_histogram_are_drawn_and_said() -> None:
    samples = {"a": [0, 1, 5]}
    picture = histogram(
        samples, title="t", xlabel="score", limits=(-6, 6), marks={3: "3", -3: "low"}
    )
    assert {"3", "low"} <= {text.get_text() for text in drawn(picture).axes[0].texts}
    assert picture.sentence.endswith("; marked: 3 and -3 (low).")
    with pytest.raises(
        ValueError, match=r"far: 9 is outside limits, which goes from -6 to 6\. Should"
    ):
        histogram(samples, title="t", xlabel="score", limits=(-6, 6), marks={9: "far"})
