"""Write the addresses of a fork where students read them: python docs/site/address.py WEBSITE REPOSITORY.

README.md keeps the addresses that it and some pages of docs hold in a comment, so that they can be
replaced again. The workflow that publishes the website calls this with the address that GitHub gives it.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (
    README,
    *(ROOT / "docs" / f"{name}.md" for name in ("INSTALL", "TEACHING", "CHECKS", "FIELD")),
)
KEPT = re.compile(r"<!-- addresses: (\S+) (\S+) -->")


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


def addressed(text: str, old: Addresses, new: Addresses) -> str:
    """Replace the addresses wherever a text has them.

    Raises
    ------
    ValueError
        If a new address is not one.

    Examples
    --------
    >>> old = Addresses("https://a.github.io/b/", "a/b")
    >>> addressed("[Look](https://a.github.io/b/)", old, Addresses("https://c.org", "c/d"))
    '[Look](https://c.org/)'
    """
    if not re.fullmatch(r"https?://\S+", new.website) or not re.fullmatch(
        r"[\w.-]+/[\w.-]+", new.repository
    ):
        raise ValueError(
            f"{new.website!r}, {new.repository!r}: an address such as "
            "https://somebody.github.io/attention/ and a repository such as somebody/attention are needed."
        )
    text = text.replace(old.website, new.website.rstrip("/") + "/")
    return re.sub(rf"(?<=[/ ]){re.escape(old.repository)}(?=[/) ])", new.repository, text)


if __name__ == "__main__":
    old, new = kept(README.read_text(encoding="utf-8")), Addresses(*sys.argv[1:])
    for page in PAGES:
        page.write_text(addressed(page.read_text(encoding="utf-8"), old, new), encoding="utf-8")
