"""docs/FIELD.md quotes what benchmarks/probes.py measured."""

from pathlib import Path

from attnprobes import field

ROOT = Path(__file__).parents[1]
MEASURED = (ROOT / "benchmarks" / "PROBES.md").read_text(encoding="utf-8")
README = " ".join((ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").split())
TOLD = " ".join((ROOT / "docs" / "FIELD.md").read_text(encoding="utf-8").split())


def rows(section: str) -> dict[str, list[str]]:
    """The cells of one table, by the kind of layers."""
    lines = MEASURED.partition(f"## {section}")[2].partition("\n## ")[0].splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("|")][2:]
    return {kind.strip(): [one.strip() for one in rest] for kind, *rest in cells}


CLEAN, FOUND = (f"tiny models of transformers, {status}" for status in ("clean", "found"))


def test_all_that_the_field_counts_is_measured() -> None:
    for status in ("clean", "found"):
        for kinds, name in (
            ({"torch"}, "PyTorch's own layers"),
            ({"causal", "masked"}, "tiny models of transformers"),
        ):
            counted = sum(one.kind in kinds and one.status == status for one in field())
            assert rows("Seconds")[f"{name}, {status}"][0] == str(counted)


def test_the_page_says_how_much_room_there_is_around_the_limits() -> None:
    shares = rows("Shares")
    exact, which, low, *_ = shares[CLEAN]
    assert which == "qwen3_5_text (causal): cache"
    assert f"the largest share is {exact}, and {low} in a low precision" in TOLD
    precise = ("functions of NumPy", "patients of lesson 15", "modules of PyTorch")
    assert {shares[kind][0] for kind in precise} == {"0.00"}  # below 0.01
    smallest = shares["patients of lesson 15"][3]
    assert f"The smallest finding in the ten patients is {smallest} times what is allowed" in TOLD
    *_, least, which = shares[FOUND]
    assert which == "nemotron_h (causal): cache"
    assert f"Nemotron-H's *cache*, with a share of {least}" in TOLD


def test_no_layer_takes_longer_than_the_page_says() -> None:
    seconds = rows("Seconds")
    longer = {kind: cells[-1] for kind, cells in seconds.items() if cells[-1] != "none"}
    assert longer == {CLEAN: "kimi_linear (causal)"}
    most = f"{float(seconds[CLEAN][2]):.0f} s"
    assert f"Kimi Linear, which takes {most}" in TOLD
    assert f"except for one model of {most}" in README
    (jax,) = (float(cells[2]) for kind, cells in seconds.items() if "JAX" in kind)
    assert f"With JAX it takes {jax:.0f} s" in TOLD
