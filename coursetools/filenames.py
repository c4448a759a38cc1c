"""Turn any name into a safe file name that resembles it."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from coursetools.wording import REPLACEMENT, shown

NOT_IN_NAMES = re.compile(rf'[<>:"/\\|?*{REPLACEMENT}]')
DEVICE = re.compile(  # names on Windows
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\..*)?", re.IGNORECASE
)
LONGEST = 150  # bytes, which leaves room for an ending and a draft's process number


def portable(name: str) -> str:
    """Turn a name into a file name that every system accepts, and that stays in its folder.

    Parameters
    ----------
    name : str
        Bytes that are not UTF-8 are lone surrogates, as in `os.fsdecode`.

    Returns
    -------
    str
        The name itself if it is safe; otherwise a cleaned version with part of its SHA-256.

    Examples
    --------
    >>> portable("Ana María Núñez")
    'Ana María Núñez'
    >>> portable("../../etc/passwd")
    '_.._etc_passwd-3754d6cb'
    """
    is_safe = name and _cleaned(name) == name and not DEVICE.fullmatch(name)
    return name if is_safe else _marked(name)


def distinct(names: Iterable[str]) -> dict[str, str]:
    """Give each name its own file name; no two differ only in case.

    Parameters
    ----------
    names : iterable of str

    Returns
    -------
    dict of name to file name

    Examples
    --------
    >>> distinct(["ana", "Ana"])
    {'Ana': 'Ana', 'ana': 'ana-24d4b96f'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(names):
        own = portable(name)
        found[name] = _marked(name) if _folded(own) in taken else own
        taken.add(_folded(found[name]))
    return found


def _cleaned(name: str) -> str:
    harmless = NOT_IN_NAMES.sub("_", shown(name)).strip(" .")
    return harmless.encode()[:LONGEST].decode(errors="ignore")


def _marked(name: str) -> str:
    mark = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:8]
    stem, dot, rest = (_cleaned(name) or "unnamed").partition(".")
    is_device = DEVICE.fullmatch(stem) is not None
    return f"{stem}{'_' * is_device}{dot}{rest}-{mark}"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
