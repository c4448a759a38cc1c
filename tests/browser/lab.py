"""JupyterLab in a browser, as a student meets it: notebooks, cells, live views."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

# Its commands arrive one plugin after another, on a slow machine long after the page is there.
READY = """async () => {
    await window.jupyterapp?.restored;
    return ['docmanager:open', 'notebook:run-all-cells']
        .every(command => window.jupyterapp?.commands.hasCommand(command));
}"""
OPEN = """async path => {
    const panel = await window.jupyterapp.commands.execute('docmanager:open', {path});
    await panel.context.ready;
    await panel.sessionContext.ready;
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
CLOSE = """async () => {
    const panel = window.jupyterapp.shell.currentWidget;
    await panel.sessionContext.shutdown();
    panel.dispose();
}"""
IN_TIME = """argument => Promise.race([
    (%s)(argument),
    new Promise((_, fail) => setTimeout(fail, 120_000, new Error('two minutes, and not done'))),
])"""
PLACE_OF_CELL = """id => window.jupyterapp.shell.currentWidget.content.widgets
    .findIndex(cell => cell.model.sharedModel.id === id)"""
ACTIVATE = """place => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = place;
    notebook.mode = 'command';
    notebook.activeCell.node.focus();
}"""
WATCH_SIZE = """area => {
    area.sizes = {};
    new ResizeObserver(() => {
        const rows = area.querySelectorAll('tr').length;
        (area.sizes[rows] ??= new Set()).add(Math.round(area.getBoundingClientRect().height));
    }).observe(area);
}"""
SIZES = "area => Object.entries(area.sizes).map(([rows, heights]) => [rows, [...heights]])"


@dataclass(frozen=True)
class View:
    """What `explore` shows below a cell: rows of controls, a line for errors, pictures."""

    cell: Locator

    @property
    def body(self) -> Locator:
        return self.cell.locator(".jp-OutputArea-output > .widget-vbox")

    @property
    def rows(self) -> Locator:
        return self.body.locator(":scope > *:has(input)")

    @property
    def message(self) -> Locator:
        return self.body.locator(":scope > .widget-html")

    @property
    def pictures(self) -> Locator:
        return self.body.locator(":scope > .widget-vbox")

    def state(self) -> str:
        """Everything that the pictures are made of; each new image has a new address."""
        return self.pictures.inner_html()

    def expect_change_from(self, before: str, timeout: float | None = None) -> None:
        expect(self.pictures).not_to_have_js_property("innerHTML", before, timeout=timeout)

    def watch_height(self) -> None:
        self._area.evaluate(WATCH_SIZE)

    def heights(self) -> dict[int, list[int]]:
        """All heights the output has had, for each number of table rows shown."""
        return {int(rows): seen for rows, seen in self._area.evaluate(SIZES)}

    @property
    def _area(self) -> Locator:
        return self.cell.locator(".jp-OutputArea")


@dataclass(frozen=True)
class OpenNotebook:
    """The notebook in front."""

    page: Page

    @property
    def panel(self) -> Locator:
        return self.page.locator(".jp-NotebookPanel")

    @property
    def code_cells(self) -> Locator:
        return self.panel.locator(".jp-CodeCell")

    @property
    def errors(self) -> Locator:
        kinds = ("application/vnd.jupyter.error", "application/vnd.jupyter.stderr")
        return self.panel.locator(", ".join(f'[data-mime-type="{kind}"]' for kind in kinds))

    def run_all(self) -> None:
        self.page.evaluate(IN_TIME % RUN_ALL)

    def cell(self, name: str) -> Locator:
        return self.panel.locator(".jp-Cell").nth(self._place(name))

    def view(self, name: str) -> View:
        return View(self.cell(name))

    def output(self, name: str) -> Locator:
        return self.cell(name).locator(".jp-OutputArea-output")

    def select(self, name: str) -> None:
        self.page.evaluate(ACTIVATE, self._place(name))
        expect(self.cell(name)).to_be_focused()

    def write(self, name: str, source: str) -> None:
        self.cell(name).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(source)

    def tab_into(self, view: View) -> None:
        """Press Tab on the selected cell until something in its view has the focus."""
        for _ in range(5):
            self.page.keyboard.press("Tab")
            if view.body.locator(":focus").count():
                return
        raise AssertionError("Tab does not lead from the cell to its first control")

    def _place(self, name: str) -> int:
        return int(self.page.evaluate(PLACE_OF_CELL, name))


@dataclass
class Lab:
    """JupyterLab with one notebook open, and what the browser complained about meanwhile."""

    page: Page
    complaints: list[str]
    path: str = ""

    def open(self, path: str) -> OpenNotebook:
        """Open a notebook as it is on disk; what happened to the one before is forgotten."""
        if self.path:
            self.page.evaluate(IN_TIME % CLOSE)
        self.path = ""
        self.complaints.clear()
        self.page.evaluate(IN_TIME % OPEN, path)
        self.path = path
        return OpenNotebook(self.page)

    def executed(self, path: str) -> OpenNotebook:
        """Open a notebook and run all its cells, unless that was the last thing done."""
        if self.path != path:
            self.open(path).run_all()
        return OpenNotebook(self.page)
