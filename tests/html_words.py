"""Reads a page: what it shows, and what it is made of."""

from html.parser import HTMLParser
from pathlib import Path


class Words(HTMLParser):
    """What a page shows, and which tags and attributes it is made of."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text = ""
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.text += " " * (tag in ("td", "th"))
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data
