"""What bubblewrap lets answers see: the interpreter and its packages, without those of the course."""

import importlib.util
import sys
from collections.abc import Iterable
from pathlib import Path

from coursetools.import_policy import OWN_PACKAGES

# An environment may be the folder of the course, with .git and tests in it.
PARTS = ("bin", "sbin", "lib", "lib32", "lib64", "libexec", "share", "pyvenv.cfg")


def visible_places() -> list[Path]:
    """Give the folders and files of the interpreter, under their own names and those of links to them."""
    named = [Path("/usr"), Path("/usr/local"), Path(sys.base_prefix), Path(sys.prefix)]
    prefixes = {*named, *(one.resolve() for one in named)}
    return sorted({place for one in prefixes for part in PARTS if (place := one / part).exists()})


def masked_places(hidden: Iterable[str]) -> list[str]:
    """Give the places among the visible ones that have to be covered.

    Parameters
    ----------
    hidden : iterable of str
        Folders that must not be seen, besides the packages of the course and its solutions.

    Returns
    -------
    list of str
        Each under every name that it is visible under.
    """
    places = [place.resolve() for place in (*map(Path, hidden), *course_places())]
    return sorted(
        {
            str(seen / place.relative_to(seen.resolve()))
            for seen in visible_places()
            for place in places
            if place.is_relative_to(seen.resolve())
        }
    )


def course_places() -> list[Path]:
    """Where this package and the others are, and the solutions if they are beside them."""
    found = [spec for name in OWN_PACKAGES if (spec := importlib.util.find_spec(name))]
    packages = [
        Path(__file__).parents[1],
        *(Path(place) for spec in found for place in spec.submodule_search_locations or ()),
    ]
    solutions = [package.parent / "solutions" for package in packages]
    return [place for place in (*packages, *solutions) if place.is_dir()]
