"""What the site adds to Sphinx: formulas as MathML, links to what is not on it, less to load."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

ROOT = Path(__file__).parents[2]
THEME_CSS = "_static/styles/pydata-sphinx-theme.css"
# static/site.css draws the few icons that are used.
ICONS = re.compile(r"\.fa[a-z-]*[^{}]*\{--fa:[^{}]*\}|@font-face\{[^{}]*\}")
NOT_USED = ("**/*.map", "**/*.LICENSE.txt", "scripts/fontawesome.js", "vendor/**/*.woff2")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.config.html_static_path.append(str(Path(app.srcdir) / "made"))
    app.connect("missing-reference", _not_on_the_site)
    app.connect("build-finished", _lighten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def _display(translator: Any, node: nodes.math_block) -> None:
    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math">{formula}</div>')
    raise nodes.SkipNode


def _not_on_the_site(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contents: nodes.Element
) -> nodes.Element | None:
    """Leave a link's words where its file is in the repository, but not on the site."""
    target = str(node.get("reftarget", "")).partition("#")[0]
    if node.get("refdomain") not in (None, "", "doc") or not target:
        return None
    there = (ROOT / node["refdoc"]).parent / target
    return contents if there.exists() or (ROOT / target).exists() else None


def _lighten(app: Sphinx, error: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    if error or not static.exists():
        return
    css = Path(app.outdir) / THEME_CSS
    css.write_text(ICONS.sub("", css.read_text(encoding="utf-8")), encoding="utf-8")
    for pattern in NOT_USED:
        for path in static.glob(pattern):
            path.unlink()
