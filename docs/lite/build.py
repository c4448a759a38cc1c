"""Build the course for the browser: python docs/lite/build.py; it ends up in build/lite/live.

JupyterLite is JupyterLab without a server: Python runs in the page. `make site` takes it along.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

LITE = Path(__file__).parent
sys.path.insert(0, str(LITE))

from live import BUILD, LAB_PLUGINS, LIVE, ROOT, content, note_sources  # noqa: E402
from packages import assemble, download  # noqa: E402

EXTENSIONS = ("anywidget", "jupyterlab_widgets", "jupyterlite_pyodide_kernel")


def main() -> None:
    """Download, put together what JupyterLite reads, and let it write the folder."""
    source = BUILD / "source"
    for old in (source, LIVE):  # JupyterLite keeps notes on them, and would miss some changes
        shutil.rmtree(old, ignore_errors=True)
    download(BUILD)
    for path in content():
        copy = source / "content" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    for name in ("jupyter-lite.json", "overrides.json"):
        shutil.copy(LITE / name, source)
    (source / "jupyter_lite_config.json").write_text(json.dumps(_configuration()), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "jupyterlite_core", "build"], cwd=source, check=True)
    assemble(BUILD, LIVE / "static" / "pyodide")
    note_sources()


def _configuration() -> dict[str, Any]:
    wheels = [next((BUILD / "wheels").glob(f"{name}-*.whl")) for name in EXTENSIONS]
    extensions = [*wheels, LAB_PLUGINS, LITE / "labextension"]
    build = {
        "output_dir": str(LIVE),
        "contents": ["content"],
        "apps": ["lab"],
        "federated_extensions": [*map(str, extensions)],
        "ignore_sys_prefix": True,  # what is installed here is for another JupyterLab
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    return {"LiteBuildConfig": build}


if __name__ == "__main__":
    main()
