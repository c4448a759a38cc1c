"""matplotlib comes with the first import, as the browser would load it; here a stand-in is loaded."""

import hashlib
import importlib
import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from IPython.core.error import UsageError

NAME, FOLDER = "drawn_later", "https://course.example/pyodide/"


def wheel_with(module: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr(f"{module}.py", "import needed_to_draw\n" if module == NAME else "")
    return target.getvalue()


WHEELS = {f"{FOLDER}{name}.whl": wheel_with(name) for name in (NAME, "needed_to_draw")}


class Request:
    """Stands in for XMLHttpRequest."""

    def open(self, method: str, address: str, later: bool) -> None:
        assert (method, later) == ("GET", False)
        self.status = 200 if address in WHEELS else 404
        self.content = WHEELS.get(address, b"Not found")

    def send(self) -> None:
        self.response = SimpleNamespace(to_bytes=lambda: self.content)


@pytest.fixture
def packages() -> dict[str, dict[str, object]]:
    return {
        Path(address).stem: {
            "file_name": Path(address).name,
            "sha256": hashlib.sha256(wheel).hexdigest(),
            "depends": [] if "needed" in address else ["needed_to_draw"],
        }
        for address, wheel in WHEELS.items()
    }


@pytest.fixture
def on_demand(
    packages: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModuleType]:
    """Import it among stand-ins for what Pyodide provides, and let it look for `drawn_later`."""
    lock = SimpleNamespace(packages=SimpleNamespace(to_py=lambda: packages))
    page = {
        "js": SimpleNamespace(XMLHttpRequest=SimpleNamespace(new=Request)),
        "pyodide_js": SimpleNamespace(lockfile=lock, lockfileBaseUrl=FOLDER),
        "pyodide.ffi": SimpleNamespace(JsException=ConnectionError),
    }
    for name, one in page.items():
        monkeypatch.setitem(sys.modules, name, one)
    monkeypatch.delitem(sys.modules, "on_demand", raising=False)
    module = importlib.import_module("on_demand")
    for name, value in {"DRAWS": NAME, "NAMES": (NAME,), "SITE": tmp_path}.items():
        monkeypatch.setattr(module, name, value)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("meta_path", "path"):
        monkeypatch.setattr(sys, name, [*getattr(sys, name)])
    shell = SimpleNamespace(Completer=SimpleNamespace(use_jedi=True))
    module.load_ipython_extension(shell)
    assert (sys.path[-1], shell.Completer.use_jedi) == ("", False)
    yield module
    for name in (NAME, "needed_to_draw", "on_demand"):
        sys.modules.pop(name, None)


def test_an_import_brings_the_wheel_and_what_it_needs(on_demand: ModuleType) -> None:
    assert importlib.import_module(NAME).needed_to_draw
    assert on_demand.FirstFigure not in sys.meta_path


@pytest.mark.parametrize("change", [{"sha256": "1"}, {"file_name": "moved.whl"}])
def test_what_is_out_of_reach_or_changed_is_missing(
    change: dict[str, str], on_demand: ModuleType, packages: dict[str, dict[str, object]]
) -> None:
    packages[NAME].update(change)
    assert importlib.util.find_spec(NAME) is None
    assert on_demand.FirstFigure in sys.meta_path


def test_other_names_are_left_alone(on_demand: ModuleType) -> None:
    assert importlib.util.find_spec("needed_to_draw") is None


def test_of_numpy_it_is_said_from_where_it_did_not_arrive(
    on_demand: ModuleType,
    packages: dict[str, dict[str, object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(on_demand, "NUMPY", "compiled_for_the_page")
    packages["compiled_for_the_page"] = {"file_name": "https://elsewhere.example/n.whl"}
    with pytest.raises(UsageError, match=r"from https://elsewhere.example/n.whl. Reload"):
        importlib.import_module("compiled_for_the_page")
    assert importlib.util.find_spec("needed_to_draw") is None
