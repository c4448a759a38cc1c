"""Turn what `coursetools check --json` prints into what GitHub Classroom's reporter reads.

python .github/points.py results.jsonl >> "$GITHUB_OUTPUT"
"""

import base64
import json
import sys
from pathlib import Path
from typing import Any


def for_classroom(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Make one test of each task, with its points and the message of its check."""
    tasks = [(result["notebook"], task) for result in results for task in result["tasks"]]
    tests = [
        {
            "name": f"{notebook}: {task['id']} ({task['points']:g} of {task['max_points']:g} points)",
            "status": "pass" if task["status"] == "pass" else "fail",
            "score": task["points"],
            "message": task["message"],
        }
        for notebook, task in tasks
    ]
    return {
        "version": 1,
        "status": "pass" if all(test["status"] == "pass" for test in tests) else "fail",
        "max_score": sum(task["max_points"] for _, task in tasks),
        "tests": tests,
    }


def main() -> None:
    """Print the results of a file as one line, which GitHub keeps as the output of the step."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    report = json.dumps(for_classroom([json.loads(line) for line in lines]))
    print(f"result={base64.b64encode(report.encode()).decode()}")


if __name__ == "__main__":
    main()
