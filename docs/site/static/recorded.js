// The model of a view without a kernel: a recording answers, or a small model (docs/site/typed).

const FIXED = "This page keeps these words. In JupyterLab you can write your own.";

const isDark = () => document.body.dataset.jpThemeLight === "false";

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
  #typed;
  #attributes;
  #pictures = [];
  #listeners = new Map();

  // `typed` answers the reader's own words, if anything does.
  constructor(recording, name, typed) {
    this.#recording = recording;
    this.#name = name;
    this.#typed = typed;
    const fixed = (form) => (form.kind === "text" && !typed ? { ...form, fixed: FIXED } : form);
    const controls = recording.controls.map(fixed);
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
    const { state, rows, buttons, message } = this.#typed?.answer(wanted) ?? this.#recorded(wanted);
    if (buttons && !same(buttons, this.get("buttons"))) this.#change("buttons", buttons);
    this.#change("state", state);
    if (rows) this.#change("rows", rows);
    this.#change("message", message);
  }

  #recorded(wanted) {
    const { state, word } = this.#reached(wanted);
    const { rows, buttons, message } = this.#recording.answers[this.#key(state)];
    const whole = rows.map((row) => row.map((picture) => this.#whole(picture)));
    return { state, rows: whole, buttons, message: message || word };
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
