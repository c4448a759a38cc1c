"""`examine` as a fixture of pytest.

Put `pytest_plugins = ["attnprobes.plugin"]` into your conftest.py, and then

    def test_my_attention(examine):
        examine(MyLayer(), causal=True).raise_if_found()
"""

from collections.abc import Callable

import pytest

import attnprobes as probes
from attnprobes.report import Report


@pytest.fixture
def examine() -> Callable[..., Report]:
    """Ask a layer all probes: `attnprobes.examine`."""
    return probes.examine
