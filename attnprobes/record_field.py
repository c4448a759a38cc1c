"""Examine PyTorch's own layers, and every causal and masked language model of `transformers`.

    python -m attnprobes.record_field            # those that are not recorded yet
    python -m attnprobes.record_field gpt2 bert  # these alone, and again

Models are built tiny and at random. Each is built and examined in a process of its own, with a
limit of time. What becomes of it is stored in field.json; `attnprobes.recordings` reads that
file without `transformers`. To record all of them again, which takes ten minutes, delete it first.
"""

import json
import multiprocessing
import re
import sys
import time
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import torch
import transformers

from attnprobes.examination import examine
from attnprobes.language_models import LanguageModel
from attnprobes.recordings import PATH, Entry
from attnprobes.subject import Subject
from attnprobes.tiny_models import KINDS, awaken, build
from attnprobes.torch_layers import LAYERS

SECONDS = 120
"""The limit of time for one subject."""
DRAFTS = "it drafts for another model, whose keys and values it reads"
WHY = {
    ("masked", "bart"): "it reads a text and writes another: its decoder is examined as causal",
    ("masked", "mbart"): "it reads a text and writes another: its decoder is examined as causal",
    ("masked", "mvp"): "it reads a text and writes another: its decoder is examined as causal",
    ("masked", "perceiver"): "it gives a row for each of its positions, and not for each word",
    ("causal", "gemma4_assistant"): DRAFTS,
    ("causal", "gemma4_unified_assistant"): DRAFTS,
}
"""Why some are not examined."""


def listed() -> Iterator[tuple[str, str, str]]:
    """List all that is examined: its kind, its type and the name of its class."""
    for name in LAYERS:
        yield "torch", name, name.partition(",")[0]
    for kind, names in KINDS.items():
        for model_type, name in names.items():
            yield kind, model_type, name


def subject(kind: str, model_type: str) -> Subject:
    """Build what is examined."""
    if kind != "torch":
        return LanguageModel(build(kind, model_type), causal=kind == "causal")
    torch.manual_seed(0)
    made = LAYERS[model_type]()
    awaken(getattr(made, "module", torch.nn.Identity()))
    return made


def probed(kind: str, model_type: str, name: str) -> Entry:
    """Examine one of them in a process of its own."""
    if (kind, model_type) in WHY:
        return Entry(kind, model_type, name, "not probed", WHY[kind, model_type], {}, {})
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=_examine, args=(kind, model_type, queue))
    process.start()
    try:
        status, note, found, left = queue.get(timeout=SECONDS)
    except Exception:
        status, note, found, left = "not probed", f"longer than {SECONDS} s, or it crashed", {}, {}
    process.join(1)
    if process.is_alive():
        process.kill()
    return Entry(kind, model_type, name, status, note, found, left)


def _examine(kind: str, model_type: str, queue: Any) -> None:
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    torch.set_num_threads(1)
    try:
        report = examine(subject(kind, model_type))
    except BaseException as failed:
        queue.put(("not probed", _why(failed), {}, {}))
        return
    found = {name: f"{one.sentence} {one.remark}".strip() for name, one in report.found.items()}
    left = {one.probe: one.sentence for one in report.answers if one.status == "not asked"}
    queue.put(("found" if found else "clean", report.note, found, left))


def _why(failed: BaseException) -> str:
    """Say in a sentence why something could not be built, or not be read."""
    said = str(failed).strip().partition("\n")[0]
    package = re.search(r"requires the (\w+) library", said)
    if package:
        return f"it needs the package {package[1]}"
    return f"{type(failed).__name__}: {said}"


def main(chosen: list[str]) -> None:
    """Examine what is not recorded yet, or what is chosen, and store it after each one."""
    stored = json.loads(PATH.read_text()) if PATH.exists() else []
    entries = {(row[0], row[1]): Entry(*row) for row in stored}
    for kind, model_type, name in listed():
        if (model_type in chosen) if chosen else ((kind, model_type) not in entries):
            began = time.perf_counter()
            entries[kind, model_type] = entry = probed(kind, model_type, name)
            rows = sorted(entries.values(), key=lambda one: one[:2])
            PATH.write_text(json.dumps(rows, indent=1) + "\n")
            took = time.perf_counter() - began
            print(f"{took:5.1f} s {kind} {model_type}: {entry.status}", *entry.found, flush=True)


if __name__ == "__main__":
    import_module("torch._dynamo")  # otherwise each process would import it
    main(sys.argv[1:])
