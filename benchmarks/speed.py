"""How fast is attnlib? Measures ratios within one run, and writes benchmarks/SPEED.md.

python benchmarks/speed.py

Machines are noisy, so seconds say little. The script therefore divides each figure by another one of the
same run. It times the two calls in turn and keeps the fastest of each, because other programs can only
make a call slower.

Everything runs on one thread, and processor time is measured, so that other programs matter little. With
several threads, NumPy's matrix products become many times slower as soon as another program needs a
processor, and the ratios become useless. PyTorch has to use its fused kernel, or the comparison would
flatter us. This kernel accepts only arrays with four axes, so the batch has an axis of its own. If the
kernel is not available, the benchmark fails.
"""

import os
import platform
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from attnlib import attention
from attnlib.heads import multi_head_attention, multi_head_by_loop, weights_per_head

ROUNDS = 7
TABLE = Path(__file__).with_name("SPEED.md")
HEAD = """# Speed

Ratios, measured in one run of `python benchmarks/speed.py` on {machine}. A ratio below 1 means that ours is smaller.
Time is processor time. Attention has {shape} queries, keys and values in float32: batch, heads, tokens, `d_k`.

| what | ours | against | ratio | aim |
|---|---|---|---|---|
"""
TAIL = """
PyTorch's fused kernel never stores the weights; ours returns them. The two matrix products are the same in
ours and in the textbook version, so their row is a lower bound for ours.
"""
SHAPE = (1, 8, 2048, 64)
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

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
    """Measure the processor time of one call, with the processes that it starts."""
    start = processor_time()
    call()
    return processor_time() - start


def processor_time() -> float:
    """Add up the seconds of processor time of this process and its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


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
    """Return a call that runs code in a fresh Python process."""
    return lambda: subprocess.run([sys.executable, "-c", code], check=True)


def fused(Q: Any, K: Any, V: Any) -> Any:
    """Let PyTorch compute the output in one kernel, or raise an error."""
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        return torch.nn.functional.scaled_dot_product_attention(Q, K, V)


class Row(NamedTuple):
    """One comparison."""

    what: str
    ours: str
    against: str
    ratio: float
    at_most: float | None = None

    def __str__(self) -> str:
        aim = ""
        if self.at_most is not None:
            reached = "reached" if self.ratio <= self.at_most else "**not reached**"
            aim = f"at most {self.at_most:g}: {reached}"
        return f"| {self.what} | {self.ours} | {self.against} | {self.ratio:.2f} | {aim} |\n"


def rows() -> Iterator[Row]:
    """Measure everything."""
    yield Row(
        "`import`",
        "attnlib",
        "numpy",
        time_ratio(start_python("import attnlib"), start_python("import numpy")),
        1.3,
    )
    yield from attention_rows()
    yield head_row()


def attention_rows() -> Iterator[Row]:
    """Compare attention with PyTorch and with the textbook."""
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=SHAPE).astype(np.float32) for _ in range(3)]
    tensors = [torch.from_numpy(array) for array in arrays]
    ours, plain = "output and weights", "textbook, output and weights"

    def attend() -> object:
        return attention(*arrays)

    def by_the_book() -> object:
        return textbook(*arrays)

    torch_ratio = time_ratio(attend, lambda: fused(*tensors))
    yield Row("time of attention", ours, "PyTorch, fused, output alone", torch_ratio, 2)
    yield Row("time of attention", ours, plain, time_ratio(attend, by_the_book), 0.5)
    products_ratio = time_ratio(lambda: products(*arrays), by_the_book)
    yield Row("time of attention", "the two products alone", plain, products_ratio)
    yield Row("peak memory of attention", ours, plain, peak(attend) / peak(by_the_book), 0.5)


def head_row() -> Row:
    """Compare the two ways of computing several heads."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(512, 256))
    W_q, W_k, W_v, W_o = 0.1 * rng.normal(size=(4, 256, 256))
    per_head = [weights_per_head(W, 8) for W in (W_q, W_k, W_v)]
    ratio = time_ratio(
        lambda: multi_head_attention(X, W_q, W_k, W_v, W_o, 8),
        lambda: multi_head_by_loop(X, *per_head, W_o),
    )
    return Row("time of 8 heads, (512, 256), float64", "by reshape", "by a loop over heads", ratio)


def main() -> None:
    """Measure, print the table, and write it."""
    machine = f"{platform.system()} {platform.machine()}, 1 thread, NumPy {np.__version__}"
    head = HEAD.format(machine=f"{machine}, PyTorch {torch.__version__}", shape=SHAPE)
    text = head + "".join(map(str, rows())) + TAIL
    print(text)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if not ONE_THREAD.items() <= os.environ.items():  # read when NumPy and PyTorch are loaded
        again = subprocess.run([sys.executable, *sys.argv], env=os.environ | ONE_THREAD)
        raise SystemExit(again.returncode)
    main()
