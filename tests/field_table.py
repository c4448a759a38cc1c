"""Writes the tables of docs/FIELD.md from what was recorded of the language models.

make table
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attnlib.probes.recordings import Entry, field

FIELD = Path(__file__).parents[1] / "docs" / "FIELD.md"
TABLES = re.compile(r"(?<=<!-- tables: made by make table -->\n\n).*?(?=\n<!-- end -->)", re.DOTALL)


def page(text: str) -> str:
    """Put the tables between their marks."""
    return TABLES.sub(lambda _: "\n".join(tables(field())) + "\n", text)


def tables(entries: list[Entry]) -> Iterator[str]:
    """Count the models, then list those with findings, those not probed, and those that are clean."""
    yield "| models | listed | probed | clean | found | not probed |"
    yield "|---|---|---|---|---|---|"
    for kind in ("causal", "masked"):
        own = [entry.status for entry in entries if entry.kind == kind]
        clean, found, left = (own.count(status) for status in ("clean", "found", "not probed"))
        yield f"| {kind} | {len(own)} | {clean + found} | {clean} | {found} | {left} |"
    yield from ("", "| found in | probe | what it says |", "|---|---|---|")
    for entry in entries:
        for probe, sentence in entry.found.items():
            yield f"| {_name(entry)} | {probe} | {_cell(sentence)} |"
    yield from ("", "| not probed | why |", "|---|---|")
    for entry in entries:
        if entry.status == "not probed":
            yield f"| {_name(entry)} | {_cell(entry.note)} |"
    for kind in ("causal", "masked"):
        clean_ones = [e.model_type for e in entries if e.kind == kind and e.status == "clean"]
        yield from ("", f"**Clean, {kind}:** {', '.join(clean_ones)}.")


def _name(entry: Entry) -> str:
    return f"{entry.model_type} ({entry.kind})"


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("`", "").replace("<", "&lt;").strip()


if __name__ == "__main__":
    FIELD.write_text(page(FIELD.read_text(encoding="utf-8")), encoding="utf-8")
