"""Which code of a lecture is open on its page, which is folded, and which must not be there."""

from nbformat import NotebookNode

from coursetools.lecture import telling_cells
from coursetools.roles import code_cells, is_folded


def fold_sources(notebook: NotebookNode) -> None:
    """Fold the code that JupyterLab folds; code that tells the answer to a question goes altogether."""
    telling = telling_cells(notebook)
    for cell in code_cells(notebook):
        tag = "remove-input" if cell.id in telling else "hide-input" if is_folded(cell) else None
        if tag:
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), tag]
