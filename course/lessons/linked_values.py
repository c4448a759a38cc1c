"""The numbers that linked tables show, and the chosen one."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from attnlib.attention import AttentionSteps
from attnlib.shapes import Bools, Floats
from course.views.drawing import told_apart
from course.views.sentence import fixed

STEPS = AttentionSteps._fields
OF_PAIRS = STEPS[:3]  # steps with a number for each query and key


class Place(NamedTuple):
    """The place of one number: its step, row and column."""

    step: str
    row: int
    column: int


@dataclass(frozen=True)
class Linked:
    """The data of linked tables.

    Attributes
    ----------
    Q : (n_q, d_k)
    K : (n_k, d_k)
    V : (n_k, d_v)
    steps : AttentionSteps
    visible : (n_q, n_k) bool
    queries, keys, features : tuples of n_q, n_k and d_v str
    asked : tuple of d_k str, or empty if the columns of Q and K have no names
    chosen : Place
    control : str
    decimals : int
    """

    Q: Floats
    K: Floats
    V: Floats
    steps: AttentionSteps
    visible: Bools
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    asked: tuple[str, ...]
    features: tuple[str, ...]
    chosen: Place
    control: str
    decimals: int

    def text(self, value: float) -> str:
        """Write a number."""
        return fixed(float(value), self.decimals)

    @property
    def query(self) -> str:
        """The word of the chosen query."""
        return told_apart(self.queries, self.chosen.row)

    @property
    def key(self) -> str:
        """The word of the chosen key."""
        return told_apart(self.keys, self.chosen.column)

    @property
    def hidden(self) -> bool:
        """Whether the chosen query does not see the chosen key."""
        return not self.visible[self.chosen.row, self.chosen.column]

    @property
    def scale(self) -> float:
        """The absolute score that gets the darkest colour, in all steps before softmax."""
        return _largest(self.steps.scores)

    @property
    def value_scale(self) -> float:
        """The absolute value that gets the darkest colour."""
        return _largest(self.V)

    @property
    def parts(self) -> Floats:
        """What the value of each key adds to the output of the chosen query, (n_k, d_v)."""
        parts: Floats = self.steps.weights[self.chosen.row][:, None] * self.V
        return parts

    @property
    def softmax(self) -> tuple[float, Floats]:
        """The largest scaled score of the chosen row, and the exponentials, 0 for hidden keys."""
        row = self.chosen.row
        seen = self.visible[row]
        largest = float(self.steps.scaled[row].max(where=seen, initial=-np.inf))
        shifted = np.where(seen, self.steps.scaled[row] - largest, -np.inf)
        return largest, np.exp(shifted)


def _largest(values: Floats) -> float:
    return float(np.abs(values[np.isfinite(values)]).max(initial=0)) or 1.0
