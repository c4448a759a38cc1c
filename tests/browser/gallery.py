"""Every picture of course.views, with the lines that make it: docs/VIEWS.md and its images.

PYTHONPATH=tests/browser python -m gallery [picture ...]

writes the page, and the images of these pictures, or of all.
"""

import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import nbformat
from lab import DARK, LIGHT, Lab
from pictures import notebook_of
from playwright.sync_api import Page
from server import chromium_at, jupyterlab

ROOT = Path(__file__).parents[2]
GALLERY = "gallery.ipynb"
PAGE = ROOT / "docs" / "VIEWS.md"
IMAGES = ROOT / "docs" / "images" / "views"
THEMES = {"": LIGHT, "-dark": DARK}
SETUP = """
import numpy as np
from ipywidgets import FloatSlider, IntSlider

from attnlib import attention, attention_steps, causal_visibility, dot_scores, softmax
from attnlib import long_context, positions, words
from course.models import riddle
from course import lessons, views

sentence = ["the", "cat", "sat", "because", "it", "was", "tired"]
X = words.feature_vectors(sentence)
W_q, W_k = words.pattern("coreference")
weights = attention_steps(X @ W_q, X @ W_k, X).weights
"""


@dataclass(frozen=True)
class Entry:
    """One view.

    Attributes
    ----------
    name : str
        The name of the function that draws it.
    lets_one_see : str
        What it shows that no still picture and no sentence can, in one sentence.
    code : str
        The lines of a cell.
    alt : str
        What the image shows, for readers who cannot see it.
    """

    name: str
    lets_one_see: str
    code: str
    alt: str


ENTRIES = (
    Entry(
        "plane",
        "Take the query and turn it: a key scores as much as its shadow on the query's line is long, and less than 0 on the far side; the output moves inside the triangle of the values.",
        """
names = ["history", "cooking", "travel"]
keys = np.array([[2, 0.5], [-1, 2], [0.5, -2]])
values = np.array([[2.2, 1.5], [-2, 1], [0.5, -2.2]])


def fetch(query=(1.0, 1.0)):
    scores = dot_scores(query, keys)
    arrows = views.plane(
        {"query": query, **dict(zip(names, keys))},
        movable={"query": "query"},
        shadow={"history": "query"},
        zero_line="query",
        title="A query and three keys",
    )
    inside = views.plane(
        {},
        corners=dict(zip(names, values)),
        output=softmax(scores) @ values,
        title="What it fetches",
    )
    return [arrows, inside], views.bars(scores, names, title="Scores", ylabel="score", ylim=(-9, 9))


views.explore(fetch, query=views.point_of_plane())
""",
        "Two planes: on the left a query arrow with a grip among three key arrows, the shadow of one of them on its line, and a positive and a negative side; on the right the output inside a triangle of values; below, a bar for each score.",
    ),
    Entry(
        "linked_steps",
        "Choose any number: the row and the column that made it light up, and their products are added up below.",
        """
some, features = ["cat", "sat", "it"], [1, 3, 7]
few = words.feature_vectors(some)


def follow(cell=("output", 2, 0)):
    return lessons.linked_steps(
        few @ W_q,
        few @ W_k,
        few[:, features],
        tokens=some,
        features=[words.FEATURES[place] for place in features],
        chosen=cell,
        control="cell",
    )


views.explore(follow, cell=views.part_of_picture())
""",
        "Tables of scores, scaled scores, weights and outputs side by side; one cell is framed, and below are the numbers it is made of.",
    ),
    Entry(
        "mixture",
        "A word before and after attention: which feature it gained, and from which word.",
        """
def change(strength=1.0):
    given = attention_steps(strength * X @ W_q, X @ W_k, X)
    return lessons.mixture(
        X[4],
        given.output[4],
        given.weights[4],
        X,
        tokens=sentence,
        features=words.FEATURES,
        word="it",
    )


views.explore(
    change, strength=FloatSlider(1, min=0, max=2, step=0.1, description="strength of the query")
)
""",
        "For each feature of the word it, its value before and after, and a bar made of the parts that the other words add.",
    ),
    Entry(
        "clock",
        "Turn the position: every hand moves at its own speed, but the arcs of a shift stay as they are.",
        """
frequencies = 10000 ** (-np.arange(0, 8, 2) / 8)


def turn(position=3, shift=2):
    return lessons.clock(frequencies, position, shift)


views.explore(turn, position=IntSlider(3, 0, 31, description="position"), shift=(-8, 8, 1))
""",
        "Four clock faces with a hand for the position and a dashed one for the shifted position; below each, the two numbers that are its coordinates.",
    ),
    Entry(
        "cells",
        "Every number keeps its letter and colour while the heads are cut and merged: right above wrong.",
        """
numbers = np.arange(24).reshape(4, 6)
lessons.cells(
    {
        "right": {
            "X": numbers,
            "cut": numbers.reshape(4, 2, 3),
            "swapped": numbers.reshape(4, 2, 3).swapaxes(0, 1),
        },
        "wrong": {"X": numbers, "cut": numbers.reshape(2, 4, 3)},
    },
    by="tokens",
    axes={"X": ("tokens", "features")},
)
""",
        "Grids of lettered cells: a matrix, cut into heads, and swapped; below, the wrong way, whose sheets mix the letters.",
    ),
    Entry(
        "block_diagram",
        "Switch the norm and the residual: where the stream is normalised, and where it ends.",
        """
def flow(norm="pre", residual=True, size=2.0):
    leaving = {"X": size, "attention": 0.5, "sum 1": np.hypot(size, 0.5) if residual else 0.5}
    leaving |= {"norm 1": 1}
    return lessons.block_diagram(norm, residual=residual, leaving=leaving, title="How large")


norms = {"pre-norm": "pre", "post-norm": "post", "no norm": None}
views.explore(flow, norm=norms, residual=bool, size=(0.5, 8.0, 0.5))
""",
        "A block from left to right: a thick line for the stream; below it layer norm and attention, whose result is added at a plus sign, then layer norm and feed-forward likewise.",
    ),
    Entry(
        "model_map",
        "Go through the lessons, and see which part of a model each of them is about.",
        """
def here(lesson=1):
    return lessons.model_map(lesson)


views.explore(here, lesson=(1, 17, 1))
""",
        "A language model as boxes from words to the next word, one head opened below, and a frame round the part of a lesson.",
    ),
    Entry(
        "film_of",
        "Play a recording, or go through it by hand: here a sentence that grows, one word at a time.",
        """
def grow(words_so_far=2):
    n = words_so_far + 1
    seen = causal_visibility(n)
    weights = attention(X[:n] @ W_q, X[:n] @ W_k, X[:n], seen)[1]
    return views.heat_table(weights, sentence[:n], sentence[:n], visible=seen)


views.explore(grow, words_so_far=views.film_of(sentence))
""",
        "A slider with a button Play and two arrows, and the name of the frame; below, a table of weights.",
    ),
    Entry(
        "probes_list",
        "Nine probes of an attention layer: what goes in twice, and which rows must then be equal.",
        """
from course.lessons.probe_drawings import probes_list

probes_list()
""",
        "Nine probes, each with a sentence and a drawing: boxes with numbers for the words, an arrow through the layer, and boxes for the rows; equals signs stand between rows of two runs.",
    ),
    Entry(
        "head_map",
        "Click a head among the 72 of a published model, and see what it does with a sentence.",
        """
from course.models import real

on_nouns = real.head_measures()["its nouns"]
read, in_all_heads = real.heads("The cat sat on the mat because it was tired")
it = read.index("it")


def look(head=(3, 1)):
    title = f"it, in head {head[0]}.{head[1]}"
    return (
        lessons.head_map(on_nouns, head, title="From it to two nouns", control="head"),
        views.arcs(read, in_all_heads[head][it], it, title=title),
    )


views.explore(look, head=views.part_of_picture())
""",
        "A grid of six layers and twelve heads, blue where a head looks from it to a noun; one head has a frame, and below are its arcs.",
    ),
    Entry(
        "listing",
        "Read code line by line, and have a line shown when you ask for it.",
        """
lines = [
    "scores = Q @ K.T / np.sqrt(d_k)",
    "weights = softmax(scores) * visible",
    "output = weights @ V",
]


def look(show_the_line=True):
    marked = 2 if show_the_line else None
    return views.listing("\\n".join(lines), marked=marked, title="What is wrong here?")


views.explore(look, show_the_line=bool)
""",
        "A table of three numbered lines of code; the second has an arrow and a frame.",
    ),
    Entry(
        "arcs",
        "Click a word in the picture, and see where it attends; exchange the last word, or type any sentence.",
        """
def attend(text="The cat sat because it was tired", word=4):
    tokens = words.tokens_of(text)
    given = words.feature_vectors(tokens)
    steps = attention_steps(given @ W_q, given @ W_k, given)
    return views.arcs(tokens, steps.weights[word], word, title="Who is meant", control="word")


views.explore(attend, text=views.twins_of("tired", "fluffy"), word=views.word_of("text"))
""",
        "The words of the sentence in a row of buttons, each with its colour and pattern; arcs lead from it to the words it attends to, the thickest to cat.",
    ),
    Entry(
        "stages",
        "A word after each part of a network, and what the part changed: how it chooses the cat.",
        """
def read(text="the cat sat on the mat because it was tired"):
    tokens = words.tokens_of(text)
    stream = riddle.read(tokens).stream
    shown = ["being", "thing", "fits beings", "seeks a being"]
    columns = [riddle.COLUMNS.index(name) for name in shown]
    after = {part: X[tokens.index("it")][columns] for part, X in stream.items()}
    return lessons.stages(after, shown, title="What it is after each part", limits=(0, 2))


views.explore(read, text=views.twins_of("tired", "soft"))
""",
        "A table of small bars: a row for each feature, a column for each part; what a part has changed is blue, and its number has an arrow.",
    ),
    Entry(
        "descent",
        "Turn up the learning rate: the ball creeps down, jumps across the valley, and at last flies out of it.",
        """
weights_tried = np.linspace(-3, 3, 121)


def roll(rate=0.85, steps=4):
    path = 2.5 * (1 - 2 * rate) ** np.arange(steps + 1)  # each step subtracts rate * slope
    return lessons.descent(
        weights_tried, weights_tried**2, path, slope=2 * path[-1], title="Loss = weight squared"
    )


views.explore(roll, rate=[0.05, 0.2, 0.5, 0.85, 1.0, 1.1], steps=views.film_of(9))
""",
        "A valley with a zigzag of four steps from the right wall down to a ball near the bottom; a dashed line through the ball shows the slope.",
    ),
    Entry(
        "linked_slopes",
        "Click a slope to see which numbers made it, and the arithmetic; arrow keys go on from there.",
        """
two_queries, three_keys = [[1.0, 2.0], [0.0, -1.0]], [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
two_features, arriving = [[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]], [[1.0, 0.0], [-0.5, 0.25]]


def go_back(slope=("d_scaled", 0, 1)):
    return lessons.linked_slopes(
        two_queries,
        three_keys,
        two_features,
        arriving,
        tokens=["it", "was"],
        keys=["cat", "mat", "tired"],
        chosen=slope,
        control="slope",
    )


views.explore(go_back, slope=views.part_of_picture())
""",
        "Seven pairs of small tables, each with its slopes below it; one slope has a frame, six numbers have dashed frames, and the arithmetic is written below.",
    ),
    Entry(
        "written",
        "A model writes: each word stands above the chance it had, and temperature moves the chances of the rest.",
        """
given, wrote = ["the", "cat"], ["sat", "on", "the", "mat", "."]
candidates = ["sat", "on", "the", "mat", "."]


def write(step=3, temperature=1.0):
    logits = 2.5 * np.eye(5)[: step + 1] + [0, 0.5, 1, 0, 0.5]
    chances = softmax(logits / temperature)
    had = [float(chances[place, place]) for place in range(step + 1)]
    return lessons.written(
        given + wrote[: step + 1],
        [None] * len(given) + had,
        candidates=dict(zip(candidates, chances[step].tolist())),
        title="It writes",
    )


views.explore(write, step=views.film_of(wrote), temperature=[0.5, 1.0, 2.0])
""",
        "Six words as running text, each above its chance, the last with a frame; below them a bar for each candidate.",
    ),
    Entry(
        "blocks",
        "Attention goes through its table block by block: the scores are forgotten, and what is kept of them grows into the output.",
        """
walk = long_context.walk_through_blocks(7, block_size=3)


def read(step=1):
    asked, offered = X @ W_q, X @ W_k
    return lessons.blocks(asked, offered, X, sentence, block_size=3, step=step, title="Scores")


views.explore(read, step=views.film_of(len(walk), seconds=1))
""",
        "A table of scores: the block in memory has numbers in frames, what is forgotten a cross, what is not read yet a dot, what the mask hides is hatched; beside the queries of the block are m, l, and bars that fill their outlines.",
    ),
    Entry(
        "heat_table",
        "A small matrix, number by number; what is hidden is hatched.",
        """
seen = causal_visibility(7)
views.heat_table(
    attention(X @ W_q, X @ W_k, X, seen)[1], sentence, sentence, visible=seen, sums=True
)
""",
        "A table of weights coloured by value; the cells above the diagonal are hatched; sums of 1 carry a check mark.",
    ),
    Entry(
        "heat_map",
        "A matrix too large for numbers.",
        """
views.heat_map(
    positions.sinusoidal_encoding(32, 16),
    row_axis="position",
    column_axis="feature",
    title="Positions",
)
""",
        "A picture of 32 rows and 16 columns: the waves of the encoding, fast ones on the left, slow ones on the right.",
    ),
    Entry(
        "head_grid",
        "Several heads side by side, on one scale.",
        """
heads = np.stack([attention_steps(X @ W_q * s, X @ W_k, X).weights for s in (0, 0.5, 1)])
strengths = ["no query", "half of it", "all of it"]
views.head_grid(heads, sentence, sentence, title="Three strengths of the query", heads=strengths)
""",
        "Three heat maps of the same sentence: even, in between, and sharp.",
    ),
    Entry(
        "bars",
        "Numbers to be compared.",
        'views.bars(weights[4], sentence, title="Where it attends", ylabel="weight", ylim=(0, 1))',
        "A bar for each word, the longest for cat.",
    ),
    Entry(
        "curves",
        "What grows, what falls, and where they cross, with a marker that a slider moves.",
        """
temperatures = np.linspace(0.1, 4, 60)
shares = softmax(np.array([0, 1, 2]) / temperatures[:, None])


def cool(temperature=1.0):
    lines = {f"score {score}": shares[:, score] for score in range(3)}
    return views.curves(
        temperatures, lines, at=temperature, xlabel="temperature", ylabel="weight", title="Softmax"
    )


views.explore(cool, temperature=FloatSlider(1, min=0.1, max=4, step=0.1, description="temperature"))
""",
        "Three curves with names and dashes of their own: the largest weight falls with the temperature, the others rise.",
    ),
    Entry(
        "histogram",
        "How random numbers are spread.",
        """
rng = np.random.default_rng(0)
products = {
    f"d_k = {d}": (rng.normal(size=(2000, d)) * rng.normal(size=(2000, d))).sum(axis=1)
    for d in (4, 64)
}
views.histogram(
    products, xlabel="dot product", title="Dot products spread with the width", limits=(-30, 30)
)
""",
        "Two histograms: the dot products of wide vectors spread further than those of narrow ones.",
    ),
)


def notebook() -> nbformat.NotebookNode:
    """Make a notebook with all views."""
    sources = {"setup": SETUP, **{entry.name: entry.code for entry in ENTRIES}}
    cells = [nbformat.v4.new_code_cell(source.strip(), id=name) for name, source in sources.items()]
    return notebook_of(cells)


def page() -> str:
    """The text of docs/VIEWS.md."""
    return "\n".join([HEAD, *(_section(entry) for entry in ENTRIES)])


HEAD = f"""# Views

Every picture of `course.views`, with the lines that make it: pick one, and change it. A control is an
ipywidgets slider, check box, drop-down, radio buttons or text, or in short `(low, high, step)`,
`[2, 4, 8]`, `{{"label": value}}`, `bool` or `str`; `view.controls["name"]` is its ipywidgets object.
This page is made by `PYTHONPATH=tests/browser python -m gallery`, and so are its images.

All of them start with

```python
{SETUP.strip()}
```
"""


def _section(entry: Entry) -> str:
    light, dark = (f"images/views/{entry.name}{suffix}.png" for suffix in THEMES)
    return f"""## {entry.name}

{entry.lets_one_see}

```python
{entry.code.strip()}
```

<picture>
<source media="(prefers-color-scheme: dark)" srcset="{dark}">
<img src="{light}" alt="{entry.alt}">
</picture>
"""


def photograph(page: Page, names: list[str]) -> None:
    """Take a screenshot of some outputs, on a light page and on a dark page."""
    page.set_viewport_size({"width": 1280, "height": 2400})
    lab = Lab(page, [])
    opened = lab.executed("gallery.ipynb")
    for suffix, theme in THEMES.items():
        lab.set_theme(theme)
        page.wait_for_timeout(1_500)  # figures are drawn again, on a dark background
        for name in names:
            opened.output(name).last.screenshot(path=IMAGES / f"{name}{suffix}.png")


def main() -> None:
    """Write the page and its images."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is missing: apt-get install chromium")
    IMAGES.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "course").mkdir()
        nbformat.write(notebook(), folder / "course" / "gallery.ipynb")
        with (
            jupyterlab(folder / "course", folder) as address,
            chromium_at(address, chromium) as tab,
        ):
            photograph(tab, sys.argv[1:] or [entry.name for entry in ENTRIES])


if __name__ == "__main__":
    main()
