// Run Python in Pyodide, under Node: node in_pyodide.mjs PYODIDE FOLDER SCRIPT PACKAGES ARGUMENT...
// PYODIDE is a folder whose lock names the packages, which stand between commas. FOLDER appears as /folder.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, script, packages, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({
  packages: packages.split(",").filter(Boolean),
  messageCallback: () => {},
});
python.FS.mkdir("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folder");
python.globals.set("arguments", python.toPy(args));
process.exit(python.runPython(readFileSync(script, "utf8")));
