"""docs/CHECKLIST.md: its lines run, and each finds what the probe of the clinic finds."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from course.clinic import CASES, PROBES, Layer, record

PAGE = (Path(__file__).parents[1] / "docs" / "CHECKLIST.md").read_text(encoding="utf-8")
START = PAGE.partition("\n## ")[0]
CHECKS = dict(
    re.findall(r"^## \d\. ([\w ]+):.*?^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
)


def code_of(text: str) -> str:
    return "".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


def fails(check: str, layer: Layer | None = None) -> bool:
    names: dict[str, Any] = {}
    exec(code_of(START), names)
    if layer is not None:
        names["layer"] = layer
    try:
        with np.errstate(all="ignore"):
            exec(check, names)
    except AssertionError:
        return True
    return False


def test_it_has_a_check_for_each_probe_in_few_lines() -> None:
    assert {name.lower() for name in CHECKS} == set(PROBES)
    assert max(check.count("\n") for check in CHECKS.values()) <= 3


@pytest.mark.parametrize("name", CHECKS)
def test_a_right_layer_passes(name: str) -> None:
    assert not fails(CHECKS[name])


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_checks_find_what_the_probes_find(case: Any) -> None:
    found = {name.lower() for name, check in CHECKS.items() if fails(check, case.layer)}
    assert found == set(record()[case.name])
