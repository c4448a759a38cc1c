"""The case files of the patients: symptom, source, wrong line, and repair.

Not every source reports a bug that harmed somebody, so each file says what its source is.
"""

import inspect
import re
from typing import Any, NamedTuple

from attnprobes.known import KNOWN, addresses
from course.clinic import patients
from course.clinic.weights import Layer

KINDS = {
    "bug": "a bug in published code that others used, and its repair",
    "teaching": "a bug in code that teaches",
    "no effect": "a bug in published code that no published model could meet",
    "documentation": "a wish that the documentation should warn of it",
    "slip": "a slip that beginners make, rebuilt; the source is a relative of it",
}
"""What the source of a case can be."""


class Case(NamedTuple):
    """A bug that was reported or warned of in public, rebuilt as a small layer in our own code."""

    complaint: str  # in a few words, without the cause
    symptom: str  # what a user sees
    layer: Layer  # the patient
    wrong: str  # the wrong line
    right: str  # the repair
    name: str  # the cause, in a few words
    kind: str  # what the source is, as counted in `KINDS`
    evidence: str  # what the source says, in a sentence or two
    hidden: str  # why no loss curve reveals it
    trained: bool = False  # whether lesson 11 trains it, under the same name

    @property
    def source(self) -> str:
        """Where it was reported."""
        return KNOWN[self.name].source

    @property
    def links(self) -> list[str]:
        """The addresses of the source.

        >>> CASES[1].links
        ['https://github.com/Blaizzy/mlx-vlm/issues/1983']
        """
        return addresses(self.source)

    @property
    def code(self) -> str:
        """The patient's source, renamed to `layer` so that the name does not reveal the bug."""
        return re.sub(r"\Adef \w+", "def layer", inspect.getsource(self.layer)).rstrip()

    @property
    def line(self) -> int:
        """The number of the wrong line in `code`, counted from 1."""
        return [line.strip() for line in self.code.split("\n")].index(self.wrong) + 1

    def repaired(self) -> Layer:
        """Compile the layer again, with the wrong line repaired."""
        return compiled(self.code.replace(self.wrong, self.right))


def compiled(code: str) -> Layer:
    """Compile source such as `Case.code` into a layer, with the names that the patients use.

    >>> compiled("def layer(X, W, past=None, real=None): return 2 * X, past")(3, None)
    (6, None)
    """
    names: dict[str, Any] = dict(vars(patients))
    exec(code, names)
    made: Layer = names["layer"]
    return made


CASES = (
    Case(
        complaint="worse with the cache",
        symptom="As soon as the cache is on, each new word seems to know only how the text began.",
        layer=patients.top_left,
        wrong="visible = np.tri(n, start + n, dtype=bool)",
        right="visible = np.tri(n, start + n, k=start, dtype=bool)",
        name="causal mask at the top left",
        kind="bug",
        evidence="The ONNX standard had it for caches that are kept outside the layer, until the pull request repaired it. In PyTorch it is a documented choice, and the issue, still open, proposes to change it.",
        hidden="Training uses no cache. Then there are as many keys as queries, and both masks are the same.",
    ),
    Case(
        complaint="says it again and again",
        symptom="A prompt is read well. What the model then writes, word by word, soon repeats itself.",
        layer=patients.positions_restart,
        wrong="places = np.arange(n)",
        right="places = np.arange(start, start + n)",
        name="positions restart with the cache",
        kind="bug",
        evidence="A library gave position 0 to every word that a model wrote. The next day a pull request repaired it.",
        hidden="Training reads whole texts from position 0. The positions are wrong only behind a cache.",
    ),
    Case(
        complaint="too good to be true",
        symptom="The loss is lower than anybody's. The text that the model writes is nonsense.",
        layer=patients.added_mask,
        wrong="mask = np.tri(n, start + n, k=start)",
        right="mask = np.where(np.tri(n, start + n, k=start), 0, -np.inf)",
        name="0 and 1 added as a mask",
        kind="documentation",
        evidence="The issue, still open, asks that the documentation say how the mask acts. A comment shows somebody who added 0 and 1.",
        hidden="The curve falls, further than it should: the next word can be looked up.",
        trained=True,
    ),
    Case(
        complaint="quiet at the start",
        symptom="The curve looks fine. The first words of each text change far less than the later ones.",
        layer=patients.late_mask,
        wrong="weights = softmax(scores) * visible",
        right="weights = softmax(np.where(visible, scores, -np.inf))",
        name="mask after softmax",
        kind="slip",
        evidence="An image encoder put -inf after softmax, to hide keys rather than the future. There the output was nan at once, so nobody could miss it. With 0, as here, it is silent.",
        hidden="The curve falls like any other. From some starts it is never lower than it can be.",
        trained=True,
    ),
    Case(
        complaint="worse in a batch",
        symptom="A question alone gets a good answer. In a batch with longer ones, it gets a bad one.",
        layer=patients.padded_queries,
        wrong="visible = visible & real[-n:, None]",
        right="visible = visible & real",
        name="padding hidden on the wrong axis",
        kind="teaching",
        evidence="A tutorial had it, and so has a repository for learning, whose pull request is still open: there -10000 in place of -inf softens the harm.",
        hidden="Training pads at the end, where the causal mask hides it anyway. Writing pads at the start.",
    ),
    Case(
        complaint="heads do not help",
        symptom="With one head all is well. With more, the model learns fast, and then writes nonsense.",
        layer=patients.merged_as_is,
        wrong="merged = heads.reshape(n, -1)",
        right="merged = heads.swapaxes(0, 1).reshape(n, -1)",
        name="heads merged without moving them back",
        kind="teaching",
        evidence="A repository for learning had it, and its author repaired it. Its test of training had passed, in his opinion because copying a text is too easy a task.",
        hidden="The shapes fit and the curve falls. The rows of other words are mixed in, later ones among them.",
        trained=True,
    ),
    Case(
        complaint="one good word, then garbage",
        symptom="Weights of a famous model are loaded. A word or two of each answer is fine, then comes garbage.",
        layer=patients.wrong_pairs,
        wrong="Q, K = (rotate(rows, places).astype(rows.dtype) for rows in (Q, K))",
        right="Q, K = (rotate(rows, places, half_split=True).astype(rows.dtype) for rows in (Q, K))",
        name="pairs of the other layout",
        kind="bug",
        evidence="A library loaded published models and wrote a word or two before the garbage came. The pull request repaired it.",
        hidden="Somebody else trained the weights, with right code. Trained with this code, they would be fine, too.",
    ),
    Case(
        complaint="nan after weeks",
        symptom="All goes well for weeks. Then, in one batch, everything is nan.",
        layer=patients.half_overflow,
        wrong="scores = (Q @ K.swapaxes(1, 2)) * scale",
        right="scores = (Q * scale) @ K.swapaxes(1, 2)",
        name="float16 overflows before it is scaled",
        kind="bug",
        evidence="A library's loss became nan, sometimes only at the end of training. It scales before the product now.",
        hidden="As long as no score reaches 65,520, every number is right. The curve is fine until it ends.",
    ),
    Case(
        complaint="learns, but poorly",
        symptom="The model trains, and its loss falls. It ends above that of others, and nobody knows why.",
        layer=patients.no_residual,
        wrong="return x + x, (K, V)",
        right="return X + x, (K, V)",
        name="x + x for a residual",
        kind="bug",
        evidence="A package of a popular design had this line. Its author repaired it on the day of the report.",
        hidden="The curve falls to a worse value. You would need the curve of a right model to see it.",
    ),
    Case(
        complaint="another answer each time",
        symptom="The same question gets another answer each time, though the likeliest word is always taken.",
        layer=patients.always_dropping,
        wrong="rate = DROPOUT",
        right="rate = DROPOUT if TRAINING else 0.0",
        name="dropout outside training",
        kind="no effect",
        evidence="A library had it in many models, and repaired it. None of them was harmed, because their rate of dropout was 0.",
        hidden="In training, dropout is right. The curve is the same to the last digit.",
    ),
)
