"""What the probes say of layers, repositories and language models, as it was recorded."""

from urllib.parse import quote

from markdown_table import markdown_table
from teaching_repositories import REPOSITORIES, Repository

from attnprobes.recordings import Entry, field


def layers() -> str:
    """List PyTorch's own layers, with what was said of each."""
    own = [entry for entry in field() if entry.kind == "torch"]
    return markdown_table(("layer", "findings", "not asked"), map(_layer, own))


def repositories() -> str:
    """List repositories that teach attention, with the probes that find something."""
    head = ("repository, at a commit", "what is particular", "finds something", "what it is")
    return markdown_table(head, map(_repository, REPOSITORIES))


def models() -> str:
    """List models with findings, those not probed, and those that are clean."""
    entries = [entry for entry in field() if entry.kind != "torch"]
    findings = [
        (_name(entry), probe, _cell(words))
        for entry in entries
        for probe, words in entry.found.items()
    ]
    left_out = [
        (_name(entry), _cell(entry.note)) for entry in entries if entry.status == "not probed"
    ]
    return "\n".join(
        [
            markdown_table(("found in", "probe", "what it says"), findings),
            markdown_table(("not probed", "why"), left_out),
            *(_clean(kind, entries) for kind in ("causal", "masked")),
        ]
    )


def _layer(entry: Entry) -> tuple[str, str, str]:
    findings = [f"*{probe}:* {_cell(words)}" for probe, words in entry.found.items()]
    return f"`{entry.model_type}`", "; ".join(findings) or "none", ", ".join(entry.not_asked) or "-"


def _repository(code: Repository) -> tuple[str, str, str, str]:
    link = f"[{code.name}](https://github.com/{code.name}/blob/{code.commit}/{quote(code.path)})"
    probes = ", ".join(f"*{probe}*" for probe in code.found) or "nothing"
    return f"{link} `{code.commit[:7]}`", code.particular, probes, code.why


def _clean(kind: str, entries: list[Entry]) -> str:
    clean = [e.model_type for e in entries if (e.kind, e.status) == (kind, "clean")]
    return f"**Clean, {kind}:** {', '.join(clean)}.\n"


def _name(entry: Entry) -> str:
    return f"{entry.model_type} ({entry.kind})"


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("`", "").replace("<", "&lt;").strip()
