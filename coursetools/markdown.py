"""Markdown as the notebooks use it: split it into blocks, and render it as HTML."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

KINDS = {
    "heading_open": "heading",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "math_block": "formula",
    "html_block": "html",
    "code_block": "code",
    "fence": "code",
}
DOLLARS = re.compile(r"\$([^$]+)\$")

Math = Callable[[str, bool], str]


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, a table or the like.

    Attributes
    ----------
    kind : str
        heading, paragraph, list, table, formula, html or code.
    source : str
        Its Markdown.
    """

    kind: str
    source: str


def blocks(source: str) -> list[Block]:
    r"""Split Markdown into its blocks.

    Parameters
    ----------
    source : str

    Returns
    -------
    list of Block

    Examples
    --------
    >>> blocks("## Two words\n\nThey *fit*:\n\n$$q k$$")  # doctest: +NORMALIZE_WHITESPACE
    [Block(kind='heading', source='## Two words'), Block(kind='paragraph', source='They *fit*:'),
     Block(kind='formula', source='$$q k$$')]
    """
    lines = source.splitlines()
    tokens = [token for token in _parser().parse(source) if token.level == 0 and token.map]
    return [
        Block(KINDS.get(token.type, "paragraph"), "\n".join(lines[slice(*token.map)]).rstrip())
        for token in tokens
        if token.map and token.nesting >= 0
    ]


def as_html(source: str, math: Math) -> str:
    r"""Render Markdown.

    Parameters
    ----------
    source : str
    math : callable
        Turns (LaTeX, whether it is on a line of its own) into HTML.

    Returns
    -------
    str

    Examples
    --------
    >>> as_html("*width* $d_k$", lambda latex, display: f"<i>{latex}</i>")
    '<p><em>width</em> <i>d_k</i></p>\n'
    """
    return str(_parser(math).render(source))


def inline_html(source: str, math: Math) -> str:
    """Render a single line of Markdown, without making it a paragraph or a list.

    Parameters
    ----------
    source : str
    math : callable
        As for `as_html`.

    Returns
    -------
    str

    Examples
    --------
    >>> inline_html("1. Why *divide*?", lambda latex, display: latex)
    '1. Why <em>divide</em>?'
    """
    return str(_parser(math).renderInline(source))


def html_with_math(source: str, math: Math) -> str:
    """Render the formulas in the HTML parts of a notebook's Markdown.

    Parameters
    ----------
    source : str
    math : callable
        As for `as_html`.

    Returns
    -------
    str

    Examples
    --------
    >>> html_with_math("<em>All</em> of $d_k$.", lambda latex, display: f"<i>{latex}</i>")
    '<em>All</em> of <i>d_k</i>.'
    """
    return DOLLARS.sub(lambda found: math(found[1], False), source)


def _parser(math: Math | None = None) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table").use(dollarmath_plugin)
    if math is not None:
        parser.add_render_rule("math_inline", _rule(math, False))
        parser.add_render_rule("math_block", _rule(math, True))
    return parser


def _rule(math: Math, display: bool) -> Callable[..., str]:
    def render(_: object, tokens: Sequence[Token], place: int, *_unused: object) -> str:
        return math(tokens[place].content.strip(), display)

    return render
