"""How fast is attnlib? Measures ratios several times over, and writes benchmarks/SPEED.md.

python benchmarks/speed.py

Machines are noisy, so seconds say little. The script therefore divides each figure by another one of the
same run. It times the two calls in turn and keeps the fastest of each, because other programs can only
make a call slower. But a ratio is noisy, too: another program takes away the cache, and the faster of two
calls may suffer more from that. So everything is measured in several runs, and the table shows the range.

Processor time consists of user time, in which the program computes, and of system time, in which the
kernel works for it. Whoever asks for a large new array waits until the kernel has filled it with zeros,
and on some machines this takes as long as computing. User time leaves it out.

Everything runs on one thread. With several threads, NumPy's matrix products become many times slower as
soon as another program needs a processor, and the ratios become useless. PyTorch has to use its fused
kernel, or the comparison would flatter us. This kernel accepts only arrays with four axes, so the batch
has an axis of its own. If the kernel is not available, the benchmark fails.
"""

import os
import platform
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from attnlib import attention
from attnlib.heads import multi_head_attention, multi_head_by_loop, weights_per_head

RUNS, ROUNDS = 5, 5
TABLE = Path(__file__).with_name("SPEED.md")
HEAD = """# Speed

Ratios, from the smallest to the largest of {runs} runs in a row, as `python benchmarks/speed.py` measured them on
{machine}.
Meanwhile, the load of the machine was {load}: so many programs wanted one of its {processors} processors. A ratio below 1
means that ours is smaller.

Time is processor time. *User time* leaves out the part in which the kernel works for the program, for instance to
provide memory. Attention has {shape} queries, keys and values in float32: batch, heads, tokens, `d_k`.

| what | ours | against | ratio | in user time | aim |
|---|---|---|---|---|---|
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


def seconds(call: Call) -> Any:
    """Measure the processor time and the user time of one call, with the processes that it starts."""
    start = spent()
    call()
    return spent() - start


def spent() -> Any:
    """Add up the seconds of this process and its children that have ended: processor time, user time."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    user = sum(one.ru_utime for one in usage)
    return np.array([user + sum(one.ru_stime for one in usage), user])


def time_ratios(ours: Call, other: Call) -> tuple[float, float]:
    """Time two calls in turn, and compare the fastest of each, and the user time of all rounds.

    The kernel only samples which part of the time is user time, so that of a single call is too coarse.
    """
    times = np.array([(seconds(ours), seconds(other)) for _ in range(ROUNDS)])
    (fastest, their_fastest), (user, their_user) = times.min(axis=0)[:, 0], times.sum(axis=0)[:, 1]
    return fastest / their_fastest, user / their_user


def between(numbers: Iterable[float]) -> str:
    """Write the range of some numbers, with one decimal; from 10 on, with one digit and zeros."""
    numbers = list(numbers)
    low, high = (
        f"{number:.1f}" if number < 10 else f"{float(f'{number:.1g}'):.0f}"
        for number in (min(numbers), max(numbers))
    )
    return low if low == high else f"{low} to {high}"


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
    """One comparison in one run."""

    what: str
    ours: str
    against: str
    ratio: float
    user: float | None = None
    at_most: float | None = None


def line(row: Row, *others: Row) -> str:
    """Write what several runs measured for one comparison."""
    ratios = [row.ratio, *(other.ratio for other in others)]
    user, aim = "", ""
    if row.user is not None:
        user = between(one.user for one in (row, *others) if one.user is not None)
    if row.at_most is not None:
        reached = "reached" if max(ratios) <= row.at_most else "**not reached**"
        aim = f"at most {row.at_most:g}: {reached}"
    return f"| {row.what} | {row.ours} | {row.against} | {between(ratios)} | {user} | {aim} |\n"


def rows() -> Iterator[Row]:
    """Measure everything."""
    yield Row(
        "`import`",
        "attnlib",
        "numpy",
        *time_ratios(start_python("import attnlib"), start_python("import numpy")),
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

    torch_ratios = time_ratios(attend, lambda: fused(*tensors))
    yield Row("time of attention", ours, "PyTorch, fused, output alone", *torch_ratios, 2)
    yield Row("time of attention", ours, plain, *time_ratios(attend, by_the_book), 0.5)
    products_ratios = time_ratios(lambda: products(*arrays), by_the_book)
    yield Row("time of attention", "the two products alone", plain, *products_ratios)
    memory = peak(attend) / peak(by_the_book)
    yield Row("peak memory of attention", ours, plain, memory, at_most=0.5)


def head_row() -> Row:
    """Compare the two ways of computing several heads."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(512, 256))
    W_q, W_k, W_v, W_o = 0.1 * rng.normal(size=(4, 256, 256))
    per_head = [weights_per_head(W, 8) for W in (W_q, W_k, W_v)]
    ratios = time_ratios(
        lambda: multi_head_attention(X, W_q, W_k, W_v, W_o, 8),
        lambda: multi_head_by_loop(X, *per_head, W_o),
    )
    return Row(
        "time of 8 heads, (512, 256), float64", "by reshape", "by a loop over heads", *ratios
    )


def main() -> None:
    """Measure, print the table, and write it."""
    runs, loads = [], []
    for _ in range(RUNS):
        runs.append(list(rows()))
        loads.append(os.getloadavg()[0])
    machine = f"{platform.system()} {platform.machine()}, 1 thread, NumPy {np.__version__}"
    text = HEAD.format(
        runs=RUNS,
        machine=f"{machine}, PyTorch {torch.__version__}",
        load=between(loads),
        processors=os.cpu_count(),
        shape=SHAPE,
    )
    text += "".join(line(*measured) for measured in zip(*runs, strict=True)) + TAIL
    print(text)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if not ONE_THREAD.items() <= os.environ.items():  # read when NumPy and PyTorch are loaded
        again = subprocess.run([sys.executable, *sys.argv], env=os.environ | ONE_THREAD)
        raise SystemExit(again.returncode)
    main()
