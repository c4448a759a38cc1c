"""Code with line numbers: complete, escaped, and with one line marked visibly and audibly."""

import re

import pytest

from course.views import listing

CODE = "def f(x):\n    return x < 2"


def test_every_line_has_its_number_and_is_escaped():
    drawn = listing(CODE, title="One & two")
    assert re.findall(r"<code.*?>(.*)</code>", drawn.html) == ["def f(x):", "    return x &lt; 2"]
    assert re.findall(r'scope="row".*?>(.*?)</th>', drawn.html) == ["1", "2"]
    assert "One &amp; two</caption>" in drawn.html
    assert "outline" not in drawn.html
    assert drawn.sentence == "One & two: 2 lines of code."


def test_the_marked_line_is_told_in_words_and_not_by_colour_alone():
    drawn = listing(CODE, marked=2, title="Code")
    assert re.findall(r'scope="row".*?>(.*?)</th>', drawn.html) == ["1", "→ 2"]
    assert drawn.html.count("outline:2px") == 1
    assert drawn.sentence.endswith("Line 2 is marked: return x < 2")


@pytest.mark.parametrize("marked", [0, 3, -1])
def test_a_line_that_is_not_there(marked):
    with pytest.raises(ValueError, match="one of the lines 1 to 2 is needed"):
        listing(CODE, marked=marked, title="Code")
