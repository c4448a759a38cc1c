"""Ten reported bugs are found and named, their healthy twins are not, and what is pasted runs. (8 s)"""

import numpy as np
import pytest
from reported_layers import REPORTED, Reported, Size

from attnprobes import examine

NAMES = [reported.name for reported in REPORTED]


@pytest.mark.parametrize("reported", REPORTED, ids=NAMES)
def test_a_reported_bug_is_found_and_named(reported: Reported) -> None:
    layer, adapters = reported.make(Size(), reported.bug)
    report = examine(layer, **adapters)
    assert reported.name in report.found[reported.probe].known
    assert all(len(answer.known) <= 2 for answer in report.answers)


@pytest.mark.parametrize("scale", [0.3, 1, 3])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("reported", REPORTED, ids=NAMES)
def test_its_healthy_twin_is_left_in_peace(reported: Reported, seed: int, scale: float) -> None:
    layer, adapters = reported.make(Size(seed=seed, scale=scale), "")
    examine(layer, **adapters).raise_if_found(asked=[reported.probe])


@pytest.mark.parametrize("width", [8, pytest.param(4096, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("reported", REPORTED, ids=NAMES)
def test_what_is_to_be_pasted_runs_and_shows_the_difference(
    reported: Reported, width: int, capsys: pytest.CaptureFixture[str]
) -> None:
    layer, adapters = reported.make(Size(width), reported.bug)
    report = examine(layer, **adapters)
    assert reported.probe in report.found
    for answer in report.found.values():
        exec(answer.code, {"layer": layer, **adapters})
        np.testing.assert_allclose(float(capsys.readouterr().out), answer.shortest)
        assert answer.shortest > answer.allowed
