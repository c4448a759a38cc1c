"""From arrays to a sentence, a table, a figure, a live view.

Every picture has a `sentence` that says what it shows, and this is also its repr.

These are made of HTML: they appear at once, screen readers can read them, and saved notebooks keep
them:

- `attnlib.view.word_paints`: one colour and pattern for each word, in all pictures
- `attnlib.view.sentence`: numbers in words, and words as a picture
- `attnlib.view.heat`: a small matrix as a table coloured by value
- `attnlib.view.bars`: bars, also side by side for several heads
- `attnlib.view.head_map`: one number for each head of a model, and a head to choose
- `attnlib.view.arcs`: arcs from one word to the words it attends to
- `attnlib.view.plane`: arrows in two dimensions, which can be dragged
- `attnlib.view.linked_steps`: the steps of attention, and where each number comes from
- `attnlib.view.linked_slopes`: the way back through attention, and what each slope is made of
- `attnlib.view.descent`: one weight going down the curve of its loss
- `attnlib.view.written`: a text word by word, each with its chance
- `attnlib.view.mixture`: a word before and after attention, and what each word adds to it
- `attnlib.view.stages`: a word after each part of a network, and what the part changed
- `attnlib.view.probe_panel`: what probes find out about a function, and the input that shows it
- `attnlib.view.probe_drawings`: the probes of the clinic as drawings
- `attnlib.view.cells`: the steps of a computation as cells that can be counted and followed
- `attnlib.view.clock`: a positional encoding as the hands of clocks
- `attnlib.view.blocks`: attention in blocks: what is in memory, and what is kept
- `attnlib.view.block_diagram`: a block as boxes and arrows, with its stream
- `attnlib.view.listing`: code with line numbers, and one line marked
- `attnlib.view.trace_table`: the shapes of all steps, as a table

These are drawn by matplotlib, without pyplot, which is loaded only when one of them is used. A
saved notebook keeps a table of their numbers:

- `attnlib.view.charts`: curves and histograms
- `attnlib.view.maps`: a matrix too large for a table; several heads side by side

These respond to the learner:

- `attnlib.view.explore`: a function and its controls
- `attnlib.view.predict`: a question to answer before seeing the result
- `attnlib.view.training`: a model that is trained at the press of a button

This is for web pages without a kernel:

- `attnlib.view.recording`: the states of a view, drawn in advance
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from attnlib.view.arcs import arcs
from attnlib.view.bars import bars
from attnlib.view.block_diagram import block_diagram
from attnlib.view.blocks import blocks
from attnlib.view.cells import cells
from attnlib.view.clock import clock
from attnlib.view.controls import film_of, part_of_picture, point_of_plane, twins_of, word_of
from attnlib.view.descent import descent
from attnlib.view.drawing import Drawing
from attnlib.view.explore import View, explore, explore_yours, meanwhile, until_passed
from attnlib.view.figure import Picture
from attnlib.view.head_map import head_map
from attnlib.view.heat import heat_table
from attnlib.view.linked_slopes import linked_slopes
from attnlib.view.linked_steps import linked_steps
from attnlib.view.listing import listing
from attnlib.view.mixture import mixture
from attnlib.view.plane import plane
from attnlib.view.predict import Prediction, predict
from attnlib.view.probe_panel import probe_panel
from attnlib.view.sentence import Words, words
from attnlib.view.stages import stages
from attnlib.view.trace_table import trace_table
from attnlib.view.written import written

if TYPE_CHECKING:
    from attnlib.view.charts import curves, histogram
    from attnlib.view.maps import head_grid, heat_map
    from attnlib.view.training import live_training

__all__ = [
    "Drawing",
    "Picture",
    "Prediction",
    "View",
    "Words",
    "arcs",
    "bars",
    "block_diagram",
    "blocks",
    "cells",
    "clock",
    "curves",
    "descent",
    "explore",
    "explore_yours",
    "film_of",
    "head_grid",
    "head_map",
    "heat_map",
    "heat_table",
    "histogram",
    "linked_slopes",
    "linked_steps",
    "listing",
    "live_training",
    "meanwhile",
    "mixture",
    "part_of_picture",
    "plane",
    "point_of_plane",
    "predict",
    "probe_panel",
    "stages",
    "trace_table",
    "twins_of",
    "until_passed",
    "word_of",
    "words",
    "written",
]

_FIGURES = {
    "curves": "charts",
    "histogram": "charts",
    "head_grid": "maps",
    "heat_map": "maps",
    "live_training": "training",
}


def __getattr__(name: str) -> Any:
    """Load the views that need matplotlib on demand: it takes half a second, and few use it."""
    if name not in _FIGURES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FIGURES[name]}"), name)
