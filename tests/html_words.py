"""Reads a page: its text, tags and attributes."""

from html.parser import HTMLParser
from pathlib import Path


class Words(HTMLParser):
    """The text, tags and attributes of a page."""

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
