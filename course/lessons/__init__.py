"""Pictures that one lesson needs, or two, made of the parts that `course.views` has.

- `course.lessons.linked_steps`: the steps of attention, and where each number comes from
- `course.lessons.mixture`: a word before and after attention, and what each word adds to it
- `course.lessons.cells`: the steps of a computation as cells that can be counted and followed
- `course.lessons.clock`: a positional encoding as the hands of clocks
- `course.lessons.model_map`: a whole language model, with the part that a lesson is about
- `course.lessons.block_diagram`: a block as boxes and arrows, with its stream
- `course.lessons.stages`: a word after each part of a network, and what the part changed
- `course.lessons.descent`: one weight going down the curve of its loss
- `course.lessons.linked_slopes`: the way back through attention, and what each slope is made of
- `course.lessons.written`: a text word by word, each with its chance
- `course.lessons.blocks`: attention in blocks: what is in memory, and what is kept
- `course.lessons.probe_drawings`: the probes of the clinic as drawings
- `course.lessons.training`: a model that is trained at the press of a button
- `course.lessons.head_map`: one number for each head of a model, and a head to choose
"""

from typing import TYPE_CHECKING, Any

from course.lessons.block_diagram import block_diagram
from course.lessons.blocks import blocks
from course.lessons.cells import cells
from course.lessons.clock import clock
from course.lessons.descent import descent
from course.lessons.head_map import head_map
from course.lessons.linked_slopes import linked_slopes
from course.lessons.linked_steps import linked_steps
from course.lessons.mixture import mixture
from course.lessons.model_map import model_map
from course.lessons.stages import stages
from course.lessons.written import written

if TYPE_CHECKING:
    from course.lessons.training import live_training

__all__ = [
    "block_diagram",
    "blocks",
    "cells",
    "clock",
    "descent",
    "head_map",
    "linked_slopes",
    "linked_steps",
    "live_training",
    "mixture",
    "model_map",
    "stages",
    "written",
]


def __getattr__(name: str) -> Any:
    """Load on demand what needs matplotlib, which takes half a second."""
    if name != "live_training":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from course.lessons.training import live_training

    return live_training
