"""The catalogue of mistakes.

Each exchanges steps of the pipelines in `attnlib.practice.pipelines`, and may have several variants:
different code by which people arrive at the same mistake. The order matters: where two mistakes
compute the same for a task, the first is named.
"""

from attnlib.practice.catalogue.arguments import MUTATES
from attnlib.practice.catalogue.output import OUTPUT
from attnlib.practice.catalogue.scaling import SCALE
from attnlib.practice.catalogue.scores import SCORES
from attnlib.practice.catalogue.softmax import SOFTMAX
from attnlib.practice.catalogue.sums import WHICH_AXIS
from attnlib.practice.mistake import Mistake

CATALOGUE: dict[str, Mistake] = {
    mistake.slug: mistake
    for group in (SCALE, SOFTMAX, SCORES, OUTPUT, WHICH_AXIS, MUTATES)
    for mistake in group
}
