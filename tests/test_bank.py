"""The bank of answers has short forms, and what they cannot mean is an error."""

import re

import pytest
from bank import TASK_MARK, parse, parse_more
from shorten_answers import shortened

IN_FULL = '''"""Answers to `mean(x)` as students write them, right and wrong."""

# %% right: a loop
def mean(x):
    total = 0
    for one in x:
        total += one
    total = total / len(x)
    return total

# %% right: sum
def mean(x):
    count = len(x)
    return sum(x) / count
'''
SHORT_FORMS = """
# %% wrong: not-divided | forgot it | like: a loop
-    total = total / len(x)
# %% wrong: off-by-one, counts-from-1 | two changes | like: a loop
-    total = 0
+    total = 1
-    total = total / len(x)
+    total = total / (len(x) - 1)
# %% unnamed | prints | like: a loop
-    total = total / len(x)
+    total = total / len(x)
+    print(total)
# %% wrong: not-divided | the sum
return sum(x)
"""
LOOP = parse("mean", IN_FULL)[0].source
FORGOTTEN = LOOP.replace("    total = total / len(x)\n", "")


def test_answers_in_short_forms_are_read_in_full() -> None:
    forgot, two_changes, prints, the_sum = parse("mean", IN_FULL + SHORT_FORMS)[2:]
    assert forgot.source == FORGOTTEN
    assert two_changes.source == LOOP.replace("= 0", "= 1").replace("len(x)", "(len(x) - 1)")
    assert prints.source == LOOP.replace("    return", "    print(total)\n    return")
    assert the_sum.source == "def mean(x):\n    return sum(x)"


def test_any_answer_above_may_be_named() -> None:
    text = "# %% right: from 1 | like: forgot it\n-    total = 0\n+    total = 1\n"
    (*_, last) = parse("mean", f"{IN_FULL}{SHORT_FORMS}{text}")
    assert last.source == FORGOTTEN.replace("= 0", "= 1")


@pytest.mark.parametrize("mark", ["blind", "not blind | by people who knew the catalogue"])
def test_who_wrote_the_answers_below_is_part_of_none_of_them(mark: str) -> None:
    text = IN_FULL.replace("# %% right: sum", f"# %% {mark}\n\n# %% right: sum")
    assert parse("mean", text) == parse("mean", IN_FULL)
    assert short(text) == text


@pytest.mark.parametrize("heading", ["unnamed | prints", "unnamed: prints"])
def test_an_unnamed_answer_may_be_like_a_right_one(heading: str) -> None:
    short = f"# %% {heading} | like: a loop\n-    total = 0\n+    total = print()\n"
    (*_, last) = parse("mean", f"{IN_FULL}\n{short}")
    assert (last.kind, last.slugs, last.thought) == ("unnamed", (), "prints")
    assert last.source == LOOP.replace("= 0", "= print()")


def test_the_marker_of_a_short_form_says_as_much_as_any_other() -> None:
    answers = parse("mean", IN_FULL + SHORT_FORMS)[2:]
    assert [(one.kind, one.slugs, one.thought) for one in answers] == [
        ("wrong", ("not-divided",), "forgot it"),
        ("wrong", ("off-by-one", "counts-from-1"), "two changes"),
        ("unnamed", (), "prints"),
        ("wrong", ("not-divided",), "the sum"),
    ]


def test_a_bare_return_may_use_the_cells_that_answers_share() -> None:
    shared = "\n# %% shared | a cell\ndef total(x):\n    return sum(x)\n"
    (*_, last) = parse(
        "mean", f"{IN_FULL}{shared}\n# %% wrong: not-divided | the total\nreturn total(x)\n"
    )
    namespace: dict[str, object] = {}
    exec(last.source, namespace)
    assert namespace["mean"]([1, 2]) == 3


BELOW = "\n# %% right: below\ndef mean(x):\n    return 1\n"


@pytest.mark.parametrize(
    ("like", "changes", "message"),
    [
        (
            "loop",
            "-    total = 0\n",
            r"mean\.py, line 29: # %% wrong: s \| t .*\n.*0 answers above .* Name another answer above",
        ),
        ("twice", "-    return 0\n", "one answer above, but 2 answers above have it"),
        ("below", "-    return 1\n", "0 answers above have it"),
        ("a loop", "-    total = 2\n+    total = 1\n", "these lines 0 times(?s:.*)    total = 2"),
        ("a loop", "-total = 0\n+total = 1\n", "these lines 0 times.* with their indentation"),
        ("alike", "-    x += 1\n+    x += 2\n", "these lines 2 times.* a line beside them"),
        ("a loop", "-    total = 0\n+    total = 0\n", "changes nothing:\n    total = 0"),
        ("a loop", "", "only lines -old and \\+new"),
        ("a loop", "    total = 1\n", "only lines -old and \\+new"),
        ("a loop", "+    total = 1\n-    total = 0\n", "the old ones come first"),
    ],
)
def test_what_a_likeness_cannot_mean_is_an_error(like: str, changes: str, message: str) -> None:
    more = "\n# %% right: alike\ndef mean(x):\n    x += 1\n    x += 1\n"
    more += "\n# %% right: twice\ndef mean(x):\n    return 0\n" * 2
    with pytest.raises(ValueError, match=message):
        parse("mean", f"{IN_FULL}{more}\n# %% wrong: s | t | like: {like}\n{changes}{BELOW}")


def test_an_error_in_a_file_of_several_tasks_says_where_it_is() -> None:
    text = f"# %% mean: right | a loop\n{LOOP}\n# %% total: s | t | like: a loop\n-    total = 0\n"
    with pytest.raises(ValueError, match=r"answers/more/late\.py, line 8: .*\n.*0 answers above"):
        parse_more("late", text)


def test_a_bare_return_needs_the_signature() -> None:
    with pytest.raises(ValueError, match="A return without def needs a file that begins with"):
        parse("mean", '"""Answers."""\n\n# %% wrong: zero | t\nreturn 0\n')


def short(text: str) -> str:
    return shortened(text, parse("mean", text))


def test_an_answer_is_like_a_right_one_to_its_own_task() -> None:
    loops = f"# %% mean: right | a loop\n{LOOP}\n# %% total: right | a loop\n"
    loops += LOOP.replace("def mean", "def total")
    wrong = (
        "\n# %% total: negated | t | like: a loop\n-        total += one\n+        total -= one\n"
    )
    answer = parse_more("late", loops + wrong)[-1]
    assert answer.source.startswith("def total")
    in_full = f"{loops}\n# %% total: negated | t\n{answer.source}\n"
    assert shortened(in_full, parse_more("late", in_full), TASK_MARK).endswith(wrong)


def test_answers_in_full_are_shortened() -> None:
    in_full = IN_FULL
    for answer in parse("mean", IN_FULL + SHORT_FORMS)[2:]:
        slugs = f": {', '.join(answer.slugs)}" if answer.slugs else ""
        in_full += f"\n\n# %% {answer.kind}{slugs} | {answer.thought}\n{answer.source}\n"
    assert short(in_full) == IN_FULL + SHORT_FORMS


STEPS = "".join(f"    x = step_{number}(x)\n" for number in range(20))
OTHERS = f"""
# %% right: twenty steps
def mean(x):
{STEPS}    return x

# %% right: the length of the array, as in the lesson
def mean(x):
    x = np.asarray(x)
    return x.sum() / len(x)

# %% right: again
def mean(x):
    x = np.array(x)
    total = x.sum()
    return total / len(x)

# %% right: again
def mean(x):
    x = np.array(x)
    total = np.add.reduce(x)
    return total / len(x)
"""


def changed_in(*counts: int) -> str:
    """Answers in full, with so many changed lines each."""
    return IN_FULL + "".join(
        f"\n# %% wrong: s | {count} lines\n"
        f"def mean(x):\n{STEPS.replace('x = ', 'y = ', count)}    return x\n"
        for count in counts
    )


def test_two_steps_lead_to_an_answer_in_full() -> None:
    assert re.findall("like: (.*)", short(changed_in(0, 2, 4, 6))) == ["0 lines", "2 lines"]


def test_an_answer_that_another_names_stays_in_full() -> None:
    named = f"{changed_in(0, 2)}\n# %% wrong: s | t | like: 2 lines\n-    return x\n+    return y\n"
    assert short(named) == named


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(SHORT_FORMS, id="short already"),
        pytest.param(
            "# %% wrong: s | t | like: a loop\n"
            "-    total = 0\n-    for one in x:\n-        total += one\n"
            "+    total = 0\n+    for one in x:\n+        total -= one\n",
            id="written by hand, with lines that stay",
        ),
        pytest.param(
            "# %% wrong: s | t\ndef mean(x):\n    return (\n        sum(x)\n    )\n",
            id="a return of several lines",
        ),
        pytest.param(
            "# %% wrong: s | t\ndef mean(x, n=1):\n    return sum(x)\n", id="another signature"
        ),
        pytest.param(
            "# %% wrong: s | t\ndef mean(x):\n    x = np.asarray(x)\n    return x.sum() / (len(x) - 1)\n",
            id="fewer lines would take more letters",
        ),
        pytest.param(
            f"# %% wrong: s | t\ndef mean(x):\n{STEPS.replace('x)', 'y)', 4)}    return x\n",
            id="four lines differ",
        ),
        pytest.param(
            "# %% wrong: s | t\ndef mean(x):\n    x = np.array(x)\n    total = x.sum()\n    return total\n",
            id="like one of two with the same thought",
        ),
    ],
)
def test_other_answers_stay_as_they_are(answer: str) -> None:
    text = f"{IN_FULL}{OTHERS}\n{answer.lstrip()}"
    assert short(text) == text


def test_shared_cells_keep_the_blank_lines_that_belong_to_the_answers_below() -> None:
    text = f"{IN_FULL}\n# %% shared | a cell\nn = 1\n\n\n# %% wrong: s | t\nm = n\n\n\n{LOOP}"
    assert parse("mean", short(text)) == parse("mean", text)
