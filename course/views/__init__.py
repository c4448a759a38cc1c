"""From arrays to a sentence, a table, a figure, a live view.

Every picture has a `sentence` that says what it shows, and this is also its repr.

These are made of HTML: they appear at once, screen readers can read them, and saved notebooks keep
them:

- `course.views.word_paints`: one colour and pattern for each word, in all pictures
- `course.views.sentence`: numbers in words, and words as a picture
- `course.views.heat`: a small matrix as a table coloured by value
- `course.views.bars`: bars, also side by side for several heads
- `course.views.arcs`: arcs from one word to the words it attends to
- `course.views.plane`: arrows in two dimensions, which can be dragged
- `course.views.listing`: code with line numbers, and one line marked

These are drawn by matplotlib, without pyplot, which is loaded only when one of them is used. A
saved notebook keeps a table of their numbers:

- `course.views.charts`: curves and histograms
- `course.views.maps`: a matrix too large for a table; several heads side by side

These respond to the learner:

- `course.views.explore`: a function and its controls
- `course.views.predict`: a question to answer before seeing the result
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from course.views.arcs import arcs
from course.views.bars import bars
from course.views.controls import film_of, part_of_picture, point_of_plane, twins_of, word_of
from course.views.drawing import Drawing
from course.views.explore import View, explore, explore_yours, meanwhile, until_passed
from course.views.figure import Picture
from course.views.heat import heat_table
from course.views.listing import listing
from course.views.plane import plane
from course.views.predict import Prediction, predict
from course.views.sentence import Words, words

if TYPE_CHECKING:
    from course.views.charts import curves, histogram
    from course.views.maps import head_grid, heat_map

__all__ = [
    "Drawing",
    "Picture",
    "Prediction",
    "View",
    "Words",
    "arcs",
    "bars",
    "curves",
    "explore",
    "explore_yours",
    "film_of",
    "head_grid",
    "heat_map",
    "heat_table",
    "histogram",
    "listing",
    "meanwhile",
    "part_of_picture",
    "plane",
    "point_of_plane",
    "predict",
    "twins_of",
    "until_passed",
    "word_of",
    "words",
]

_FIGURES = {
    "curves": "charts",
    "histogram": "charts",
    "head_grid": "maps",
    "heat_map": "maps",
}


def __getattr__(name: str) -> Any:
    """Load the views that need matplotlib on demand: it takes half a second, and few use it."""
    if name not in _FIGURES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FIGURES[name]}"), name)
