"""A notebook with one view of each kind that is controlled in the picture, for browser tests."""

import nbformat

PICTURES = "pictures.ipynb"
IMPORTS = """
import time
import ipywidgets
import numpy as np
from attnlib import softmax
from course.lessons import linked_steps
from course.views import explore, film_of, heat_table, part_of_picture, plane
from course.views import arcs, point_of_plane, twins_of, word_of, words
"""
PLANE = """
def turn(query=(1.0, 1.0)):
    time.sleep(0.3)  # a slow function: the hand does not wait for it
    return plane({"query": query, "key": (2, 0)}, movable={"query": "query"}, title="Turn it")
explore(turn, query=point_of_plane())
"""
QUARTER = """
def move(query=(1.0, 1.0)):
    return plane({"query": query}, movable={"query": "query"}, low=0, title="Nothing negative")
explore(move, query=point_of_plane())
"""
FILM = """
frames = np.linspace(0, 1, 12)
names = [f"step {10 * n}" for n in range(12)]
explore(lambda step=0: heat_table([[frames[step], 1 - frames[step]]]), step=film_of(names, 0.2))
"""
NATIVE = """
angle = ipywidgets.IntSlider(60, 0, 180, 5, description="angle")
view = explore(lambda angle=0, d_k=8: words(f"angle {angle}, width {d_k}"), angle=angle, d_k=[2, 8, 64])
view
"""
WORDS = """
def name(text="the cat sat", word=1):
    return words(f"chosen: {text.split()[word]}")
explore(name, text=str, word=word_of("text"))
"""
STEPS = """
def follow(cell=("scores", 0, 0)):
    Q, K, V = [[1, 2]], [[1, 0], [0, 1]], [[3], [4]]
    return linked_steps(Q, K, V, tokens=["it"], keys=["cat", "mat"], chosen=cell, control="cell")
explore(follow, cell=part_of_picture())
"""
STORY = """
def look(sentence="it was tired", word=0):
    tokens = sentence.split()
    shares = np.linspace(0, 1, len(tokens))
    return arcs(tokens, shares, word, title="Looks", control="word")
explore(look, sentence=twins_of("tired", "soft"), word=word_of("sentence"))
"""
BOTH = "ipywidgets.VBox(list(view.controls.values()))"


def notebook() -> nbformat.NotebookNode:
    sources = {"plane": PLANE, "quarter": QUARTER, "film": FILM, "native": NATIVE, "both": BOTH}
    sources |= {"words": WORDS, "steps": STEPS, "story": STORY}
    cells = [
        nbformat.v4.new_code_cell(source.strip(), id=name)
        for name, source in {"imports": IMPORTS, **sources}.items()
    ]
    return notebook_of(cells)


def notebook_of(cells: list[nbformat.NotebookNode]) -> nbformat.NotebookNode:
    """Make a notebook that asks nobody for a kernel."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
