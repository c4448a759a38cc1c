"""What in_pyodide.mjs runs: pytest, where there is no PyTorch, no matplotlib, and only one process.

A test that needs one of them is skipped when it asks for it, and says so.
"""

import builtins
import os
import subprocess
import sys
import threading
from typing import Any

import pytest

LACKING = ("torch", "matplotlib", "PIL", "jsonschema", "transformers")
NEEDED = "PyTorch is needed to compute this"


class Missing:
    """Whatever a test imports from a package that is not there; the test that uses it is skipped."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __getattr__(self, name: str) -> "Missing":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, _: object) -> tuple[type]:
        return (object,)  # a class may be derived from it

    def __call__(self, *_: object, **__: object) -> None:
        pytest.skip(f"needs {self.package}", allow_module_level=True)


def lenient_import(name: str, *scope: Any, **more: Any) -> Any:
    """Import; a test gets something in place of what is missing, the library the usual error."""
    try:
        return importing(name, *scope, **more)
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        importer = str((scope[0] or {}).get("__name__")) if scope else ""
        if package not in LACKING or importer.startswith("attnlib"):
            raise
        return Missing(package)


class OneProcess:
    """What pytest-xdist would bring."""

    @pytest.fixture(scope="session")
    def worker_id(self) -> str:
        return "master"

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "xdist_group: has no effect in one process")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Any:
        """Skip, too, what the library refuses to compute without PyTorch."""
        report = yield
        if call.excinfo and NEEDED in str(call.excinfo.value):
            report.outcome, report.longrepr = (
                "skipped",
                (str(item.path), None, "Skipped: needs torch"),
            )
        return report


importing, builtins.__import__ = builtins.__import__, lenient_import
subprocess.run = subprocess.Popen = Missing("processes")
threading.Thread.start = Missing("threads")
os.chdir("/course")
sys.path[:0] = ["/course/tests", "/course/tests/browser"]
int(pytest.main(list(arguments), plugins=[OneProcess()]))  # noqa: F821
