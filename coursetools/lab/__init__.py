"""What JupyterLab does differently in the folder of the course: a start page, and files that stay clean.

The environment enables this server extension (`course-server.json`), and sets that Markdown opens as
a page and that nobody is asked about news (`course-settings.json`). Outside the course it does nothing.
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
    """Add nothing to a running server; jupyter_server insists on the function."""
