"""Each verdict of the panel is the verdict of the probe, and names the input that shows it."""

import re

import numpy as np
import pytest

from attnlib import attention, causal_visibility
from attnprobes import first_leak
from course.lessons import probe_panel

X = np.random.default_rng(0).normal(size=(4, 3))
TOKENS = ["the", "cat", "saw", "the"]


def verdicts(attend, **more) -> list[str]:
    html = probe_panel(attend, X, tokens=TOKENS, **more).html
    return re.findall(r"font-weight:bold\">(yes|no|error)<", html)


def test_attention_looks_ahead_and_causal_attention_does_not() -> None:
    assert verdicts(lambda X: attention(X, X, X)) == ["yes", "yes", "yes", "yes", "yes"]
    causal = lambda X: attention(X, X, X, causal_visibility(len(X)))  # noqa: E731
    assert verdicts(causal) == ["yes", "no", "no", "yes", "yes"]


def test_a_leak_names_both_words() -> None:
    html = probe_panel(lambda X: X + np.roll(X, -1, axis=0), X, tokens=TOKENS).html
    assert "Replacing cat changes the output of 1st the, which comes before it." in html
    assert first_leak(lambda X: X + np.roll(X, -1, axis=0), X) == (1, 0)
    assert first_leak(lambda X: np.cumsum(X, axis=0), X) is None


def test_rows_that_do_not_sum_to_1_are_shown() -> None:
    def wrong_axis(X):
        scores = np.exp(X @ X.T)
        weights = scores / scores.sum(axis=0)
        return weights @ X, weights

    drawn = probe_panel(wrong_axis, X, tokens=TOKENS)
    assert drawn.sentence.endswith("Does every query share out a weight of 1? no.")
    assert re.search(r"The row of (2nd )?\w+ sums to \d\.\d\d\.", drawn.html)


def test_doubling_the_words_says_which_multiple_comes_closest() -> None:
    squared = probe_panel(lambda X: X**2 + X, np.array([[1.0], [2.0]])).html  # 2, 6; then 6, 20
    assert "the closest one, 3.30 times it, is still off by 0.6." in squared
    assert "The output of 2 X is 2.00 times that of X." in probe_panel(lambda X: X, X).html


def test_an_answer_at_random_is_told() -> None:
    rng = np.random.default_rng(0)
    assert verdicts(lambda X: X + rng.normal(size=X.shape))[0] == "no"


def test_what_raises_is_said_and_breaks_nothing() -> None:
    def raises(X):
        raise RuntimeError("<b>no</b>")

    drawn = probe_panel(raises, X)
    assert verdicts(raises) == ["error"] * 4
    assert "RuntimeError: &lt;b&gt;no&lt;/b&gt;" in drawn.html


def test_pytorch_is_probed_like_anything_else() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(4, 2, batch_first=True).eval()
    rows = torch.randn(5, 4)
    drawn = probe_panel(lambda X: module(X[None], X[None], X[None])[0][0], rows)
    assert "Does a later word reach an earlier one? yes." in drawn.sentence


@pytest.mark.parametrize(
    ("rows", "more", "message"),
    [
        (np.ones((1, 3)), {}, "at least two rows are needed, but the shape is (1, 3)"),
        (np.ones((2, 4, 3)), {}, "without a batch axis"),
        (X, {"tokens": ["a"]}, "tokens: 4 labels are needed, but there are 1"),
    ],
)
def test_what_cannot_be_probed_is_said(rows, more, message) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        probe_panel(lambda X: X, rows, **more)
