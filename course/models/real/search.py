"""Search a folder of texts by words and by meaning: the course's lessons, or notes of one's own.

BM25 counts the words that a question and a paragraph share, and all-MiniLM-L6-v2 compares what the
two mean. Both scores are standardised and added. Without the model, words are counted alone.

    python -m course.models.real.search

asks the 40 questions of `search.toml` once more, and records the answers beside this file; it takes
a minute, and needs the model (`make real-model`). Source: Robertson and Zaragoza 2009, *The
Probabilistic Relevance Framework: BM25 and Beyond*, section 3; Reimers and Gurevych 2019,
*Sentence-BERT*, section 3.
"""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size
from course.models.learning.own_text import TextError, prose
from course.models.real.fetch import ModelError, cache_folder, load_minilm
from course.models.real.minilm import Model, read
from course.models.real.wordpieces import pieces, words_of

K_1, B = 1.2, 0.75  # how soon repetitions stop counting; how much a long paragraph has to pay
KINDS = (".md", ".txt", ".ipynb")
FEWEST_WORDS = 5  # of a paragraph that can answer something
MOST_PIECES = 256  # the model has been trained on no longer texts
SHOWN_LETTERS = 120  # of a paragraph, where it is found
LESSONS = ("notebooks/[0-9]*.ipynb", "exercises/*_capstone.ipynb")  # which has no lecture
QUESTIONS = Path(__file__).with_name("search.toml")
VECTORS = "vectors_of_paragraphs.npz"
RECORDED = Path(__file__).with_name("search.json")
WORDS, STATIC, MEANING, BOTH = WAYS = ("BM25", "mean of word vectors", "MiniLM", "MiniLM + BM25")
CODE = re.compile(r"```.*?```", re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*)$", re.MULTILINE)


class Paragraph(NamedTuple):
    """A paragraph, and where it stands."""

    file: str  # below the folder
    title: str
    heading: str
    text: str

    @property
    def whole(self) -> str:
        """What is searched: the text, below its title and heading."""
        return f"{self.title}. {self.heading}. {self.text}"


class Index(NamedTuple):
    """Paragraphs that can be searched."""

    paragraphs: Sequence[Paragraph]
    vectors: Floats | None  # (n, d_model), each of length 1
    model: Model | None
    note: str  # what it compares, for whoever searches


class Hit(NamedTuple):
    """A paragraph that was found, with its scores in standard deviations above the mean."""

    file: str
    title: str
    heading: str
    text: str  # its beginning
    words: float
    meaning: float | None  # None without the model


class Recorded(NamedTuple):
    """How the 40 questions went."""

    questions: list[str]
    lessons: list[list[int]]  # those that answer each question
    texts: str  # the hash of the paragraphs
    num_paragraphs: int
    by_chance: float  # the mean share of paragraphs that are in a right lesson
    places: dict[str, list[int]]  # for each way, at which place the first right paragraph came
    hits: list[list[Hit]]  # the first three by both scores
    disagreements: dict[str, tuple[int, Hit, Hit]]  # a question, what words found, what meaning did


# What is searched


def paragraphs_of(folder: str | Path, names: Sequence[str] = ("**/*",)) -> list[Paragraph]:
    """Cut the texts in a folder, and in folders below it, into paragraphs.

    Parameters
    ----------
    folder : str or Path
        Of its files, those with the ending .md, .txt and .ipynb are read. Code, formulas, tables,
        and hidden files are left out, and so are paragraphs of fewer than five words.
    names : sequence of str
        Patterns of the files that are meant.

    Returns
    -------
    list of Paragraph

    Raises
    ------
    TextError
        If there is no such folder, if nothing in it can be searched, or if a notebook is broken.

    Examples
    --------
    >>> paragraphs_of("my_notes")
    Traceback (most recent call last):
    ...
    course.models.learning.own_text.TextError: There is no folder my_notes. Is its path complete, and spelled like this?
    """
    folder = Path(folder).expanduser()
    if not folder.is_dir():
        raise TextError(
            f"There is no folder {folder}. Is its path complete, and spelled like this?"
        )
    found = {path for name in names for path in folder.glob(name) if path.suffix.lower() in KINDS}
    paths = sorted(path for path in found if path.is_file() and not _is_hidden(path, folder))
    paragraphs = [one for path in paths for one in _in_file(path, folder)]
    if not paragraphs:
        raise TextError(
            f"The folder {folder} has no text to search: {len(paths)} files ending in "
            f"{', '.join(KINDS)}, and no paragraph of {FEWEST_WORDS} words in them. Is it the folder "
            "that you meant?"
        )
    return paragraphs


def lessons() -> list[Paragraph]:
    """Cut the course into paragraphs: its lectures, and lesson 16, which is an exercise.

    Raises
    ------
    TextError
        If the course's notebooks are not here.

    Examples
    --------
    >>> first = lessons()[0]
    >>> first.file, first.title, first.heading
    ('notebooks/01_dot_product.ipynb', '1 · How alike are two vectors?', '')
    """
    places = (Path.cwd(), *Path.cwd().parents, Path(__file__).parents[3])
    for place in places:
        if any(place.glob(LESSONS[0])):
            return sorted(paragraphs_of(place, LESSONS), key=lambda one: Path(one.file).name)
    raise TextError(
        "The course's lectures are not here: there is no folder notebooks in this folder or above "
        "it. Was this notebook moved out of the course?"
    )


def lesson_of(file: str) -> int | None:
    """Read the number of a lesson from the name of its file.

    >>> lesson_of("notebooks/03_softmax_axis.ipynb"), lesson_of("shopping.md")
    (3, None)
    """
    number = re.match(r"\d+", Path(file).name)
    return int(number[0]) if number else None


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _in_file(path: Path, folder: Path) -> list[Paragraph]:
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    sections = [(path.stem, "", text.split("\n\n"))]
    if path.suffix.lower() != ".txt":
        markdown = _markdown_cells(path, text) if path.suffix.lower() == ".ipynb" else text
        sections = _sections(path.stem, markdown)
    file = path.relative_to(folder).as_posix()
    return [
        Paragraph(file, title, heading, " ".join(part.split()))
        for title, heading, parts in sections
        for part in parts
        if len(terms_of(part)) >= FEWEST_WORDS
    ]


def _markdown_cells(path: Path, text: str) -> str:
    try:
        cells = json.loads(text)["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    except (ValueError, KeyError, TypeError):
        raise TextError(
            f"{path} cannot be read as a notebook. Does it open in JupyterLab? If not, move it out "
            "of this folder."
        ) from None
    return "\n\n".join(sources)


def _sections(title: str, markdown: str) -> list[tuple[str, str, list[str]]]:
    """Cut Markdown at its headings; the first one is the title, if nothing comes before it."""
    before, *rest = HEADING.split(CODE.sub("", markdown))
    headings, bodies = [prose(heading) for heading in rest[::2]], rest[1::2]
    if headings and not before.strip():
        title, headings[0] = headings[0], ""
    pairs = zip(["", *headings], [before, *bodies], strict=True)
    return [(title, heading, prose(body).split("\n")) for heading, body in pairs]


# How a question and a paragraph are compared


@lru_cache(20_000)
def terms_of(text: str) -> tuple[str, ...]:
    """List the words of a text, without capitals, accents and punctuation.

    >>> terms_of("Déjà vu, 3 times!")
    ('deja', 'vu', '3', 'times')
    """
    return tuple(word for word in words_of(text) if word.isalnum())


def bm25(questions: Sequence[str], paragraphs: Sequence[str]) -> Floats:
    """Score each paragraph by the words of each question that it has, rare ones counting most.

    The first repetitions of a word count most, and a long paragraph has to repeat it more often.
    Source: Robertson and Zaragoza 2009, section 3.4, with k_1 = 1.2 and b = .75. Their weight of a
    word is below 0 if more than half of the paragraphs have it; adding 1 inside the logarithm, as
    many programs do, keeps it above.

    Parameters
    ----------
    questions : sequence of q str
    paragraphs : sequence of n str

    Returns
    -------
    (q, n)

    Examples
    --------
    >>> notes = ["the cat sat on the mat", "the dog sat", "the dog and the cat"]
    >>> bm25(["Who was the dog?", "a mouse"], notes).round(2)
    array([[0.08, 0.32, 0.29],
           [0.  , 0.  , 0.  ]])
    """
    asked = [Counter(terms_of(question)) for question in questions]
    words = sorted(set().union(*asked))
    counts = [Counter(terms_of(paragraph)) for paragraph in paragraphs]
    often = np.array([[count[word] for word in words] for count in counts], float)
    often = often.reshape(len(counts), len(words))
    lengths = np.array([count.total() for count in counts], float)
    having = (often > 0).sum(axis=0)
    rarity = np.log(1 + (len(counts) - having + 0.5) / (having + 0.5))
    price = K_1 * (1 - B + B * lengths / max(lengths.mean(), 1))
    weights = rarity * often / (often + price[:, None])
    wanted = np.array([[count[word] for word in words] for count in asked], float)
    scores: Floats = wanted.reshape(len(asked), len(words)) @ weights.T
    return scores


def standardised(scores: ArrayLike) -> Floats:
    """Say of each number in a row how many standard deviations it is above the mean of the row.

    A row of equal numbers becomes 0.

    >>> standardised([[1, 3], [5, 5]])
    array([[-1.,  1.],
           [ 0.,  0.]])
    """
    scores = as_floats(scores, "scores")
    centred = scores - scores.mean(axis=-1, keepdims=True)
    spread = scores.std(axis=-1, keepdims=True)
    differs = spread > 1e-9  # equal numbers may differ by rounding
    result: Floats = np.where(differs, centred / np.where(differs, spread, 1), 0)
    return result


def in_float32(model: Model) -> Model:
    """Let a model read with half as many digits, which takes less than half the time."""
    embedding, *layers = (
        {name: array.astype(np.float32) for name, array in arrays.items()}
        for arrays in (model.embedding, *model.layers)
    )
    return model._replace(embedding=embedding, layers=layers)


def meaning_of(model: Model, text: str) -> Floats:
    """Let the model read a text, of which it gets the first 256 pieces: (d_model,), of length 1."""
    return read(model, _shortened(model, text)).sentence_vector


def mean_of_words(model: Model, text: str) -> Floats:
    """Average the vectors of a text's pieces without reading it: (d_model,), of length 1."""
    tokens = pieces(_shortened(model, text), model.vocabulary)[1:-1]
    mean = model.embedding["embedding"][[model.vocabulary[token] for token in tokens]].mean(axis=0)
    vector: Floats = mean / np.linalg.norm(mean)
    return vector


def _shortened(model: Model, text: str) -> str:
    """Keep the first words of a text, as many as the model can read."""
    words = text.split()
    most = min(MOST_PIECES, len(model.embedding["positions"])) - 2  # [CLS] and [SEP]
    ends = np.cumsum([len(pieces(word, model.vocabulary)) - 2 for word in words])
    return " ".join(words[: np.searchsorted(ends, most, side="right")])


# Searching


def open_index(
    paragraphs: Sequence[Paragraph], reading: bool = True, folder: Path | None = None
) -> Index:
    """Prepare a search, by words and meaning if the model is there, and by words alone if not.

    Parameters
    ----------
    paragraphs : sequence of Paragraph
    reading : bool
        Whether the model may read paragraphs that it has not yet read, which takes about a minute
        for 1,000 of them.
    folder : Path, optional
        Where their vectors are kept. Default: in the cache, beside the model.

    Returns
    -------
    Index
        Its `note` says what it compares.
    """
    folder = folder or cache_folder()
    if not reading and not _kept(folder).keys() >= {hash_of(one.whole) for one in paragraphs}:
        note = "Only words are compared, because the model has not read all these paragraphs."
        return Index(paragraphs, None, None, note)
    try:
        model = in_float32(load_minilm())
    except ModelError as problem:
        return Index(paragraphs, None, None, f"Only words are compared. {problem}")
    vectors = vectors_of(paragraphs, model, folder)
    return Index(paragraphs, vectors, model, "Words and meaning are compared.")


def vectors_of(paragraphs: Sequence[Paragraph], model: Model, folder: Path) -> Floats:
    """Let the model read paragraphs, with a progress bar; what it has read before is looked up.

    Vectors are kept in float16, each under the hash of its text. If the reading is interrupted, the
    next call goes on from there.

    Parameters
    ----------
    paragraphs : sequence of n Paragraph
    model : Model
    folder : Path
        Where vectors are kept.

    Returns
    -------
    (n, d_model)
    """
    texts = {hash_of(paragraph.whole): paragraph.whole for paragraph in paragraphs}
    kept = _kept(folder)
    unread = texts.keys() - kept.keys()
    if unread:
        from rich.progress import track  # here, because the course in the browser is without it

        folder.mkdir(parents=True, exist_ok=True)
        try:
            for name in track(unread, "The model reads", transient=True):
                kept[name] = meaning_of(model, texts[name]).astype(np.float16)
        finally:
            _keep(kept, folder)
    return np.array([kept[hash_of(paragraph.whole)] for paragraph in paragraphs], np.float64)


def hash_of(text: str) -> str:
    """Give a text a short name; another text has another."""
    return sha256(text.encode()).hexdigest()[:16]


def _kept(folder: Path) -> dict[str, Any]:
    """Look up the vectors that are kept, by the hashes of their texts."""
    try:
        with (folder / VECTORS).open("rb") as file, np.load(file) as kept:
            return dict(zip(kept["names"].tolist(), kept["vectors"], strict=True))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):  # there are none, or not whole
        return {}


def _keep(kept: Mapping[str, Any], folder: Path) -> None:
    unfinished = folder / f"unfinished-{VECTORS}"
    np.savez(unfinished, names=np.array(list(kept)), vectors=np.array(list(kept.values())))
    unfinished.replace(folder / VECTORS)


def search(index: Index, question: str, count: int = 3) -> list[Hit]:
    """Find the paragraphs that fit a question best.

    Parameters
    ----------
    index : Index
    question : str
    count : int
        How many paragraphs at most. Those that fit no better than the average are left out.

    Returns
    -------
    list of Hit
        The best first.

    Raises
    ------
    TextError
        If the question has no words.

    Examples
    --------
    >>> notes = [Paragraph("pets.md", "Pets", "", "the cat likes fish"),
    ...          Paragraph("pets.md", "Pets", "Dogs", "the dog barks")]
    >>> (hit,) = search(Index(notes, None, None, ""), "Who likes fish?")
    >>> hit.text, hit.words, hit.meaning
    ('the cat likes fish', 1.0, None)
    """
    if not terms_of(question):
        raise TextError("The question has no words yet. What would you like to find?")
    words = standardised(bm25([question], [one.whole for one in index.paragraphs]))[0]
    meaning = None
    if index.model is not None and index.vectors is not None:
        meaning = standardised(index.vectors @ meaning_of(index.model, question))
    both = words if meaning is None else words + meaning
    best = np.argsort(-both, kind="stable")[: as_size(count, "count")]
    return [_hit(index.paragraphs[i], words, meaning, i) for i in best if both[i] > 0]


def _hit(paragraph: Paragraph, words: Floats, meaning: Floats | None, place: int) -> Hit:
    shown = paragraph.text
    if len(shown) > SHOWN_LETTERS:
        shown = shown[:SHOWN_LETTERS].rpartition(" ")[0] + " …"
    found = None if meaning is None else float(meaning[place])
    return Hit(*paragraph[:3], shown, float(words[place]), found)


# How good it is


def asked() -> tuple[list[str], list[list[int]]]:
    """Read the 40 questions, and the lessons that answer each of them."""
    questions = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))["questions"]
    return [question for question, _ in questions], [right for _, right in questions]


def measured(
    paragraphs: Sequence[Paragraph],
    model: Model,
    folder: Path,
    questions: Sequence[str],
    right: Sequence[Sequence[int]],
) -> Recorded:
    """Ask all questions in four ways, and note at which place a right paragraph comes.

    Parameters
    ----------
    paragraphs : sequence of Paragraph
        Each in a file whose name begins with the number of its lesson.
    model : Model
    folder : Path
        Where vectors are kept.
    questions : sequence of q str
    right : sequence of q sequences of int
        The lessons that answer each of them.
    """
    texts = [paragraph.whole for paragraph in paragraphs]
    words, vectors = bm25(questions, texts), vectors_of(paragraphs, model, folder)
    static, of_static = (
        np.array([mean_of_words(model, text) for text in some]) for some in (texts, questions)
    )
    meaning = np.array([meaning_of(model, question) for question in questions]) @ vectors.T
    by_words, by_meaning = standardised(words), standardised(meaning)
    ways = by_words, of_static @ static.T, by_meaning, by_words + by_meaning
    scores = dict(zip(WAYS, ways, strict=True))
    numbers = np.array([lesson_of(paragraph.file) for paragraph in paragraphs])
    fits = np.array([np.isin(numbers, lessons) for lessons in right])
    places = {way: _first_places(found, fits) for way, found in scores.items()}

    def best(way: str, question: int, count: int = 1) -> list[Hit]:
        order = np.argsort(-scores[way][question], kind="stable")[:count]
        return [
            _hit(paragraphs[place], by_words[question], by_meaning[question], place)
            for place in order
        ]

    ahead = 1 / np.array(places[MEANING]) - 1 / np.array(places[WORDS])
    extremes = {WORDS: int(ahead.argmin()), MEANING: int(ahead.argmax())}
    return Recorded(
        questions=list(questions),
        lessons=[list(lessons) for lessons in right],
        texts=hash_of("\n".join(texts)),
        num_paragraphs=len(paragraphs),
        by_chance=float(fits.mean()),
        places=places,
        hits=[best(BOTH, question, 3) for question in range(len(questions))],
        disagreements={
            way: (question, best(WORDS, question)[0], best(MEANING, question)[0])
            for way, question in extremes.items()
        },
    )


def _first_places(scores: Floats, fits: Floats) -> list[int]:
    """Find at which place of each row, the highest score first, something that fits comes."""
    order = np.argsort(-scores, axis=1, kind="stable")
    return [int(place) + 1 for place in np.take_along_axis(fits, order, axis=1).argmax(axis=1)]


@cache
def recorded() -> Recorded:
    """Read how the 40 questions went.

    >>> len(recorded().hits)
    40
    """
    facts = json.loads(RECORDED.read_text(encoding="utf-8"))
    facts["hits"] = [[Hit(*hit) for hit in hits] for hits in facts["hits"]]
    facts["disagreements"] = {
        way: (question, Hit(*by_words), Hit(*by_meaning))
        for way, (question, by_words, by_meaning) in facts["disagreements"].items()
    }
    return Recorded(**facts)


def record(path: Path, facts: Recorded) -> None:
    """Write what was measured, with scores rounded to two decimals."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(_rounded(fact), ensure_ascii=False)}"
        for name, fact in facts._asdict().items()
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _rounded(fact: Any) -> Any:
    if isinstance(fact, Mapping):
        return {name: _rounded(one) for name, one in fact.items()}
    if isinstance(fact, list | tuple):
        return [_rounded(one) for one in fact]
    return round(fact, 2) + 0.0 if isinstance(fact, float) else fact


def main() -> None:
    """Ask the 40 questions once more, and record the answers."""
    questions, right = asked()
    numbers = set().union(*right)
    try:
        paragraphs = [one for one in lessons() if lesson_of(one.file) in numbers]
        model = in_float32(load_minilm())
    except (TextError, ModelError) as problem:
        sys.exit(str(problem))
    record(RECORDED, measured(paragraphs, model, cache_folder(), questions, right))


if __name__ == "__main__":
    main()
