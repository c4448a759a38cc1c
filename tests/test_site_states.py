"""The states of a view, drawn in advance."""

from base64 import b64decode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from states import MOST_DRAWINGS, record, record_quiz

from course.lessons import linked_steps
from course.views import (
    arcs,
    curves,
    explore,
    film_of,
    part_of_picture,
    plane,
    point_of_plane,
    predict,
    word_of,
    words,
)


def html_of(recording, key, row=0, column=0):
    return "".join(
        recording["pieces"][n] for n in recording["answers"][key]["rows"][row][column]["html"]
    )


def test_each_state_is_as_the_view_shows_it():
    def show(n=2, loud=False):
        return words(f"{n}{'!' if loud else ''}")

    view = explore(show, n=(1, 3, 1), loud=bool)
    recording = record(view.panel)
    assert recording["values"] == {"n": [1, 2, 3], "loud": [False, True]}
    for key, answer in recording["answers"].items():
        n, loud = map(int, key.split(","))
        view.set(n=n + 1, loud=bool(loud))
        assert html_of(recording, key) == view.panel.rows[0][0]["html"]
        assert answer["message"] == ""
    assert len(recording["answers"]) == 6


def test_the_view_is_at_its_start_afterwards():
    view = explore(lambda n=2: words(str(n)), n=(1, 3, 1))
    record(view.panel)
    assert view.values == {"n": 2}
    assert "2" in view.panel.rows[0][0]["html"]


def test_where_there_are_too_many_the_largest_control_moves_from_the_start():
    def show(a=1, b=1, c=False):
        return words(f"{a} {b} {c}")

    recording = record(explore(show, a=(0, MOST_DRAWINGS, 1), b=(0, 2, 1), c=bool).panel)
    assert {"1,0,0", "1,2,1", "0,1,0", f"{MOST_DRAWINGS},1,0"} <= set(recording["answers"])
    assert "0,0,0" not in recording["answers"]
    assert len(recording["answers"]) == 3 * 2 + MOST_DRAWINGS


@pytest.mark.parametrize(
    ("control", "start", "number"),
    [
        ([2, 4, 8], 4, 3),
        ({"one": 1, "two": 2}, 2, 2),
        (film_of(5), 0, 5),
        ((0.0, 1.0, 0.1), 0.5, 11),
        ((0.0, 1.0, 0.1), 0.55, 12),
    ],
)
def test_every_value_of_a_control_is_there(control, start, number):
    recording = record(explore(lambda x=start: words(str(x)), x=control).panel)
    assert len(recording["answers"]) == number


def test_words_are_recorded_and_their_text_stays():
    def show(text="the cat sat", word=0):
        return arcs(text.split(), [0.2, 0.7, 0.1], word, title="It")

    recording = record(explore(show, text=str, word=word_of("text")).panel)
    assert recording["values"] == {"text": ["the cat sat"], "word": [0, 1, 2]}


def test_all_parts_of_a_picture_and_all_points_of_a_plane_are_there():
    def tables(cell=("scores", 0, 0)):
        return linked_steps(
            [[1]],
            [[1], [2]],
            [[1], [2]],
            tokens=["a"],
            keys=["b", "c"],
            chosen=cell,
            control="cell",
        )

    def arrow(tip=(1, 1)):
        pictured = {"zero_line": "it", "limit": 1, "step": 0.5, "title": "Arrow"}
        return plane({"it": tip}, movable={"it": "tip"}, **pictured)

    assert len(record(explore(tables, cell=part_of_picture()).panel)["answers"]) == 2 + 2 + 2 + 1
    assert len(record(explore(arrow, tip=point_of_plane()).panel)["answers"]) == 25


def test_an_error_is_recorded_in_words():
    def show(n=1):
        return words(str(1 / n))

    recording = record(explore(show, n=(0, 1, 1)).panel)
    assert "ZeroDivisionError" in recording["answers"]["0"]["message"]


def test_a_figure_is_recorded_in_both_themes_and_its_layers_make_the_picture():
    def show(at=1):
        labels = {"title": "T", "xlabel": "x", "ylabel": "y"}
        return curves(np.arange(5), {"line": np.arange(5) ** 2}, at=at, **labels)

    view = explore(show, at=(0, 4, 1))
    recording = record(view.panel)
    for dark, theme in ((False, "light"), (True, "dark")):
        view.panel.dark = dark
        view.set(at=3)
        shown = np.asarray(Image.open(BytesIO(view.panel.rows[0][0]["png"])), float)
        pictures = recording["pictures"][theme]
        layers = pictures["layers"][recording["answers"]["3"]["rows"][0][0]["png"]]
        assert len(layers) == 2
        made = Image.new("RGBA", shown.shape[1::-1])
        for place in layers:
            layer = Image.open(BytesIO(b64decode(pictures["files"][place]))).convert("RGBA")
            made = Image.alpha_composite(made, layer)
        assert np.abs(np.asarray(made, float)[..., :3] - shown).max() < 40  # 256 colours


def test_a_prediction_keeps_what_its_page_needs():
    asked = predict("2 + 2?", ["4", "5"], ["Count.", "One less."])
    recording = record_quiz(asked.quiz())
    assert recording["form"] == "quiz"
    assert recording["options"][recording["right"]] == "4"
