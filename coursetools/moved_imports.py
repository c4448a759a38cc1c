"""Imports of what is in another package since 2026, rewritten. This goes after 30 June 2027."""

import json
import re
from collections import defaultdict

IMPORT = re.compile(r"^( *)from (attnlib(?:\.\w+)*) import (\([^)]*\)|[^\n#(]*[\w*])", re.MULTILINE)
MODELS = ("gpt2", "learning", "real", "recorded", "riddle", "torch_bridge")
MODULES = {
    "attnlib.clinic": "course.clinic",
    "attnlib.probes": "attnprobes",
    "attnlib.view": "course.views",
    **{f"attnlib.{name}": f"course.models.{name}" for name in MODELS},
}
OF_LESSONS = "block_diagram blocks cells clock descent head_map linked_slopes linked_steps "
OF_LESSONS += "live_training mixture probe_drawings stages training written"
PICTURES = {f"attnlib.view.{name}": f"course.lessons.{name}" for name in OF_LESSONS.split()}
PLACES = MODULES | PICTURES


def with_imports_as_they_are_now(notebook: bytes) -> bytes:
    """Rewrite the imports in a notebook's code.

    Parameters
    ----------
    notebook : bytes
        As JSON. Anything but a notebook stays as it is.

    Returns
    -------
    bytes
        The same object if nothing had to be rewritten.
    """
    try:
        content = json.loads(notebook)
        cells = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
        before = ["".join(cell["source"]) for cell in cells]
    except (ValueError, KeyError, TypeError):
        return notebook
    after = [moved(source) for source in before]
    if after == before:
        return notebook
    for cell, source in zip(cells, after, strict=True):
        cell["source"] = source.splitlines(keepends=True)
    return f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode()


def moved(source: str) -> str:
    r"""Rewrite the imports in one cell.

    Examples
    --------
    >>> print(moved("from attnlib import probes, real, softmax\nfrom attnlib.view import bars, cells"))
    import attnprobes as probes
    from attnlib import softmax
    from course.models import real
    from course.lessons import cells
    from course.views import bars
    """
    return IMPORT.sub(lambda line: _moved(line[1], line[2], line[3]), source)


def _moved(indent: str, module: str, names: str) -> str:
    places = defaultdict(list)
    for name in filter(None, map(str.strip, names.strip("() \n").split(","))):
        original, _, alias = name.partition(" as ")
        place = _place(f"{module}.{original}")
        package, _, last = place.rpartition(".")
        renamed = alias or (original if last != original else "")
        places[package].append(f"{last} as {renamed}" if renamed else last)
    lines = (
        f"from {package} import {', '.join(parts)}" if package else f"import {', '.join(parts)}"
        for package, parts in sorted(places.items())
    )
    return "\n".join(f"{indent}{line}" for line in lines)


def _place(name: str) -> str:
    """Find where a module, or a name in it, is now. A use of `view.clock` needs the old module."""
    if name == "attnlib.view":
        return name
    known = name
    while known not in PLACES and "." in known:
        known = known.rpartition(".")[0]
    return PLACES.get(known, known) + name.removeprefix(known)
