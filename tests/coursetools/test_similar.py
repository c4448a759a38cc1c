"""Similar answers are found, answers that many wrote are folded away, and similarity is no proof."""

from pathlib import Path

import pytest
from bank import answers
from graded import result, save, task
from html_words import Words

from coursetools.report import write_reports
from coursetools.report.reading import read_results
from coursetools.report.similar import COURSE, Alike, answers_alike, by_students, forms_of

MINE = """def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    shifted = scores - scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(shifted)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
RENAMED = '''def attention(a: list, b, c) -> tuple:
    """My very own."""
    # thought of it myself
    s = a @ np.swapaxes(b, -1, -2) / np.sqrt(b.shape[-1])
    t = s - s.max(axis=-1, keepdims=True)
    e = np.exp( t )
    w = e / e.sum(axis=-1, keepdims=True)

    return w @ c, w
'''
TWO_LINES_MORE = RENAMED.replace("    t =", "    n = len(s)\n    t =").replace(
    "\n\n", "\n    print(w)\n"
)
OTHER = """def attention(Q, K, V):
    d = Q.shape[-1]
    P = np.exp(np.einsum("...id,...jd->...ij", Q, K) * d**-0.5)
    P /= P.sum(-1)[..., None]
    return np.einsum("...ij,...jd->...id", P, V), P
"""
OF_49_TOKENS = """def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
SOFTMAX = Path(__file__).parents[2] / "checks/catalogue/03_softmax_axis/2_softmax.py"


def save_class(folder: Path, sources: dict[str, str], of: int = 0) -> list[Alike]:
    """Save these answers, and different ones, so that there are `of` in all; find those alike."""
    for number in range(of - len(sources)):
        lines = [f"    Q = Q.step_{number}_{line}(K)" for line in range(9)]
        sources[f"other {number}"] = "\n".join(["def attention(Q, K, V):", *lines])
    for student, source in sources.items():
        save(folder, student, result(task("attention"), answers={"attention": source}))
    return answers_alike(read_results(folder)[0])


@pytest.mark.parametrize("broken", ["def f(:", "1+" * 2_000 + "1"], ids=["syntax", "depth"])
def test_code_that_cannot_be_read_is_like_no_other(broken):
    assert forms_of(broken) == [()]


def test_comments_names_and_spaces_make_no_difference_but_what_is_computed_does():
    assert forms_of(MINE) == forms_of(RENAMED)
    assert forms_of("f(a, b)") != forms_of("f(b, b)")
    assert forms_of("x.sum()") != forms_of("x.max()")


@pytest.mark.parametrize(
    ("sources", "same"),
    [
        ({"ana": MINE, "bo": RENAMED}, True),
        ({"ana": OF_49_TOKENS, "bo": OF_49_TOKENS}, True),
        ({"ana": MINE, "bo": TWO_LINES_MORE}, False),
    ],
)
def test_two_of_twelve_whose_answers_are_the_same_or_nearly_are_found(tmp_path, sources, same):
    (alike,) = save_class(tmp_path, sources, of=12)
    assert (alike.students, alike.same, alike.is_common) == (("ana", "bo"), same, False)


@pytest.mark.parametrize(("copies", "of"), [(3, 6), (5, 12), (9, 25)])
def test_what_more_than_a_third_wrote_is_folded(tmp_path, copies, of):
    save_class(tmp_path, {f"s{number}": MINE for number in range(copies)}, of)
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "similar.html")
    before, _, folded = page.text.partition("Answers that more than a third of the class wrote: 1")
    assert f"attention (03_softmax_axis): {copies} of {of} wrote the same s0; s1;" in folded
    assert "There are none but those that many wrote." in before


def test_an_answer_that_is_the_course_s_own_is_listed_with_it(tmp_path):
    body = SOFTMAX.read_text().partition("def softmax(scores: normal")[2].partition("\n\n\n")[0]
    mine = f"def softmax(scores{body}  # my own".replace("shifted", "moved")
    (alike,) = save_class(tmp_path, {"ana": f"helps = 3\n\n\n{mine}"}, of=12)
    assert (alike.students, alike.same) == ((COURSE, "ana"), True)


def test_no_right_answer_that_somebody_thought_of_is_the_course_s_own(tmp_path):
    for number, answer in enumerate(answers(kind="right")):
        save(
            tmp_path, f"s{number}", result(task(answer.task), answers={answer.task: answer.source})
        )
    alike = answers_alike(read_results(tmp_path)[0])
    assert [one for one in alike if COURSE in one.students] == []


@pytest.mark.parametrize(
    ("name", "status"), [("attention", "not_attempted"), ("batched_attention", "pass")]
)
def test_answers_of_nobody_who_tried_and_repairs_are_not_compared(tmp_path, name, status):
    for student in ("ana", "bo"):
        save(tmp_path, student, result(task(name, status), answers={name: MINE}))
    assert answers_alike(read_results(tmp_path)[0]) == []


def test_a_page_shows_them_side_by_side_and_says_that_this_is_no_proof(tmp_path):
    save_class(tmp_path, {"ana": MINE, "bo": RENAMED + "#<script>alert(1)</script>"})
    write_reports(tmp_path, ["html"])
    page = Words(tmp_path / "report" / "similar.html")
    assert "does not prove copying" in page.text
    assert "My very own." in page.text
    assert "ana and bo : 1 answer" in page.text.replace(":", " :")
    assert "script" not in page.tags


def test_what_two_share_with_others_is_listed_for_them_too_but_no_task_twice(tmp_path):
    shared = {
        "a": {"first": OTHER, "second": MINE, "third": MINE},
        "b": {"first": OTHER, "second": RENAMED, "third": MINE},
        "c": {"second": TWO_LINES_MORE, "third": OTHER},
        "d": {"third": OTHER},
    }
    for student, sources in shared.items():
        save(tmp_path, student, result(*map(task, sources), answers=sources))
    groups = by_students(answers_alike(read_results(tmp_path)[0]))
    tasks = {students: [alike.task for alike in several] for students, several in groups.items()}
    assert tasks == {
        ("a", "b"): ["first", "second", "third"],
        ("a", "b", "c"): ["second"],
        ("c", "d"): ["third"],
    }
