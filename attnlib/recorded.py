"""What PyTorch computed, kept for those who have not installed it.

    python -m attnlib.recorded notebooks/07_pytorch.ipynb

runs the code of a notebook, with PyTorch, and writes `recorded.json` beside this file: the version
of PyTorch, and for each function marked with `recorded` what it returns for each of its settings.
"""

import inspect
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

RECORD = Path(__file__).with_name("recorded.json")


@dataclass(frozen=True)
class Recorded:
    """A function that computes with PyTorch, or else remembers; made by `recorded`.

    Attributes
    ----------
    compute : callable
        What was marked.
    settings : mapping of str to sequence
        For each parameter the values that are recorded.
    """

    compute: Callable[..., Any]
    settings: Mapping[str, Sequence[object]]

    def __call__(self, *args: object, **kwargs: object) -> Any:
        """Compute where PyTorch is installed, and look the result up where it is not."""
        if installed_version() is not None:
            return self.compute(*args, **kwargs)
        return _remembered(self.key(*args, **kwargs))

    def key(self, *args: object, **kwargs: object) -> str:
        """Write a call out, with the defaults filled in."""
        bound = inspect.signature(self.compute).bind(*args, **kwargs)
        bound.apply_defaults()
        written = ", ".join(f"{name}={value!r}" for name, value in bound.arguments.items())
        return f"{self.compute.__name__}({written})"

    def results(self) -> dict[str, Any]:
        """Compute every setting, with PyTorch; the keys are those of `key`."""
        chosen = (
            dict(zip(self.settings, values, strict=True))
            for values in product(*self.settings.values())
        )
        return {self.key(**setting): self.compute(**setting) for setting in chosen}


def recorded(**settings: Sequence[object]) -> Callable[[Callable[..., Any]], Recorded]:
    """Mark a function that needs PyTorch, so that it also answers without.

    Parameters
    ----------
    **settings : sequence
        For each parameter the values that are to be recorded, in all combinations. Other
        parameters keep their default.

    Returns
    -------
    callable
        To be used as a decorator. The function returns a number or an array, or a tuple of these.

    Raises
    ------
    LookupError
        When the function is called without PyTorch and with settings that are not recorded.

    Notes
    -----
    Nothing is written here: the record is made by one command, see above. Without PyTorch the
    body of the function is not run, so a changed body changes nothing.

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
    """Tell which PyTorch is installed; None if there is none.

    Returns
    -------
    str or None
        Without the suffix that says for which processor it was built.
    """
    try:
        return metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return None


def version() -> str:
    """Tell which PyTorch the results come from: the one installed, else the one recorded.

    Returns
    -------
    str
    """
    return installed_version() or str(_load(RECORD)["torch"])


def origin() -> str:
    """Say in a sentence whether results of PyTorch are computed here or recorded.

    Returns
    -------
    str
    """
    if installed_version() is not None:
        return f"PyTorch {version()} is installed: its results are computed here and now."
    return (
        f"PyTorch is not installed: its results were recorded with PyTorch {version()}. They belong "
        "to the numbers and the code of the notebook as it came to you."
    )


def results_of(notebook: Path) -> dict[str, Any]:
    """Run a notebook's code, then compute every setting of each function marked in it.

    Parameters
    ----------
    notebook : Path
        A notebook without magics; its code is run in this process.

    Returns
    -------
    dict of str to result
    """
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    marked = (value for value in names.values() if isinstance(value, Recorded))
    return {key: result for function in marked for key, result in function.results().items()}


def read(record: Path = RECORD) -> dict[str, Any]:
    """Read all recorded results.

    Parameters
    ----------
    record : Path

    Returns
    -------
    dict of str to result
        A number comes back as an array without axes.

    Examples
    --------
    >>> output, weights = read()["masked(asked='SDPA', mask='sdpa_mask', visible='causal')"]
    >>> output.shape, weights.shape
    ((4, 8), (4, 4))
    """
    return {key: _from_json(kept) for key, kept in _load(record)["results"].items()}


def write(results: Mapping[str, Any], record: Path = RECORD) -> None:
    """Write results, one a line, together with the version of the installed PyTorch.

    Parameters
    ----------
    results : mapping of str to result
    record : Path
    """
    lines = [f"  {json.dumps(key)}: {json.dumps(_to_json(r))}" for key, r in results.items()]
    head = f'{{"torch": {json.dumps(installed_version())}, "results": {{\n'
    record.write_text(head + ",\n".join(lines) + "\n}}\n", encoding="utf-8")


def _load(record: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(record.read_text(encoding="utf-8"))
    return loaded


def _remembered(key: str) -> Any:
    results = read(RECORD)
    if key not in results:
        raise LookupError(
            f"{key} is not recorded, and PyTorch is not installed. Is a setting changed, or would "
            "you install it: python -m pip install -c constraints.txt -e '.[torch]'?"
        )
    return results[key]


def _to_json(result: Any) -> Any:
    """Shortest decimals that give the same numbers back, and null for nan."""
    if isinstance(result, tuple):
        return [_to_json(part) for part in result]
    array = np.asarray(result)
    values = [None if np.isnan(number) else float(str(number)) for number in array.flat]
    return {"dtype": array.dtype.name, "shape": array.shape, "values": values}


def _from_json(kept: Any) -> Any:
    if isinstance(kept, list):
        return tuple(_from_json(part) for part in kept)
    return np.array(kept["values"], dtype=kept["dtype"]).reshape(kept["shape"])


if __name__ == "__main__":
    from attnlib import recorded as module  # its Recorded is the one that notebooks import

    module.write(module.results_of(Path(sys.argv[1])))
