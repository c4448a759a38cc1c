"""Cut the running text of a notebook into sentences and words."""

import html
import re

from coursetools.markdown import Block

PROSE = {"paragraph", "list", "html"}
ABBREVIATED = re.compile(
    r"(?<!\w)(?:e\.g|i\.e|vs|cf|approx|et al|Fig|Eq|Sec|Mr|Mrs|Dr)\.$|[\s,(](?:\.\.\.|…)$"
)
QUOTED, UNQUOTED = r"“\u2018\"", r"”\u2019\""
# A lower-case word goes on with the sentence, unless it is marked: *it* may well come first.
BEGINS = rf"[(\[{QUOTED}]*(?:[*$`∞\u2212]|\.?\d|[^\W\d_a-z])"
END = re.compile(rf"(?<=[.?!…])(?P<closing>[*)\]{UNQUOTED}]*)\s+(?={BEGINS})")
EMPTY_LINES = re.compile(r"\n\s*\n")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+", re.MULTILINE)
NOT_READ = re.compile(r"<(table|pre|svg|summary)\b.*?</\1>|!\[[^\]]*\]\([^)]*\)", re.DOTALL)
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]+\$|`[^`]+`", re.DOTALL)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
EMPHASIS, TAG = re.compile(r"</?(?:em|strong|b|i)>"), re.compile(r"<[^>]*>")


def sentences(paragraph: str) -> list[str]:
    """Cut a paragraph of Markdown into its sentences.

    Parameters
    ----------
    paragraph : str

    Returns
    -------
    list of str

    Examples
    --------
    >>> sentences("It gets .79. *it* asks (who?) and, e.g., **finds *cat*.** Why?")
    ['It gets .79.', '*it* asks (who?) and, e.g., **finds *cat*.**', 'Why?']
    """
    found, begin = [], 0
    for end in END.finditer(paragraph):
        if not ABBREVIATED.search(paragraph[: end.start()]):
            found.append(paragraph[begin : end.end("closing")].strip())
            begin = end.end()
    found.append(paragraph[begin:].strip())
    return [one for one in found if words(one)]


def words(text: str) -> list[str]:
    """List the words of a text: what stands between spaces and has a letter or a digit.

    Examples
    --------
    >>> words("*Cat* gets .79 = 1 · .79.")
    ['*Cat*', 'gets', '.79', '1', '.79.']
    """
    return [one for one in text.split() if re.search(r"\w", one)]


def paragraphs(block: Block) -> list[str]:
    r"""List what is read as running text in a block: a paragraph, items of a list, or what is folded.

    A formula or a piece of code within a sentence becomes the single word X. A heading, a table, code or
    a formula on a line of its own has no running text.

    Examples
    --------
    >>> paragraphs(Block("list", "- Take $q k$ and\n  [add](sum.md).\n- `n` *twos*."))
    ['Take X and\n  add.', 'X *twos*.']
    """
    if block.kind not in PROSE:
        return []
    parts = (ITEM if block.kind == "list" else EMPTY_LINES).split(block.source)
    return [text for text in map(_plain, parts) if words(text)]


def _plain(source: str) -> str:
    text = FORMULA.sub("X", NOT_READ.sub("", source))
    text = TAG.sub("", EMPHASIS.sub("*", LINK.sub(r"\1", text)))
    return html.unescape(text).strip()
