"""What was run, saved and closed shows its pictures when it is opened again; so does what nobody has run."""

import shutil
from pathlib import Path

import nbformat
import pytest
from lab import (
    END_ALL,
    IN_TIME,
    IS_CHANGED,
    IS_OPEN,
    KERNEL_INFO,
    ON_DISK,
    OPEN,
    RUN_ALL,
    SAVE,
    Lab,
    OpenNotebook,
)
from pictures import notebook_of
from playwright.sync_api import expect
from server import jupyterlab, visit

ROOT = Path(__file__).parents[2]
VIEW = "application/vnd.jupyter.widget-view+json"
FIRST, *OTHERS = [
    path.relative_to(ROOT).as_posix()
    for folder in ("notebooks", "notebooks/practice", "exercises", "solutions")
    for path in sorted((ROOT / folder).glob("*.ipynb"))
]
COPY = "path => window.jupyterapp.serviceManager.contents.copy(path, '').then(copy => copy.path)"
WRITE = """([path, content]) => window.jupyterapp.serviceManager.contents.save(
    path, {type: 'notebook', format: 'json', content})"""
LEAVE = "() => window.jupyterapp.shell.currentWidget.dispose()"
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
DRAW_ON = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.node.querySelector('.jp-OutputArea-output path'))
    .map(cell => cell.model.sharedModel.id)"""
STAYS_IN_PLACE = """() => {
    const drawing = document.querySelector('.jp-OutputArea-output > div');
    const [inner, outer] = [drawing, drawing.parentElement].map(part => part.getBoundingClientRect());
    return inner.height <= outer.height;
}"""

LINE = '<svg viewBox="0 0 9 9"><path d="M0 0h9"/>{}</svg>'
BY_STRANGERS = {
    "drawing": f'<div style="position:fixed;inset:0;z-index:9999">{LINE.format("")}</div>',
    "script": LINE.format("<script>window.stranger = true</script>"),
    "image": LINE.format('<image href="x" onerror="window.stranger = true"/>'),
    "link": LINE.format('<a href="javascript:window.stranger = true"><text>Go</text></a>'),
    "change": LINE.format('<animate attributeName="d" onbegin="window.stranger = true"/>'),
    "page": LINE.format("<foreignObject><iframe></iframe></foreignObject>"),
    "look": LINE.format("<style>* { display: none }</style>"),
    "event": LINE.format("").replace("svg", 'svg onload="window.stranger = true"', 1),
    "command": '<b data-commandlinker-command="docmanager:save">Go</b>' + LINE.format(""),
    "loaded": LINE.format("").replace("svg", 'svg style="background:url(//127.0.0.1/x)"', 1),
    "disguised": LINE.format("").replace("svg", r'svg fill="u\72l(//127.0.0.1/x)"', 1),
    "folded": "<template><script>window.stranger = true</script></template>" + LINE.format(""),
}
VIEWS = {
    "panel": """from time import sleep
from course.views import explore, words

def show(n=1):
    if n == 3:
        sleep(6)
    return words(f"{n} of 3")

explore(show, n=(1, 3, 1))""",
    "hunt": "%load_ext checks\n%hunt",
    "training": "from course.lessons.training import TrainingBar\nTrainingBar()",
}


def run_and_save(notebook: OpenNotebook, path: str) -> tuple[int, str]:
    """Return how many views live, and what is on disk."""
    notebook.page.evaluate(IN_TIME % RUN_ALL)
    notebook.page.evaluate(IN_TIME % SAVE)
    written = str(notebook.page.evaluate(ON_DISK, path))
    assert VIEW not in written
    return notebook.panel.locator(".attnlib-view").count(), written


def check_live_again(notebook: OpenNotebook, count: int) -> None:
    expect(notebook.panel.locator(".attnlib-view")).to_have_count(count)
    assert not notebook.page.evaluate(IS_CHANGED)


@pytest.mark.parametrize(
    "path", [FIRST, *(pytest.param(path, marks=pytest.mark.thorough) for path in OTHERS)]
)
def test_pictures_outlive_their_kernel(path: str, lab: Lab) -> None:
    copy = lab.page.evaluate(COPY, path)
    notebook = lab.open(copy)
    assert notebook.missing((ROOT / path).read_text(encoding="utf-8")) == []
    live, written = run_and_save(notebook, copy)
    assert live
    lab.page.evaluate(LEAVE)
    lab.page.evaluate(IN_TIME % OPEN, copy)
    check_live_again(notebook, live)
    lab.open(copy)  # after its kernel has ended
    lab.page.evaluate(IN_TIME % KERNEL_INFO)
    assert notebook.missing(written) == []


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["lab/tree", "notebooks"])
def test_in_a_plain_jupyterlab_and_in_notebook_7(place: str, lab: Lab, tmp_path: Path) -> None:
    browser = lab.page.context.browser
    assert browser
    path = Path(FIRST).name
    shutil.copytree(ROOT / "notebooks", tmp_path / "lectures")  # not the folder of the course
    with jupyterlab(tmp_path / "lectures", tmp_path) as address:
        window = browser.new_page(viewport={"width": 1280, "height": 900})
        notebook = OpenNotebook(window)

        def come() -> None:
            visit(window, address.replace("lab?", f"{place}/{path}?"))
            window.wait_for_function(IS_OPEN)
            window.evaluate(IN_TIME % KERNEL_INFO)

        come()
        assert notebook.missing((ROOT / FIRST).read_text(encoding="utf-8")) == []
        live, written = run_and_save(notebook, path)
        come()
        check_live_again(notebook, live)
        window.evaluate(IN_TIME % END_ALL)
        come()
        assert notebook.missing(written) == []
        window.close()


def test_a_stranger_can_draw_and_nothing_else(lab: Lab) -> None:
    cells = [
        nbformat.v4.new_code_cell(
            id=name, outputs=[nbformat.v4.new_output("display_data", {"text/html": html})]
        )
        for name, html in BY_STRANGERS.items()
    ]
    lab.page.evaluate(WRITE, ["stranger.ipynb", notebook_of(cells)])
    lab.open("stranger.ipynb")
    assert lab.page.evaluate(DRAW_ON) == ["drawing"]
    assert not lab.page.evaluate("() => window.stranger")
    assert lab.page.evaluate(STAYS_IN_PLACE)


@pytest.fixture
def views(lab: Lab) -> OpenNotebook:
    cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in VIEWS.items()]
    lab.page.evaluate(WRITE, ["views.ipynb", notebook_of(cells)])
    notebook = lab.open("views.ipynb")
    notebook.run_all()
    return notebook


@pytest.mark.thorough
def test_after_a_restart_of_the_kernel_every_view_says_that_nobody_answers(
    views: OpenNotebook,
) -> None:
    views.page.evaluate(IN_TIME % RESTART)
    panel = views.view("panel")
    panel.body.get_by_role("slider").press("ArrowRight")
    views.view("hunt").body.get_by_role("button", name="Show me").click()
    views.view("training").body.get_by_role("button", name="Train").click()
    statuses = [views.view(name).body.get_by_role("status") for name in ("hunt", "training")]
    for line in (panel.message, *statuses):
        expect(line.filter(has_text="If the kernel was restarted")).to_be_visible()


@pytest.mark.thorough
def test_what_a_view_says_of_a_late_answer_goes_when_it_comes(views: OpenNotebook) -> None:
    panel = views.view("panel")
    panel.body.get_by_role("slider").press("End")
    expect(panel.message).to_contain_text("No answer yet")
    expect(panel.pictures).to_contain_text("3 of 3")
    expect(panel.message).to_be_empty()
