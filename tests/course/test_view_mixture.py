"""A mixture: parts compared with NumPy, their places on a fixed scale, and a stable HTML tree."""

import re
from typing import Any

import numpy as np
import pytest

from attnlib import attention_steps
from attnlib.words import FEATURES, feature_vectors, pattern, tokens_of
from course.lessons.mixture import OTHERS, mixture, share
from course.views.word_paints import paints

WORDS = ["cat", "mat", "it"]
FEELS = ["thing", "being"]
WEIGHTS = np.array([0.7, 0.2, 0.1])
VALUES = np.array([[0.0, 1.0], [1.0, -0.5], [0.5, -1.0]])
BEFORE = np.array([0.5, -1.0])


def drawn(
    weights: Any = WEIGHTS, values: Any = VALUES, before: Any = BEFORE, **options: Any
) -> Any:
    names = {"tokens": WORDS, "features": FEELS, "word": "it"} | options
    return mixture(before, weights @ values, weights, values, **names)


def segments(html: str) -> list[tuple[str, float, float, str]]:
    """The background, start, width and label of each visible box."""
    box = (
        r"left:([\d.]+)%;width:([\d.]+)%;height:\d+px;[^\"]*?background:([^\"]*?);display:flex"
        r"[^>]*><span[^>]*></span><span[^>]*>([^<]*)<"
    )
    return [
        (fill, float(left), float(width), text) for left, width, fill, text in re.findall(box, html)
    ]


def elements(html: str) -> list[str]:
    return re.findall(r"<(/?\w+)", html)


def test_the_sentence_names_the_largest_changes_and_their_sources() -> None:
    assert repr(drawn()) == (
        "it: being from -1.00 to 0.50, most of it from cat (0.70); "
        "thing from 0.50 to 0.25, most of it from mat (0.20)."
    )


def test_it_gains_being_from_cat() -> None:
    words = tokens_of("The cat sat on the mat because it was tired")
    X, (W_q, W_k) = feature_vectors(words), pattern("coreference")
    steps, it = attention_steps(X @ W_q, X @ W_k, X), words.index("it")
    drawing = mixture(
        X[it], steps.output[it], steps.weights[it], X, tokens=words, features=FEATURES, word="it"
    )
    assert repr(drawing) == (
        "it: being from 0.00 to 0.79, most of it from cat (0.79); stands for from 1.00 to 0.00; "
        "masculine from -1.00 to 0.00; 8 more changes."
    )


def test_sentences_of_other_changes() -> None:
    assert repr(drawn(before=WEIGHTS @ VALUES)) == "it: no feature changes."
    even = drawn(np.full(3, 1 / 3), np.array([[3.0], [3.1], [3.2]]), [0.0], features=["a"])
    assert repr(even) == "it: a from 0.00 to 3.10, the largest part from itself (1.07)."
    gone = drawn(np.array([1.0, 0, 0]), np.array([[0.0], [5], [5]]), [1.0], features=["a"])
    assert repr(gone) == "it: a from 1.00 to 0.00."
    four = drawn(values=np.ones((3, 4)), before=np.arange(4) + 2, features="abcd")
    assert repr(four).endswith("; 1 more change.")
    assert repr(four).startswith("it: d from 5.00 to 1.00")


def test_repeated_words_are_told_apart() -> None:
    drawing = drawn(tokens=["the", "mat", "the"])
    assert "from 1st the (0.70)" in repr(drawing)
    assert "0.35 from the (2)" not in drawing.html


def test_values_before_and_after_are_in_a_table() -> None:
    html = drawn().html
    assert re.findall(r">(-?\d\.\d\d)</td>", html) == ["0.50", "0.25", "-1.00", "0.50"]
    assert re.findall(r'scope="row"[^>]*>(\w+)<', html) == FEELS
    assert html.count('scope="col"') == 3
    assert ">0.500<" in drawn(decimals=3).html


def test_parts_are_said_from_the_largest_on() -> None:
    said = re.findall(r'role="img" aria-label="([^"]*)"', drawn().html)
    assert said == [
        "0.20 from mat and 0.05 from it",
        "0.70 from cat, -0.10 from mat and -0.10 from it",
    ]
    assert 'aria-label="nothing from any word"' in drawn(values=0 * VALUES).html


def test_parts_lie_end_to_end_on_their_side_of_zero() -> None:
    values = np.array([[2.0], [-1.0], [-3.0]])
    weights = np.array([0.5, 0.25, 0.25])
    html = drawn(weights, values, [0.0], features=["a"], limits=(-1, 1)).html
    cat, mat, it = paints(WORDS)
    assert segments(html) == [
        (cat.fill, 50.0, 50.0, "cat"),
        (mat.fill, 37.5, 12.5, "mat"),
        (it.fill, 0.0, 37.5, "it"),
    ]


def test_small_parts_are_drawn_as_one() -> None:
    words = [f"w{place}" for place in range(8)]
    weights = np.array([0.9, 0.025, 0.025, 0.02, 0.02, 0.01, 0.0, 0.0])
    values = np.ones((8, 1))
    values[3:5] = -1
    html = drawn(weights, values, [0.0], tokens=words, features=["a"], limits=(-1, 1)).html
    assert [(left, width, text) for _, left, width, text in segments(html)] == [
        (50.0, 45.0, "w0"),
        (48.0, 2.0, OTHERS),
        (95.0, 3.0, OTHERS),
    ]


def test_a_part_beyond_the_limits_ends_there() -> None:
    html = drawn(WEIGHTS, 9 * np.ones((3, 1)), [0.0], features=["a"], limits=(0, 1)).html
    assert all(left + width <= 100 for _, left, width, _ in segments(html))


def test_the_limits_reach_over_all_that_is_drawn() -> None:
    html = drawn().html
    low, high = -1.0, 0.7
    ends = [(left, left + width) for _, left, width, _ in segments(html)]
    parts = [(0, 0.2), (0.2, 0.25), (0, 0.7), (-0.1, 0), (-0.2, -0.1)]
    wanted = [[share(end, (low, high)) for end in part] for part in parts]
    np.testing.assert_allclose(ends, wanted, atol=0.02)


def test_rings_and_dots_are_at_the_values() -> None:
    html = drawn(limits=(-1, 1)).html
    dots = re.findall(r"left:([\d.]+)%;margin-left[^\"]*background:(\w+)", html)
    assert dots == [
        ("75.00", "transparent"),
        ("62.50", "currentColor"),
        ("0.00", "transparent"),
        ("75.00", "currentColor"),
    ]


def test_only_what_follows_the_values_moves() -> None:
    rng = np.random.default_rng(0)
    pages = []
    for sharpness in (0, 1, 10):
        weights = np.exp(sharpness * rng.normal(size=3))
        weights /= weights.sum()
        pages.append(drawn(weights, limits=(-1, 1)).html)
    assert len(set(pages)) == 3
    assert len({tuple(elements(page)) for page in pages}) == 1
    widths = {tuple(re.findall(r"min-width:(\d+)ch", page)) for page in pages}
    assert widths == {("5",) * 4}


@pytest.mark.parametrize(("n", "d"), [(1, 2), (12, 8)])
def test_few_and_many(n: int, d: int) -> None:
    rng = np.random.default_rng(n)
    words, weights = [f"w{place}" for place in range(n)], rng.dirichlet(np.ones(n))
    values = rng.normal(size=(n, d))
    html = drawn(weights, values, np.zeros(d), tokens=words, features=range(d)).html
    boxes = re.findall("display:(?:flex|none);flex-wrap:wrap;justify", html)
    assert len(boxes) == d * (n + 2)
    assert all(f"> {word}</span>" in html for word in words)


def test_the_legend_names_only_words_that_are_seen() -> None:
    weights = np.array([0.9, 0.09, 0.01])
    named = r'white-space:nowrap(;display:none)?">.*?</span> ([^<]*)</span>'
    found = re.findall(named, drawn(weights, np.ones((3, 2))).html)
    assert [text for hidden, text in found if not hidden] == [
        "before",
        "after",
        "cat",
        "mat",
        "others (each less than 3%)",
    ]
    assert [text for hidden, text in found if hidden] == ["it"]


def test_names_are_escaped() -> None:
    html = drawn(tokens=["<s>", "a&b", "c"], features=["<i>", "f"], word="<u>").html
    assert not re.search(r"<s>|<i>|<u>|a&b", html)
    assert "&lt;s&gt;" in html
    assert "&lt;u&gt;" in html


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((BEFORE, BEFORE, WEIGHTS[:2], VALUES), "weights and values must agree in words"),
        ((BEFORE, BEFORE, np.ones((3, 3)), VALUES), "weights (words,) is (3, 3)"),
        ((BEFORE, BEFORE, WEIGHTS, VALUES[None]), "values (words, features) is (1, 3, 2)"),
        (
            (BEFORE[:1], WEIGHTS @ VALUES, WEIGHTS, VALUES),
            "before and after must agree in features",
        ),
        ((BEFORE, VALUES, WEIGHTS, VALUES), "after (features,) is (3, 2)"),
        ((BEFORE, BEFORE, WEIGHTS, VALUES), "feature 1 is -1 and its parts sum to 0.5"),
    ],
)
def test_what_does_not_fit(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        mixture(*arguments, tokens=WORDS, features=FEELS, word="it")
    assert "?" in str(raised.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tokens": ["a"]}, "tokens: 3 labels are needed"),
        ({"features": ["a"]}, "features: 2 labels are needed"),
        ({"limits": (1, 0)}, "limits: two numbers are needed, the lower first"),
    ],
)
def test_names_and_limits_that_do_not_fit(options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        drawn(**options)


def test_what_takes_away_the_most_is_named() -> None:
    values = [[-3.0], [1.0]]
    drawn = mixture([0], [-1], [0.5, 0.5], values, tokens=["cat", "mat"], features=["a"], word="it")
    assert repr(drawn) == "it: a from 0.00 to -1.00, most of it from cat (-1.50)."
