"""JupyterLab in a browser, as students see it: notebooks, cells, live views."""

from dataclasses import dataclass

import nbformat
from playwright.sync_api import Locator, Page, expect

SECONDS = 300  # only a hang takes so long, even on a busy machine
# Plugins add commands one after another, on a slow machine long after the page has loaded.
READY = """async () => {
    await window.jupyterapp?.restored;
    return ['apputils:change-theme', 'docmanager:open', 'notebook:run-all-cells']
        .every(command => window.jupyterapp?.commands.hasCommand(command));
}"""
OPEN = """async path => {
    const panel = await window.jupyterapp.commands.execute('docmanager:open', {path});
    await panel.context.ready;
    await panel.sessionContext.ready;
    // On a slow machine it comes to the front only later, and commands go to what is in front.
    while (window.jupyterapp.shell.currentWidget !== panel) {
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}"""
# So that cells can be found by name, without counting them for each query.
RUN_ALL = """() => {
    for (const cell of window.jupyterapp.shell.currentWidget.content.widgets) {
        cell.node.dataset.name = cell.model.sharedModel.id;
    }
    return window.jupyterapp.commands.execute('notebook:run-all-cells');
}"""
CLOSE = """async () => {
    const panel = window.jupyterapp.shell.currentWidget;
    const id = panel.sessionContext.session?.kernel?.id;
    await panel.sessionContext.shutdown();
    panel.dispose();
    // Until then, what it was asked last is still reported as canceled.
    const { kernels } = window.jupyterapp.serviceManager;
    while ([...kernels.running()].some(kernel => kernel.id === id)) {
        await new Promise(resolve => setTimeout(resolve, 10));
    }
}"""
IN_TIME = f"""argument => Promise.race([
    (%s)(argument),
    new Promise((_, fail) => setTimeout(fail, {SECONDS * 1000}, new Error('it hangs'))),
])"""
ACTIVATE = """name => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.findIndex(cell => cell.node.dataset.name === name);
    notebook.mode = 'command';
    notebook.activeCell.node.focus();
}"""
# Heights are recorded by the amount of content: another number of tokens or heads changes the
# number of table rows, of words to click, of letters to read, or the size of an image.
# A frame is blank if a canvas is: a figure covers it with an opaque background.
WATCH = """view => {
    view.seen = {heights: {}, blank: 0};
    const look = () => {
        const images = [...view.querySelectorAll('canvas')];
        const corner = image => image.getContext('2d').getImageData(0, 0, 1, 1).data;
        const amount = [
            view.querySelectorAll('.pictures tr').length,
            view.querySelectorAll('.buttons input').length,
            ...[...view.querySelectorAll('.pictures :is(p, pre)')].map(text => text.textContent.length),
            ...images.map(image => image.getAttribute('height')),
        ].join();
        const height = Math.round(view.getBoundingClientRect().height);
        (view.seen.heights[amount] ??= new Set()).add(height);
        view.seen.blank += images.some(image => corner(image)[3] === 0);
        view.seen.frame = requestAnimationFrame(look);
    };
    look();
}"""
SEEN = """view => {
    cancelAnimationFrame(view.seen.frame);
    return {
        heights: Object.values(view.seen.heights).map(heights => [...heights]),
        blank: view.seen.blank,
    };
}"""
STATE = """(view, counted = false) => {
    const written = node => node.nodeType === Node.TEXT_NODE ? node.data : [
        node.nodeName,
        ...[...node.attributes].filter(one => counted || one.name !== 'data-turn')
            .map(one => `${one.name}=${one.value}`).sort(),
        ...[...node.childNodes].map(written),
    ].join(' ');
    const images = [...view.querySelectorAll('canvas')].map(image => image.toDataURL());
    const parts = [...view.querySelectorAll('.drawing, .sentence, [role=alert]')];
    return [...parts.map(written), ...images].join('\\n');
}"""
# The page itself checks whenever something changes: polling it would cost more than the change.
COMES = f"""(view, [state, wanted, counted = false]) => new Promise(resolve => {{
    const look = () => (({STATE})(view, counted) === state) === wanted && end(true);
    const observer = new MutationObserver(look);
    const end = came => {{
        observer.disconnect();
        clearTimeout(timer);
        resolve(came);
    }};
    const timer = setTimeout(end, {SECONDS * 1000}, false);
    observer.observe(view, {{subtree: true, childList: true, attributes: true, characterData: true}});
    look();
}})"""
# What stands where a cell's stored HTML should be: an error, or less than is stored.
MISSING = """stored => {
    // JupyterLab's sanitizer, which drops some styles, resolves links.
    const styles = (part, node) => node.querySelector('a') ? '' : part.style.cssText;
    const looks = node => [...node.querySelectorAll('*')]
        .map(part => [part.tagName, styles(part, node)]).concat(node.textContent).join();
    const cells = window.jupyterapp.shell.currentWidget.content.widgets;
    return stored.flatMap(([name, html]) => {
        const {node} = cells.find(cell => cell.model.sharedModel.id === name);
        const wanted = document.createElement('div');
        wanted.innerHTML = html;
        const outputs = [...node.querySelectorAll('.jp-OutputArea-output')];
        const shown = outputs.some(output => looks(output) === looks(wanted));
        return shown ? [] : [`${name}: ${outputs.map(output => output.innerText).join().slice(0, 200)}`];
    });
}"""
IS_OPEN = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    const sessions = panel?.sessionContext;
    return Boolean(panel?.context?.isReady && sessions?.isReady && sessions.session?.kernel);
}"""
NOT_EXECUTED = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(({model}) => model.type === 'code' && !model.executionCount)
    .map(({model}) => model.sharedModel.id)"""
KERNEL_INFO = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.info"
IS_CHANGED = "() => window.jupyterapp.shell.currentWidget.context.model.dirty"
SAVE = "() => window.jupyterapp.shell.currentWidget.context.save()"
ON_DISK = "path => fetch(`/files/${path}`).then(answer => answer.text())"
END_ALL = "() => window.jupyterapp.serviceManager.sessions.shutdownAll()"
SET_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"


@dataclass(frozen=True)
class View:
    """What `explore` shows below a cell: controls, a button to reset, a message, pictures."""

    cell: Locator

    @property
    def body(self) -> Locator:
        return self.cell.locator(".attnlib-view")

    @property
    def controls(self) -> Locator:
        """The sliders, number boxes, check boxes and texts, and one button of each choice."""
        shown = "input:not([type=radio]), [role=radiogroup]:not([hidden])"
        return self.body.locator(".controls").locator(shown)

    @property
    def reset(self) -> Locator:
        return self.body.get_by_role("button", name="Reset")

    @property
    def message(self) -> Locator:
        return self.body.get_by_role("alert")

    @property
    def pictures(self) -> Locator:
        return self.body.locator(".pictures")

    def state(self, counted: bool = False) -> str:
        """Everything that is visible, down to the bytes of the images, and how often they were drawn."""
        return str(self.body.evaluate(STATE, counted))

    def is_drawn_after(self, before: str) -> bool:
        """Wait for another drawing than that of a counted state; it may look the same."""
        return bool(self.body.evaluate(COMES, [before, False, True]))

    def returns_to(self, start: str) -> bool:
        return bool(self.body.evaluate(COMES, [start, True]))

    def watch(self) -> None:
        self.body.evaluate(WATCH)

    def seen(self) -> tuple[list[list[int]], int]:
        """Stop watching; return all heights by amount of content, and the count of blank frames."""
        seen = self.body.evaluate(SEEN)
        return seen["heights"], int(seen["blank"])


@dataclass(frozen=True)
class OpenNotebook:
    """The open notebook."""

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

    def not_executed(self) -> list[str]:
        """List the code cells without a number; what is folded away is not drawn, but executed."""
        return list(self.page.evaluate(NOT_EXECUTED))

    def cell(self, name: str) -> Locator:
        # "light": Playwright need not search the whole page for shadow trees.
        return self.page.locator(f"css:light=.jp-Cell[data-name='{name}']")

    def view(self, name: str) -> View:
        return View(self.cell(name))

    def output(self, name: str) -> Locator:
        return self.cell(name).locator(".jp-OutputArea-output")

    def missing(self, notebook: str) -> list[str]:
        """List the stored pictures that are not shown as they are stored; notebook is the JSON."""
        stored = [
            (cell.id, output.data["text/html"])
            for cell in nbformat.reads(notebook, 4).cells
            for output in cell.get("outputs", ())
            if "text/html" in output.get("data", {})
        ]
        return list(self.page.evaluate(MISSING, stored))

    def select(self, name: str) -> None:
        self.page.evaluate(ACTIVATE, name)
        expect(self.cell(name)).to_be_focused()

    def write(self, name: str, source: str) -> None:
        self.cell(name).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(source)

    def tab_into(self, view: View) -> None:
        """Press Tab from the selected cell until something in its view has the focus."""
        for _ in range(5):
            self.page.keyboard.press("Tab")
            if view.body.locator(":focus").count():
                return
        raise AssertionError("Tab does not lead from the cell to its first control")


@dataclass
class Lab:
    """JupyterLab with one notebook open, and the errors that the browser reported meanwhile."""

    page: Page
    complaints: list[str]
    path: str = ""
    has_run: str = ""  # which notebook

    def open(self, path: str) -> OpenNotebook:
        """Open a notebook as it is on disk, on a light page; the one before is forgotten."""
        self.close()
        self.complaints.clear()
        self.set_theme(LIGHT)
        self.page.evaluate(IN_TIME % OPEN, path)
        self.path = path
        return OpenNotebook(self.page)

    def close(self) -> None:
        """Close the open notebook, if there is one; its kernel ends."""
        if self.path:
            self.page.evaluate(IN_TIME % CLOSE)
        self.path = self.has_run = ""

    def set_theme(self, name: str) -> None:
        # JupyterLab shows its splash screen again, and fails if the last one is still fading out.
        expect(self.page.locator("css:light=#jupyterlab-splash")).to_have_count(0)
        self.page.evaluate(SET_THEME, name)
        expect(self.page.locator(f"css:light=body[data-jp-theme-name='{name}']")).to_have_count(1)

    def executed(self, path: str) -> OpenNotebook:
        """Open a notebook and run all its cells, unless this was the last action."""
        if self.has_run != path:
            self.open(path).run_all()
            self.has_run = path
        return OpenNotebook(self.page)
