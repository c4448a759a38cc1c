"""How long does it take to examine a layer, and how far are findings from rounding?

python benchmarks/probes.py

Writes benchmarks/PROBES.md, which docs/FIELD.md quotes. Seconds are processor time on one thread.
Importing and building are not part of them, but JAX's compiler is, which is at work whenever a text has a
new length. A share is a difference, divided by what is taken for rounding: it is a finding if it is
larger than 1. Rows for packages that are not installed are left out.
"""

import math
import os
import platform
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1]))  # tests/attnlib would be found for attnlib
import torch
from healthy_layers import NUMPY, TORCH, examined_function, examined_module
from teaching_repositories import REPOSITORIES

from attnprobes import Report, examine, field
from course.clinic import CASES
from course.clinic.probes import LayerSubject

REPORT = Path(__file__).with_name("PROBES.md")
AT_MOST = 5  # seconds
HEAD = """# Probes

Asked of each layer: all questions of `attnprobes.examine`, as `python benchmarks/probes.py` measured it on
{machine}.
PyTorch's own layers and the tiny models of `transformers` are all that [FIELD.md](../docs/FIELD.md) counts as clean or found.

## Seconds

Processor time for a layer. The aim is at most {at_most} s.

| layers | how many | the fastest | the slowest | which | longer than {at_most} s |
|---|---|---|---|---|---|
{seconds}
## Shares

A difference, divided by what is taken for rounding: above 1, it is a finding. A low precision is float32, bfloat16 or float16.

| layers | what holds: the largest share | which | in a low precision | what is found: the smallest share | which |
|---|---|---|---|---|---|
{shares}"""
LOW = {"float32", "bfloat16", "float16"}
Examination = Callable[[], Report]
Named = Iterable[tuple[str, Examination]]


def kinds() -> Iterator[tuple[str, Named]]:
    """All layers, by kind: the name of each, and what examines it."""
    yield "functions of NumPy", [(name, partial(examined_function, name)) for name in NUMPY]
    patients = [(case.name, LayerSubject(case.layer)) for case in CASES]
    yield "patients of lesson 15", [(name, partial(examine, layer)) for name, layer in patients]
    yield "modules of PyTorch", [(name, partial(examined_module, name)) for name in TORCH]
    yield (
        "teaching repositories",
        [(f"{one.name} {one.commit[:7]}", one.report) for one in REPOSITORIES],
    )
    if find_spec("transformers"):
        for status in ("clean", "found"):
            yield f"PyTorch's own layers, {status}", recorded({"torch"}, status)
            yield f"tiny models of transformers, {status}", recorded({"causal", "masked"}, status)
    if find_spec("keras"):
        yield "layers of Keras, on PyTorch", keras_layers()
    if find_spec("jax"):
        yield "functions of JAX, with `jit`", jax_functions()


def recorded(kinds: set[str], status: str) -> Iterator[tuple[str, Examination]]:
    """What the field has recorded with this status, each built when it is its turn."""
    from attnprobes.record_field import subject

    for entry in field():
        if entry.kind in kinds and entry.status == status:
            name = f"{entry.model_type} ({entry.kind})"
            yield name, partial(examine, subject(entry.kind, entry.model_type))


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


def measured(examinations: Named) -> dict[str, tuple[float, Report]]:
    """Examine all layers of one kind, and measure the seconds."""
    found = {}
    for name, examination in examinations:
        with warnings.catch_warnings(action="ignore"):
            start = time.process_time()
            report = examination()
            found[name] = (time.process_time() - start, report)
    return found


def seconds(kind: str, layers: dict[str, tuple[float, Report]]) -> str:
    """Write how long the layers of one kind took."""
    slowest = max(layers, key=lambda name: layers[name][0])
    least, most = min(took for took, _ in layers.values()), layers[slowest][0]
    longer = ", ".join(name for name, (took, _) in layers.items() if took > AT_MOST) or "none"
    return f"| {kind} | {len(layers)} | {least:.2f} | {most:.2f} | {slowest} | {longer} |\n"


def shares(kind: str, layers: dict[str, tuple[float, Report]]) -> str:
    """Write how close the layers of one kind come to a finding, and how far findings are from it."""
    answers = [
        (one.share, f"{name}: {one.probe}", one)
        for name, (_, report) in layers.items()
        for one in report.answers
        if one.allowed and math.isfinite(one.share)
    ]
    held = [(*share, one.probe in LOW) for *share, one in answers if one.status == "holds"]
    exact, where = max(((share, name) for share, name, low in held if not low), default=(0, ""))
    low = max((share for share, _, low in held if low), default=0)
    found = ((share, name) for share, name, one in answers if one.status == "found")
    least, at = min(found, default=(0, ""))
    much = f"{float(f'{least:.1g}'):,.0f}" if least >= 10 else f"{least:.2f}"
    return f"| {kind} | {exact:.2f} | {where} | {low:.2f} | {much if at else ''} | {at} |\n"


def main() -> None:
    """Measure, and write the tables."""
    torch.set_num_threads(1)
    machine = f"{platform.system()} {platform.machine()}, 1 thread, PyTorch {torch.__version__}"
    all_layers = {kind: measured(examinations) for kind, examinations in kinds()}
    tables = {"seconds": seconds, "shares": shares}
    written = {
        name: "".join(line(*kind) for kind in all_layers.items()) for name, line in tables.items()
    }
    REPORT.write_text(HEAD.format(machine=machine, at_most=AT_MOST, **written), encoding="utf-8")
    print(REPORT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
