"""The catalogue of mistakes.

Each exchanges steps of the pipelines in `attnlib.practice.pipelines`, and may have several variants:
different code by which people arrive at the same mistake. The order matters: where two mistakes
compute the same for a task, the first is named.
"""

from attnlib.practice.catalogue.arguments import MUTATES
from attnlib.practice.catalogue.equivariance import EQUIVARIANCE
from attnlib.practice.catalogue.heads import HEADS
from attnlib.practice.catalogue.leaks import LEAK_DETECTORS
from attnlib.practice.catalogue.masks import MASKS
from attnlib.practice.catalogue.output import OUTPUT
from attnlib.practice.catalogue.positions import POSITIONS
from attnlib.practice.catalogue.scaling import SCALE
from attnlib.practice.catalogue.scores import SCORES
from attnlib.practice.catalogue.similarity import SIMILARITY
from attnlib.practice.catalogue.softmax import SOFTMAX
from attnlib.practice.catalogue.statistics import STATISTICS
from attnlib.practice.catalogue.sums import WHICH_AXIS
from attnlib.practice.catalogue.torch import TORCH
from attnlib.practice.mistake import Mistake

CATALOGUE: dict[str, Mistake] = {
    mistake.slug: mistake
    for group in (
        SCALE,
        SOFTMAX,
        SCORES,
        OUTPUT,
        SIMILARITY,
        STATISTICS,
        MASKS,
        HEADS,
        POSITIONS,
        TORCH,
        WHICH_AXIS,
        EQUIVARIANCE,
        LEAK_DETECTORS,
        MUTATES,
    )
    for mistake in group
}
