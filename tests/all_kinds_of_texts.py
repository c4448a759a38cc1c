"""Texts on which two ways of cutting text into pieces may differ."""

import json
import random
from functools import cache
from pathlib import Path
from unicodedata import category, ucd_3_2_0

ROOT = Path(__file__).resolve().parents[1]

ODD = [
    "",
    " ",
    "   \n\n\t x  \r\n",
    "a \u00a0\u2003 b\u2028c",  # spaces that are not this one
    "a\x00b\x1cc\x85d\x7fe\u200bf\ufeffg\ufffdh\x1c!\uffffi",  # control and format characters
    "It's we'll they've I'm you'd 'tis he'S '' 'sss ''s",
    "1234567 3.14 ²½ Ⅷ ٣٤ x1y2 1st",
    "déjà-vu, ÅNGSTRÖM e\u0301 \u0301 İstanbul ß ŒUVRE",
    "ΟΔΥΣΣΕΥΣ ΣΑΣ ὈΔΥΣΣΕΎΣ",  # str.lower makes another sigma at the end of a word
    "猫が座る。 你好,世界! 한국어 ไทย \U0002a700\U0002f800",
    "👩\u200d👩\u200d👧 🇫🇷 ☂\ufe0f €5 £5 a_b a-b a+b=c <x> ``x'' \"y\" “z” … — ¿¡",
    "<|im_start|>user [CLS] [SEP] [MASK] ##ing",
    "x" * 99 + " " + "x" * 100 + " " + "x" * 101,
]


@cache
def code_points() -> list[str]:
    """List the signs whose kind has not changed since Unicode 3.2.

    About younger ones, two libraries disagree if their tables of Unicode are not equally old.
    """
    signs = map(chr, range(0x110000))
    return [s for s in signs if category(s) == ucd_3_2_0.category(s) not in ("Cn", "Cs")]


def of_random_signs(count: int, seed: int = 0) -> list[str]:
    """Draw short texts of random signs: half of those that matter most, half of all there are."""
    rng = random.Random(seed)
    common = sorted({*"".join(ODD[1:-1])} & {*code_points()})
    return [
        "".join(rng.choices(alphabet, k=rng.randint(1, 30)))
        for alphabet in (common, code_points())
        for _ in range(count // 2)
    ]


def of_the_course() -> list[str]:
    """List what the course says: cells of its lessons, and paragraphs of its pages."""
    cells = [
        "".join(cell["source"])
        for path in sorted(ROOT.glob("notebooks/*.ipynb"))
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
    ]
    pages = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("docs/*.md"))]
    return cells + [paragraph for page in pages for paragraph in page.split("\n\n")]
