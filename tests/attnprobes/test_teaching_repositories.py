"""What the probes say about attention in repositories that teach it, as docs/FIELD.md lists it."""

import pytest
from teaching_repositories import REPOSITORIES, Repository

from attnprobes.battery import PROBES


def short(one: Repository) -> str:
    return f"{one.name.partition('/')[2]} {one.commit[:7]}"


@pytest.mark.parametrize("one", REPOSITORIES, ids=map(short, REPOSITORIES))
def test_the_probes_say_what_the_table_says(one: Repository) -> None:
    report = one.report()
    assert tuple(report.found) == one.found, repr(report)
    assert len(report.answers) == len(PROBES)


def test_a_longer_piece_that_raises_is_remarked() -> None:
    before = [one for one in REPOSITORIES if "square mask" in one.particular]
    assert len(before) == 2
    for one in before:
        (cache,) = (answer for answer in one.report().answers if answer.probe == "cache")
        assert cache.remark == "In pieces, it raises RuntimeError."


def test_rows_of_nan_are_remarked_where_the_table_says_so() -> None:
    told = [one for one in REPOSITORIES if "nan themselves" in one.why]
    assert [one.name.partition("/")[0] for one in told] == ["labmlai"]
    (answer,) = (one for one in told[0].report().answers if one.probe == "nothing to see")
    assert answer.remark == "The rows that see nothing are not finite themselves."


def test_there_are_as_many_as_the_page_says() -> None:
    assert len({one.name for one in REPOSITORIES}) == 14
