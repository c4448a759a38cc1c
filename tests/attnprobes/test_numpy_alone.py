"""The probes run where nothing but NumPy is installed. (0.5 s)"""

import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
ASK = """
import numpy as np
from attnprobes import examine

def average(X):
    return np.full((len(X), len(X)), 1 / len(X)) @ X

print(examine(average))
"""


def test_a_function_is_examined_where_only_numpy_is_installed(tmp_path: Path) -> None:
    numpy = Path(np.__file__).parent
    for place in (numpy, numpy.parent / "numpy.libs", ROOT / "attnlib", ROOT / "attnprobes"):
        (tmp_path / place.name).symlink_to(place)
    script = tmp_path / "ask.py"
    script.write_text(ASK, encoding="utf-8")
    asked = subprocess.run([sys.executable, "-S", script], capture_output=True, text=True)
    assert asked.stdout.startswith("average: "), asked.stderr
