"""A bank of questions from the lectures and exercises, for Moodle and Canvas."""

from pathlib import Path

from coursetools.atomic import write_whole
from coursetools.quiz.bank import bank, forms
from coursetools.quiz.canvas import canvas_zip
from coursetools.quiz.moodle import moodle_xml


def write_quiz(course: Path, out: Path) -> dict[Path, int]:
    """Write the bank, and the two forms of a test, for both platforms.

    Parameters
    ----------
    course : Path
        The folder with `notebooks/` and `solutions/`.
    out : Path
        A folder; it is created if needed.

    Returns
    -------
    dict of Path to int
        The files, with the number of questions in each.
    """
    lessons = [*bank(course), *forms()]
    out.mkdir(parents=True, exist_ok=True)
    files: dict[Path, str | bytes] = {
        out / "moodle.xml": moodle_xml(lessons),
        out / "canvas.zip": canvas_zip(lessons),
    }
    for path, content in files.items():
        write_whole(path, content)
    return dict.fromkeys(files, sum(len(lesson.questions) for lesson in lessons))
