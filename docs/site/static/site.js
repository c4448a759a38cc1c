// The site's half of a view: instead of a kernel, a recording answers. `widgets` is attnlib/view/widgets.js.

const here = new URL(".", document.currentScript.src);
const FIXED = "This page keeps these words. In JupyterLab you can write your own.";
const NEAR = "800px"; // how far below the window a view is made ready
const expected = new Map();

// Each file is a classic script that hands over what it holds: from file:// a page may load nothing else.
function load(name) {
  return new Promise((resolve, reject) => {
    expected.set(name, resolve);
    const script = document.createElement("script");
    script.src = new URL(`views/${name}.js`, here);
    script.onerror = () => reject(new Error(`${script.src} is missing`));
    document.head.append(script);
  });
}

window.attnlibSite = { keep: (name, packed) => expected.get(name)(unpacked(packed)) };

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function unpacked(base64) {
  const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Where a value is among those that were recorded: a number typed in, or an arrow, goes to the nearest.
function placeOf(values, wanted) {
  const place = typeof wanted === "object" ? values.findIndex((value) => same(value, wanted)) : values.indexOf(wanted);
  const distance = (value) => Math.hypot(...[value].flat().map((x, n) => x - [wanted].flat()[n]));
  const distances = values.map(distance);
  return place < 0 && Number.isFinite(distances[0]) ? distances.indexOf(Math.min(...distances)) : place;
}

// Acts as the model of an anywidget.
class Recorded {
  #recording;
  #name;
  #attributes;
  #pictures = [];
  #listeners = new Map();

  constructor(recording, name) {
    this.#recording = recording;
    this.#name = name;
    const controls = recording.controls.map((form) => (form.kind === "text" ? { ...form, fixed: FIXED } : form));
    this.#attributes = { ...recording, controls, state: recording.start, dark: isDark(), rows: [], message: "" };
  }

  async ready() {
    await this.#loadPictures();
    this.#answer(this.get("start"));
    return this;
  }

  get(name) {
    return this.#attributes[name];
  }

  set(name, value) {
    this.#attributes[name] = value;
  }

  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  off(event, listener) {
    this.#listeners.set(event, this.#listeners.get(event).filter((other) => other !== listener));
  }

  // The page says only whether it is dark.
  async save_changes() {
    await this.#loadPictures();
    this.#answer(this.get("state"));
  }

  send({ state }) {
    this.#answer(state);
    this.#tell("msg:custom");
  }

  async #loadPictures() {
    const theme = this.get("dark") ? "dark" : "light";
    if (!this.#recording.themed) return;
    const { files, layers } = await load(`${this.#name}-${theme}`);
    const decoded = files.map(bytesOf);
    this.#pictures = layers.map((places) => places.map((place) => decoded[place]));
  }

  #answer(wanted) {
    const { state, word } = this.#reached(wanted);
    const { rows, buttons, message } = this.#recording.answers[this.#key(state)];
    if (!same(buttons, this.get("buttons"))) this.#change("buttons", buttons);
    this.#change("state", state);
    this.#change("rows", rows.map((row) => row.map((picture) => this.#whole(picture))));
    this.#change("message", message || word);
  }

  // What was not drawn beforehand is answered by the nearest that was, and in words.
  #reached(wanted) {
    const { controls, start } = this.#recording;
    const state = this.#recordedState(wanted);
    if (this.#key(state) in this.#recording.answers) return { state, word: "" };
    const moved = controls.find(({ name }) => !same(state[name], this.get("state")[name]));
    const word = `On this page, “${moved.label}” moves only while the other controls are at their start. ` +
      "In JupyterLab they all move together.";
    return { state: { ...start, [moved.name]: state[moved.name] }, word };
  }

  #recordedState(wanted) {
    const { controls, values } = this.#recording;
    const nearest = (name) => values[name][placeOf(values[name], wanted[name])] ?? this.get("state")[name];
    return Object.fromEntries(controls.map(({ name }) => [name, nearest(name)]));
  }

  #key(state) {
    const { controls, values } = this.#recording;
    return controls.map(({ name }) => placeOf(values[name], state[name])).join();
  }

  #whole(picture) {
    if ("html" in picture) {
      return { ...picture, html: picture.html.map((place) => this.#recording.pieces[place]).join("") };
    }
    return { ...picture, png: this.#pictures[picture.png] };
  }

  #change(name, value) {
    this.set(name, value);
    this.#tell(`change:${name}`);
  }

  #tell(event) {
    for (const listener of this.#listeners.get(event) ?? []) listener();
  }
}

const isDark = () => document.body.dataset.jpThemeLight === "false";

// The views know JupyterLab's word for the theme, the theme of the site has its own.
function followTheme() {
  const page = document.documentElement;
  const say = () => { document.body.dataset.jpThemeLight = String(page.dataset.theme !== "dark"); };
  new MutationObserver(say).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
  say();
}

async function enliven(place) {
  const { recording, quiz } = place.dataset;
  const asked = JSON.parse(quiz ?? "{}");
  const model = quiz ? { get: (name) => asked[name] } : await new Recorded(await load(recording), recording).ready();
  const el = document.createElement("div");
  widgets.render({ model, el });
  place.replaceChildren(el);
}

document.addEventListener("DOMContentLoaded", () => {
  followTheme();
  if (location.protocol === "file:") for (const one of document.querySelectorAll(".open-live")) one.hidden = true;
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      enliven(target);
    }
  }, { rootMargin: NEAR });
  for (const place of document.querySelectorAll(".live")) sight.observe(place);
});
