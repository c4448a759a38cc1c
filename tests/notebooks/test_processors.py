"""What notebooks and doctests print is the same on other processors, in more threads, with other versions of NumPy.

OpenBLAS has kernels for each family of processors, and each sums in an order of its own; so do the
vector units that NumPy and PyTorch use. Newer processors can be told to compute as older ones do.
"""

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
WITHOUT_VECTORS = "Prescott"  # older than AVX
ALSO_NAMED = {"Katmai": "Prescott"}  # by newer versions of OpenBLAS
PRINTED = (
    "--nbval",
    "--doctest-modules",
    "notebooks",
    "solutions",
    "attnlib",
    "attnprobes",
    "course",
    "checks",
    "tests/attnlib",
    "tests/attnprobes",
    "tests/course",
)
# The kernels in use, under the name of OpenBLAS, and what NumPy can be told to leave out.
PROBE = """
import numpy, threadpoolctl
from numpy._core._multiarray_umath import __cpu_dispatch__
numpy.ones((9, 9)) @ numpy.ones((9, 9))
print(threadpoolctl.threadpool_info()[0]["architecture"], *__cpu_dispatch__)
"""


@dataclass(frozen=True)
class Machine:
    """A computer that this one can pass for."""

    kernels: str
    threads: int
    numpy: str  # "oldest" or "newest" of those that the course allows

    def __str__(self) -> str:
        return f"{self.kernels}-{self.threads}-threads-{self.numpy}-NumPy"

    def environment(self, packages: Path) -> dict[str, str]:
        """Set what OpenBLAS, NumPy and PyTorch read when they are loaded."""
        threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), str(self.threads))
        return (
            os.environ
            | threads
            | {
                "OPENBLAS_CORETYPE": self.kernels,
                "PYTHONPATH": str(packages),
            }
        )


# Each kernel once, and both numbers of threads with both versions of NumPy.
MACHINES = [
    Machine("Prescott", 1, "oldest"),
    Machine("Sandybridge", 2, "newest"),
    Machine("Haswell", 1, "newest"),
    Machine("SkylakeX", 2, "oldest"),
]


def numpy_of(age: str, folder: Path) -> Path:
    """Install NumPy beside the others; the first process that needs it does so for all."""
    with FileLock(folder / f"{age}.lock"):
        target = folder / f"{age}-numpy"
        if not target.exists():
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target"]
            subprocess.run([*pip, target, requirement(age)], check=True)
    return target


def requirement(age: str) -> str:
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (numpy,) = (one for one in dependencies if one.startswith("numpy>="))
    return numpy.replace(">=", "==") if age == "oldest" else numpy


def probed(machine: Machine, packages: Path) -> list[str]:
    """Ask for the kernels that are really in use; skip, aloud, where the processor has none of these."""
    asked = [sys.executable, "-c", PROBE]
    environment = machine.environment(packages)
    done = subprocess.run(asked, env=environment, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"this processor cannot run the kernels for {machine.kernels}: {done.stderr}")
    return done.stdout.split()


@pytest.mark.parametrize("machine", MACHINES, ids=str)
def test_the_same_is_printed(machine: Machine, tmp_path_factory: pytest.TempPathFactory) -> None:
    packages = numpy_of(machine.numpy, tmp_path_factory.getbasetemp().parent)
    kernels, *vectors = probed(machine, packages)
    if ALSO_NAMED.get(kernels, kernels) != machine.kernels:
        pytest.skip(f"no kernels for {machine.kernels} here; OpenBLAS uses those for {kernels}")
    environment = machine.environment(packages)
    if machine.kernels == WITHOUT_VECTORS:
        environment |= {
            "NPY_DISABLE_CPU_FEATURES": " ".join(vectors),
            "ATEN_CPU_CAPABILITY": "default",
        }
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *PRINTED]
    asked += ["-m", "not slow and not thorough"]
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True)
    failed = re.findall("^(?:FAILED|ERROR) .*$", done.stdout, re.MULTILINE)
    assert not done.returncode, "\n".join([str(machine), *failed, done.stdout[-3000:]])
