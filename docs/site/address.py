"""Write where a fork is published where students read it: python docs/site/address.py WEBSITE REPOSITORY.

README.md keeps both addresses in a comment, so that they can be replaced again. A fork begins with
UNKNOWN ones, and all its links lead somewhere: those to the website begin with ./ and lead to the
files of which the website makes its pages. The workflow that publishes the website calls this twice:
before it builds the website, and to keep the addresses in the repository.
"""

import re
import subprocess
import sys
from pathlib import Path
from posixpath import join, normpath, relpath
from typing import NamedTuple
from urllib.parse import quote

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
START = "notebooks/START"  # where JupyterLab opens; the website has its first page instead
KEPT = re.compile(r"^.*<!-- addresses: (\S+) (\S+) -->$", re.MULTILINE)
BADGES = (
    "[![Tests](https://github.com/{0}/actions/workflows/tests.yml/badge.svg)]"
    "(https://github.com/{0}/actions/workflows/tests.yml) "
    "[![Open in Codespaces](https://github.com/codespaces/badge.svg)](https://codespaces.new/{0}) "
)
TO_FILE = re.compile(r"\]\(\./([^)#\s]+)\.(?:md|ipynb)")
INSTALL = "[run it yourself]({0}docs/INSTALL.html)."
ANSWER = f"[Answer in the browser]({{0}}exercises/{{1}}.html), or {INSTALL}"
LINES = {  # below the titles of notebooks, by folder
    "notebooks": f"[See its pictures move]({{0}}notebooks/{{1}}.html), or {INSTALL}",
    "exercises": ANSWER,
    "solutions": ANSWER,
}
LINE = re.compile(r"\[(?:See its pictures move|Answer in the browser)\]\(http.*\)\.")
TITLE = re.compile(r'^( +)"# .*\\n",\n +"\\n",\n', re.MULTILINE)  # in the JSON of a notebook
BELOW_TITLE = re.compile(rf' +"{LINE.pattern}\\n",\n +"\\n",\n')


class Addresses(NamedTuple):
    """Where a course is published.

    Attributes
    ----------
    website : str
        For example https://somebody.github.io/attention/
    repository : str
        Owner and name on GitHub, for example somebody/attention.
    """

    website: str
    repository: str


UNKNOWN = Addresses("https://OWNER.github.io/REPOSITORY/", "OWNER/REPOSITORY")


def kept(readme: str) -> Addresses:
    """Find the addresses that a text says it has.

    Raises
    ------
    ValueError
        If there is no such comment.

    Examples
    --------
    >>> kept("<!-- addresses: https://a.github.io/b/ a/b -->").repository
    'a/b'
    """
    found = KEPT.search(readme)
    if found is None:
        raise ValueError(
            "README.md: the comment <!-- addresses: WEBSITE REPOSITORY --> is missing."
        )
    return Addresses(*found.groups())


def addressed(text: str, page: str, old: Addresses, new: Addresses) -> str:
    """Replace the addresses wherever the text of a page has them, and what depends on them.

    Raises
    ------
    ValueError
        If a new address is not one.

    Examples
    --------
    >>> mine = addressed("[Look](./A.md#b)", "docs/A.md", UNKNOWN, Addresses("https://c.org", "c/d"))
    >>> mine
    '[Look](https://c.org/docs/A.html#b)'
    """
    if not re.fullmatch(r"https?://\S+", new.website) or not re.fullmatch(
        r"[\w.-]+/[\w.-]+", new.repository
    ):
        raise ValueError(
            f"{new.website!r}, {new.repository!r}: an address such as "
            "https://somebody.github.io/attention/ and a repository such as somebody/attention are needed."
        )
    new = Addresses(new.website.rstrip("/") + "/", new.repository)
    text = _with_website(_without_website(text, page, old.website), page, new.website)
    for before, after in zip(_places(old), _places(new), strict=True):
        text = re.sub(rf"{re.escape(before)}(?![\w.-])", after, text)
    badges = BADGES.format(new.repository) if new != UNKNOWN else ""
    return KEPT.sub(f"{badges}<!-- addresses: {new.website} {new.repository} -->", text)


def _without_website(text: str, page: str, website: str) -> str:
    def file(link: re.Match[str]) -> str:
        target = link[1] or START
        ending = ".md" if (ROOT / f"{target}.md").exists() else ".ipynb"
        return f"](./{relpath(f'/{target}', f'/{Path(page).parent}')}{ending}"

    text = BELOW_TITLE.sub("", text) if page.endswith(".ipynb") else text
    return re.sub(rf"\]\({re.escape(website)}(?:([\w/]+)\.html)?", file, text)


def _with_website(text: str, page: str, website: str) -> str:
    def address(link: re.Match[str]) -> str:
        target = normpath(join(str(Path(page).parent), link[1]))
        return f"]({website}{'' if target == START else f'{target}.html'}"

    if website == UNKNOWN.website:
        return text
    folder, name = str(Path(page).parent), Path(page).stem
    if page.endswith(".ipynb") and folder in LINES:
        line = LINES[folder].format(website, name)
        text = TITLE.sub(rf'\g<0>\1"{line}\\n",\n\1"\\n",\n', text, count=1)
    return TO_FILE.sub(address, text)


def _places(addresses: Addresses) -> list[str]:
    """List what a repository is called where commands and links to other hosts name it."""
    name = addresses.repository
    quoted = f"github.com%2F{quote(name, safe='')}"  # for nbgitpuller, with the folder it makes
    folder = f"lab%2Ftree%2F{Path(name).name}%2Fnotebooks"
    return [f"github.com/{name}", f"/gh/{name}", quoted, folder]


def pages() -> list[str]:
    """List the pages and notebooks in git."""
    listed = ["git", "ls-files", "*.md", "*.ipynb"]
    return subprocess.run(listed, cwd=ROOT, check=True, stdout=-1, text=True).stdout.split()


if __name__ == "__main__":
    old, new = kept(README.read_text(encoding="utf-8")), Addresses(*sys.argv[1:])
    for page in pages():
        before = (ROOT / page).read_text(encoding="utf-8")
        after = addressed(before, page, old, new)
        if after != before:
            (ROOT / page).write_text(after, encoding="utf-8")
