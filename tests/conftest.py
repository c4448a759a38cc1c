"""What the processes of one test run share."""

import os
from typing import Any

import pytest
from hypothesis import settings
from verdicts import FOLDER

settings.register_profile(
    "no clock", deadline=None
)  # a test should not fail because the machine is busy
settings.load_profile("no clock")


@pytest.fixture(scope="session", autouse=True)
def shared_verdicts(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """Let the first process that needs the answers of a task check them."""
    own = tmp_path_factory.getbasetemp()
    folder = own if worker_id == "master" else own.parent
    os.environ[FOLDER] = str(folder)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all tests of one task's answers in one process, which computes wrong ways only once."""
    for item in items:
        task = _task_of(getattr(item, "callspec", None))
        if task and not list(item.iter_markers("xdist_group")):
            item.add_marker(pytest.mark.xdist_group(f"bank of {task}"))


def _task_of(call: Any) -> str | None:
    """The task of a test, if it is parametrized by a task or by an answer to one."""
    params = getattr(call, "params", {})
    task = params.get("task", getattr(params.get("answer"), "task", None))
    return getattr(task, "name", task)
