
// Below pyodide.js: Pyodide looks for every module in the notebook's folder first. In JupyterLite, each look is
// a request to the page, which is busy then; on_demand.py puts the folder last.
(() => {
  const load = globalThis.loadPyodide;
  globalThis.loadPyodide = async (options) => {
    const python = await load(options);
    python.runPython("import sys; sys.path.remove('')");
    return python;
  };
})();
