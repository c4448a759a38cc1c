"""`examine` as a fixture of pytest.

Put `pytest_plugins = ["attnlib.probes.plugin"]` into your conftest.py, and then

    def test_my_attention(examine):
        examine(MyLayer(), causal=True).raise_if_found()
"""

from collections.abc import Callable

import pytest

from attnlib import probes
from attnlib.probes.report import Report


@pytest.fixture
def examine() -> Callable[..., Report]:
    """Ask a layer all probes: `attnlib.probes.examine`."""
    return probes.examine
