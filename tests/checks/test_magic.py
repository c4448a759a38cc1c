"""A check that takes long says so on a screen, and nowhere else."""

from collections.abc import Iterator
from typing import Any

import pytest
from jupyter_client.manager import start_new_kernel

SETUP = """
import numpy as np

%load_ext checks
import checks.magic
from checks.catalogue import TASKS
checks.magic.PATIENCE = 0

def softmax(scores, axis=-1):
    return np.tanh(scores)
"""
CHECK = "TASKS['softmax'].indexes.clear()\n%check softmax"  # as if it was the first check
LOOKING = "Looking for the mistake ..."


@pytest.fixture(scope="module")
def kernel() -> Iterator[Any]:
    manager, client = start_new_kernel()
    client.execute_interactive(SETUP, timeout=60)
    yield client
    client.stop_channels()
    manager.shutdown_kernel()


def outputs(kernel: Any, code: str, metadata: dict[str, str]) -> list[tuple[str, str]]:
    """Run some code as a notebook would, and list what it shows."""
    content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
    sent = kernel.session.msg("execute_request", content, metadata=metadata)
    kernel.shell_channel.send(sent)
    found = []
    while True:
        message = kernel.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != sent["header"]["msg_id"]:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "status" and content["execution_state"] == "idle":
            return found
        if kind in ("display_data", "clear_output", "execute_result", "stream", "error"):
            found.append((kind, content.get("data", {}).get("text/plain", "").split("\n")[0]))


WRONG = "✗ softmax: not right yet"


def test_on_a_screen_a_line_is_shown_until_the_verdict_takes_its_place(kernel: Any) -> None:
    assert outputs(kernel, CHECK, {"cellId": "one"}) == [
        ("display_data", LOOKING),
        ("clear_output", ""),
        ("execute_result", WRONG),
    ]


def test_where_outputs_are_stored_or_compared_there_is_the_verdict_alone(kernel: Any) -> None:
    assert outputs(kernel, CHECK, {}) == [("execute_result", WRONG)]


def test_a_right_answer_is_not_looked_at_any_longer(kernel: Any) -> None:
    right = "softmax = TASKS['softmax'].reference"
    outputs(kernel, right, {})
    assert outputs(kernel, CHECK, {"cellId": "one"}) == [("execute_result", "✓ softmax: right")]


def test_a_second_run_all_is_silent_and_hunts_remember_the_first(kernel: Any) -> None:
    wrong = "def softmax(scores, axis=-1):\n    return np.exp(scores) / np.exp(scores).sum()"
    outputs(kernel, f"{wrong}\n%check softmax", {})
    remembered = outputs(kernel, "%hunt --mine", {})
    assert remembered != outputs(kernel, "%hunt --forget all\n%hunt --mine", {})
    outputs(kernel, "%check softmax", {})
    assert outputs(kernel, "%load_ext checks", {}) == []
    assert outputs(kernel, "%hunt --mine", {}) == remembered
