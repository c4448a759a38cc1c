// Cells that are run before their kernel is there wait for it, and a new reader sees the contents.

let shared;

// JupyterLab drops what is run before the kernel is there. Here it waits, and then runs in order.
// Extensions come after JupyterLab's own plugins, and the last executor that is provided is used.
async function waiting() {
  const [notebook] = Object.values(shared["@jupyterlab/notebook"]);
  const { INotebookCellExecutor, runCell } = (await notebook.get())();

  async function runWhenReady(options) {
    const { cell, sessionContext } = options;
    if (cell.model.type === "code" && sessionContext && !sessionContext.isReady) {
      cell.model.executionState = "running"; // it shows [*], from JupyterLab 4.3 on
      await sessionContext.ready;
      if (cell.isDisposed) return false;
    }
    return runCell(options);
  }

  return {
    id: "attention-course:first-press",
    autoStart: true,
    provides: INotebookCellExecutor,
    activate: () => ({ runCell: runWhenReady }),
  };
}

// Who has arranged nothing yet sees the contents of the page, and not the list of files. They come before
// anything is opened, so that the focus is never taken from the reader.
const contents = {
  id: "attention-course:contents",
  autoStart: true,
  activate: (app) => {
    app.restored.then(async () => {
      const layout = await app.shell.restored; // Notebook 7 has no layout
      if (layout?.fresh) app.commands.execute("toc:show-panel");
    });
  },
};

// What a bundler would have made: JupyterLab asks it for the module that package.json names.
window._JUPYTERLAB ??= {};
window._JUPYTERLAB["attention-course"] = {
  init: (scope) => {
    shared = scope;
  },
  get: async () => {
    const plugins = [await waiting(), contents];
    return () => plugins;
  },
};
