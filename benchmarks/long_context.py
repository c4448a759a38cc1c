"""What does attention cost as texts grow? Writes benchmarks/LONG_CONTEXT.md, which lesson 13 quotes.

python benchmarks/long_context.py

Times are processor times on one thread, the fastest of several calls. Because they are noisy, every time
is measured in several runs, far apart: the tables show the median, and of ratios the range. In the tables,
n doubles from line to line, so an exponent of 2 means four times as much in the next line. At the end, the
script trains ten models, which takes two minutes or more. They are the same in every run.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from speed import ONE_THREAD, Call, between, peak, seconds

from attnlib import attention_steps
from attnlib.long_context import attention_in_blocks
from course.models.learning import generation, grammar, language_model, trained
from course.models.learning.training import Parameters

REPORT = Path(__file__).with_name("LONG_CONTEXT.md")
LENGTHS = (512, 1024, 2048, 4096, 8192)
BLOCK_SIZE = 256
TEXTS = (16, 32, 64, 128, 256, 512, 1024)
CAT = "the cat sat on the mat because it"
RUNS, ROUNDS = 5, 5
SHORT = 0.01  # seconds
TEXT = """# Long context

Measured in {runs} runs by `python benchmarks/long_context.py` on {machine}.
Meanwhile, the load of the machine was {load}: so many programs wanted one of its {processors} processors.
Times are medians of the runs; ratios are given from the smallest to the largest.

## One head, n tokens

(n, 64) queries, keys and values in float32, no mask. *Table* keeps scores, scaled scores and weights
(`attention_steps`); *blocks* is `attention_in_blocks` with blocks of {block_size}. Seconds of processor time, and the
most memory that NumPy held, in MB (a million bytes). *User time* leaves out the part in which the kernel works for the
program, for instance to provide memory; the kernel only samples it, so for short calls it is not given.

| n | table, s | blocks, s | blocks / table | in user time | table, MB | blocks, MB |
|---|---|---|---|---|---|---|
{heads}
Fitted over these n, each column grows like n to the power of (times: from the smallest to the largest of the runs):

| table, s | blocks, s | table, MB | blocks, MB |
|---|---|---|---|
{exponents}
## One more word

The language model of the course (2 layers, 2 heads, d_model 32), milliseconds for the word after n - 1 others:
`language_model.read` reads all n words again, `generation.step` has a cache.

| n | without a cache | with a cache | ratio |
|---|---|---|---|
{words}
## Other seeds

The model of the course has seed 1. The table shows what models with other seeds predict:

- *right*: the share of 100 sentences about one being in which the likeliest verb after the pronoun is that being's
  verb. Each model reads with the window that it was trained with.
- *purred*: the chance of this word after *the cat sat on the mat because it*.

| trained with | seed | right | purred |
|---|---|---|---|
{seeds}
"""


def times(call: Call) -> NDArray[np.float64]:
    """Time a call several times: the seconds of processor time of the fastest, and the mean user time."""
    rounds = np.array([seconds(call) for _ in range(ROUNDS)])
    return np.array([rounds.min(axis=0)[0], rounds.mean(axis=0)[1]])


def costs_of_a_head(n: int) -> NDArray[np.float64]:
    """Measure attention with the whole table, and in blocks: two times and MB for each."""
    Q, K, V = np.random.default_rng(0).normal(size=(3, n, 64)).astype(np.float32)
    ways: list[Call] = [
        lambda: attention_steps(Q, K, V),
        lambda: attention_in_blocks(Q, K, V, BLOCK_SIZE),
    ]
    return np.array([[*times(way), peak(way) / 1e6] for way in ways])


def head_rows(costs: NDArray[np.float64]) -> Iterator[str]:
    """Write a row for each n; costs (runs, n, way, cost)."""
    for n, measured in zip(LENGTHS, np.moveaxis(costs, 1, 0), strict=True):
        ratio = between(measured[:, 1, 0] / measured[:, 0, 0])
        (table, user, table_mb), (blocks, user_of_blocks, blocks_mb) = np.median(measured, axis=0)
        user_ratio = between([user_of_blocks / user]) if user > SHORT else ""
        columns = f"{table:.3f} | {blocks:.3f} | {ratio} | {user_ratio}"
        yield f"| {n:,} | {columns} | {table_mb:.1f} | {blocks_mb:.1f} |\n"


def exponents(costs: NDArray[np.float64]) -> str:
    """Fit a power of n to each column of each run: a line through the logarithms."""
    slopes = [
        [f"{np.polyfit(np.log(LENGTHS), np.log(run[:, way, cost]), 1)[0]:.1f}" for run in costs]
        for cost in (0, 2)
        for way in (0, 1)
    ]
    ranges = (sorted({min(column), max(column)}) for column in slopes)
    return "| " + " | ".join(map(" to ".join, ranges)) + " |\n"


def costs_of_words() -> NDArray[np.float64]:
    """Measure milliseconds for one more word, without a cache and with one, for each n of `TEXTS`."""
    model, text = trained.cat_sentence(), grammar.text(max(TEXTS), np.random.default_rng(0))
    cache, costs = generation.empty_cache(), []
    for n, word in enumerate(text, start=1):
        if n in TEXTS:
            ways = (
                partial(language_model.read, model, text[:n]),
                partial(generation.step, model, word, cache),
            )
            costs.append([1000 * times(way)[0] for way in ways])
        cache = generation.step(model, word, cache).cache
    return np.array(costs)


def word_rows(costs: NDArray[np.float64]) -> Iterator[str]:
    """Write a row for each n; costs (runs, n, way)."""
    for n, measured in zip(TEXTS, np.moveaxis(costs, 1, 0), strict=True):
        without, with_cache = np.median(measured, axis=0)
        ratio = between(measured[:, 0] / measured[:, 1])
        yield f"| {n:,} | {without:.2f} | {with_cache:.2f} | {ratio} |\n"


def seed_rows() -> Iterator[str]:
    """Train models with a window and without, and ask them who is meant."""
    rng = np.random.default_rng(3)
    asked = [one for one in (grammar.sentence(rng) for _ in range(300)) if one.other is None][:100]
    for width, seed in ((None, 0), (None, 1), (None, 2), (None, 3), *product((6, 3), (0, 1, 2))):
        model = language_model.learn(seed=seed, width=width).parameters
        right = np.mean([knows(model, one, width) for one in asked])
        cat = generation.read(model, [grammar.END, *CAT.split()], width)[-1].chance("purred")
        window = f"{width} words" if width else "everything"
        yield f"| {window} | {seed} | {right:.2f} | {cat:.3f} |\n"


def knows(model: Parameters, sentence: grammar.Sentence, width: int | None) -> bool:
    """Tell whether the likeliest verb belongs to the being that is meant."""
    seen = [grammar.END, *sentence.words[: sentence.pronoun + 1]]
    expected = generation.read(model, seen, width)[-1]
    return (
        max(grammar.DOES, key=lambda being: expected.chance(grammar.DOES[being])) == sentence.meant
    )


def main() -> None:
    """Measure, print the report, and write it."""
    heads, words, loads = [], [], []
    for _ in range(RUNS):
        heads.append([costs_of_a_head(n) for n in LENGTHS])
        words.append(costs_of_words())
        loads.append(os.getloadavg()[0])
    report = TEXT.format(
        runs=RUNS,
        machine=f"{platform.system()} {platform.machine()}, 1 thread, NumPy {np.__version__}",
        load=between(loads),
        processors=os.cpu_count(),
        block_size=BLOCK_SIZE,
        heads="".join(head_rows(np.array(heads))),
        exponents=exponents(np.array(heads)),
        words="".join(word_rows(np.array(words))),
        seeds="".join(seed_rows()),
    )
    print(report)
    REPORT.write_text(report.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    if not ONE_THREAD.items() <= os.environ.items():  # read when NumPy is loaded
        again = subprocess.run([sys.executable, *sys.argv], env=os.environ | ONE_THREAD)
        raise SystemExit(again.returncode)
    main()
