"""Similar answers are found, but not answers that everybody writes."""

import tracemalloc
from pathlib import Path

import pytest
from graded import result, save, task
from html_words import Words
from hypothesis import given
from hypothesis import strategies as st

from coursetools.report import write_reports
from coursetools.report.reading import read_results
from coursetools.report.similar import answers_alike, form_of

MINE = """def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    shifted = scores - scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(shifted)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
RENAMED = '''def attention(a, b, c):
    """My very own."""
    # thought of it myself
    s = a @ np.swapaxes(b, -1, -2) / np.sqrt(b.shape[-1])
    t = s - s.max(axis=-1, keepdims=True)
    e = np.exp( t )
    w = e / e.sum(axis=-1, keepdims=True)

    return w @ c, w
'''
ONE_LINE_MORE = RENAMED.replace("    e = np", "    print(t)\n    e = np")
OTHER = """def attention(Q, K, V):
    d = Q.shape[-1]
    P = np.exp(np.einsum("...id,...jd->...ij", Q, K) * d**-0.5)
    P /= P.sum(-1)[..., None]
    return np.einsum("...ij,...jd->...id", P, V), P
"""
SHORT = "def attention(Q, K, V):\n    W = attention_weights(Q, K)\n    return W @ V, W, len(Q), len(K), len(V)"


def alike(folder: Path, **sources: str) -> list[tuple[tuple[str, ...], bool]]:
    for student, source in sources.items():
        save(folder, student, result(task("attention"), answers={"attention": source}))
    results, _ = read_results(folder)
    return [(one.students, one.same) for group in answers_alike(results).values() for one in group]


@pytest.mark.parametrize("broken", ["def f(:\n  x", "'''never closed", "\tx\n  y\n z"])
def test_code_that_is_none_has_lines_too(broken):
    assert form_of(broken) == form_of(broken)


def test_comments_names_and_spaces_make_no_difference_but_what_is_computed_does():
    assert form_of(MINE) == form_of(RENAMED)
    assert form_of("f(a, b)") != form_of("f(b, b)")
    assert form_of("x.sum()") != form_of("x.max()")


LINES = st.text(alphabet="abc", min_size=4, max_size=7)


@given(LINES, LINES)
def test_two_answers_share_a_key_if_they_differ_in_one_line_at_most(one, other):
    def without_one(lines):
        return {lines, *(lines[:place] + lines[place + 1 :] for place in range(len(lines)))}

    keys = [form_of("\n".join(f"x.{line}" for line in lines)).keys for lines in (one, other)]
    assert keys[0].isdisjoint(keys[1]) == without_one(one).isdisjoint(without_one(other))


def test_the_keys_of_a_long_answer_need_no_more_memory_than_its_lines():
    form = form_of("\n".join(f"x.{number}" for number in range(2_000)))
    tracemalloc.start()
    keys = form.keys
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(keys) == 2_002
    assert most < 1_000 * len(keys)


def test_two_groups_become_one_if_an_answer_is_like_both(tmp_path):
    sources = {
        student: MINE + "    x.y()\n" * more for student, more in (("a", 0), ("b", 2), ("c", 1))
    }
    assert alike(tmp_path, **sources) == [(("a", "b", "c"), False)]


def test_answers_that_are_the_same_or_nearly_are_found(tmp_path):
    assert alike(tmp_path, ana=MINE, bo=RENAMED, cy=OTHER) == [(("ana", "bo"), True)]
    assert alike(tmp_path, bo=ONE_LINE_MORE) == [(("ana", "bo"), False)]


def test_what_everybody_writes_is_not_found(tmp_path):
    assert alike(tmp_path / "short", ana=SHORT, bo=SHORT, cy=SHORT) == []
    assert alike(tmp_path / "long", **{f"s{number}": MINE for number in range(30)}) == []


def test_answers_of_nobody_who_tried_are_not_compared(tmp_path):
    for student in ("ana", "bo"):
        blank = task("attention", "not_attempted")
        save(tmp_path, student, result(blank, answers={"attention": MINE}))
    assert answers_alike(read_results(tmp_path)[0]) == {}


def test_a_page_shows_them_side_by_side_and_says_that_this_is_no_proof(tmp_path):
    for student, source in {"ana": MINE, "bo": RENAMED + "#<script>alert(1)</script>"}.items():
        save(tmp_path, student, result(task("attention"), answers={"attention": source}))
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "similar.html")
    assert "does not prove copying" in page.text
    assert "My very own." in page.text
    assert "ana and bo : 1 answer" in page.text.replace(":", " :")
    assert "script" not in page.tags


def test_what_two_share_with_a_third_counts_for_them_too(tmp_path):
    shared = {
        "a": {"first": OTHER, "second": MINE},
        "b": {"first": OTHER, "second": RENAMED},
        "c": {"second": ONE_LINE_MORE},
        "d": {"attention": MINE},
        "e": {"attention": MINE},
    }
    for student, answers in shared.items():
        save(tmp_path, student, result(*map(task, answers), answers=answers))
    pairs = list(answers_alike(read_results(tmp_path)[0]))
    assert pairs == [("a", "b"), ("d", "e"), ("a", "b", "c")]
    write_reports(tmp_path, ["html"])
    assert (
        "a and b: 1 answer, and 1 with others" in Words(tmp_path / "report" / "similar.html").text
    )
