// Cells that are run before their kernel is there wait for it, pictures outlive it, and a new reader sees the contents.

let shared;

async function module(name) {
  const [versions] = Object.values(shared[name]);
  return (await versions.get())();
}

// JupyterLab drops what is run before the kernel is there. Here it waits, and then runs in order.
// Extensions come after JupyterLab's own plugins, and the last executor that is provided is used.
async function waiting() {
  const { INotebookCellExecutor, runCell } = await module("@jupyterlab/notebook");

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

// A live view ends with its kernel, and JupyterLab prefers what is left of it, an error, to the picture that is
// stored beside it. So no file has it under its own name; the page gives it back if the kernel still has the view.
const VIEW = "application/vnd.jupyter.widget-view+json";
const RESTING = "application/vnd.attnlib.view+json";

function rename(output, from, to) {
  const { [from]: view, ...data } = output.data ?? {};
  return view && data["text/html"] ? { ...output, data: { ...data, [to]: view } } : output;
}

// Files have long texts as lists of lines. Jupyter's server joins them; JupyterLite does not.
const join = (lines) => (Array.isArray(lines) ? lines.join("") : lines);

function joinLines({ text, data, ...output }) {
  const joined = ([kind, lines]) => [kind, kind.endsWith("json") ? lines : join(lines)];
  if (text) output.text = join(text);
  if (data) output.data = Object.fromEntries(Object.entries(data).map(joined));
  return output;
}

function rest(file) {
  const cells = file?.content?.cells?.map(({ outputs, ...cell }) =>
    outputs ? { ...cell, outputs: outputs.map((output) => rename(joinLines(output), VIEW, RESTING)) } : cell,
  );
  return cells ? { ...file, content: { ...file.content, cells } } : file;
}

async function wake({ context, sessionContext }) {
  await Promise.all([context.ready, sessionContext.ready]);
  const reply = await sessionContext.session?.kernel?.requestCommInfo({ target_name: "jupyter.widget" });
  if (!reply || context.isDisposed) return;
  const { model } = context;
  const { dirty } = model;
  for (const { outputs } of model.cells) {
    for (let place = 0; place < (outputs?.length ?? 0); place++) {
      const output = outputs.get(place).toJSON();
      const lives = output.data?.[RESTING]?.model_id in reply.content.comms;
      if (lives) outputs.set(place, rename(output, RESTING, VIEW));
    }
  }
  model.dirty = dirty;
}

async function resting() {
  const { INotebookTracker } = await module("@jupyterlab/notebook");

  function activate({ serviceManager: { contents } }, tracker) {
    const { get, save } = contents;
    contents.get = async (path, options) => {
      const file = rest(await get.call(contents, path, options));
      const panel = tracker.find(({ context }) => context.path === path);
      if (panel && JSON.stringify(file.content).includes(RESTING)) wake(panel);
      return file;
    };
    contents.save = (path, file) => save.call(contents, path, rest(file));
  }

  return { id: "attention-course:resting", autoStart: true, requires: [INotebookTracker], activate };
}

// Out of what nobody has run, JupyterLab takes drawings and patterns, because SVG can bring scripts. HTML in which
// every element and attribute is one of these brings none, whoever wrote it. `contain` keeps it in its place.
const ELEMENTS = new Set(
  `b br caption circle code details div figcaption figure g li line ol p path polygon pre rect span strong summary svg
  table tbody td text th thead tr ul`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `aria-current aria-hidden aria-label class colspan cx cy d data-chosen data-drag data-move data-plane data-to fill
  fill-opacity font-size font-weight height opacity open points preserveaspectratio r role rx scope stroke
  stroke-dasharray stroke-linecap stroke-opacity stroke-width style text-anchor title transform vector-effect viewbox
  width x x1 x2 y y1 y2`.split(/\s+/),
);
const LOADS = /url|image-set|src|\\/i;

function harmless({ localName, attributes }) {
  const isListed = ({ name, value }) => ATTRIBUTES.has(name.toLowerCase()) && !LOADS.test(value);
  return ELEMENTS.has(localName) && [...attributes].every(isListed);
}

async function drawing() {
  const { IRenderMimeRegistry, RenderedHTML, htmlRendererFactory } = await module("@jupyterlab/rendermime");

  class Drawing extends RenderedHTML {
    async render(model) {
      const template = document.createElement("template");
      template.innerHTML = model.data["text/html"];
      if (model.trusted || ![...template.content.querySelectorAll("*")].every(harmless)) return super.render(model);
      this.node.style.contain = "paint";
      this.node.replaceChildren(template.content);
    }
  }

  return {
    id: "attention-course:drawing",
    autoStart: true,
    requires: [IRenderMimeRegistry],
    activate: (_, rendermime) =>
      rendermime.addFactory({ ...htmlRendererFactory, createRenderer: (options) => new Drawing(options) }),
  };
}

// Who has arranged nothing yet sees the contents of the page, and not the list of files. They come before
// anything is opened, so that the focus is never taken from the reader; in a narrow window, they stay away.
const WIDE = matchMedia("(min-width: 48rem)");
const contents = {
  id: "attention-course:contents",
  autoStart: true,
  activate: (app) => {
    app.restored.then(async () => {
      const layout = await app.shell.restored; // Notebook 7 has no layout
      if (layout?.fresh && WIDE.matches) app.commands.execute("toc:show-panel");
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
    const plugins = [await waiting(), await resting(), await drawing(), contents];
    return () => plugins;
  },
};
