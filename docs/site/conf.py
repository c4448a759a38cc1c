"""How Sphinx writes the site; docs/site/build.py calls it."""

import sys
from pathlib import Path

from coursetools.lessons import MOVED

SITE = Path(__file__).parent
ROOT = SITE.parents[1]
sys.path.insert(0, str(SITE))
from address import README, UNKNOWN, kept  # noqa: E402

project = "Attention, by hand"
author = "the authors of the course"
language = "en"
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_reredirects",
    "extension",
]

nb_execution_mode = "off"  # build.py has executed everything
nb_code_prompt_show, nb_code_prompt_hide = "Show code", "Hide code"
nb_ipywidgets_js = {}  # recordings need no kernel's widgets, and nothing from elsewhere
myst_enable_extensions = ["attrs_block", "dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 4
myst_dmath_double_inline = True
autodoc_typehints = "none"
autodoc_default_options = {"members": True, "member-order": "bysource"}
napoleon_google_docstring = False
napoleon_use_ivar = True
suppress_warnings = ["ref.python"]  # V is an attribute of several

redirects = {  # from addresses that people may have kept
    f"{folder}/{old}": f"{new}.html"
    for folder in ("notebooks", "exercises")
    for old, new in MOVED.items()
    if (ROOT / folder / f"{new}.ipynb").exists()
}
redirects["notebooks/hunts"] = "practice/hunts.html"
PACKAGES = {  # and what their modules were part of until November 2026
    "course.models": "attnlib",
    "course.models.learning": "attnlib.learning",
    "course.views": "attnlib.view",
    "course.lessons": "attnlib.view",
}
redirects |= {
    f"api/{before}.{path.stem}": f"{package}.{path.stem}.html"
    for package, before in PACKAGES.items()
    for path in (ROOT / package.replace(".", "/")).glob("[!_]*.py")
}

# Other sites show a picture beside a link only if its whole address is known.
here = kept(README.read_text(encoding="utf-8"))
html_baseurl, repository = here if here != UNKNOWN else ("", "")
html_context = {"default_mode": "auto", "html_baseurl": html_baseurl, "repository": repository}
html_theme = "pydata_sphinx_theme"
html_title = project
html_search_scorer = str(SITE / "search.js")
html_additional_pages = {"404": "404.html"}
html_math_renderer = "mathml"
html_static_path = ["static"]  # and what pages.py makes
html_favicon = "static/icon.svg"
html_css_files = ["widgets.css", "site.css"]
html_js_files = ["views.js"]
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_sidebars = {"**": ["sidebar-nav-bs"], "index": [], "docs/INSTALL": [], "search": [], "404": []}
html_theme_options = {
    "navbar_align": "left",
    "back_to_top_button": False,  # it would lie on pictures and text
    "footer_start": ["about"],
    "footer_end": [],
    "article_header_start": [],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "show_nav_level": 1,
    "navigation_depth": 1,  # what is folded would need a button with a name
}
