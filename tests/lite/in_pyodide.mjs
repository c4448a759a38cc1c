// Run Python in Pyodide, under Node: node in_pyodide.mjs PYODIDE COURSE SCRIPT ARGUMENT...
// PYODIDE is the folder of a built course; its lock names what is loaded. COURSE appears as /course.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, course, script, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({
  packages: ["attention-course", "packaging"], // which pytest needs, and the course only with figures
  messageCallback: () => {},
});
python.FS.mkdir("/course");
python.FS.mount(python.FS.filesystems.NODEFS, { root: course }, "/course");
python.globals.set("arguments", python.toPy(args));
process.exit(python.runPython(readFileSync(script, "utf8")));
