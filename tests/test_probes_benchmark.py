"""docs/FIELD.md quotes what benchmarks/probes.py measured."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
MEASURED = (ROOT / "benchmarks" / "PROBES.md").read_text(encoding="utf-8")
TOLD = " ".join((ROOT / "docs" / "FIELD.md").read_text(encoding="utf-8").split())


def rows(section: str) -> dict[str, list[str]]:
    """The cells of one table, by the kind of layers."""
    lines = MEASURED.partition(f"## {section}")[2].partition("\n## ")[0].splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("|")][2:]
    return {kind.strip(): [one.strip() for one in rest] for kind, *rest in cells}


def test_the_page_says_how_much_room_there_is_around_the_limits() -> None:
    exact, low, _ = rows("Shares")["tiny models of transformers"]
    assert f"the largest share is {exact}, and {low} in a low precision" in TOLD
    precise = ("functions of NumPy", "patients of lesson 14", "modules of PyTorch")
    assert {rows("Shares")[kind][0] for kind in precise} == {"0.00"}  # below 0.01
    smallest = rows("Shares")["patients of lesson 14"][2]
    assert f"The smallest finding in the ten patients is {smallest} times what is allowed" in TOLD


def test_no_layer_takes_longer_than_the_page_says() -> None:
    seconds = rows("Seconds")
    (jax,) = (float(seconds.pop(kind)[2]) for kind in [*seconds] if "JAX" in kind)
    assert {cells[-1] for cells in seconds.values()} == {"reached"}
    assert 4 <= jax < 6  # "about five"
