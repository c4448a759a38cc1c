"""Reads GitHub workflows, and runs their steps like a runner: one after another, with `bash -e`."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CLASSROOM = ROOT / "classroom" / "template" / ".github" / "workflows" / "classroom.yml"


def jobs(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]


def commands(path: Path) -> Iterator[str]:
    """The scripts of all `run:` steps."""
    for job in jobs(path).values():
        for step in job["steps"]:
            if "run" in step:
                yield step["run"]


def run_step(
    script: str, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    known = {**os.environ, **environment}
    return subprocess.run(shell, cwd=folder, env=known, capture_output=True, text=True)
