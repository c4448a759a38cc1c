"""A contents manager that keeps notebooks unchanged when they are merely opened.

JupyterLab writes the running kernel and Python version into every notebook that it opens. So each
notebook would count as changed, on its tab and in git, before anybody typed a letter. This class adds
the metadata when a notebook is read, and removes it again when the notebook is saved.
"""

from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

from coursetools.canonical import NOTEBOOK_METADATA

Model = dict[str, Any]
KERNEL = NOTEBOOK_METADATA["kernelspec"]


class CleanContents(AsyncLargeFileManager):
    """The files of the course, as Jupyter's server reads and writes them."""

    async def get(self, path: str, content: bool = True, *others: Any, **options: Any) -> Model:
        """Read a file; a notebook of the course says which kernel is running."""
        model: Model = await super().get(path, content, *others, **options)  # type: ignore[no-untyped-call]
        if content and model["type"] == "notebook":
            _exchange(model["content"]["metadata"], NOTEBOOK_METADATA, self._running())
        return model

    async def save(self, model: Model, path: str = "") -> Model:
        """Write a file; a notebook no longer says which kernel was running."""
        if model.get("type") == "notebook" and model.get("content"):
            _exchange(model["content"]["metadata"], self._running(), NOTEBOOK_METADATA)
        saved: Model = await super().save(model, path)  # type: ignore[no-untyped-call]
        return saved

    def _running(self) -> Model:
        server: Any = self.parent
        name = server.kernel_spec_manager.get_kernel_spec(KERNEL["name"]).display_name
        language = IPythonKernel.language_info
        return {"kernelspec": {**KERNEL, "display_name": name}, "language_info": language}


def _exchange(metadata: Model, old: Model, new: Model) -> None:
    for key, value in old.items():
        if metadata.get(key) == value:
            metadata[key] = new[key]
