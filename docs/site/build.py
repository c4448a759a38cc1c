"""Build the website: python docs/site/build.py [folder]; it ends up in build/site/html."""

import shutil
import subprocess
import sys
from pathlib import Path

SITE = Path(__file__).parent
ROOT = SITE.parents[1]
SLIDES = SITE.parent / "slides" / "build.py"
# tests/ has the bank, and folders named like the packages, so the packages come first.
sys.path[:0] = [str(SITE), str(SITE.parent / "lite"), str(ROOT), str(ROOT / "tests")]

from live import LIVE, up_to_date  # noqa: E402
from pages import write_sources  # noqa: E402
from sphinx.cmd.build import main as sphinx  # noqa: E402
from tables import write_tables  # noqa: E402


def main(folder: Path) -> int:
    """Execute, assemble, let Sphinx write the pages, and add the slides; return the exit status."""
    source = folder / "source"
    shutil.rmtree(folder / "html", ignore_errors=True)  # its style sheets were changed afterwards
    write_sources(source)
    write_tables(source / "docs")
    options = ["-c", str(SITE), "-W", "--keep-going", "-j", "auto", "-q", "-d"]
    failed = sphinx([*options, *(str(folder / name) for name in ("doctrees", "source", "html"))])
    if failed:
        return failed
    if up_to_date():
        shutil.copytree(LIVE, folder / "html" / "live")
    return subprocess.run([sys.executable, SLIDES, folder / "html" / "slides"]).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build" / "site"))
