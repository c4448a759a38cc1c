"""Reads GitHub workflows, and runs their steps like a runner: one after another, with `bash -e`."""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
GRADING = (ROOT / "docs" / "GRADING.md").read_text(encoding="utf-8")
(OF_STUDENTS,) = re.findall(r"^```yaml\n(.*?)^```", GRADING, re.MULTILINE | re.DOTALL)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in WORKFLOWS}
TEXTS["students"] = OF_STUDENTS


def jobs(text: str) -> dict[str, Any]:
    return yaml.safe_load(text)["jobs"]


def commands(text: str) -> Iterator[str]:
    """The scripts of all `run:` steps."""
    for job in jobs(text).values():
        for step in job["steps"]:
            if "run" in step:
                yield step["run"]


def run_step(
    script: str, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    known = {**os.environ, **environment}
    return subprocess.run(shell, cwd=folder, env=known, capture_output=True, text=True)
