// The browser's half of attnlib.view: native controls, which every keyboard and screen reader knows.

// One move is drawn while the next one travels. More would arrive late; ipywidgets' own way, with one
// at a time, shows fewer pictures during a drag.
const MOST_TRAVELLING = 2;
const QUIET_MS = 600; // how long nothing moves before a screen reader is told what is to be seen

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  // JupyterLab would take the arrow keys for its cells.
  if (["input", "button", "summary"].includes(tag)) made.dataset.lmSuppressShortcuts = "true";
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const newId = () => `attnlib-${crypto.randomUUID()}`;

// Each control is a line of parts and a way to show a state. What it says goes through `move`.

function rangeControl(form, move) {
  const { low, high, step, whole } = form;
  const limits = { min: low, max: high, step };
  const id = newId();
  const slider = element("input", { type: "range", id, ...limits });
  const box = numberBox(form, { min: low, max: high, step: whole ? step : "any" });
  slider.addEventListener("input", () => move(Number(slider.value)));
  box.addEventListener("change", () => {
    const typed = whole ? Math.round(Number(box.value)) : Number(box.value);
    move(box.value === "" ? null : Math.min(high, Math.max(low, typed)));
  });
  stepInBox(box, (steps) => {
    const nearest = Math.round((Number(box.value) - low) / step) + steps;
    const value = Number((low + nearest * step).toPrecision(12));
    move(Math.min(high, Math.max(low, value)));
  });
  const show = (value) => {
    slider.value = value;
    box.value = value;
  };
  return { parts: [label(form, id), slider, box], show };
}

function listControl(form, move) {
  const { numbers } = form;
  const id = newId();
  const slider = element("input", { type: "range", id, min: 0, max: numbers.length - 1, step: 1 });
  const box = numberBox(form, { min: numbers[0], max: numbers.at(-1), step: "any" });
  slider.addEventListener("input", () => move(Number(slider.value)));
  box.addEventListener("change", () => {
    move(box.value === "" ? null : nearestPlace(numbers, Number(box.value)));
  });
  stepInBox(box, (steps) => {
    const place = Number(slider.value) + steps;
    move(Math.min(numbers.length - 1, Math.max(0, place)));
  });
  const show = (place) => {
    slider.value = place;
    slider.setAttribute("aria-valuetext", numbers[place]);
    box.value = numbers[place];
  };
  return { parts: [label(form, id), slider, box], show };
}

function nearestPlace(numbers, value) {
  const distances = numbers.map((number) => Math.abs(number - value));
  return distances.indexOf(Math.min(...distances));
}

function numberBox(form, limits) {
  return element("input", { type: "number", "aria-label": `${form.label}, as a number`, ...limits });
}

// The arrows of a number box step from the lowest value, and know no list: these do.
function stepInBox(box, step) {
  box.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!steps) return;
    event.preventDefault();
    step(steps);
  });
}

function checkboxControl(form, move) {
  const id = newId();
  const box = element("input", { type: "checkbox", id });
  box.addEventListener("change", () => move(box.checked));
  return { parts: [label(form, id), element("span", { class: "wide" }, box)], show: (on) => { box.checked = on; } };
}

function textControl(form, move) {
  const id = newId();
  const box = element("input", { type: "text", id, class: "wide", autocomplete: "off", spellcheck: "false" });
  box.addEventListener("input", () => move(box.value));
  const show = (text) => {
    if (box.value !== text) box.value = text;
  };
  return { parts: [label(form, id), box], show };
}

function choiceControl(form, move) {
  const id = newId();
  const group = element("span", { class: "wide choice", role: "radiogroup", "aria-labelledby": id });
  const offer = (options) => group.replaceChildren(...radios(options, move));
  offer(form.options ?? []);
  const show = (place) => {
    const button = group.querySelectorAll("input")[place];
    if (button) button.checked = true;
  };
  return { parts: [element("span", { id }, form.label), group], show, offer };
}

function wordsControl(form, move) {
  const control = choiceControl(form, move);
  control.parts[1].classList.add("buttons");
  return control;
}

function radios(options, move) {
  const name = newId();
  return options.map((option, place) => {
    const button = element("input", { type: "radio", name });
    button.addEventListener("change", () => move(place));
    return element("label", {}, button, element("span", {}, option));
  });
}

const label = (form, id) => element("label", { for: id }, form.label);

const KINDS = {
  range: rangeControl,
  list: listControl,
  checkbox: checkboxControl,
  text: textControl,
  choice: choiceControl,
  words: wordsControl,
};

// Each picture keeps its place; what changes is what stands in it.

// What is wider than the page is scrolled, by keyboard too.
function drawing() {
  const made = element("div", { class: "drawing" });
  const reach = new ResizeObserver(() => {
    const wide = made.scrollWidth > made.clientWidth;
    const wanted = wide ? { tabindex: 0, role: "group", "aria-label": "Wider than the page" } : {};
    for (const name of ["tabindex", "role", "aria-label"]) {
      if (name in wanted) made.setAttribute(name, wanted[name]);
      else made.removeAttribute(name);
    }
  });
  reach.observe(made);
  return made;
}

function place(picture) {
  const below = element("p", { class: "sentence" });
  if (picture.png === undefined) {
    const body = drawing();
    const show = ({ html, sentence }) => {
      body.innerHTML = html;
      below.textContent = sentence;
      below.hidden = !sentence;
    };
    return { node: element("div", { class: "picture" }, body, below), show };
  }
  // An <img> is empty for a moment when it changes; a canvas keeps its pixels until it is drawn on.
  const canvas = element("canvas", { role: "img", width: picture.width, height: picture.height });
  const numbers = drawing();
  const details = element("details", {}, element("summary", {}, "The numbers"), numbers);
  // The canvas already says it to a screen reader.
  below.setAttribute("aria-hidden", "true");
  let newest = 0;
  const show = ({ png, sentence, table }) => {
    const turn = ++newest;
    canvas.setAttribute("aria-label", sentence);
    below.textContent = sentence;
    numbers.innerHTML = table;
    createImageBitmap(new Blob([png], { type: "image/png" })).then((bitmap) => {
      if (turn === newest) paint(canvas, bitmap, turn);
    });
  };
  return { node: element("div", { class: "picture" }, canvas, below, details), show };
}

function paint(canvas, bitmap, turn) {
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  canvas.dataset.turn = turn;
}

// A view. The kernel says what there is (controls, rows, message), the page what was moved (state).
// Nothing is rebuilt while a slider moves: values are replaced.

function panel({ model, el }) {
  const root = element("div", { class: "attnlib-view" });
  const controlsBox = element("div", { class: "controls" });
  const message = element("p", { role: "alert" });
  const status = element("div", { class: "status" }, message);
  const pictures = element("div", { class: "pictures" });
  const told = element("p", { class: "told", "aria-live": "polite" });
  root.append(controlsBox, status, pictures, told);
  el.append(root);

  const controls = model.get("controls").map((form) => {
    const control = KINDS[form.kind](form, (value) => move(form.name, value));
    controlsBox.append(...control.parts);
    return { name: form.name, ...control };
  });
  if (controls.length) {
    const reset = element("button", { type: "button" }, "Reset");
    reset.addEventListener("click", () => moveTo(model.get("start")));
    status.prepend(reset);
  }

  let state = model.get("state");
  let travelling = 0;
  let waiting = false;

  function move(name, value) {
    if (value === null || state[name] === value) return showState();
    moveTo({ ...state, [name]: value });
  }

  function moveTo(wanted) {
    state = wanted;
    showState();
    send();
  }

  function send() {
    waiting = travelling === MOST_TRAVELLING;
    if (waiting) return;
    travelling += 1;
    model.send({ state, moment: performance.timeOrigin + performance.now() });
  }

  function arrived() {
    travelling -= 1;
    if (waiting) send();
  }

  function takeState() {
    state = model.get("state");
    showState();
  }

  function showState() {
    for (const control of controls) control.show(state[control.name]);
  }

  function showButtons() {
    const buttons = model.get("buttons");
    for (const control of controls) {
      if (control.name in buttons) control.offer(buttons[control.name]);
    }
    showState();
  }

  let places = [];
  let timer;
  function showRows() {
    const shown = model.get("rows").flat();
    if (!places.length && shown.length) {
      for (const row of model.get("rows")) {
        const made = row.map(place);
        places.push(...made);
        pictures.append(element("div", { class: "row" }, ...made.map(({ node }) => node)));
      }
    }
    shown.forEach((picture, index) => places[index].show(picture));
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET_MS);
  }

  function tell() {
    told.textContent = [...pictures.querySelectorAll(".sentence:not([hidden])")]
      .map((sentence) => sentence.textContent)
      .join(" ");
  }

  function showMessage() {
    message.textContent = model.get("message");
  }

  const page = document.body;
  function sayTheme() {
    const dark = page.dataset.jpThemeLight === "false" || page.classList.contains("vscode-dark");
    if (model.get("dark") === dark) return;
    model.set("dark", dark);
    model.save_changes();
  }
  const theme = new MutationObserver(sayTheme);
  theme.observe(page, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });

  const followed = { state: takeState, buttons: showButtons, rows: showRows, message: showMessage };
  for (const [name, follow] of Object.entries(followed)) model.on(`change:${name}`, follow);
  model.on("msg:custom", arrived);
  showButtons();
  showRows();
  showMessage();
  sayTheme();
  return () => {
    clearTimeout(timer);
    theme.disconnect();
    model.off("msg:custom", arrived);
    for (const [name, follow] of Object.entries(followed)) model.off(`change:${name}`, follow);
  };
}

// A question: choose, commit, and read what the chosen answer is worth.

function ballot({ model, el }) {
  const name = newId();
  const options = model.get("options");
  const buttons = options.map(() => element("input", { type: "radio", name }));
  const labels = options.map((option, place) => element("label", {}, buttons[place], option));
  const commit = element("button", { type: "button" }, "Commit");
  const verdict = element("p", { class: "verdict", "aria-live": "polite" });
  verdict.textContent = "Choose an answer, then commit to it.";
  commit.addEventListener("click", () => {
    const chosen = buttons.findIndex((button) => button.checked);
    if (chosen < 0) return;
    const right = chosen === model.get("right");
    const said = right ? "✓ Yes." : "✗ Not quite: think again.";
    verdict.textContent = `${said} (${options[chosen]}) ${model.get("reasons")[chosen]}`;
  });
  const legend = element("legend", {}, element("strong", {}, "Predict: "), model.get("question"));
  const body = element("fieldset", {}, legend, ...labels);
  const root = element("div", { class: "attnlib-view ballot" });
  root.append(body, commit, verdict);
  el.append(root);
}

const FORMS = { panel, ballot };

export default { render: (context) => FORMS[context.model.get("form")](context) };
