"""The patient clock: who sleeps is timed, who waits for the processor is not, and patience has an end."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from coursetools.grading import patience
from coursetools.grading.patience import LOOK_EVERY, PATIENCE, PatientClock


class Machine:
    """A machine on which one thread does something for ten seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed, self.waited = 0.0, {"1": 100.0}
        monkeypatch.setattr(patience, "time", SimpleNamespace(monotonic=lambda: self.passed))
        monkeypatch.setattr(patience, "_waits", lambda apart: dict(self.waited))
        self.clock = PatientClock()

    def goes_on(self, **waited: float) -> float:
        """Let ten seconds pass in which threads wait; tell how many of them counted."""
        begun = self.clock.now()
        self.passed += 10
        self.waited |= {
            thread[1:]: self.waited.get(thread[1:], 0) + waited[thread] for thread in waited
        }
        return self.clock.now() - begun


@pytest.fixture
def machine(monkeypatch) -> Machine:
    return Machine(monkeypatch)


def test_what_sleeps_or_computes_is_timed(machine):
    begun = machine.clock.moment()
    assert machine.goes_on() == 10
    assert machine.clock.lost_since(begun) == 0


def test_waiting_does_not_count_whoever_of_them_waits(machine):
    begun = machine.clock.moment()
    assert machine.goes_on(_1=6) == 4
    assert machine.goes_on(_1=3, _2=3) == 4
    assert machine.clock.lost_since(begun) == 0


@pytest.mark.parametrize("waited", [10, 600])
def test_patience_has_an_end_and_what_was_lost_is_known(machine, waited):
    """Sixty processes that wait for one another buy no more than one that waits for its neighbours."""
    begun = machine.clock.moment()
    assert machine.goes_on(_1=waited) == 10 / PATIENCE
    assert machine.clock.lost_since(begun) == 1
    assert machine.goes_on() == 10  # nor do they save any for later
    assert machine.clock.lost_since(begun) == 1 / (PATIENCE + 1)


def test_a_thread_that_has_ended_takes_nothing_back(machine):
    machine.goes_on(_1=3, _2=5)
    del machine.waited["2"]
    assert machine.goes_on(_1=1) == 9
    machine.waited["1"] = 0  # another thread of this number
    assert machine.goes_on() == 10


def test_looks_are_rare(machine):
    machine.goes_on()
    before = machine.clock.now()
    machine.passed += LOOK_EVERY / 2
    assert machine.clock.now() == before


@pytest.fixture
def spinning() -> Iterator[int]:
    """Four processes that spin on the same processor: at any time, three of them wait."""
    first = min(os.sched_getaffinity(0))
    spin = f"os.sched_setaffinity(0, [{first}])\nprint(flush=True)\nwhile True: pass"
    command = [sys.executable, "-I", "-S", "-c", f"import os\nos.fork()\nos.fork()\n{spin}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as first_of_four:
        assert first_of_four.stdout is not None
        for _ in range(4):
            first_of_four.stdout.readline()
        yield first_of_four.pid
        os.killpg(first_of_four.pid, 9)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells how long threads wait")
def test_waits_of_all_below_are_known_except_of_those_for_whom_nobody_waits(spinning):
    """A second; the neighbours make no difference."""
    before = patience._waits(())
    time.sleep(1)
    after = patience._waits(())
    assert sum(after[thread] - before[thread] for thread in before) > 2
    assert after.keys() - patience._waits({spinning}).keys() >= {str(spinning)}
    assert len(after) - len(patience._waits({spinning})) == 4
