// What a button of the website opens runs by itself, every notebook says what it waits for, and on a phone
// it has the whole width.

(() => { // a classic script, and not the only one that shares names with the page
  const NARROW = matchMedia("(max-width: 48rem)");
  const WAITS = "Python is on its way: about 10 seconds, and up to a minute on slow computers or networks. What was loaded is kept.";
  const LOOK = `box-sizing: border-box; min-height: ${NARROW.matches ? 6.5 : 2.6}em; padding: .6em 1em; text-align: center;
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

  // JupyterLite shows in the list of files where the file is that an address opens. In a narrow window,
  // the list closes again. The tabs on its left stay, and open it or the contents.
  function closeFiles({ commands, shell }) {
    async function shown(_, { id, result }) {
      if (id !== "docmanager:show-in-file-browser") return;
      commands.commandExecuted.disconnect(shown);
      await result;
      shell.collapseLeft();
      if (shell.isSideTabBarVisible("right")) shell.toggleSideTabBarVisibility("right"); // no lesson needs it
    }
    if (NARROW.matches) commands.commandExecuted.connect(shown);
  }

  // Python loads while the page is still put together. The notebook finds it, by path and name.
  async function begin(app) {
    const path = asked.get("path");
    if (asked.get("run") !== "1" || !path) return;
    await app.activatePlugin("@jupyterlite/pyodide-kernel-extension:kernel");
    const name = path.split("/").pop();
    const session = await app.serviceManager.sessions.startNew({ path, name, type: "notebook", kernel: { name: "python" } });
    session.dispose(); // the connection alone
  }

  const early = { id: "attention-course-live:early", autoStart: true, activate: (app) => void begin(app) };
  const alone = { id: "attention-course-live:alone", autoStart: true, activate: closeFiles };

  // What a bundler would have made: JupyterLab asks it for the module that package.json names.
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["attention-course-live"] = {
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const plugins = [early, await opening(), alone];
      return () => plugins;
    },
  };
})();
