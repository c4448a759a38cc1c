"""Notebooks are recognised by their tasks, whatever the file is called."""

import json

import pytest
from submissions import EXERCISE, NAME, exercise, lose_ids

from coursetools.recognition import exercise_in, looks_like_notebook

TASKS = {NAME: {"softmax", "attention"}, "04_causal_mask": {"causal_visibility", "masked_softmax"}}
TASKS["11_training"] = {"next_token_loss"}


def raw(*cells: dict) -> bytes:
    return json.dumps({"cells": cells}).encode()


def code(source: str, **more: object) -> dict:
    return {"cell_type": "code", "source": source, **more}


@pytest.mark.parametrize(
    ("content", "stem", "expected"),
    [
        (EXERCISE.read_bytes(), "Copy of Hannah_Bauer_Uebung3", NAME),
        (EXERCISE.read_bytes(), "04_causal_mask", NAME),
        (EXERCISE.read_text().encode("utf-16"), "x", NAME),
        (EXERCISE.read_bytes()[:10_000], "cut off", NAME),
        (json.dumps(lose_ids(exercise(), metadata=True)).encode(), "x", NAME),
        (raw(code("x = 1\ndef softmax(scores): ...")), "x", NAME),
        (
            raw(code("def softmax(): ..."), code("", id="masked_softmax-answer")),
            "x",
            "04_causal_mask",
        ),
        (raw(code("'def softmax'\n    def softmax(): ...")), "essay", None),
        (raw(code('"id": "softmax-answer"')), "essay", None),
        (b"torn", NAME, NAME),
        (b"torn", "essay", None),
        (b"torn", "10_training", "11_training"),  # its name before
    ],
)
def test_the_tasks_decide_and_then_the_name(content, stem, expected):
    assert exercise_in(content, stem, TASKS) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_notebook_is_known_by_its_beginning_in_any_encoding(encoding):
    assert looks_like_notebook('\n{"cells": []}'.encode(encoding))
    assert not looks_like_notebook("print(1)".encode(encoding))
