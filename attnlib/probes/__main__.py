"""Examine a layer from the command line.

    python -m attnlib.probes module:object
    python -m attnlib.probes my_model:MyAttention --width 64 --causal

The object is a function, a module or model, or a class or function without arguments that makes
one. The command ends with 1 if there is a finding, and with 2 if the layer cannot be examined.
"""

import argparse
import inspect
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from attnlib.probes.battery import PROBES
from attnlib.probes.examination import examine


def main(arguments: Sequence[str] | None = None) -> int:
    """Examine a layer, and print the report."""
    options = _parser().parse_args(arguments)
    names = ("width", "causal")
    told = {name: value for name in names if (value := getattr(options, name)) is not None}
    try:
        report = examine(_loaded(options.layer), probes=options.probe, **told)
    except (ImportError, AttributeError, TypeError, ValueError) as failed:
        print(failed, file=sys.stderr)
        return 2
    print(report)
    return 1 if report.found else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m attnlib.probes", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("layer", metavar="module:object")
    parser.add_argument("--width", type=int, help="how many numbers a row has")
    parser.add_argument("--causal", action=argparse.BooleanOptionalAction, default=None)
    parser.add_argument("--probe", action="append", choices=[*PROBES], help="only this one")
    return parser


def _loaded(name: str) -> Any:
    """Import the object, and make the layer if it is a class or takes no arguments."""
    module, colon, path = name.partition(":")
    if not colon:
        raise ValueError(f"{name!r} is not module:object, such as my_model:MyAttention.")
    sys.path.insert(0, str(Path.cwd()))
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    makes = inspect.isclass(found) or (inspect.isfunction(found) and not _takes(found))
    return found() if makes else found


def _takes(function: Any) -> bool:
    return bool(inspect.signature(function).parameters)


if __name__ == "__main__":
    sys.exit(main())
