"""From arrays to a sentence, a table, a figure, a live view.

- `attnlib.view.sentence`: numbers in words, and words as a picture
- `attnlib.view.colours`: two ramps and a palette, each readable without telling colours apart
- `attnlib.view.heat`: a small matrix as an HTML table coloured by value
- `attnlib.view.figure`: bars and curves, drawn by matplotlib without pyplot
- `attnlib.view.explore`: a function joined to its sliders

Every picture has a `sentence` that says what it shows; its repr is that sentence.
"""

from attnlib.view.explore import View, explore, explore_yours
from attnlib.view.figure import Picture, bars, curves
from attnlib.view.heat import HeatTable, heat_table
from attnlib.view.sentence import Words, words

__all__ = [
    "HeatTable",
    "Picture",
    "View",
    "Words",
    "bars",
    "curves",
    "explore",
    "explore_yours",
    "heat_table",
    "words",
]
