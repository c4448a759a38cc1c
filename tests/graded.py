"""Makes up graded classes: results from which reports are made."""

import json
from pathlib import Path
from typing import Any

PASSED = "✓ Each row sums to 1. ✓ Your arguments are left as they were."
FLAT = "The scores are divided by the root of d_model. How wide is one head?"


def task(
    name: str = "softmax", status: str = "pass", mistakes: Any = (), message: str = PASSED
) -> dict[str, Any]:
    points = 2 * (status == "pass")
    keys = ("id", "status", "points", "max_points", "mistakes", "message")
    return dict(zip(keys, (name, status, points, 2, list(mistakes), message), strict=True))


def result(
    *tasks: dict[str, Any], notebook: str = "03_softmax_axis", **more: Any
) -> dict[str, Any]:
    head = {"schema": 1, "notebook": notebook, "submission_sha256": "0" * 64, "isolation": "bwrap"}
    return {**head, "tasks": list(tasks or [task()]), "notes": [], **more}


def save(out: Path, student: str, content: Any, name: str | None = None) -> Path:
    """Write what grading would have written; strings are written unchanged."""
    is_text = isinstance(content, str)
    path = out / student / f"{name or content['notebook']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if is_text else json.dumps(content), encoding="utf-8")
    return path


def class_of_30(out: Path) -> Path:
    """Seven of thirty scale by d_model; one of those has a second notebook."""
    flat = task("multi_head_attention", "fail", ["scale-by-sqrt-d_model"], FLAT)
    right = task("multi_head_attention")
    for number in range(30):
        tasks = [task("split_heads"), flat if number < 7 else right]
        save(out, f"student {number:02}", result(*tasks, notebook="05_multi_head"))
    save(out, "student 00", result(task(status="timeout"), isolation="none"))
    return out
