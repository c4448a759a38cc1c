// The browser's half of course.views: native controls, which every keyboard and screen reader knows.

// One move is drawn while the next one travels. More would arrive late; ipywidgets' own way, with one
// at a time, shows fewer pictures during a drag.
const MOST_TRAVELLING = 2;
const QUIET_MS = 600; // how long nothing moves before a screen reader is told what is to be seen
const HEARD_MS = 3000; // then it goes, because it also stands beside each picture
const PATIENCE_MS = 5000;
const UNHEARD =
  "No answer yet. If a cell is running, wait for it. If the kernel was restarted, run the cells again, from the first to this one.";

// After a restart of the kernel, nobody answers.
function patience(line) {
  let timer;
  return {
    begin() {
      clearTimeout(timer);
      timer = setTimeout(() => { line.textContent = UNHEARD; }, PATIENCE_MS);
    },
    end: () => clearTimeout(timer),
  };
}

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

// Not crypto.randomUUID, which browsers keep from pages that are not encrypted.
const newId = () => `attnlib-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;

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
  const box = element("input", { type: "number", "aria-label": `${form.label}, as a number`, ...limits });
  // In JupyterLab, Enter alone does not take what was typed: the box would have to be left first.
  box.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") box.dispatchEvent(new Event("change"));
  });
  return box;
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

// Where no kernel reads what is typed, `form.fixed` says so.
function textControl(form, move) {
  const [id, about] = [newId(), newId()];
  const box = element("input", { type: "text", id, class: "wide", autocomplete: "off", spellcheck: "false" });
  const parts = [label(form, id), box];
  if (form.fixed) {
    box.readOnly = true;
    box.setAttribute("aria-describedby", about);
    parts.push(element("span", { id: about, class: "wide note" }, form.fixed));
  }
  box.addEventListener("input", () => move(box.value));
  const twins = twinButtons(form, () => box.value, move);
  if (twins.node) parts.splice(2, 0, twins.node);
  const show = (text) => {
    if (box.value !== text) box.value = text;
    twins.show(text);
  };
  return { parts, show };
}

// Buttons that exchange a word of a text: `exchanged` in controls.py does the same.
function twinButtons({ twins = [], label }, text, move) {
  const anyTwin = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${twins.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  const found = (within) => [...within.matchAll(anyTwin)].at(-1);
  const exchange = (twin) => {
    const last = found(text()) ?? [...text().matchAll(/[\p{L}\p{N}_]+/gu)].at(-1);
    if (!last) return move(twin);
    move(text().slice(0, last.index) + twin + text().slice(last.index + last[0].length));
  };
  const buttons = twins.map((twin) => button(twin, () => exchange(twin)));
  const show = (now) => {
    const present = found(now)?.[0].toLowerCase();
    buttons.forEach((one, n) => one.setAttribute("aria-pressed", present === twins[n].toLowerCase()));
  };
  if (!twins.length) return { show() {} };
  const about = { class: "twins", role: "group", "aria-label": `${label}, with` };
  return { node: element("span", about, ...buttons), show };
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
  return { parts: [element("span", { id }, ...written(form)), group], show, offer };
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

// A film: a slider over its frames, and buttons that play it, or go one frame on or back.
function filmControl(form, move, travels) {
  const { parts, show } = rangeControl({ ...form, low: 0, high: form.count - 1, step: 1, whole: true }, move);
  const [name, slider] = parts;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const back = element("button", { type: "button", "aria-label": `${form.label}: one back` }, "‹");
  const play = element("button", { type: "button" });
  const on = element("button", { type: "button", "aria-label": `${form.label}: one on` }, "›");
  const now = element("output");
  const buttons = element("span", { class: "film" }, play, back, on, now);
  let place = 0;
  let timer;
  const goTo = (frame) => move(Math.min(form.count - 1, Math.max(0, frame)));
  const sayWhat = () => { play.textContent = timer ? "Pause" : "Play"; };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    sayWhat();
  };
  const tick = () => {
    if (travels()) return; // the picture before is still on its way
    if (place === form.count - 1 || still.matches) pause();
    else goTo(place + 1);
  };
  play.addEventListener("click", () => {
    if (timer) return pause();
    if (place === form.count - 1) goTo(0);
    timer = setInterval(tick, 1000 * form.seconds);
    sayWhat();
  });
  const byHand = (steps) => () => {
    pause();
    goTo(place + steps);
  };
  back.addEventListener("click", byHand(-1));
  on.addEventListener("click", byHand(1));
  slider.addEventListener("input", pause);
  const obey = () => {
    play.hidden = still.matches;
    if (still.matches) pause();
  };
  still.addEventListener("change", obey);
  obey();
  sayWhat();
  const showFrame = (frame) => {
    place = frame;
    show(frame);
    slider.setAttribute("aria-valuetext", form.names[frame]);
    now.textContent = form.names[frame];
  };
  return { parts: [name, slider, buttons], show: showFrame, stop: pause };
}

// What is chosen or dragged in a picture has its control there: see `hands`.
const inPicture = () => ({ parts: [], show: () => {} });

const label = (form, id) => element("label", { for: id }, ...written(form));

// d_k is written as the lesson writes it: d with a small k.
function written({ label, symbol }) {
  return symbol ? [symbol[0], element("sub", {}, symbol[1])] : [label];
}

const KINDS = {
  range: rangeControl,
  list: listControl,
  checkbox: checkboxControl,
  text: textControl,
  choice: choiceControl,
  words: wordsControl,
  film: filmControl,
  part: inPicture,
  point: inPicture,
};

// Parts of a drawing can be chosen (data-move, data-to), and points of a plane dragged (data-drag).
// The kernel draws them; the hand moves them at once, and the kernel's numbers follow.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PARTS = "[data-to]";
const POINTS = "[data-drag]";

function hands(body, move, present) {
  let held = null; // the name of a point

  function choose(part) {
    move(part.dataset.move, JSON.parse(part.dataset.to));
  }

  function dragTo(point, wanted) {
    const [, , , low, high, step] = planeOf(point);
    const snapped = wanted.map((value) => {
      const near = Number((Math.round(value / step) * step).toPrecision(6));
      return Math.min(high, Math.max(low, near));
    });
    dressPoint(point, snapped);
    move(point.dataset.drag, snapped);
  }

  body.addEventListener("click", (event) => {
    const part = event.target.closest(PARTS);
    if (part) choose(part);
  });
  body.addEventListener("keydown", (event) => {
    const along = ARROWS[event.key];
    const part = event.target.closest(PARTS);
    const point = event.target.closest(POINTS);
    if (point && along) {
      const step = planeOf(point)[5] * (event.shiftKey ? 4 : 1);
      const [x, y] = present(point.dataset.drag);
      dragTo(point, [x + along[0] * step, y - along[1] * step]);
    } else if (part && along) {
      const next = neighbour(part, [...body.querySelectorAll(PARTS)], along);
      if (next) {
        next.focus();
        choose(next);
      }
    } else if (part && (event.key === "Enter" || event.key === " ")) choose(part);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  body.addEventListener("pointerdown", (event) => {
    const point = event.target.closest(POINTS);
    if (!point) return;
    held = point.dataset.drag;
    point.focus();
    body.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  // Otherwise the page would scroll with the finger: Chromium does not heed touch-action here.
  const stay = (event) => { if (event.target.closest(POINTS)) event.preventDefault(); };
  body.addEventListener("touchstart", stay, { passive: false });
  body.addEventListener("pointermove", (event) => {
    if (!held) return;
    const point = body.querySelector(`[data-drag="${held}"]`);
    const [left, top, unit] = planeOf(point);
    const screen = point.ownerSVGElement.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen);
    dragTo(point, [(x - left) / unit, (top - y) / unit]);
  });
  const letGo = () => { held = null; };
  body.addEventListener("pointerup", letGo);
  body.addEventListener("pointercancel", letGo);

  // The hand may be ahead of the kernel: points are where the page has moved them.
  return function dress(drawn) {
    for (const point of drawn.querySelectorAll(POINTS)) dressPoint(point, present(point.dataset.drag));
    dressParts([...drawn.querySelectorAll(PARTS)]);
  };
}

const planeOf = (point) => point.ownerSVGElement.dataset.plane.split(" ").map(Number);

function drawPoint(point, [x, y]) {
  const [left, top, unit] = planeOf(point);
  const [across, down] = [left + x * unit, top - y * unit];
  const line = point.querySelector("line");
  line.setAttribute("x2", across);
  line.setAttribute("y2", down);
  point.querySelector("g").setAttribute("transform", `translate(${across} ${down})`);
  const turned = (-Math.atan2(y, x) * 180) / Math.PI;
  point.querySelector("path").setAttribute("transform", `rotate(${turned.toFixed(1)})`);
}

function dressPoint(point, [x, y]) {
  drawPoint(point, [x, y]);
  const angle = Math.round((Math.atan2(y, x) * 180) / Math.PI);
  const said = { role: "slider", tabindex: 0, "aria-valuemin": -180, "aria-valuemax": 180 };
  Object.assign(said, { "aria-valuenow": angle, "aria-valuetext": `at ${x}, ${y}; ${angle} degrees` });
  for (const [name, value] of Object.entries(said)) point.setAttribute(name, value);
  point.dataset.lmSuppressShortcuts = "true";
}

// One stop for the Tab key; arrow keys go on from there.
function dressParts(parts) {
  const chosen = parts.find((part) => part.dataset.chosen) ?? parts[0];
  for (const part of parts) {
    const inTable = part.tagName === "TD" || part.tagName === "TH";
    if (inTable) part.closest("table").setAttribute("role", "grid");
    else part.setAttribute("role", "button");
    part.setAttribute(inTable ? "aria-selected" : "aria-pressed", Boolean(part.dataset.chosen));
    part.tabIndex = part === chosen ? 0 : -1;
    part.dataset.lmSuppressShortcuts = "true";
  }
}

function neighbour(part, parts, [right, down]) {
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(part);
  let nearest;
  let least = Infinity;
  for (const other of parts) {
    const [across, below] = [middle(other)[0] - x, middle(other)[1] - y];
    const ahead = right * across + down * below;
    const aside = Math.abs(down * across) + Math.abs(right * below);
    if (ahead > 1 && aside <= ahead && ahead + 2 * aside < least) {
      nearest = other;
      least = ahead + 2 * aside;
    }
  }
  return nearest;
}

// Change a tree into another one, in place where both have the same form: what has the focus keeps it.
function morph(node, wanted) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== wanted.data) node.data = wanted.data;
    return;
  }
  for (const { name } of [...node.attributes]) {
    if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  morphChildren(node, wanted);
}

function morphChildren(node, wanted) {
  const [own, others] = [[...node.childNodes], [...wanted.childNodes]];
  const alike = own.length === others.length && own.every((one, n) => one.nodeName === others[n].nodeName);
  if (alike) own.forEach((one, n) => morph(one, others[n]));
  else node.replaceChildren(...others);
}

// Each picture keeps its place; what changes is what stands in it.

const drawing = () => reachable(element("div", { class: "drawing" }));

// What is wider than the page is scrolled, by keyboard too.
function reachable(box) {
  const reach = new ResizeObserver(() => {
    const wide = box.scrollWidth > box.clientWidth;
    const wanted = wide ? { tabindex: 0, role: "group", "aria-label": "Wider than the page" } : {};
    for (const name of ["tabindex", "role", "aria-label"]) {
      if (name in wanted) box.setAttribute(name, wanted[name]);
      else box.removeAttribute(name);
    }
  });
  reach.observe(box);
  return box;
}

function framed(picture, move, present) {
  const below = element("p", { class: "sentence" });
  if (picture.png === undefined) {
    const body = drawing();
    const dress = hands(body, move, present);
    const show = ({ html, sentence }) => {
      const wanted = document.createElement("template");
      wanted.innerHTML = html;
      dress(wanted.content); // first: what loses its tabindex loses the focus
      morphChildren(body, wanted.content);
      below.textContent = sentence;
      below.hidden = !sentence;
    };
    return { node: element("div", { class: "picture" }, body, below), show };
  }
  // An <img> is empty for a moment when it changes; a canvas keeps its pixels until it is drawn on.
  const canvas = element("canvas", { role: "img", width: picture.width, height: picture.height });
  canvas.style.width = `${picture.width}px`; // it may have more pixels
  const [figure, numbers] = [drawing(), drawing()];
  figure.append(canvas);
  const details = element("details", {}, element("summary", {}, "The numbers"), numbers);
  // The canvas already says it to a screen reader.
  below.setAttribute("aria-hidden", "true");
  let newest = 0;
  const show = ({ png, sentence, table }) => {
    const turn = ++newest;
    canvas.setAttribute("aria-label", sentence);
    below.textContent = sentence;
    numbers.innerHTML = table;
    const files = [png].flat().map((file) => new Blob([file], { type: "image/png" }));
    Promise.all(files.map((file) => createImageBitmap(file))).then((layers) => {
      if (turn === newest) paint(canvas, layers, turn);
    });
  };
  return { node: element("div", { class: "picture" }, figure, below, details), show };
}

// A kernel sends a picture whole, a recording in layers.
function paint(canvas, layers, turn) {
  Object.assign(canvas, { width: layers[0].width, height: layers[0].height });
  for (const layer of layers) canvas.getContext("2d").drawImage(layer, 0, 0);
  canvas.dataset.turn = turn;
}

// A view. The kernel says what there is (controls, rows, message), the page what was moved (state).
// Nothing is rebuilt while a slider moves: values are replaced.

function panel({ model, el }) {
  const root = element("div", { class: "attnlib-view" });
  const controlsBox = element("div", { class: "controls" });
  const message = element("p", { role: "alert" });
  const answer = patience(message);
  const status = element("div", { class: "status" }, message);
  const pictures = element("div", { class: "pictures" });
  const told = element("p", { class: "told", "aria-live": "polite" });
  root.append(controlsBox, status, pictures, told);
  el.append(root);

  let state = model.get("state");
  let travelling = 0;
  let waiting = false;

  const controls = model.get("controls").map((form) => {
    const control = KINDS[form.kind](form, (value) => move(form.name, value), () => travelling > 0);
    controlsBox.append(...control.parts);
    return { name: form.name, kind: form.kind, ...control };
  });
  if (controls.length) {
    const reset = element("button", { type: "button" }, "Reset");
    reset.addEventListener("click", () => moveTo(model.get("start")));
    status.prepend(reset);
  }

  function move(name, value) {
    if (value === null || String(state[name]) === String(value)) return showState();
    moveTo({ ...state, [name]: value });
  }

  const present = (name) => state[name];

  function moveTo(wanted) {
    state = wanted;
    showState();
    send();
  }

  function send() {
    waiting = travelling === MOST_TRAVELLING;
    if (waiting) return;
    travelling += 1;
    answer.begin();
    model.send({ state, moment: performance.timeOrigin + performance.now() });
  }

  function arrived() {
    travelling -= 1;
    if (message.textContent === UNHEARD) showMessage();
    if (travelling) answer.begin();
    else answer.end();
    if (waiting) send();
  }

  // What is typed goes on while an answer travels; the last answer counts.
  function takeState() {
    if (waiting || travelling > 1) return;
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
        const made = row.map((picture) => framed(picture, move, present));
        places.push(...made);
        pictures.append(element("div", { class: "side-by-side" }, ...made.map(({ node }) => node)));
      }
    }
    shown.forEach((picture, index) => places[index].show(picture));
    hideWords();
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET_MS);
  }

  // Words that are buttons in a picture need no second row of buttons.
  function hideWords() {
    for (const { name, parts } of controls.filter(({ kind }) => kind === "words")) {
      const inPicture = pictures.querySelector(`[data-move="${name}"]`) !== null;
      for (const part of parts) part.hidden = inPicture;
    }
  }

  function tell() {
    told.textContent = [...pictures.querySelectorAll(".sentence:not([hidden])")]
      .map((sentence) => sentence.textContent)
      .join(" ");
    timer = setTimeout(() => told.replaceChildren(), HEARD_MS);
  }

  function showMessage() {
    answer.end(); // it may say what takes so long
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
    answer.end();
    for (const control of controls) control.stop?.();
    theme.disconnect();
    model.off("msg:custom", arrived);
    for (const [name, follow] of Object.entries(followed)) model.off(`change:${name}`, follow);
  };
}

// A question: choose, check, and read what the chosen answer is worth.

function quiz({ model, el }) {
  const name = newId();
  const options = model.get("options");
  const buttons = options.map(() => element("input", { type: "radio", name }));
  const labels = options.map((option, place) => element("label", {}, buttons[place], option));
  const check = element("button", { type: "button" }, "Check");
  const verdict = element("p", { class: "verdict", "aria-live": "polite" });
  verdict.textContent = "Pick one, then check.";
  check.addEventListener("click", () => {
    const chosen = buttons.findIndex((button) => button.checked);
    if (chosen < 0) return;
    const right = chosen === model.get("right");
    const said = right ? "✓ Yes." : "✗ Not quite: think again.";
    verdict.textContent = `${said} (${options[chosen]}) ${model.get("reasons")[chosen]}`;
  });
  const legend = element("legend", {}, element("strong", {}, "Predict: "), model.get("question"));
  const body = element("fieldset", {}, legend, ...labels);
  const root = element("div", { class: "attnlib-view quiz" });
  root.append(body, check, verdict);
  el.append(root);
}

// A bug hunt: choose the wrong line, then type what should stand there. The kernel judges both.

function hunt({ model, el }) {
  const title = element("strong");
  const asks = element("span");
  const code = element("ol", { class: "code", "aria-label": "The code: arrow keys move, Enter chooses a line" });
  const codeBox = drawing();
  codeBox.append(code);
  const evidence = drawing();
  const said = element("div", { class: "said", role: "status" });
  const [id, about] = [newId(), newId()];
  const box = element("input", {
    type: "text", id, class: "code", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-describedby": about,
  });
  const repair = element("div", { class: "repair" },
    element("label", { for: id }), box, button("Try it", () => ask({ repair: box.value })),
    element("p", { id: about }, "Leave the field empty if the line should go."));
  const show = button("Show me", () => ask({ show: true }));
  const another = button("Another hunt", () => ask({ another: true }));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") ask({ repair: box.value });
  });
  code.addEventListener("keydown", (event) => {
    const lines = [...code.querySelectorAll("button")];
    const here = lines.indexOf(event.target);
    const next = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: lines.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focusLine(lines, Math.min(lines.length - 1, Math.max(0, next)));
  });

  const answer = patience(said);
  function ask(content) {
    answer.begin();
    model.send(content);
  }
  function heard() {
    answer.end();
    if (said.textContent === UNHEARD) showPage();
  }

  // One stop for Tab; the arrows do the rest.
  function focusLine(lines, place) {
    lines.forEach((line, n) => { line.tabIndex = n === place ? 0 : -1; });
    lines[place]?.focus();
  }

  function lineOf(text, number, { marks, stage }) {
    const [sign, word] = marks[number] ?? ["", ""];
    const line = stage === "find" && text ? button("", () => ask({ guess: number })) : element("div");
    line.append(
      element("span", { class: "sign", "aria-hidden": "true" }, sign),
      element("span", { class: "number" }, String(number)),
      element("code", {}, text || " "),
      element("span", { class: "told" }, word),
    );
    if (line.tagName === "BUTTON") line.tabIndex = -1;
    return element("li", { class: word }, line);
  }

  let shown = {};
  function showPage() {
    const page = model.get("page");
    const focused = el.contains(document.activeElement);
    const place = [...code.querySelectorAll("button")].indexOf(document.activeElement);
    title.textContent = page.title;
    asks.textContent = page.asks;
    code.replaceChildren(...page.lines.map((text, n) => lineOf(text, n + 1, page)));
    const lines = [...code.querySelectorAll("button")];
    if (lines.length) lines[Math.max(0, place)].tabIndex = 0;
    if (shown.evidence !== page.evidence) evidence.innerHTML = page.evidence;
    said.innerHTML = page.said;
    repair.hidden = page.stage !== "repair";
    repair.querySelector("label").textContent = page.asksLine;
    show.hidden = page.stage === "over";
    another.hidden = page.stage !== "over";
    if (shown.stage !== page.stage) {
      box.value = page.draft;
      if (focused) ({ find: lines[0], repair: box, over: another })[page.stage]?.focus();
    } else if (place >= 0) focusLine(lines, place);
    shown = page;
  }

  const root = element("div", { class: "attnlib-view hunt" },
    element("p", {}, title, " ", asks),
    element("div", { class: "side-by-side" }, codeBox, evidence),
    said, repair, element("p", { class: "next" }, show, another));
  el.append(root);
  model.on("change:page", showPage);
  model.on("msg:custom", heard);
  showPage();
  return () => {
    answer.end();
    model.off("msg:custom", heard);
    model.off("change:page", showPage);
  };
}

// A model in training: the kernel trains between two messages.

function training({ model, el }) {
  const press = button("", () => {
    press.disabled = true; // until the kernel answers
    answer.begin();
    model.send({});
  });
  const bar = element("progress", { "aria-label": "Steps of this training" });
  const steps = element("span");
  const said = element("p", { role: "status" });
  const answer = patience(said);
  el.append(element("div", { class: "attnlib-view training" }, press, bar, steps, said));

  function show() {
    const [step, begun, goal] = ["step", "begun", "goal"].map((name) => model.get(name));
    answer.end();
    press.disabled = false;
    press.textContent = model.get("running") ? "Stop" : step ? "Go on" : "Train";
    bar.max = goal - begun;
    bar.value = step - begun;
    steps.textContent = `step ${step.toLocaleString("en")} of ${goal.toLocaleString("en")}`;
    if (said.textContent !== model.get("said")) said.textContent = model.get("said");
  }
  model.on("change", show);
  show();
  return () => {
    answer.end();
    model.off("change", show);
  };
}

function button(text, press) {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", press);
  return made;
}

const FORMS = { panel, quiz, hunt, training };

export default { render: (context) => FORMS[context.model.get("form")](context) };
