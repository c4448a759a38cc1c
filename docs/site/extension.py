"""What the site adds to Sphinx: formulas as MathML, links to what is not on it, less to load."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from tinycss2 import parse_rule_list, parse_stylesheet, serialize

ROOT = Path(__file__).parents[2]
START = (ROOT / "notebooks" / "START.md").read_text(encoding="utf-8")
TOPICS = dict(re.findall(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|", START, re.MULTILINE))
LESSON = re.compile(r"(?:notebooks|exercises)/0?(\d+)_")
# static/site.css draws the few icons that are used.
NOT_USED = (
    "**/*.map",
    "*.html",
    "site.js",
    "recorded.js",
    "scripts/fontawesome.*",
    "vendor/**/*.woff2",
)
NOT_ITS_NAME = ' aria-label="Toggle hidden content"'  # the button says itself what it shows
EMPTY_HEAD = re.compile(r'<th class="head[^"]*"><p></p></th>')
FORMULA_HEAD = re.compile(r'<th (class="head[^"]*")>(<p><math.*?</math></p>)</th>', re.DOTALL)
TAG = re.compile(r"<annotation.*?</annotation>|<[^>]*>", re.DOTALL)
SCROLLS = re.compile('<div class="pst-scrollable-table-container"')
WORD, CLASS = re.compile(r"[\w-]+"), re.compile(r"\.(-?[A-Za-z_][\w-]*)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register everything."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.config.html_static_path.append(str(Path(app.srcdir) / "made"))
    app.config.html_extra_path.append(str(Path(app.srcdir) / "copied"))
    app.connect("autodoc-skip-member", _says_nothing)
    app.connect("doctree-read", _leave_words)
    app.connect("doctree-read", _head_rows)
    app.connect("doctree-read", _lead_searches, priority=400)  # before Sphinx reads the title
    app.connect("html-page-context", _name_rightly)
    app.connect("build-finished", _lighten)
    app.connect("build-finished", _list_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def _display(translator: Any, node: nodes.math_block) -> None:
    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math">{formula}</div>')
    raise nodes.SkipNode


def _says_nothing(app: Sphinx, what: str, name: str, member: Any, skip: bool, options: Any) -> Any:
    """Leave out the fields of a named tuple, which its docstring describes."""
    return True if (getattr(member, "__doc__", None) or "").startswith("Alias for field") else None


def _leave_words(app: Sphinx, doctree: nodes.document) -> None:
    """Leave a link's words where its file is in the repository, but not on the site."""
    folder = (ROOT / app.env.docname).parent
    for link in list(doctree.findall(pending_xref)):
        target = link.get("reftarget", "").partition("#")[0]
        domain = link.get("refdomain")
        if domain not in ("py", "doc") and target and (folder / target).exists():
            link.replace_self(link.children)


def _named_head(found: re.Match[str]) -> str:
    """Name a column headed by a formula alone, which not every screen reader takes for text."""
    name = escape(TAG.sub("", found[2]))
    shown = found[2].replace("<p>", '<p aria-hidden="true">', 1)
    return f'<th {found[1]}><span class="visually-hidden">{name}</span>{shown}</th>'


def _head_rows(app: Sphinx, doctree: nodes.document) -> None:
    """Below an empty corner of a table, the first cell of each row heads it."""
    for table in doctree.findall(nodes.tgroup):
        corner = next(table.findall(nodes.entry))
        if not corner.astext():
            next(table.findall(nodes.colspec))["stub"] = 1


def _lead_searches(app: Sphinx, doctree: nodes.document) -> None:
    """Tell searches the topic of a lesson behind its question; the site's own leaves out its code."""
    if lesson := LESSON.match(app.env.docname):
        title = next(doctree.findall(nodes.title)).astext()
        topic = TOPICS[lesson[1]]
        doctree["title"] = f"{title} ({topic})"
        doctree += nodes.meta(name="keywords", content=", ".join(WORD.findall(topic)))
        for container in doctree.findall(nodes.container):
            if "cell_input" in container["classes"]:
                container["classes"].append("no-search")


def _list_pages(app: Sphinx, error: Exception | None) -> None:
    if (base := app.config.html_baseurl) and not error:
        places = (f"<url><loc>{base}{page}.html</loc></url>" for page in sorted(app.env.found_docs))
        listed = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{"".join(places)}</urlset>'
        (Path(app.outdir) / "sitemap.xml").write_text(listed, encoding="utf-8")


def _name_rightly(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Name what the theme names wrongly, or not at all.

    A corner of a table that says nothing heads nothing, folded code is named as it is seen, and a
    table that scrolls, and so takes the focus, is a region.
    """
    body = context.get("body", "").replace(NOT_ITS_NAME, "")
    body = FORMULA_HEAD.sub(_named_head, EMPTY_HEAD.sub("<td></td>", body))
    number = count(1)
    context["body"] = SCROLLS.sub(
        lambda found: f'{found[0]} role="region" aria-label="Table {next(number)}"', body
    )


def _lighten(app: Sphinx, error: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    if error or not static.exists():
        return
    for pattern in NOT_USED:
        for path in static.glob(pattern):
            path.unlink()
    pages = [*Path(app.outdir).rglob("*.html"), *static.glob("*.js"), *static.glob("scripts/*.js")]
    words = {word for path in pages for word in WORD.findall(path.read_text(encoding="utf-8"))}
    for path in [*static.glob("styles/*.css"), *static.glob("mystnb.*.css")]:
        rules = parse_stylesheet(path.read_text(encoding="utf-8"), skip_comments=True)
        path.write_text("".join(_used(rules, words)), encoding="utf-8")


def _used(rules: Iterable[Any], words: set[str]) -> Iterator[str]:
    """Give the rules of a style sheet that can apply to what has these words as classes."""
    for rule in rules:
        if rule.type == "qualified-rule":
            kept = [one for one in _selectors(rule) if set(CLASS.findall(one)) <= words]
            if kept:
                yield f"{','.join(kept)}{{{serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = "".join(_used(parse_rule_list(rule.content, skip_comments=True), words))
            yield f"@{rule.at_keyword}{serialize(rule.prelude)}{{{inner}}}" if inner else ""
        elif rule.type == "at-rule" and rule.lower_at_keyword != "font-face":
            yield rule.serialize()


def _selectors(rule: Any) -> list[str]:
    parts: list[list[Any]] = [[]]
    for token in rule.prelude:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [serialize(part).strip() for part in parts]
