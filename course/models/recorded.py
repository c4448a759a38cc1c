"""Stored results of PyTorch, for readers who have not installed it.

    python -m course.models.recorded notebooks/07_pytorch.ipynb notebooks/10_train_it_yourself.ipynb

runs the code of a notebook with PyTorch, and writes `recorded.json` beside this file: the
version of PyTorch, and what each function marked with `recorded` returns for each of its settings.
Always give it all notebooks that have such functions.
"""

import inspect
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

RECORD = Path(__file__).with_name("recorded.json")


@dataclass(frozen=True)
class Recorded:
    """A function that computes with PyTorch, or else looks up its results; made by `recorded`."""

    compute: Callable[..., Any]
    settings: Mapping[str, Sequence[object]]  # for each parameter, the values that are recorded

    def __call__(self, *args: object, **kwargs: object) -> Any:
        """Compute the result if PyTorch is installed, and look it up otherwise."""
        if installed_version() is not None:
            return self.compute(*args, **kwargs)
        return _look_up(self.key(*args, **kwargs))

    def key(self, *args: object, **kwargs: object) -> str:
        """Write out a call, including default arguments."""
        bound = inspect.signature(self.compute).bind(*args, **kwargs)
        bound.apply_defaults()
        written = ", ".join(f"{name}={value!r}" for name, value in bound.arguments.items())
        return f"{self.compute.__name__}({written})"

    def results(self) -> dict[str, Any]:
        """Compute the result for every setting with PyTorch; `key` makes the keys."""
        chosen = (
            dict(zip(self.settings, values, strict=True))
            for values in product(*self.settings.values())
        )
        return {self.key(**setting): self.compute(**setting) for setting in chosen}


def recorded(**settings: Sequence[object]) -> Callable[[Callable[..., Any]], Recorded]:
    """Mark a function that needs PyTorch, so that it also works without.

    This is a decorator for functions that return a number, an array, a string, or a tuple of these.
    Only the command above writes results. Without PyTorch, the body of the function is not run, so
    editing it changes nothing.

    Parameters
    ----------
    **settings : sequence
        For each parameter, the values to record; all combinations are recorded. Other parameters
        keep their defaults.

    Raises
    ------
    LookupError
        If the function is called without PyTorch, with settings that are not recorded.

    Examples
    --------
    >>> @recorded(power=[1, 2])
    ... def two_to_the(power=1):
    ...     import torch
    ...
    ...     return (torch.tensor(2) ** power).numpy()
    >>> two_to_the.key()
    'two_to_the(power=1)'
    >>> list(two_to_the.results())
    ['two_to_the(power=1)', 'two_to_the(power=2)']
    """
    return lambda compute: Recorded(compute, settings)


def installed_version() -> str | None:
    """Return the version of the installed PyTorch without its processor suffix, or None."""
    try:
        return metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return None


def version() -> str:
    """Return the version of PyTorch that the results come from, installed or recorded."""
    return installed_version() or str(_load(RECORD)["torch"])


def origin() -> str:
    """Say in a sentence whether PyTorch results are computed here or recorded."""
    if installed_version() is not None:
        return f"PyTorch {version()} is installed: its results are computed here and now."
    return (
        f"PyTorch is not installed: its results were recorded with PyTorch {version()}. They belong "
        "to the numbers and the code of the notebook as it came to you."
    )


def results_of(notebook: Path) -> dict[str, Any]:
    """Run a notebook's code, and compute all marked settings."""
    marked = (value for value in names_of(notebook).values() if isinstance(value, Recorded))
    return {key: result for function in marked for key, result in function.results().items()}


def names_of(notebook: Path, last: str = "") -> dict[str, Any]:
    """Run a notebook's code in this process, without magics, up to the cell with the id `last`."""
    names: dict[str, Any] = {}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(_without_magics("".join(cell["source"])), names)
        if last and cell["id"] == last:
            break
    return names


def _without_magics(source: str) -> str:
    """Leave out line magics, and a whole cell whose first line is a cell magic."""
    kept = [] if source.startswith("%%") else source.split("\n")
    return "\n".join(line for line in kept if not line.startswith("%"))


def results_of_all(notebooks: Iterable[Path]) -> dict[str, Any]:
    """Collect the results of several notebooks.

    Raises
    ------
    ValueError
        If two notebooks mark functions of the same name: one would get the results of the other.
    """
    collected: dict[str, Any] = {}
    for notebook in notebooks:
        results = results_of(notebook)
        twice = collected.keys() & results.keys()
        if twice:
            raise ValueError(
                f"{notebook.name}: {min(twice)} is recorded by an earlier notebook, too. Can its "
                "function have another name?"
            )
        collected |= results
    return collected


def read(record: Path = RECORD) -> dict[str, Any]:
    """Read recorded results; a number comes back as an array without axes.

    >>> output, weights = read()["masked(asked='SDPA', mask='sdpa_mask', visible='causal')"]
    >>> output.shape, weights.shape
    ((4, 18), (2, 4, 4))
    """
    return {key: _from_json(kept) for key, kept in _load(record)["results"].items()}


def write(results: Mapping[str, Any], record: Path = RECORD) -> None:
    """Write results, one on each line, with the version of the installed PyTorch."""
    lines = [f"  {json.dumps(key)}: {json.dumps(_to_json(r))}" for key, r in results.items()]
    head = f'{{"torch": {json.dumps(installed_version())}, "results": {{\n'
    record.write_text(head + ",\n".join(lines) + "\n}}\n", encoding="utf-8")


def _load(record: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(record.read_text(encoding="utf-8"))
    return loaded


def _look_up(key: str) -> Any:
    results = read(RECORD)
    if key not in results:
        raise LookupError(
            f"{key} is not recorded, and PyTorch is not installed. Did you change a setting? To "
            'compute it, install PyTorch: python -m pip install -c constraints.txt -e ".[torch]"'
        )
    return results[key]


def _to_json(result: Any) -> Any:
    """Keep a string; write numbers with the fewest digits that restore them, and nan as null."""
    if isinstance(result, tuple):
        return [_to_json(part) for part in result]
    if isinstance(result, str):
        return result
    array = np.asarray(result)
    values = [None if np.isnan(number) else float(str(number)) for number in array.flat]
    return {"dtype": array.dtype.name, "shape": array.shape, "values": values}


def _from_json(kept: Any) -> Any:
    if isinstance(kept, list):
        return tuple(_from_json(part) for part in kept)
    if isinstance(kept, str):
        return kept
    return np.array(kept["values"], dtype=kept["dtype"]).reshape(kept["shape"])


if __name__ == "__main__":
    from course.models import recorded as module  # its Recorded is the one that notebooks import

    module.write(module.results_of_all(map(Path, sys.argv[1:])))
