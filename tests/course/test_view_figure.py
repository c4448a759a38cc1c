"""Pictures and the canvas that draws them: what is reused, redrawn, or left unchanged."""

import gc
import io
import subprocess
import sys
from collections.abc import Iterator
from html import escape

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

from course.views import Picture, curves, head_grid, heat_map, histogram
from course.views.colours import DARK, LIGHT, Theme
from course.views.figure import DOTS_PER_INCH, NOT_DRAWN, Canvas


def pixels(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def growth(step: float = 1, title: str = "Growth") -> Picture:
    y = np.array([0.0, 0.3, 0.6]) * step
    return curves([1, 2, 4], {"a": y, "b": [0, 2, 1]}, title=title, xlabel="n", ylabel="y", at=2)


def spread(step: float = 1) -> Picture:
    samples = np.linspace(-0.8, 0.8, 500) * step
    return histogram({"a": samples}, title="Spread", xlabel="x", limits=(-3, 3))


def one_map(step: float = 1) -> Picture:
    return heat_map(np.eye(30) * step / 10, title="Weights")


def many_maps(step: float = 1) -> Picture:
    return head_grid(np.ones((8, 6, 6)) * step / 10, title="Heads")


KINDS = [growth, spread, one_map, many_maps]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.thorough)])
@pytest.mark.slow
def test_a_canvas_used_before_draws_what_a_new_one_draws(kind: type, dark: bool) -> None:
    canvas = Canvas()
    for step in (1, 2, 1.5):
        picture = kind(step)
        assert canvas.png(picture, dark) == Canvas().png(picture, dark)


def test_a_canvas_turns_from_one_kind_to_another_and_back() -> None:
    canvas = Canvas()
    for picture in (growth(), one_map(), growth()):
        assert canvas.png(picture) == Canvas().png(picture)
        assert canvas.png(picture, dark=True) == Canvas().png(picture, dark=True)


@pytest.mark.parametrize("kind", KINDS)
def test_the_frame_is_drawn_once_while_marks_move(kind: type) -> None:
    drawn: list[Theme] = []

    class Counting(Canvas):
        def _drawn(self, picture: Picture, theme: Theme) -> object:
            drawn.append(theme)
            return super()._drawn(picture, theme)

    canvas = Counting()
    images = {canvas.png(kind(step)) for step in (1, 1.3, 1.6)}
    assert (len(images), len(drawn)) == (3, 1)
    canvas.png(kind(1), dark=True)
    assert drawn == [LIGHT, DARK]


def test_a_moving_title_is_no_frame() -> None:
    assert growth(title="n = 1").frame == growth(title="n = 2").frame
    assert Canvas().png(growth(title="n = 1")) != Canvas().png(growth(title="n = 2"))


def test_a_frame_that_raises_is_not_taken_for_drawn() -> None:
    def broken(figure: Figure, theme: Theme) -> None:
        raise ZeroDivisionError

    canvas, good = Canvas(), growth()
    before = canvas.png(good)
    with pytest.raises(ZeroDivisionError):
        canvas.png(Picture(broken, good.marks, "broken"))
    assert canvas.png(good) == before


@pytest.mark.parametrize("kind", KINDS)
def test_the_paper_is_that_of_the_page(kind: type) -> None:
    light, dark = pixels(Canvas().png(kind())), pixels(Canvas().png(kind(), dark=True))
    assert bytes(light[-1, -1]).hex() == LIGHT.paper[1:]
    assert bytes(dark[-1, -1]).hex() == DARK.paper[1:]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_off_at_the_edges(kind: type) -> None:
    for dark in (False, True):
        image = pixels(Canvas().png(kind(), dark))
        edges = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
        assert len(np.unique(edges, axis=0)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_size_is_that_of_the_picture_and_keeps_while_values_move(kind: type) -> None:
    width, height = kind().size
    assert kind(1.5).size == kind().size
    wanted = round(DOTS_PER_INCH * height), round(DOTS_PER_INCH * width), 3
    assert np.allclose(pixels(Canvas().png(kind())).shape, wanted, atol=1)


@pytest.fixture
def only_new_objects() -> Iterator[None]:
    """Hide existing objects from the garbage collector: a million objects of other modules."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("only_new_objects")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_nothing_is_left_of_pictures_that_are_no_longer_shown(kind: type) -> None:
    canvas = Canvas()
    counts = []
    for _ in range(3):
        for step in (1, 1.2, 1.4, 1.6, 1.5):
            canvas.png(kind(step))
        gc.collect()
        counts.append(sum(issubclass(type(thing), Artist) for thing in gc.get_objects()))
    assert counts[0] > 0
    assert counts[2] <= counts[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_bare_picture_is_live_and_leaves_its_numbers_in_words(kind: type) -> None:
    data = kind()._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    assert data["text/plain"] == repr(kind()) == kind().sentence
    assert data["text/html"].startswith(kind().table)
    assert escape(kind().sentence) in data["text/html"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_picture_has_a_table_that_a_screen_reader_can_walk(kind: type) -> None:
    table = kind().table
    assert table.count("<caption") == 1
    assert table.count("<th scope=") > 3
    assert 'scope="row"' in table
    assert 'scope="col"' in table


def test_drawing_leaves_the_settings_of_matplotlib_alone() -> None:
    before = dict(mpl.rcParams)
    for kind in KINDS:
        Canvas().png(kind())
    assert dict(mpl.rcParams) == before


def test_matplotlib_is_imported_for_the_first_figure_and_pyplot_never() -> None:
    script = (
        "import sys; from course.views import explore; print('matplotlib' in sys.modules)\n"
        "from course.views import curves\n"
        "show = lambda n=1: curves([1, 2], {'a': [n, 3]}, title='t', xlabel='x', ylabel='y')\n"
        "view = explore(show, n=(1, 3, 1)); view.set(n=2); view._repr_mimebundle_()\n"
        "print('matplotlib.figure' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "False\nTrue False\n"


def test_without_matplotlib_a_figure_shows_its_numbers() -> None:
    script = (
        "import sys\n"
        "sys.modules['matplotlib'] = sys.modules['PIL'] = None\n"
        "from course.views import curves, explore, head_grid, heat_map, histogram\n"
        "labels = {'title': 't', 'xlabel': 'x', 'ylabel': 'y'}\n"
        "def show(n=1):\n"
        "    spread = histogram({'a': [0, n]}, title='t', xlabel='x', limits=(0, 4))\n"
        "    maps = heat_map([[n, 0.5]], title='t'), head_grid([[[n, 0.5]]], title='t')\n"
        "    return curves([1, 2], {'a': [n, 3]}, **labels), spread, *maps\n"
        "view = explore(show, n=(1, 3, 1)); view.set(n=2)\n"
        "print(view.panel.message, [one['html'].count(str(2)) > 0 for row in view.panel.rows for one in row])\n"
        "print(view.panel.rows[0][0]['html'].rpartition('<p')[2])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "[True, True, True, True]" in run.stdout
    assert NOT_DRAWN in run.stdout
