"""The same class on a Dask cluster: two worker processes of this machine, one of them killed."""

import json
import os
import signal
import threading
import time
from typing import Any

import pytest
from submissions import NAME, RIGHT, ROOT, TASKS, exercise, save

from coursetools import cli

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("cluster")]  # one port for both
distributed = pytest.importorskip("distributed")
STUDENTS = 5  # more jobs than the two workers have at once


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options, local_directory=tmp_path / "dask") as known:
        yield known


@pytest.mark.filterwarnings("ignore")  # Dask's own, when a worker is killed
def test_a_worker_killed_midway_loses_nothing(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    for number in range(STUDENTS):
        slow = {**RIGHT, "softmax": f"import time; time.sleep(0.2)\n{RIGHT['softmax']}"}
        save(exercise(slow), tmp_path / "in" / f"student-{number}" / f"{NAME}.ipynb")
    killed: list[int] = []
    killer = threading.Thread(target=kill_one, args=(cluster, tmp_path / "out", killed))
    killer.start()
    options = ["--isolation", "none", "--scheduler", cluster.scheduler_address]
    assert cli.main(["grade", str(tmp_path / "in"), "--out", str(tmp_path / "out"), *options]) == 0
    killer.join()
    assert len(killed) == 1
    results = [json.loads(path.read_bytes()) for path in (tmp_path / "out").glob("*/*.json")]
    assert [[task["status"] for task in one["tasks"]] for one in results] == [
        ["pass"] * len(TASKS)
    ] * STUDENTS


def kill_one(cluster: Any, out: Any, killed: list[int]) -> None:
    """Kill a worker, by its process id, as soon as there is a first result."""
    with distributed.Client(cluster.scheduler_address) as client:
        pids = list(client.run(os.getpid).values())
        while not list(out.glob("*/*.json")):
            time.sleep(0.05)
        os.kill(pids[0], signal.SIGKILL)
        killed.append(pids[0])


def test_a_scheduler_without_workers_is_status_2(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    save(exercise(RIGHT), tmp_path / "in" / "ana" / f"{NAME}.ipynb")
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as empty:
        options = ["--isolation", "none", "--scheduler", empty.scheduler_address]
        command = ["grade", str(tmp_path / "in"), "--out", str(tmp_path / "out"), *options]
        assert cli.main(command) == 2
    assert "has no workers" in capsys.readouterr().err
