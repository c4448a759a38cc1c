"""The published bank has every answer of the loader, in the form that its schema describes."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from bank import answers, more, witnessed
from jsonschema import Draft202012Validator
from publish_answers import MORE, write

pytestmark = pytest.mark.xdist_group("published bank")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bank")
    write(path)
    return path


def test_its_lines_are_the_answers_of_the_loader_and_keep_to_the_schema(folder: Path) -> None:
    text = (folder / "answers.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.removesuffix("\n").split("\n")]
    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    errors = Draft202012Validator({"type": "array", "items": schema}).iter_errors(lines)
    assert [(error.json_path, error.message[:200]) for error in errors] == []
    loaded = [*answers(), *(answer for name in MORE for answer in more(name))]
    assert Counter((line["task"], line["code"], line["verdict"] == "right") for line in lines) == (
        Counter((answer.task, answer.source, answer.kind == "right") for answer in loaded)
    )
    mistakes = [(line, entry["name"]) for line in lines for entry in line["mistakes"]]
    assert Counter(slug for _, slug in mistakes) == Counter(s for a in loaded for s in a.slugs)
    blind = {(line["task"], slug) for line, slug in mistakes if line["author"] == "blind"}
    assert blind == {(task, s) for task in {a.task for a in loaded} for s in witnessed(task)}


def test_its_card_begins_with_who_did_not_write_it_and_three_lines_of_it_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert card.startswith("No student wrote these answers.\n")
    (code,) = re.findall(r"```python\n((?:.+\n){3})```", card)
    monkeypatch.chdir(folder)
    exec(code, {"json": json, "judge": lambda statement, code: "right"})
    right, count = re.findall(r"\d+", capsys.readouterr().out)
    assert f"# {count} answers" in card
    assert f"{right} answers are right" in card
