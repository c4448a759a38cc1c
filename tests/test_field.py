"""docs/FIELD.md: its tables are those of the recording, and its own lines run."""

import re

import field_table


def test_the_tables_are_made() -> None:
    text = field_table.FIELD.read_text(encoding="utf-8")
    assert field_table.page(text) == text


def test_its_lines_run() -> None:
    for code in re.findall(
        r"```python\n(.*?)```", field_table.FIELD.read_text(encoding="utf-8"), re.DOTALL
    ):
        exec(code, {})
