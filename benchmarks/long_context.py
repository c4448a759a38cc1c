"""What does attention cost as texts grow? Writes benchmarks/LONG_CONTEXT.md, which lesson 11 quotes.

python benchmarks/long_context.py

Times are processor times on one thread, the fastest of several calls. In the tables, n doubles from
line to line, so an exponent of 2 means four times as much in the next line. At the end, the script trains
ten models, which takes two minutes or more.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from speed import ONE_THREAD, Call, peak

from attnlib import attention_steps
from attnlib.learning import generation, grammar, language_model, trained
from attnlib.learning.training import Parameters
from attnlib.long_context import attention_in_blocks

REPORT = Path(__file__).with_name("LONG_CONTEXT.md")
LENGTHS = (512, 1024, 2048, 4096, 8192)
BLOCK_SIZE = 256
TEXTS = (16, 32, 64, 128, 256, 512, 1024)
CAT, KING = "the cat sat on the mat because it", "the cat saw the king because he"
ROUNDS = 5
TEXT = """# Long context

Measured in one run of `python benchmarks/long_context.py` on {machine}.

## One head, n tokens

(n, 64) queries, keys and values in float32, no mask. *Table* keeps scores, scaled scores and weights
(`attention_steps`); *blocks* is `attention_in_blocks` with blocks of {block_size}. Seconds of processor time, and the
most memory that NumPy held, in MB (a million bytes).

| n | table, s | blocks, s | blocks / table | table, MB | blocks, MB |
|---|---|---|---|---|---|
{heads}
Fitted over these n, each column grows like n to the power of:

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
- *ruled*: the chance of this word after *the cat saw the king because he*, and once more without the full stop at the start.

| trained with | seed | right | purred | ruled | without the full stop |
|---|---|---|---|---|---|
{seeds}
"""


def fastest(call: Call) -> float:
    """Time a call several times, in seconds of processor time, and keep the fastest."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def costs_of_a_head(n: int) -> list[float]:
    """Measure seconds and MB of attention with the whole table, and in blocks."""
    Q, K, V = np.random.default_rng(0).normal(size=(3, n, 64)).astype(np.float32)
    ways: list[Call] = [
        lambda: attention_steps(Q, K, V),
        lambda: attention_in_blocks(Q, K, V, BLOCK_SIZE),
    ]
    return [fastest(way) for way in ways] + [peak(way) / 1e6 for way in ways]


def head_rows(costs: list[list[float]]) -> Iterator[str]:
    """Write a row for each n."""
    for n, (table, blocks, table_mb, blocks_mb) in zip(LENGTHS, costs, strict=True):
        times = f"{table:.3f} | {blocks:.3f} | {blocks / table:.2f}"
        yield f"| {n:,} | {times} | {table_mb:.1f} | {blocks_mb:.1f} |\n"


def exponents(costs: list[list[float]]) -> str:
    """Fit a power of n to each column: a line through the logarithms."""
    slopes, _ = np.polyfit(np.log(LENGTHS), np.log(costs), 1)
    return "| " + " | ".join(f"{slope:.2f}" for slope in slopes) + " |\n"


def word_rows() -> Iterator[str]:
    """Measure one more word, without a cache and with one."""
    model, text = trained.cat_sentence(), grammar.text(max(TEXTS), np.random.default_rng(0))
    cache = generation.empty_cache()
    for n, word in enumerate(text, start=1):
        if n in TEXTS:
            without = 1000 * fastest(partial(language_model.read, model, text[:n]))
            with_cache = 1000 * fastest(partial(generation.step, model, word, cache))
            yield f"| {n:,} | {without:.2f} | {with_cache:.2f} | {without / with_cache:.1f} |\n"
        cache = generation.step(model, word, cache).cache


def seed_rows() -> Iterator[str]:
    """Train models with a window and without, and ask them who is meant."""
    rng = np.random.default_rng(3)
    asked = [one for one in (grammar.sentence(rng) for _ in range(300)) if one.other is None][:100]
    for width, seed in ((None, 0), (None, 1), (None, 2), (None, 3), *product((6, 3), (0, 1, 2))):
        model = language_model.learn(seed=seed, width=width).parameters
        right = np.mean([knows(model, one, width) for one in asked])
        cat = generation.read(model, [grammar.END, *CAT.split()], width)[-1].chance("purred")
        *_, before, last = generation.read(model, [grammar.END, *KING.split()], width)
        forgotten = generation.step(model, "he", before.cache.without(0), width).chance("ruled")
        king = f"{last.chance('ruled'):.3f} | {forgotten:.3f}" if width is None else "|"
        window = f"{width} words" if width else "everything"
        yield f"| {window} | {seed} | {right:.2f} | {cat:.3f} | {king} |\n"


def knows(model: Parameters, sentence: grammar.Sentence, width: int | None) -> bool:
    """Tell whether the likeliest verb belongs to the being that is meant."""
    seen = [grammar.END, *sentence.words[: sentence.pronoun + 1]]
    expected = generation.read(model, seen, width)[-1]
    return (
        max(grammar.DOES, key=lambda being: expected.chance(grammar.DOES[being])) == sentence.meant
    )


def main() -> None:
    """Measure, print the report, and write it."""
    costs = [costs_of_a_head(n) for n in LENGTHS]
    report = TEXT.format(
        machine=f"{platform.system()} {platform.machine()}, 1 thread, NumPy {np.__version__}",
        block_size=BLOCK_SIZE,
        heads="".join(head_rows(costs)),
        exponents=exponents(costs),
        words="".join(word_rows()),
        seeds="".join(seed_rows()),
    )
    print(report)
    REPORT.write_text(report.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    if not ONE_THREAD.items() <= os.environ.items():  # read when NumPy is loaded
        again = subprocess.run([sys.executable, *sys.argv], env=os.environ | ONE_THREAD)
        raise SystemExit(again.returncode)
    main()
