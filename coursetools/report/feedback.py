"""Zips of feedback: a page for each student, under the file names that Moodle and Canvas recognise."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from coursetools.atomic import write_whole
from coursetools.downloads import canvas_attachment, is_from_moodle
from coursetools.filenames import distinct, portable
from coursetools.report.gradebooks import name_of, number_of
from coursetools.report.pages import student_page
from coursetools.report.reading import GradedClass, StudentResult, notebooks_of

Name = Callable[[StudentResult], str]


def write_moodle_feedback(graded: GradedClass, folder: Path) -> None:
    """Write moodle-feedback-<notebook>.zip, for *Upload multiple feedback files in a zip*."""
    _write_zips(graded, folder, "moodle", _moodle_name)


def write_canvas_feedback(graded: GradedClass, folder: Path) -> None:
    """Write canvas-feedback-<notebook>.zip, for *Re-Upload Submissions*."""
    _write_zips(graded, folder, "canvas", _canvas_name)


def _write_zips(graded: GradedClass, folder: Path, system: str, name: Name) -> None:
    for notebook, stem in distinct(notebooks_of(graded.results)).items():
        results = [one for one in graded.results if one.notebook == notebook and name(one)]
        if results:
            write_whole(folder / f"{system}-feedback-{stem}.zip", _zipped(results, name))


def _zipped(results: Sequence[StudentResult], name: Name) -> bytes:
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for result in results:
            page = student_page(name_of(result), [result])
            archive.writestr(ZipInfo(name(result)), page, ZIP_DEFLATED)
    return packed.getvalue()


def _moodle_name(result: StudentResult) -> str:
    """Name the page for Moodle, which splits at underscores: name, number, kind of plugin, plugin."""
    if not number_of(result) or (result.file and not is_from_moodle(result.file.file)):
        return ""
    student = portable(name_of(result).replace("_", " "))
    return f"{student}_{number_of(result)}_assignfeedback_file/{portable(result.notebook)}.html"


def _canvas_name(result: StudentResult) -> str:
    """Name the page for Canvas, which looks for two numbers between underscores: student and file."""
    attachment = canvas_attachment(result.file.file) if result.file else ""
    if not attachment or not number_of(result):
        return ""
    student = portable(name_of(result).replace("_", ""))
    return f"{student}_{number_of(result)}_{attachment}_{portable(result.notebook)}.html"
