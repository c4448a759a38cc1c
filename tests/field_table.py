"""Writes the tables of docs/FIELD.md from what was recorded of layers and language models.

make table
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from attnprobes.recordings import Entry, field

FIELD = Path(__file__).parents[1] / "docs" / "FIELD.md"
KINDS = {
    "torch": "PyTorch's own layers",
    "causal": "causal language models",
    "masked": "masked language models",
}


def page(text: str) -> str:
    """Put the tables between their marks."""
    for name, lines in TABLES.items():
        place = re.compile(
            rf"(?<=<!-- {name}: made by make table -->\n\n).*?(?=\n<!-- end -->)", re.DOTALL
        )
        made = "\n".join(lines(field())) + "\n"
        text, count = place.subn(lambda _, made=made: made, text)
        assert count == 1, f"docs/FIELD.md needs one place for {name}"
    return text


def counts(entries: list[Entry]) -> Iterator[str]:
    """Count what was listed, probed, and found."""
    yield "| what | listed | probed | clean | found | not probed |"
    yield "|---|---|---|---|---|---|"
    for kind, words in KINDS.items():
        own = [entry.status for entry in entries if entry.kind == kind]
        clean, found, left = (own.count(status) for status in ("clean", "found", "not probed"))
        yield f"| {words} | {len(own)} | {clean + found} | {clean} | {found} | {left} |"


def layers(entries: list[Entry]) -> Iterator[str]:
    """List PyTorch's own layers, with what was said of each."""
    yield "| layer | findings | not asked |"
    yield "|---|---|---|"
    for entry in entries:
        if entry.kind == "torch":
            said = "; ".join(f"*{probe}:* {_cell(words)}" for probe, words in entry.found.items())
            left = ", ".join(entry.not_asked) or "-"
            yield f"| `{entry.model_type}` | {said or 'none'} | {left} |"


def lists(entries: list[Entry]) -> Iterator[str]:
    """List models with findings, those not probed, and those that are clean."""
    models = [entry for entry in entries if entry.kind != "torch"]
    yield from ("| found in | probe | what it says |", "|---|---|---|")
    for entry in models:
        for probe, sentence in entry.found.items():
            yield f"| {_name(entry)} | {probe} | {_cell(sentence)} |"
    yield from ("", "| not probed | why |", "|---|---|")
    for entry in models:
        if entry.status == "not probed":
            yield f"| {_name(entry)} | {_cell(entry.note)} |"
    for kind in ("causal", "masked"):
        clean_ones = [e.model_type for e in models if e.kind == kind and e.status == "clean"]
        yield from ("", f"**Clean, {kind}:** {', '.join(clean_ones)}.")


TABLES: dict[str, Callable[[list[Entry]], Iterator[str]]] = {
    "counts": counts,
    "layers": layers,
    "lists": lists,
}


def _name(entry: Entry) -> str:
    return f"{entry.model_type} ({entry.kind})"


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("`", "").replace("<", "&lt;").strip()


if __name__ == "__main__":
    FIELD.write_text(page(FIELD.read_text(encoding="utf-8")), encoding="utf-8")
