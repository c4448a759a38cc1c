"""The small models that answer a reader's own words in the page, as scripts that it can load."""

import json
from base64 import b64encode
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from film import packed
from recordings import write_kept

from attnlib.words import (
    FEATURES,
    KNOWN_WORDS,
    MEANINGS,
    MOST_TOKENS,
    PATTERNS,
    SentenceError,
    feature_vectors,
    pattern,
    tokens_of,
)
from course.models import riddle
from course.models.learning import roles, trained, twins
from course.views.chosen_words import PRONOUNS
from course.views.word_paints import RING, STORY, paints

SITE = Path(__file__).parent
SCRIPTS = ("text", "arcs", "bars", "stages", "models", "answers", "answering")
GAP = "…"  # where a script writes the words that it does not know
MODELS = {
    "twins": (twins, trained.twins),
    "roles": (roles, trained.roles),
}
BITS = np.int16  # with 8, one weight in fifty would differ in its second decimal


def write_typed(folder: Path) -> None:
    """Write the script that answers, and a file for each trained model."""
    sources = [SITE / "static" / "small_model.js"]
    sources += [SITE / "typed" / f"{name}.js" for name in SCRIPTS]
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    numbers = json.dumps(_course(), ensure_ascii=False, separators=(",", ":"))
    (folder / "typed").mkdir(parents=True, exist_ok=True)
    (folder / "typed.js").write_text(
        f"(() => {{\nconst course = {numbers};\n{scripts}\n}})();\n", encoding="utf-8"
    )
    for name, (language, load) in MODELS.items():
        write_kept(_model(language, load()), f"typed/{name}", folder)


def _model(language: Any, parameters: dict[str, Any]) -> dict[str, Any]:
    return {
        "vocabulary": language.VOCABULARY,
        "verbs": [*language.DOES.values()],
        "unknown": _complaint(lambda: language.numbers_of([GAP])),
        "shapes": {name: array.shape for name, array in parameters.items()},
        "packed": b64encode(packed(parameters, BITS)).decode(),
    }


def _course() -> dict[str, Any]:
    """Collect what all answers need: the hand-written numbers, paints, and styles of the pictures."""
    return {
        "noWord": _complaint(lambda: tokens_of("")),
        "pronouns": sorted(PRONOUNS),
        "byHand": _by_hand(),
        "riddle": {
            "columns": riddle.COLUMNS,
            "candidates": riddle.CANDIDATES,
            "reasons": riddle.REASONS,
            "threshold": riddle.THRESHOLD,
            "choice": [W.tolist() for W in riddle.choice_projections()],
        },
        "paints": _paints(),
        "styles": _constants("views.drawing") | _constants("views.arcs"),
        "bars": _constants("views.bars"),
        "stages": _constants("lessons.stages"),
    }


def _by_hand() -> dict[str, Any]:
    words = [*KNOWN_WORDS]
    many = MOST_TOKENS + 1
    return {
        "features": FEATURES,
        "meanings": {
            word: feature_vectors([word])[0, :MEANINGS].astype(int).tolist() for word in words
        },
        "positions": feature_vectors(["the"] * MOST_TOKENS)[:, MEANINGS:].tolist(),
        "patterns": {name: [W.tolist() for W in pattern(name)] for name in PATTERNS},
        "unknown": _complaint(lambda: feature_vectors([GAP])),
        "tooMany": _complaint(lambda: feature_vectors(["the"] * many)).replace(str(many), GAP),
    }


def _paints() -> dict[str, Any]:
    """Give the paints of the story's words, the ring of all others, and where each word begins in it."""
    known = {*KNOWN_WORDS}.union(*(language.VOCABULARY for language, _ in MODELS.values()))
    return {
        "ring": [paint._asdict() for paint in RING],
        "story": {word: STORY[word]._asdict() for word in sorted(known & STORY.keys())},
        "places": {word: RING.index(paints([word])[0]) for word in sorted(known - STORY.keys())},
    }


def _constants(name: str) -> dict[str, Any]:
    """Give the numbers and styles that a module of pictures writes in capital letters."""
    module = vars(import_module(f"course.{name}"))
    return {
        key: value
        for key, value in module.items()
        if key.isupper() and isinstance(value, int | float | str)
    }


def _complaint(broken: Callable[[], object]) -> str:
    try:
        broken()
    except SentenceError as complaint:
        return str(complaint)
    raise AssertionError("This is no longer an error.")
