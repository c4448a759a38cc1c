"""How fast is attnlib? Ratios within one run, written to benchmarks/SPEED.md.

python benchmarks/speed.py

Machines are noisy, so seconds say little; each figure is divided by another of the same run. The two
are timed in turn, and the fastest of each is kept: what else runs can only make a call slower.
"""

import platform
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from attnlib import attention
from attnlib.heads import multi_head_attention, multi_head_by_loop, weights_per_head

ROUNDS = 25
TABLE = Path(__file__).with_name("SPEED.md")
HEAD = """# Speed

Ratios, measured in one run of `python benchmarks/speed.py` on {machine}. Below 1, ours is the smaller.

| what | ours | against | ratio | aim |
|---|---|---|---|---|
"""

Call = Callable[[], object]


def textbook(Q: Any, K: Any, V: Any) -> tuple[Any, Any]:
    """Attention as it is usually written."""
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1], dtype=Q.dtype)
    exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights


def products(Q: Any, K: Any, V: Any) -> Any:
    """Do the two matrix products of attention and nothing else."""
    return (Q @ np.swapaxes(K, -1, -2)) @ V


def seconds(call: Call) -> float:
    """Time one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def time_ratio(ours: Call, other: Call) -> float:
    """Time two calls in turn, and compare the fastest of each."""
    times = [(seconds(ours), seconds(other)) for _ in range(ROUNDS)]
    return min(our for our, _ in times) / min(their for _, their in times)


def peak(call: Call) -> int:
    """Measure the most memory that NumPy holds during a call, in bytes."""
    tracemalloc.start()
    call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def start_python(code: str) -> Call:
    """Make a call that runs code in a fresh Python."""
    return lambda: subprocess.run([sys.executable, "-c", code], check=True)


def rows() -> list[tuple[str, str, str, float, str]]:
    """Measure everything: what, ours, against, ratio, aim."""
    rng = np.random.default_rng(0)
    Q, K, V = (rng.normal(size=(8, 2048, 64)).astype(np.float32) for _ in range(3))
    tensors = [torch.from_numpy(array) for array in (Q, K, V)]
    big = "(8, 2048, 64), float32"
    ours, plain = "output and weights", "textbook, output and weights"

    def theirs() -> object:
        return torch.nn.functional.scaled_dot_product_attention(*tensors)

    def attend() -> object:
        return attention(Q, K, V)

    def by_the_book() -> object:
        return textbook(Q, K, V)

    def multiply() -> object:
        return products(Q, K, V)

    X = rng.normal(size=(512, 256))
    W = [0.1 * rng.normal(size=(256, 256)) for _ in range(4)]
    per_head = [weights_per_head(w, 8) for w in W[:3]]
    return [
        (
            "`import`",
            "attnlib",
            "numpy",
            time_ratio(start_python("import attnlib"), start_python("import numpy")),
            "at most 1.3",
        ),
        (f"time, {big}", ours, "torch, output alone", time_ratio(attend, theirs), "at most 2"),
        (f"time, {big}", ours, plain, time_ratio(attend, by_the_book), "at most 0.5"),
        (f"time, {big}", "the two products alone", plain, time_ratio(multiply, by_the_book), ""),
        (f"peak memory, {big}", ours, plain, peak(attend) / peak(by_the_book), "at most 0.5"),
        (
            "time, 8 heads, (512, 256)",
            "by reshape",
            "by a loop over heads",
            time_ratio(
                lambda: multi_head_attention(X, *W, 8),
                lambda: multi_head_by_loop(X, *per_head, W[3]),
            ),
            "",
        ),
    ]


def main() -> None:
    """Measure, print the table, and write it."""
    cores = f"{torch.get_num_threads()} threads"
    machine = f"{platform.system()} {platform.machine()}, {cores}, NumPy {np.__version__}"
    lines = [f"| {a} | {b} | {c} | {ratio:.2f} | {aim} |\n" for a, b, c, ratio, aim in rows()]
    text = HEAD.format(machine=f"{machine}, PyTorch {torch.__version__}") + "".join(lines)
    print(text)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
