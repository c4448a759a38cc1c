"""Run by in_pyodide.mjs: put compiled modules into wheels, in place of their source.

To compile them takes a second of every start in a browser.
"""

import compileall
import warnings
import zipfile
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory

SITE = "/lib/python3.13/site-packages"
# Checks read the catalogue's source, and ipywidgets compares the file of traitlets with that of its code.
AS_THEY_ARE = ("attention_course", "on_demand", "traitlets")


def compile_wheel(wheel: Path) -> None:
    """Compile all of its modules; one that cannot be compiled stays as it is."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        unchecked = PycInvalidationMode.UNCHECKED_HASH
        options = {"quiet": 2, "legacy": True, "invalidation_mode": unchecked}
        compileall.compile_dir(folder, stripdir=folder, prependdir=SITE, **options)
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                if path.suffix != ".py" or not path.with_suffix(".pyc").exists():
                    archive.write(path, path.relative_to(folder))


warnings.simplefilter("ignore", SyntaxWarning)  # of others
for path in sorted(Path("/folder").glob("*.whl")):
    if not path.name.startswith(AS_THEY_ARE):
        compile_wheel(path)
