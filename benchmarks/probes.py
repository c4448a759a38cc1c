"""How long does it take to examine a layer? Writes benchmarks/PROBES.md.

python benchmarks/probes.py

Seconds are processor time on one thread. What is imported, and what a layer does when it is called
for the first time, is not part of them, except for JAX's compiler, which is at work whenever a text
has a new length. Rows for packages that are not installed are left out.
"""

import os
import platform
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import torch
from healthy_layers import NUMPY, TORCH, examined_function, examined_module
from teaching_repositories import REPOSITORIES

from attnlib.clinic import CASES
from attnlib.clinic.probes import LayerSubject
from attnlib.probes import examine

REPORT = Path(__file__).with_name("PROBES.md")
AT_MOST = 5  # seconds
MODELS = ("llama", "gpt2", "bert", "roberta", "mamba", "mixtral", "bloom")
HEAD = """# Probes

Seconds of processor time to ask a layer all questions of `attnlib.probes.examine`, as
`python benchmarks/probes.py` measured them on {machine}.
Models of `transformers` are as tiny as [FIELD.md](../docs/FIELD.md) says. The aim is at most {at_most} s.

| layers | how many | the fastest, s | the slowest, s | which | aim |
|---|---|---|---|---|---|
"""
Examination = Callable[[], object]


def kinds() -> Iterator[tuple[str, dict[str, Examination]]]:
    """All layers, by kind: what examines each of them."""
    yield "functions of NumPy", {name: partial(examined_function, name) for name in NUMPY}
    yield (
        "patients of lesson 14",
        {case.name: partial(examine, LayerSubject(case.layer)) for case in CASES},
    )
    yield "modules of PyTorch", {name: partial(examined_module, name) for name in TORCH}
    yield (
        "teaching repositories",
        {f"{one.name} {one.commit[:7]}": one.report for one in REPOSITORIES},
    )
    if find_spec("transformers"):
        yield "tiny models of transformers", dict(models())
    if find_spec("keras"):
        yield "layers of Keras, on PyTorch", dict(keras_layers())
    if find_spec("jax"):
        yield "functions of JAX, with `jit`", dict(jax_functions())


def models() -> Iterator[tuple[str, Examination]]:
    """Some language models."""
    from attnlib.probes.record_field import build

    for name in MODELS:
        yield name, partial(examine, build("masked" if "bert" in name else "causal", name))


def keras_layers() -> Iterator[tuple[str, Examination]]:
    """What Keras has of attention."""
    os.environ.setdefault("KERAS_BACKEND", "torch")
    os.environ.setdefault("KERAS_HOME", tempfile.mkdtemp())
    import keras

    layers: Any = keras.layers
    for layer in (
        layers.MultiHeadAttention(2, 4),
        layers.GroupQueryAttention(4, 4, 2),
        layers.Attention(),
        layers.AdditiveAttention(),
    ):
        yield type(layer).__name__, partial(examine, layer, causal=True)


def jax_functions() -> Iterator[tuple[str, Examination]]:
    """JAX's own attention."""
    import jax

    jax.config.update("jax_enable_x64", True)

    def heads(X: Any, real: Any = None) -> Any:
        rows = X.reshape(*X.shape[:2], 2, 4)
        mask = None if real is None else real[:, None, None]
        attend = jax.nn.dot_product_attention
        return attend(rows, rows, rows, mask=mask, is_causal=True).reshape(X.shape)

    layer = jax.jit(heads)
    yield "dot_product_attention", partial(examine, layer, batched=True, causal=True, padded=layer)


def line(kind: str, examinations: dict[str, Examination]) -> str:
    """Examine all layers of one kind, and write the range of seconds."""
    seconds = {}
    for name, examination in examinations.items():
        with warnings.catch_warnings(action="ignore"):
            start = time.process_time()
            examination()
            seconds[name] = time.process_time() - start
    slowest = max(seconds, key=lambda name: seconds[name])
    reached = "reached" if seconds[slowest] <= AT_MOST else "**not reached**"
    most, least = seconds[slowest], min(seconds.values())
    return f"| {kind} | {len(seconds)} | {least:.2f} | {most:.2f} | {slowest} | {reached} |\n"


def main() -> None:
    """Measure, and write the table."""
    torch.set_num_threads(1)
    machine = f"{platform.system()} {platform.machine()}, 1 thread, PyTorch {torch.__version__}"
    lines = [line(*kind) for kind in kinds()]
    REPORT.write_text(
        HEAD.format(machine=machine, at_most=AT_MOST) + "".join(lines), encoding="utf-8"
    )
    print(REPORT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
