"""Examine a layer from the command line.

    python -m attnprobes module:object
    python -m attnprobes my_model:MyAttention --width 64 --causal

The object is a function, a module or model, or a class or function without arguments that makes
one. The command ends with 1 if there is a finding, and with 2 if the layer cannot be examined.
"""

import argparse
import inspect
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from attnprobes.battery import PROBES
from attnprobes.examination import examine


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine a layer, and print the report."""
    options = _parser().parse_args(arguments)
    names = ("width", "causal")
    told = {name: value for name in names if (value := getattr(options, name)) is not None}
    try:
        report = examine(_loaded(options.layer), probes=options.probe, **told)
    except (TypeError, ValueError) as failed:
        print(failed, file=sys.stderr)
        return 2
    print(report)
    return 1 if report.found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m attnprobes", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("layer", metavar="module:object")
    parser.add_argument("--width", type=int, help="how many numbers a row has")
    parser.add_argument("--causal", action=argparse.BooleanOptionalAction, default=None)
    parser.add_argument("--probe", action="append", choices=[*PROBES], help="only this one")
    return parser


def _loaded(name: str) -> Any:
    """Import the object, and make the layer if it is a class or takes no arguments."""
    module, _, path = name.partition(":")
    if not module or not path:
        raise ValueError(f"{name!r} is not module:object, such as my_model:MyAttention.")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = import_module(module)
    except Exception as failed:
        raise ValueError(
            f"{module} could not be imported: {type(failed).__name__}: {failed}. "
            f"Is it in this folder, {Path.cwd()}, and does it run?"
        ) from failed
    for part in path.split("."):
        if not hasattr(found, part):
            near = get_close_matches(part, dir(found))
            hint = f" Is it {' or '.join(near)}?" if near else ""
            raise ValueError(f"{module} has no {path}.{hint}")
        found = getattr(found, part)
    return _made(name, found) if _makes(found) else found


def _makes(found: Any) -> bool:
    """Whether this is a class, or a function without arguments."""
    return inspect.isclass(found) or (
        inspect.isfunction(found) and not inspect.signature(found).parameters
    )


def _made(name: str, make: Any) -> Any:
    try:
        return make()
    except Exception as failed:
        raise ValueError(
            f"{name} could not make the layer: {type(failed).__name__}: {failed}. "
            "Could you name a function without arguments that makes it?"
        ) from failed


if __name__ == "__main__":
    sys.exit(main())
