// What a button of the website opens runs by itself, and every notebook says what it waits for.

(() => { // a classic script, and not the only one that shares names with the page
  const WAITS = "Python is on its way: about 20 seconds the first time. From then on it is kept.";
  const LOOK = `box-sizing: border-box; min-height: 2.6em; padding: .6em 1em; text-align: center;
    background: var(--jp-layout-color2); color: var(--jp-ui-font-color1);
    font-family: var(--jp-ui-font-family); font-size: var(--jp-ui-font-size2)`;
  const asked = new URLSearchParams(location.search); // JupyterLite takes the path out of it

  let shared;

  async function module(name) {
    const [versions] = Object.values(shared[name]);
    return (await versions.get())();
  }

  async function opening() {
    const { INotebookTracker, NotebookActions } = await module("@jupyterlab/notebook");
    const { Widget } = await module("@lumino/widgets");

    async function tell({ contentHeader, sessionContext }) {
      const line = new Widget();
      line.node.setAttribute("role", "status");
      line.node.style.cssText = LOOK;
      contentHeader.addWidget(line);
      requestAnimationFrame(() => (line.node.textContent = WAITS)); // a change is what is read out
      await sessionContext.ready;
      await sessionContext.session?.kernel?.info;
      line.dispose();
    }

    async function opened(panel) {
      tell(panel);
      if (asked.get("run") !== "1" || asked.get("path") !== panel.context.path) return;
      asked.delete("run"); // opened again, it does not run again
      await panel.revealed;
      history.replaceState(null, "", location.pathname); // a reload finds the page as it was left
      const { content, sessionContext } = panel;
      NotebookActions.runCells(content, content.widgets, sessionContext); // the reader stays at the top
    }

    return {
      id: "attention-course-live:opening",
      autoStart: true,
      requires: [INotebookTracker],
      activate: (_, tracker) => tracker.widgetAdded.connect((_, panel) => opened(panel)),
    };
  }

  // What a bundler would have made: JupyterLab asks it for the module that package.json names.
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["attention-course-live"] = {
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const plugins = [await opening()];
      return () => plugins;
    },
  };
})();
