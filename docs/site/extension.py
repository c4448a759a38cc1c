"""What the site adds to Sphinx: formulas as MathML, links to what is not on it, less to load."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
THEME_CSS = "_static/styles/pydata-sphinx-theme.css"
# static/site.css draws the few icons that are used.
ICONS = re.compile(r"\.fa[a-z-]*[^{}]*\{--fa:[^{}]*\}|@font-face\{[^{}]*\}")
NOT_USED = ("**/*.map", "**/*.LICENSE.txt", "scripts/fontawesome.js", "vendor/**/*.woff2")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.config.html_static_path.append(str(Path(app.srcdir) / "made"))
    app.connect("doctree-read", _leave_words)
    app.connect("build-finished", _lighten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def _display(translator: Any, node: nodes.math_block) -> None:
    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math">{formula}</div>')
    raise nodes.SkipNode


def _leave_words(app: Sphinx, doctree: nodes.document) -> None:
    """Leave a link's words where its file is in the repository, but not on the site."""
    folder = (ROOT / app.env.docname).parent
    for link in list(doctree.findall(pending_xref)):
        target = link.get("reftarget", "").partition("#")[0]
        domain = link.get("refdomain")
        if domain not in ("py", "doc") and target and (folder / target).exists():
            link.replace_self(link.children)


def _lighten(app: Sphinx, error: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    if error or not static.exists():
        return
    css = Path(app.outdir) / THEME_CSS
    css.write_text(ICONS.sub("", css.read_text(encoding="utf-8")), encoding="utf-8")
    for pattern in NOT_USED:
        for path in static.glob(pattern):
            path.unlink()
