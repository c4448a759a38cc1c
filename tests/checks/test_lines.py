"""Where wrong lines go in a right function, and where they do not apply."""

import textwrap
from pathlib import Path

import numpy as np
import pytest

from checks.cells import read_cells
from checks.lines import Lines
from checks.task import Shared, Task

AVERAGE = """
def average(X, count=None):
    total = X.sum()
    n = len(X) if count is None else count
    mean = total / n
    return mean, n
"""


def lines(source: str = AVERAGE, name: str = "average") -> Lines:
    return Lines(source, name, {"np": np})


def result(found: Lines, *ways: str, origin: str = "") -> object:
    places = [found.placed(way, origin=origin) for way in ways]
    assert None not in places
    exchanged = {slot: number for place in places if place for slot, number in place.items()}
    return found.going_wrong(exchanged)(np.array([1.0, 2.0, 6.0]))


def test_without_mistakes_the_function_is_right() -> None:
    assert result(lines()) == (3, 3)
    assert lines().going_wrong({})(np.array([1.0, 2.0]), 1) == (3, 1)
    assert lines().returned == ["mean", "n"]


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        ("mean = total / (n - 1)", (4.5, 3)),  # replaces the line that assigns the name
        ("mean = -mean", (-3, 3)),  # added: it reads the name that it assigns
        ("mean /= 2", (1.5, 3)),
        ("X = 2 * X", (6, 3)),  # an argument is assigned first of all
        ("X[0] = 4", (4, 3)),
        ("return n, mean", (3, 3)),
        ("result = result[0]", 3),
        ("half = total / 2\nmean = half / n", (1.5, 3)),  # goes along with the next line
        ("half = len(X) / 2\nn = half\nmean = half", (1.5, 1.5)),  # and is known from there on
        ("for x in X:\n    last = x\nmean = last", (6, 3)),
        ("total = sum(x for x in X if x > 1)", (8 / 3, 3)),
        ("total = X.sum()\nn = 1", (9, 1)),  # a right line, repeated
    ],
)
def test_a_wrong_line_finds_its_place(way: str, wrong: object) -> None:
    assert result(lines(), way) == wrong


@pytest.mark.parametrize(
    "way",
    [
        "mean = totals / n",  # reads a name that nobody assigns
        "total = mean",  # reads a name that is assigned later
        "n = result",
        "mean = total / n\nleft = 1",  # the last line belongs to none
        "half = total / 2",  # comes first of all, where nothing is known yet
        "axis = 1",  # would come first of all, and change nothing
    ],
)
def test_a_line_that_reads_what_is_not_known_does_not_apply(way: str) -> None:
    assert lines().placed(way) is None


def test_what_has_no_place_comes_first_of_all() -> None:
    found = lines()
    place = found.placed("n_rows, n_columns = X.shape")
    assert place is not None
    with pytest.raises(ValueError, match="not enough values to unpack"):
        found.going_wrong(place)(np.ones(3))


def test_names_are_exchanged_for_those_of_the_function() -> None:
    found = lines()
    place = found.placed("scores = -scores", {"scores": "mean"})
    assert place is not None
    assert found.going_wrong(place)(np.array([2.0, 4.0])) == (-3, 2)


def test_a_right_line_repeated_takes_its_slot() -> None:
    found = lines()
    kept, wrong = found.placed("total = X.sum()\nn = 1"), found.placed("total = X.max()")
    assert kept is not None
    assert wrong is not None
    assert kept.keys() & wrong.keys()
    assert kept[next(iter(kept))] == 0


def test_added_lines_of_one_origin_exclude_each_other_and_others_add_up() -> None:
    found = lines()
    negative, double = found.placed("mean = -mean"), found.placed("mean = mean * 2")
    elsewhere = found.placed("mean = mean + 1", origin="elsewhere")
    assert negative is not None
    assert double is not None
    assert elsewhere is not None
    assert negative.keys() == double.keys()
    both = found.going_wrong({**negative, **elsewhere})
    assert both(np.array([2.0, 4.0])) == (-2, 2)


LOOP = """
def largest(X):
    best = -np.inf
    for x in X:
        better = x > best
        if better:
            best = x
            best = best * 1
    return best
"""


@pytest.mark.parametrize(
    ("way", "wrong"),
    [
        ("best = 0", 0),  # the first line that assigns the name
        ("better = x < best", -np.inf),
        ("better = x > best\nbest = 5", 5),
        ("best *= 2", -2),  # the function has such a line, which is replaced
    ],
)
def test_lines_in_loops_and_branches_are_lines(way: str, wrong: float) -> None:
    found = Lines(LOOP, "largest", {"np": np})
    place = found.placed(way)
    assert place is not None
    assert found.going_wrong({})(np.array([-3.0, -1.0])) == -1
    assert found.going_wrong(place)(np.array([-3.0, -1.0])) == wrong


def test_the_names_of_a_right_run_can_be_asked_for() -> None:
    (names,) = lines().names_of(lambda function: function(np.array([1.0, 3.0])), {})
    assert names["total"] == 4


def test_hundreds_of_lines_in_one_place_compile() -> None:
    found = lines()
    places = [found.placed(f"mean = {number}") for number in range(400)]
    assert places[-1] is not None
    assert found.going_wrong(places[-1])(np.ones(2)) == (399, 2)


TASK = '''
"""Halve a sum."""

import numpy as np

from checks.facts import Facts


def halved(X: "* n d"):
    total = X.sum(axis=-1)
    half = total / 2
    return half


TASK = Facts(
    practises=(),
    mistakes="sums",
    symbols={"Y": "`X`"},
    holds={"There is a number for each row.": lambda half, X: half.shape == X.shape[:-1]},
)

# %% not-halved
# The sum is returned as it is.
# What is half of it?
half = total

# %% negated
# or
...
'''.replace("# or\n...", "...\n# or\nhalf = -half")

SUMS = """
import numpy as np

# %% summed-over-columns
# Y is summed along the wrong axis.
# Which axis of Y should be gone?
total = Y.sum(axis=-2)

# %% negated
# The sign of Y is flipped.
# What sign does a sum of positive numbers have?
Y = -Y

# %% elsewhere
# It has its place in other tasks.
# Which?
weights = scores
"""


def task(folder: Path, own: str = TASK, shared: str = SUMS) -> Task:
    (folder / "halved.py").write_text(own, encoding="utf-8")
    (folder / "sums.py").write_text(shared, encoding="utf-8")
    sums = Shared(read_cells(folder / "sums.py"))
    words = {"n": ("row", "rows")}
    return Task((1, 1), "halved", read_cells(folder / "halved.py"), {"sums": sums}, words)


def test_a_task_has_its_own_mistakes_and_the_shared_ones_that_apply(tmp_path: Path) -> None:
    found = task(tmp_path)
    assert [one.slug for one in found.mistakes] == ["summed-over-columns", "negated", "not-halved"]
    assert [mistake.slug for mistake, _ in found.slips()].count("negated") == 2
    assert found.mistakes[1].does == "The sign of `X` is flipped."  # in the task's own symbols
    wrong = {mistake.slug: found.going_wrong(place) for mistake, place in found.slips()}
    X = np.array([[1.0, 3.0], [2.0, 2.0]])
    assert wrong["not-halved"](X).tolist() == [4, 4]
    assert wrong["summed-over-columns"](X).tolist() == [1.5, 2.5]
    assert wrong["negated"](X).tolist() == found.going_wrong({})(-X).tolist() == [-2, -2]


def test_a_shared_mistake_is_that_of_a_file_that_the_task_lists(tmp_path: Path) -> None:
    (tmp_path / "products.py").write_text(SUMS.replace("Y = -Y", "Y = 0 * Y"), encoding="utf-8")
    products = Shared(read_cells(tmp_path / "products.py"))
    (sums,) = task(tmp_path)._shared.values()
    cells = read_cells(tmp_path / "halved.py")
    found = Task((1, 1), "halved", cells, {"products": products, "sums": sums}, {})
    wrong = [
        found.going_wrong(place) for mistake, place in found.slips() if mistake.slug == "negated"
    ]
    assert [one(np.ones((1, 2))).tolist() for one in wrong] == [[-1], [-1]]


def test_inputs_follow_from_the_axes(tmp_path: Path) -> None:
    found = task(tmp_path)
    words = {probe.description: probe.arguments["X"].shape for probe in found.probes(0)}
    assert words["3 rows"] == (3, 5)
    assert words["1 row"] == (1, 5)
    assert words["two batch axes"] == (2, 3, 2, 4)
    assert found.probes(0)[0].arguments["X"][0, 0] != found.probes(1)[0].arguments["X"][0, 0]


def test_the_words_of_a_case_may_quote_an_argument(tmp_path: Path) -> None:
    own = TASK.replace('halved(X: "* n d")', 'halved(n, X: "* n d")')
    cases = "cases={'{n} rows': {'n': lambda rng: int(rng.integers(2, 90)), 'd': 2}},"
    found = task(tmp_path, own.replace("practises=(),", f"practises=(), {cases}"))
    words = [(one.description, len(one.arguments["X"])) for s in (0, 1) for one in found.probes(s)]
    assert words[0] != words[1]
    assert [said for said, _ in words] == [f"{n} rows" for _, n in words]


def test_a_property_is_asked_by_name(tmp_path: Path) -> None:
    found = task(tmp_path)
    probe = found.probes(0)[0]
    right = found.reference(*probe.arguments.values())
    assert found.properties[0].holds(probe, right)
    assert not found.properties[0].holds(probe, right[:1])


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("half = total\n", "halves = total\n", "halved: not-halved has no place in the function"),
        ("half = total\n", "half = totals\n", "halved: not-halved has no place in the function"),
        ("half = total\n", "", "halved: not-halved has no wrong line"),
        ('="sums"', '="sumz"', "there is no file, and no shared mistake, called sumz"),
        ("# %% negated", "# %% not-halved", "two cells are called not-halved"),
        ("half = total\n", "half = total\n# or\n", "not-halved has a way without a line"),
    ],
)
def test_a_slip_of_an_author_is_told(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in TASK
    with pytest.raises(ValueError, match=message):
        task(tmp_path, TASK.replace(before, after)).slips()


def test_a_mistake_of_two_files_has_to_be_told_apart(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / f"{name}.py").write_text(SUMS.replace("-Y", f"-Y  # {name}"), encoding="utf-8")
    shared = {name: Shared(read_cells(tmp_path / f"{name}.py")) for name in ("one", "other")}
    path = tmp_path / "halved.py"

    def ways_to_negate(listed: str) -> list[str]:
        own = TASK.partition("# %% negated")[0].replace('"sums"', f'"{listed}"')
        path.write_text(own, encoding="utf-8")
        found = Task((1, 1), "halved", read_cells(path), shared, {}).ways_placed
        return [way.text for mistake, way, _ in found if mistake.slug == "negated"]

    assert ways_to_negate("other.negated") == ["Y = -Y  # other"]
    with pytest.raises(ValueError, match="negated is in several files, one, other"):
        ways_to_negate("negated")


def test_a_name_with_two_meanings_is_told(tmp_path: Path) -> None:
    near = "\n\ndef near(x):\n    return x\n\n"
    (tmp_path / "one.py").write_text(near + SUMS, encoding="utf-8")
    (tmp_path / "other.py").write_text(
        near + SUMS.replace("# %% ", "# %% other-"), encoding="utf-8"
    )
    shared = {name: Shared(read_cells(tmp_path / f"{name}.py")) for name in ("one", "other")}
    (tmp_path / "halved.py").write_text(TASK.replace('"sums"', '"one other"'), encoding="utf-8")
    with pytest.raises(ValueError, match="halved: near has two meanings"):
        Task((1, 1), "halved", read_cells(tmp_path / "halved.py"), shared, {}).slips()


def cells(folder: Path, text: str) -> dict[str, tuple[str, ...]]:
    path = folder / "cells.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return {slug: cell.ways for slug, cell in read_cells(path).mistakes.items()}


def test_marks_write_a_way_several_times(tmp_path: Path) -> None:
    found = cells(
        tmp_path,
        """
        # %% rounded
        # It is rounded.
        # Is that asked for?
        # for n in 1 2
        x = round(x, n)
        # or
        # in one place or in both
        x = 1
        # and/or
        y = 1
        """,
    )
    rounded = ("x = round(x, 1)", "x = round(x, 2)")
    assert found["rounded"][:2] == rounded
    assert [way.splitlines()[-1] for way in found["rounded"][2:]] == ["x = 1", "y = 1", "y = 1"]


def test_errors_by_which_a_mistake_may_show_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "cells.py"
    path.write_text("# %% deep (errors: index, none)\n# It is.\n# Why?\nx = 1\n", encoding="utf-8")
    assert read_cells(path).mistakes["deep"].breaks == ("index", "none")
