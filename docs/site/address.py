"""Write where a fork is published where students read it: python docs/site/address.py WEBSITE REPOSITORY.

README.md keeps both addresses in a comment, so that they can be replaced again. Until they are known,
links to the website begin with ./ and lead to the files of which it makes its pages. The workflow that
publishes the website calls this before it builds it, and again to keep the addresses.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
START = "notebooks/START"  # where JupyterLab opens; the website has its first page instead
KEPT = re.compile(r"^.*<!-- addresses: (\S+) (\S+) -->$", re.MULTILINE)
BADGES = """[![Tests](https://github.com/{0}/actions/workflows/tests.yml/badge.svg)]\
(https://github.com/{0}/actions/workflows/tests.yml) \
[![Open in Codespaces](https://github.com/codespaces/badge.svg)](https://codespaces.new/{0}) """
TO_FILE = re.compile(r"\]\(\./([^)#\s]+)\.(?:md|ipynb)")
TITLE = re.compile(r'^( +)"# .*\\n",\n +"\\n",\n', re.MULTILINE)  # in the JSON of a notebook
BELOW = "[Live on the website]({0}{1}.html), or [run it]({0}docs/INSTALL.html)."
BELOW_TITLE = re.compile(r"\[Live on the website\]\(\S+\), or \[run it\]\(\S+\)\.")
IN_JSON = re.compile(rf' +"{BELOW_TITLE.pattern}\\n",\n +"\\n",\n')


class Addresses(NamedTuple):
    """Where a course is published."""

    website: str  # such as https://somebody.github.io/attention/
    repository: str  # its owner and name on GitHub, such as somebody/attention


UNKNOWN = Addresses("https://OWNER.github.io/REPOSITORY/", "OWNER/REPOSITORY")


def kept(readme: str) -> Addresses:
    """Find the addresses that a text says it has.

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
    """Replace the addresses wherever the text of a page has them.

    >>> addressed("[Look](./A.md#b)", "docs/A.md", UNKNOWN, Addresses("https://c.org", "c/d"))
    '[Look](https://c.org/docs/A.html#b)'
    """
    if not re.fullmatch(r"https?://\S+", new.website) or not re.fullmatch(
        r"[\w.-]+/[\w.-]+", new.repository
    ):
        raise ValueError(
            f"{new.website!r}, {new.repository!r}: an address such as "
            "https://somebody.github.io/attention/ and a repository such as somebody/attention are needed."
        )
    new = new._replace(website=new.website.rstrip("/") + "/")
    text, badges = _without_website(text, page, old.website), ""
    if new != UNKNOWN:
        text, badges = _with_website(text, page, new.website), BADGES.format(new.repository)
    for before, after in zip(_names(old.repository), _names(new.repository), strict=True):
        text = re.sub(rf"{re.escape(before)}(?![\w.-])", after, text)
    return KEPT.sub(f"{badges}<!-- addresses: {new.website} {new.repository} -->", text)


def _without_website(text: str, page: str, website: str) -> str:
    def file(link: re.Match[str]) -> str:
        target = link[1] or START
        return f"](./{target}.{'md' if (ROOT / f'{folder}{target}.md').exists() else 'ipynb'}"

    folder = page[: page.rfind("/") + 1]
    links = re.compile(rf"\]\({re.escape(website + folder)}(?:([\w/]+)\.html)?")
    return links.sub(file, IN_JSON.sub("", text))


def _with_website(text: str, page: str, website: str) -> str:
    if lesson := re.fullmatch(r"(notebooks|exercises|solutions)/(\w+)\.ipynb", page):
        line = BELOW.format(website, f"{lesson[1].replace('solutions', 'exercises')}/{lesson[2]}")
        text = TITLE.sub(rf'\g<0>\1"{line}\\n",\n\1"\\n",\n', text, count=1)
    text = TO_FILE.sub(rf"]({website}{page[: page.rfind('/') + 1]}\1.html", text)
    return text.replace(f"({website}{START}.html", f"({website}")


def _names(repository: str) -> list[str]:
    """Give the forms in which commands and links name a repository; nbgitpuller's two are quoted."""
    owner, name = repository.split("/")
    folder = f"tree%2F{name}%2Fnotebooks"
    return [f"github.com/{repository}", f"/gh/{repository}", f"com%2F{owner}%2F{name}", folder]


def pages() -> list[str]:
    """List the pages and notebooks in git."""
    listed = ["git", "ls-files", "*.md", "*.ipynb"]
    return subprocess.check_output(listed, cwd=ROOT, text=True).split()


if __name__ == "__main__":
    old, new = kept(README.read_text(encoding="utf-8")), Addresses(*sys.argv[1:])
    for page in pages():
        text = addressed((ROOT / page).read_text(encoding="utf-8"), page, old, new)
        (ROOT / page).write_text(text, encoding="utf-8")
