"""A function of JAX needs no adapter: the lines of docs/FIELD.md, where JAX is installed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from attnprobes import Report, examine

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.xdist_group("jax"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # JAX's own
]
FIELD = Path(__file__).parents[2] / "docs" / "FIELD.md"


@pytest.fixture
def jax() -> Iterator[Any]:
    jax = pytest.importorskip(
        "jax", reason="NOT RUN: JAX is not installed (124 MB: pip install jax)"
    )
    yield jax
    jax.config.update("jax_enable_x64", False)


def test_the_lines_of_the_page_run_and_find_nothing(jax: Any) -> None:
    code = re.findall(r"```\n(import jax\n.*?)```", FIELD.read_text(encoding="utf-8"), re.DOTALL)
    told: dict[str, Any] = {}
    exec(code[0].replace("print(examine", "report = (examine"), told)
    report: Report = told["report"]
    report.raise_if_found()
    assert report.note == "Compared in float64."
    held = {one.probe for one in report.answers if one.status == "holds"}
    assert {"future", "left padding", "right padding", "masks", "float32"} <= held


def test_its_own_causal_mask_is_at_the_top_left_behind_a_cache(jax: Any) -> None:
    def piece(X: Any, past: Any) -> Any:
        rows = jax.numpy.asarray(X).reshape(1, len(X), 2, 4)
        past = rows if past is None else jax.numpy.concatenate([past, rows], axis=1)
        mixed = jax.nn.dot_product_attention(rows, past, past, is_causal=True)
        return mixed.reshape(X.shape), past

    report = examine(lambda X: piece(X, None)[0], piece=piece, causal=True, probes=["cache"])
    assert report.note.startswith("Compared in float32")
    assert "causal mask at the top left" in report.found["cache"].known
