"""The claims of the capstone about its model are true."""

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from submissions import SOLUTION

from checks.catalogue import TASKS, read_task
from checks.outcome import InTurn, called
from checks.published import TOLERANCE
from course.models.learning import grammar, language_model, trained
from course.models.learning.training import as_variables
from coursetools.notebook import read_notebook

WEIGHTS = trained.cat_sentence()
STORY = [".", "the", "cat", "sat", "on", "the", "mat", "because", "it"]
TOKENS = grammar.numbers_of(STORY)
CAT_LOGITS, CAT_STEP = TASKS["cat_logits"], TASKS["cat_step"]
write = TASKS["write"].reference
# The mistake of `cat_step` in each of the decoders of the notebook.
MADE_BY = {
    "a": "position-always-0",
    "b": "position-off-by-one",
    "c": "only-newest-kept",
    "d": "keys-and-values-out-of-step",
    "e": "newest-twice",
}


def with_slips(task: Any, *slugs: str) -> Any:
    """Compute a task with the first variant of each of these mistakes."""
    first = {mistake.slug: steps for mistake, steps in reversed(task.slips())}
    return task.going_wrong({name: one for slug in slugs for name, one in first[slug].items()})


def one_by_one(step: Any, tokens: Any, weights: Any = WEIGHTS) -> Any:
    arguments = {"weights": weights, "token": InTurn(map(int, tokens)), "cache": None}
    return np.array(called(step, arguments))


def written(step: Any, count: int) -> str:
    text = write(partial(step, WEIGHTS), TOKENS, count)[len(TOKENS) :]
    return " ".join(grammar.VOCABULARY[token] for token in text)


def test_the_reference_is_the_model_of_the_course() -> None:
    theirs = language_model.forward(as_variables(WEIGHTS), TOKENS[None])[0].value[0]
    assert np.allclose(CAT_LOGITS.reference(WEIGHTS, TOKENS), theirs, rtol=1e-12, atol=1e-12)
    assert np.allclose(one_by_one(CAT_STEP.reference, TOKENS), theirs, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("length", range(1, 10))
def test_every_prefix_is_read_alike_word_by_word_and_at_once(length: int) -> None:
    at_once = CAT_LOGITS.reference(WEIGHTS, TOKENS[:length])
    assert np.allclose(one_by_one(CAT_STEP.reference, TOKENS[:length]), at_once)


def test_the_trained_model_is_compared_to_1e_5_in_float32_too() -> None:
    for task in (CAT_LOGITS, CAT_STEP):
        single = [p for p in task.probes(0) if p.description.endswith("in float32")]
        assert [probe.tolerance for probe in single] == [TOLERANCE]
        assert single[0].arguments["weights"]["W_u"].dtype == np.float32


def test_the_five_decoders_are_as_far_off_as_the_notebook_says() -> None:
    at_once = CAT_LOGITS.reference(WEIGHTS, TOKENS)
    notebook = read_notebook(SOLUTION.with_name("16_capstone.ipynb"))
    (cell,) = [cell for cell in notebook.cells if cell.id == "decoders"]
    names: dict[str, Any] = {"np": np, "story": STORY, "heat_table": lambda *_, **__: None}
    exec(cell.source, names)
    rows = [one_by_one(with_slips(CAT_STEP, slug), TOKENS) for slug in MADE_BY.values()]
    measured = np.abs(np.array(rows) - at_once).max(axis=-1)
    assert list(MADE_BY) == list("abcde")
    assert np.abs(measured - names["differences"]).max() < 0.051


def test_the_five_decoders_write_what_the_notebook_says() -> None:
    notebook = read_notebook(SOLUTION.with_name("16_capstone.ipynb"))
    (cell,) = [cell for cell in notebook.cells if cell.id == "shifted_decoder-view-function"]
    names: dict[str, Any] = {}
    exec(cell.source, names)
    texts = {letter: written(with_slips(CAT_STEP, slug), 12) for letter, slug in MADE_BY.items()}
    assert names["WROTE"] == texts


@pytest.mark.parametrize("slug", ["final-norm-missing", "position-off-by-one"])
def test_some_slips_do_not_show_in_a_text(slug: str) -> None:
    """Every sentence ends, and no word is repeated immediately."""
    text = written(with_slips(CAT_STEP, slug), 14).split()
    assert text[:3] == ["was", "hungry", "."]
    assert all(one != other for one, other in pairwise(text))


def test_the_sample_variance_writes_the_same_text() -> None:
    wrong, text = with_slips(CAT_LOGITS, "sample-variance"), list(TOKENS)
    for _ in range(8):
        text.append(int(np.argmax(wrong(WEIGHTS, np.array(text))[-1])))
    assert text == write(partial(CAT_STEP.reference, WEIGHTS), TOKENS, 8).tolist()


def test_the_code_to_repair_writes_what_the_notebook_quotes() -> None:
    both = with_slips(CAT_STEP, "position-always-0", "encoding-not-halved")
    assert written(both, 6) == ". in saw saw saw saw"
    assert written(with_slips(CAT_STEP, "position-always-0"), 8) == (
        "was happy . the girl saw the girl"
    )


def test_a_cache_with_everything_twice_gives_the_same_logits() -> None:
    lines = read_task("cat_step").lines
    twice = lines.placed(
        "K = joined(joined(past_K, newest_K, -2), newest_K, -2)\n"
        "V = joined(joined(past_V, newest_V, -2), newest_V, -2)"
    )
    assert twice is not None
    found = one_by_one(lines.going_wrong(twice), TOKENS)
    assert np.allclose(found, CAT_LOGITS.reference(WEIGHTS, TOKENS))
