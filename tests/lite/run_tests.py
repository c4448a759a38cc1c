"""Run by in_pyodide.mjs: pytest without PyTorch or matplotlib, in a single process.

A test that needs one of them is skipped with a message.
"""

import builtins
import os
import subprocess
import sys
import threading
from typing import Any

import pytest

LACKING = ("torch", "matplotlib", "PIL", "jsonschema", "tokenizers", "transformers")
NEEDED = "PyTorch is needed to compute this"


class Missing:
    """Replaces anything imported from a missing package; a test that uses it is skipped."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __getattr__(self, name: str) -> "Missing":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, _: object) -> "Missing":
        return self  # an annotation may name what it holds

    def __mro_entries__(self, _: object) -> tuple[type]:
        return (object,)  # a class may inherit from it

    def __call__(self, *_: object, **__: object) -> None:
        pytest.skip(f"needs {self.package}", allow_module_level=True)


def lenient_import(name: str, *scope: Any, **more: Any) -> Any:
    """Import; if a package is missing, tests get a replacement, the library the usual error."""
    try:
        return importing(name, *scope, **more)
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        importer = str((scope[0] or {}).get("__name__")) if scope else ""
        if package not in LACKING or importer.startswith(
            ("attnlib", "attnprobes", "course", "checks")
        ):
            raise
        return Missing(package)


class OneProcess:
    """What pytest-xdist would provide."""

    @pytest.fixture(scope="session")
    def worker_id(self) -> str:
        return "master"

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "xdist_group: has no effect in one process")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Any:
        """Also skip what the library refuses to compute without PyTorch."""
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
os.chdir("/folder")
sys.path[:0] = ["/folder/tests", "/folder/tests/browser"]
int(pytest.main(list(arguments), plugins=[OneProcess()]))  # noqa: F821
