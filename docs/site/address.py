"""Write the addresses of a fork into README.md: python docs/site/address.py WEBSITE REPOSITORY.

README.md keeps the addresses that it holds in a comment, so that they can be replaced again. The
workflow that publishes the website calls this with the address that GitHub gives it.
"""

import re
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
KEPT = re.compile(r"<!-- addresses: (\S+) (\S+) -->")


def addressed(text: str, website: str, repository: str) -> str:
    """Replace the addresses wherever the text has them.

    Parameters
    ----------
    text : str
        With a comment that says which addresses it has.
    website : str
        For example https://somebody.github.io/attention/
    repository : str
        Owner and name on GitHub, for example somebody/attention.

    Raises
    ------
    ValueError
        If there is no such comment, or an address is not one.

    Examples
    --------
    >>> text = "[Look](https://a.github.io/b/) <!-- addresses: https://a.github.io/b/ a/b -->"
    >>> addressed(text, "https://c.org", "c/d")
    '[Look](https://c.org/) <!-- addresses: https://c.org/ c/d -->'
    """
    kept = KEPT.search(text)
    if kept is None:
        raise ValueError(
            "README.md: the comment <!-- addresses: WEBSITE REPOSITORY --> is missing."
        )
    if not re.fullmatch(r"https?://\S+", website) or not re.fullmatch(
        r"[\w.-]+/[\w.-]+", repository
    ):
        raise ValueError(
            f"{website!r}, {repository!r}: an address such as https://somebody.github.io/attention/ "
            "and a repository such as somebody/attention are needed."
        )
    old_website, old_repository = kept.groups()
    text = text.replace(old_website, website.rstrip("/") + "/")
    return re.sub(rf"(?<=[/ ]){re.escape(old_repository)}(?=[/) ])", repository, text)


if __name__ == "__main__":
    README.write_text(
        addressed(README.read_text(encoding="utf-8"), *sys.argv[1:]), encoding="utf-8"
    )
