"""Write a class as a JUnit report, which CI systems show: a test suite for each notebook handed in."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from coursetools.atomic import write_whole
from coursetools.judge import TaskResult
from coursetools.report.reading import GradedClass, StudentResult
from coursetools.wording import WORDS, shown

KINDS = {"fail": "failure", "not_attempted": "skipped", "not_reached": "skipped"}


def write_junit(graded: GradedClass, folder: Path) -> Path:
    """Write junit.xml: wrong answers fail, those that stopped are errors, those not tried are skipped."""
    root = ElementTree.Element("testsuites", {"name": "coursetools"} | _counts(graded.results))
    for result in graded.results:
        root.append(_suite(result))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    write_whole(folder / "junit.xml", f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n')
    return folder / "junit.xml"


def _suite(result: StudentResult) -> ElementTree.Element:
    name = shown(f"{result.student}/{result.notebook}")
    suite = ElementTree.Element("testsuite", {"name": name} | _counts([result]))
    properties = ElementTree.SubElement(suite, "properties")
    for key in ("isolation", "points", "max_points"):
        value = getattr(result, key)
        text = value if isinstance(value, str) else f"{value:g}"
        ElementTree.SubElement(properties, "property", name=key, value=text)
    if result.late:
        ElementTree.SubElement(properties, "property", name="late", value="yes")
    suite.extend(_case(name, task) for task in result.tasks)
    if lines := [*result.notes, *result.decisions]:
        ElementTree.SubElement(suite, "system-out").text = "\n".join(map(shown, lines))
    return suite


def _case(suite: str, task: TaskResult) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=suite, name=shown(task.id))
    if task.status != "pass":
        kind = KINDS.get(task.status, "error")
        words = WORDS[task.status]
        named = f"{words}: {', '.join(task.mistakes)}" if task.mistakes else words
        found = ElementTree.SubElement(case, kind, type=task.status, message=named)
        found.text = shown(task.message)
    return case


def _counts(results: Sequence[StudentResult]) -> dict[str, str]:
    statuses = [task.status for result in results for task in result.tasks]
    kinds = [KINDS.get(status, "error") for status in statuses if status != "pass"]
    counts = {
        "tests": len(statuses),
        "failures": kinds.count("failure"),
        "errors": kinds.count("error"),
        "skipped": kinds.count("skipped"),
    }
    return {name: str(count) for name, count in counts.items()}
