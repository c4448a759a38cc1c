"""JupyterLab in the course's folder: a start page, notebooks that stay clean.

The environment enables it (`course-server.json`). `course-settings.json` makes Markdown open as a page
and switches off the question about news. Outside the folder of the course, the extension does nothing.
With `labextension`, which works in any folder, cells that are run before their kernel is there wait for it,
pictures outlive their kernel, and whoever has arranged nothing in JupyterLab yet sees the contents of a page
beside it, and not the list of files.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from coursetools.lab.contents import CleanContents

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp

START = "notebooks/START.md"


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "coursetools.lab"}]


def _link_jupyter_server_extension(server: "ServerApp") -> None:
    """Prepare a server that was started in the folder of the course; jupyter_server calls this."""
    if (Path(server.root_dir) / START).is_file():
        server.config.LabApp.setdefault("default_url", f"/lab/tree/{START}")
        server.contents_manager_class = CleanContents


def _load_jupyter_server_extension(server: "ServerApp") -> None:
    """Do nothing to a running server. jupyter_server requires this function."""
