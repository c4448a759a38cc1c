"""A line that is typed in a lecture: every line of the catalogue can be asked for and answered."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

from checks.catalogue import EXERCISES, IN_LECTURES, TASKS
from checks.hunt.memory import NOT_A_LEARNER, memory_of
from checks.lines import label_of
from checks.one_line import USABLE, WAITS, reply_to
from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[2]
FUNCTIONS = [
    name
    for name, task in IN_LECTURES.items()
    if task.kind in ("write", "repair") and not task.facts.judged
]
ALONE = sorted(IN_LECTURES.keys() - TASKS.keys())
# A task or two of each lesson from which a lecture may well take a line, and what lectures have.
OFTEN = [
    "dot_scores",
    "soft_lookup",
    "scaled_scores",
    "attention_weights",
    "causal_visibility",
    "split_heads",
    "merge_heads",
    "sinusoidal_encoding",
    "mha_mask",
    "layer_norm",
    "pre_norm_block",
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_right_line_is_right_and_dots_wait(name: str) -> None:
    task = IN_LECTURES[name]
    assert task.lines.completable
    for wanted in task.lines.completable:
        right = ast.unparse(task.lines.right_line(wanted))  # type: ignore[arg-type]
        assert reply_to(name, wanted, right, task.names_for_lines).status == "pass", right
        assert repr(reply_to(name, wanted, f"{wanted} = ...", {})) == WAITS


def wrong_lines(name: str) -> dict[str, tuple[str, str]]:
    """For each mistake that one line can make, what this line assigns, and the line."""
    found: dict[str, tuple[str, str]] = {}
    for mistake, line in IN_LECTURES[name].wrong_lines():
        labels = [label_of(one) for one in ast.parse(line).body]
        if len(labels) == 1 and labels[0] in IN_LECTURES[name].lines.completable:
            found.setdefault(mistake.slug, (labels[0], line))
    return found


@pytest.mark.parametrize("name", [*OFTEN, *ALONE])
def test_wrong_lines_of_the_catalogue_get_a_name(name: str) -> None:
    found = wrong_lines(name)
    assert found
    for slug, (wanted, line) in found.items():
        reply = reply_to(name, wanted, line, IN_LECTURES[name].names_for_lines)
        assert reply.mistakes, (slug, line, reply)
        assert "function" not in reply.lines[0]


# The last line of lesson 13, as students write it: right, then wrong with the name it gets.
SWAPS = [
    "change = weights[place] * (other[place] - V[place])",
    "change = weights[place] * other[place] - weights[place] * V[place]",
    "change = (other - V)[place] * weights[place]",
    "change = (weights[:, None] * (other - V))[place]",
    "w = weights[place]\nchange = w * other[place] - w * V[place]",
    "change = -weights[place] * (V[place] - other[place])",
    "new = V.copy()\nnew[place] = other[place]\nchange = weights @ new - weights @ V",
    "change = weights @ np.where(np.arange(len(V))[:, None] == place, other - V, 0)",
    "change = [weights[place] * (b - a) for a, b in zip(V[place], other[place])]",
    "change = np.multiply(np.subtract(other[place], V[place]), weights[place])",
]
WRONG_SWAPS = {
    "change = weights[place] * (V[place] - other[place])": "change-backwards",
    "new = V.copy()\nnew[place] = other[place]\nchange = weights @ (V - new)": "change-backwards",
    "change = weights[place] * other[place]": "own-value-kept",
    "change = -(weights[place] * V[place])": "other-value-forgotten",
    "change = weights[place] * (V[place] + other[place])": "values-added",
    "change = weights[place] * other[place] - V[place]": "own-value-unweighted",
    "change = other[place] - V[place]": "weight-forgotten",
    "change = weights.sum() * (other[place] - V[place])": "weight-forgotten",
    "change = weights @ (other - V)": "all-values-swapped",
    "change = weights @ other - weights @ V": "all-values-swapped",
    "change = weights[place] * (other - V)": "place-forgotten",
    "change = (weights * (other - V).T).T": "place-forgotten",
    "new = V.copy()\nnew[place] = other[place]\nchange = weights @ new": "new-output",
}
UNNAMED_SWAPS = [
    "change = abs(weights[place] * (other[place] - V[place]))",
    "change = (weights[place] * (other[place] - V[place])).sum()",
    "change = weights[place - 1] * (other[place] - V[place])",
    "V[place] = other[place]\nchange = weights @ V",
]


@pytest.mark.parametrize("line", SWAPS)
def test_a_swap_that_is_right(line: str) -> None:
    assert reply_to("swapped_value", "change", line, {"np": np}).status == "pass"


@pytest.mark.parametrize(
    ("line", "slugs"),
    [*((one, (slug,)) for one, slug in WRONG_SWAPS.items()), *((one, ()) for one in UNNAMED_SWAPS)],
)
def test_a_swap_that_is_wrong_gets_its_name(line: str, slugs: tuple[str, ...]) -> None:
    reply = reply_to("swapped_value", "change", line, {"np": np})
    assert (reply.status, reply.mistakes) == ("fail", slugs)


# What readers of lesson 17 typed where heads share their keys.
SHARED_KEYS = {
    "K = np.tile(own_keys, (times, 1, 1))": (
        "Heads of keys are dealt out in turns, unlike the values.",
        "With 4 heads and 2 heads of keys, which keys should the first two heads read?",
    ),
    "K = np.tile(own_keys, times)": (
        "There `K` has the shape (2, 4, 8). Which shape do later lines need?",
    ),
    "K = np.repeat(own_keys, times)": (
        "There `K` has the shape (64,). Which shape do later lines need?",
    ),
    "K = np.repeat(own_keys, times, axis=3)": (
        "How many axes does this array have, and which of them does the line name?",
    ),
}


SAID_OF_LINES = [
    (
        "merge_heads merged",
        "merged = pieces.reshape(pieces.shape[:-2], -1)",
        "cannot be interpreted as an integer (with pieces (5,3,4)).",
    ),
    ("leaks_future change", "change = after - before", "`change` comes out wrong: the shape is"),
    (
        "train_step new_W_q",
        "new_W_q = W_q + rate * d_W_q",
        "`new_W_q` comes out wrong: the numbers",
    ),
    ("both_twins_right both", "both = correct.sum(axis=1)", "with `correct = np.array([["),
    ("softmax_backward d_scores", "d_scores = slopes - mean", USABLE),
    ("mha_mask mask", "mask = -visible", "Which kinds of objects meet in this line"),
    ("in_proj_weight blocks", "blocks = float(matrices)", "(with matrices a list of 3)."),
    ("dot_scores scores", "scores = print(keys @ query)", "`scores` comes out wrong: it is None."),
    (
        "dot_scores scores",
        "scores = keys[:1] @ query",
        "the result is [0.0]. What should it be there?",
    ),
    ("layer_norm normalised", "normalised = -centred / root", "What should it be there?"),
    ("leaks_future change", "change = 0 * after + 1", "What should it be there?"),
    ("soft_lookup output", "output = 0", "Try small numbers by hand: what should it be?"),
    (
        "masked_weights masked",
        "scores[~visible] = -np.inf\nmasked = scores",
        "Your line writes into `scores`, which should stay as it is.",
    ),
]
OF_FUNCTIONS = re.compile(
    "difference is in|returned|`return`|an argument|caller|with ,|the exercise"
)
OF_PYTHON = {"np", "array", "float64", "inf", "zeros", "slice", "None", "True", "False"}


@pytest.mark.parametrize(("line", "typed", "said"), SAID_OF_LINES)
def test_what_is_said_speaks_of_the_names_in_the_line(line: str, typed: str, said: str) -> None:
    task, _, wanted = line.partition(" ")
    reply = reply_to(task, wanted, typed, {"np": np})
    assert said in " ".join(repr(reply).split())
    assert not OF_FUNCTIONS.search(repr(reply))
    assert not any(
        f"On {probe.description}" in repr(reply) for probe in IN_LECTURES[task].probes(0)
    )


def lines_of_lectures() -> Iterator[tuple[str, str, str]]:
    """List what the lectures ask for: the task, the name, and the words above the cell."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        above = ""
        for cell in read_notebook(path).cells:
            if cell.source.startswith("%%line"):
                task, line = cell.source.splitlines()[0].split()[1:]
                yield task, line, above
            above = cell.source


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\b[^\W\d]\w*", text))


@pytest.mark.parametrize(
    ("task", "line", "above"),
    [
        pytest.param(*asked, marks=[] if asked[0] in {*OFTEN, *ALONE} else [pytest.mark.thorough])
        for asked in lines_of_lectures()
    ],
)
def test_a_reply_names_what_stands_in_the_line_or_above_it(
    task: str, line: str, above: str
) -> None:
    right = ast.unparse(IN_LECTURES[task].lines.right_line(line))  # type: ignore[arg-type]
    for typed in (
        f"{line} = unknown",
        f"{right}\n{line} = None",
        f"{right}\n{line} = [{line}]",
    ):
        reply = repr(reply_to(task, line, typed, IN_LECTURES[task].names_for_lines))
        code = re.findall(r"`([^`]+)`|\(with (.+)\)\.", reply)
        named = names_in(" ".join(map(" ".join, code))) - OF_PYTHON
        assert named <= names_in(above) | names_in(typed), reply
        assert not OF_FUNCTIONS.search(reply)
        middle = IN_LECTURES[task].lines.returned != [line]
        assert not (middle and "This does not hold" in reply)


@pytest.mark.parametrize(("line", "said"), SHARED_KEYS.items())
def test_what_is_said_of_a_line_is_true_of_this_line(line: str, said: tuple[str, ...]) -> None:
    reply = reply_to("llama_attention", "K", line, {"np": np})
    assert reply.lines[-len(said) :] == said
    assert reply.mistakes in ((), ("keys-in-turns",))


def of_scores(typed: str, **notebook: Any) -> str:
    return repr(reply_to("dot_scores", "scores", typed, {"np": np, **notebook}))


RIGHT = "✓ Right: `scores` is what it should be."


@pytest.mark.parametrize(
    "typed",
    [
        "scores = keys @ query",
        "products = keys * query\nscores = products.sum(axis=1)",
        "scores = 0\nfor k, q in zip(keys.T, query):\n    scores = scores + k * q",
        "  scores = keys @ query  # indented",
        "scores = np.einsum('nd,d->n', keys, query)",
        "scores = (keys[..., None, :] @ query)[..., 0]",
        "query = query[:, None]\nscores = (keys @ query)[:, 0]",
    ],
)
def test_any_line_that_makes_the_function_right_is_right(typed: str) -> None:
    assert of_scores(typed) == RIGHT


@pytest.mark.parametrize(
    "typed", ["scores = ...", "...", "scores = keys @ ...", "scores = ...  # x", "scores = f(...)"]
)
def test_dots_wait(typed: str) -> None:
    assert of_scores(typed) == WAITS


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("scores = (keys @ query", "✗ Python cannot read this line: '(' was never closed."),
        (
            "score = keys @ query",
            "✗ This line should assign `scores`: let it begin with `scores =`.",
        ),
        ("keys @ query", "✗ This line should assign `scores`: let it begin with `scores =`."),
        ("# nothing", "✗ This line should assign `scores`: let it begin with `scores =`."),
        (
            "scores = K @ query",
            f"✗ Python stops: name 'K' is not defined.\n  {USABLE}",
        ),
        (
            "scores = keys @ X",  # data of the notebook
            f"✗ Python stops: name 'X' is not defined.\n  {USABLE}",
        ),
    ],
)
def test_what_is_no_answer_is_told_what_is_missing(typed: str, said: str) -> None:
    assert of_scores(typed, X=np.ones(3)) == said


def test_a_name_that_is_read_before_it_is_assigned() -> None:
    assert USABLE in of_scores("scores = scores @ query")


def test_functions_of_the_notebook_can_be_used_and_names_of_the_function_come_first() -> None:
    assert of_scores("scores = product(keys, query)", product=np.dot, keys=np.sum) == RIGHT


def test_what_is_said_of_a_line_does_not_speak_of_a_function() -> None:
    error = of_scores("scores = query @ keys")
    assert "\n  Python raised ValueError: ..." in error
    assert "(with query (5,), keys (3,5))" in error
    assert "with `query = np.array([0.])`, `keys = np.array([[0.]])`, the result is [3.0]." in (
        of_scores("scores = keys @ query + 3")
    )
    assert "Your line writes into `keys`" in of_scores("keys *= 2\nscores = keys @ query / 2")


def test_the_beginning_of_a_repair_is_a_wrong_line_like_any_other() -> None:
    wrong = "lengths = np.linalg.norm(query) * np.linalg.norm(keys)"
    reply = reply_to("nearest_key", "lengths", wrong, {"np": np})
    assert reply.mistakes == ("one-length-for-all",)


def test_a_function_that_lectures_alone_use_is_no_exercise() -> None:
    assert ALONE
    assert not {*ALONE}.intersection(name for names in EXERCISES.values() for name in names)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> InteractiveShell:
    for name in NOT_A_LEARNER:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "checks")
    return shell


def typed(shell: InteractiveShell, line: str, cell: str) -> Any:
    return shell.run_cell_magic("line", line, cell)


def test_the_magic_replies_and_leaves_the_notebook_as_it_was(shell: InteractiveShell) -> None:
    shell.user_ns["scores"] = "mine"
    before = dict(shell.user_ns)
    assert repr(typed(shell, "dot_scores scores", "scores = keys @ query\n")) == RIGHT
    assert typed(shell, "dot_scores scores", "scores = ...\n")._repr_html_().count("role=") == 1
    assert shell.user_ns == before


def test_a_mistake_is_remembered_and_a_line_does_not_pass_its_task(shell: InteractiveShell) -> None:
    typed(shell, "dot_scores scores", "scores = keys @ query\n")
    typed(shell, "dot_scores scores", "scores = -keys @ query\n")
    typed(shell, "masked_weights masked", "masked = scores\n")  # there are no hunts for it
    notes = memory_of(Path.cwd(), {}).read()
    assert [one.slug for one in notes.mistakes] == ["negated"]
    assert notes.passed == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dot_scors scores", "there is no task `dot_scors`"),
        (
            "dot_scores weights",
            "no line of `dot_scores` alone assigns `weights`; choose from scores",
        ),
        ("causal_attention scaled", "no line of `causal_attention` alone assigns `scaled`"),
        ("dot_scores", "required: name"),
    ],
)
def test_who_writes_a_lecture_is_told_what_there_is(
    shell: InteractiveShell, line: str, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        typed(shell, line, "scores = ...\n")


def test_a_line_may_assign_several_names(shell: InteractiveShell) -> None:
    right = "Q, K, V = (one.reshape(*one.shape[:-1], num_heads, -1).swapaxes(-3, -2)"
    right += " for one in (queries, keys, values))"
    reply = typed(shell, "multi_head_attention Q, K, V", right)
    assert reply.status == "pass"
