// Turns slides, opens answers, makes pictures as large as fits. Without it, all slides are below one another.

const slides = [...document.querySelectorAll(".slide")];
const page = document.documentElement;
// Words get smaller before pictures do: for each size of the words, the smallest zoom of a picture.
const SIZES = [[1, 1.6], [0.92, 1.4], [0.85, 1.3]];
// A picture that is still too high, or too wide, gets the whole height or the whole width.
const SMALL = [[0.85, 0.95], [0.78, 0.75]];
const PAPER = [[0.72, 0.5], [0.62, 0.4]]; // and the overview, both read from near; and long code
const LARGEST = 2.6, STEP = 0.96, TOGETHER = 0.85;
const THEMES = ["light", "projector", "dark"];
const REMEMBERED = "slides-theme";
const COLUMNS = 4; // of the overview, as in slides.css
let now = 0;
let typed = "";
let notesWindow = null;

// How large.

const unit = (slide) => parseFloat(getComputedStyle(slide).paddingLeft) / 40;

const isFar = () => page.matches(".presenting:not(.printing, .overview)");

function overflows(slide) {
  const shown = slide.querySelector(".shown");
  const boxes = [...slide.querySelectorAll(".controls, .drawing, pre")];
  const scrolls = (box, spare) => box.scrollHeight > box.clientHeight + spare || box.scrollWidth > box.clientWidth + spare;
  const { right } = shown.getBoundingClientRect();
  const seen = [...slide.querySelectorAll(".see, .drawing")];
  if (seen.some((one) => one.getBoundingClientRect().right > right + 1)) return true;
  return scrolls(shown, 0) || boxes.some((box) => scrolls(box, 1));
}

// The zoom of the picture, in one size of the words, above or beside it; 0 if it does not fit.
function zoomed(slide, [size, smallest], beside = false) {
  slide.classList.toggle("beside", beside);
  slide.style.setProperty("--size", size);
  slide.style.setProperty("--unit", unit(slide));
  const fitsAt = (zoom) => {
    slide.style.setProperty("--zoom", zoom * unit(slide));
    return !overflows(slide);
  };
  if (!fitsAt(smallest)) return 0;
  let fitting = smallest;
  // Halves what is left, because a large picture takes long to lay out.
  for (let tooLarge = LARGEST; tooLarge > fitting / STEP;) {
    const between = Math.sqrt(fitting * tooLarge);
    if (fitsAt(between)) fitting = between;
    else tooLarge = between;
  }
  fitsAt(fitting);
  return fitting;
}

// Makes all that the slide shows as large as fits, and gives the zoom of its picture; 0 if nothing fits.
function fits(slide) {
  const sleeps = slide.querySelector(".live:not(:has(.controls, .quiz))"); // and wakes only where it has a box
  const picture = slide.querySelector(".see");
  const either = picture && !sleeps ? [false, true] : [false];
  for (const size of SIZES) if (zoomed(slide, size)) return LARGEST;
  for (const size of picture && isFar() ? SMALL : [...SMALL, ...PAPER]) {
    const zooms = either.map((beside) => zoomed(slide, size, beside));
    const best = Math.max(...zooms);
    if (best) return zoomed(slide, size, best > zooms[0]);
  }
  return 0;
}

// Each picture of a view, with the words that follow it.
function pictures(slide) {
  const found = [];
  const isDrawn = (one) => one.matches(":has(table, svg, canvas, img)");
  for (const one of slide.querySelectorAll(".pictures > *")) {
    if (!found.length || isDrawn(one) && found.at(-1).some(isDrawn)) found.push([]);
    found.at(-1).push(one);
  }
  return found;
}

const shownPicture = (slide) => pictures(slide).findIndex(([first]) => !first.hidden);

// Pictures that would be too small together come one after another.
function arrange(slide) {
  const all = pictures(slide);
  for (const one of all.flat()) one.hidden = false;
  if (fits(slide) > (isFar() ? TOGETHER : 0) || all.length < 2) return;
  const turn = Number(slide.dataset.picture ?? 0);
  all.forEach((parts, n) => { for (const one of parts) one.hidden = n !== turn; });
  fits(slide);
}

function fit(slide) {
  arrange(slide);
  locate();
}

// A view that comes to life gets its controls; one that moves may need more room, and then gets smaller.
function watch(view) {
  const slide = view.closest(".slide");
  new MutationObserver(() => requestAnimationFrame(() => fit(slide))).observe(view, { childList: true });
  new ResizeObserver(() => { if (slide.clientWidth && overflows(slide)) fit(slide); }).observe(view);
}

// Which slide, and which picture of it.

function locate() {
  const all = pictures(slides[now]);
  const alone = all.some(([first]) => first.hidden);
  const picture = alone ? ` · picture ${shownPicture(slides[now]) + 1} of ${all.length}` : "";
  const wanted = typed && `Go to ${typed} ⏎`;
  document.querySelector(".bar output").textContent = wanted || `${now + 1} / ${slides.length}${picture}`;
}

function show(number) {
  slides[now].classList.remove("current");
  now = Math.max(0, Math.min(slides.length - 1, number));
  slides[now].classList.add("current");
  delete slides[now].dataset.picture;
  history.replaceState(null, "", `#s${now + 1}`);
  fit(slides[now]);
  speak();
}

// Shows the answer, the picture whose turn it is, or what one has seen; false where nothing is left.
function more(slide) {
  arrange(slide); // a view may have come to life since
  const folded = slide.querySelector(".answer:not([open])");
  const later = shownPicture(slide) + 1;
  if (folded) folded.open = true;
  else if (pictures(slide)[later]?.[0].hidden) slide.dataset.picture = later;
  else if (slide.querySelector(".found") && !slide.classList.contains("told")) slide.classList.add("told");
  else return false;
  fit(slide);
  return true;
}

const next = () => more(slides[now]) || jump(now + 1);
const back = () => jump(now - 1);

// Notes.

function note() {
  page.classList.toggle("noted");
  fit(slides[now]);
}

function speak() {
  if (!notesWindow || notesWindow.closed) return;
  const after = slides[now + 1]?.querySelector(".heading").textContent ?? "the end";
  const { body } = notesWindow.document;
  body.innerHTML = `<h1>${now + 1} / ${slides.length}</h1>${slides[now].querySelector(".notes").innerHTML}<p><i>Next: </i></p>`;
  body.lastChild.append(after);
}

function openNotes() {
  notesWindow = window.open("", "notes", "width=700,height=800");
  notesWindow.document.title = "Notes";
  notesWindow.document.body.style.cssText = "font: 1.2rem/1.5 sans-serif; margin: 1rem";
  notesWindow.document.onkeydown = turn;
  speak();
}

// Overview: all slides, small. A link on each leads to it.

function overview() {
  const open = page.classList.toggle("overview");
  for (const slide of slides) slide.querySelector(".shown").inert = open;
  for (const slide of open ? slides : [slides[now]]) fit(slide);
  if (open) focusOn(now);
  else show(now);
}

const focusOn = (number) => slides[number]?.querySelector(".jump").focus();

function jump(number) {
  if (page.classList.contains("overview")) overview();
  show(number);
}

const step = (distance) => focusOn(slides.indexOf(document.activeElement.closest(".slide")) + distance);

// Theme: one of three, remembered where the browser allows it.

function setTheme(name) {
  page.dataset.theme = name;
  try { localStorage.setItem(REMEMBERED, name); } catch { /* then it is light next time */ }
}

function rememberedTheme() {
  try { return localStorage.getItem(REMEMBERED) ?? THEMES[0]; } catch { return THEMES[0]; }
}

function changeTheme() {
  setTheme(THEMES[(THEMES.indexOf(page.dataset.theme) + 1) % THEMES.length]);
  for (const slide of page.classList.contains("overview") ? slides : [slides[now]]) fit(slide);
}

const hint = () => page.classList.toggle("hinted");

// Keys. What has the focus keeps its own keys; Page Up and Page Down are those of remote controls.

const DO = { next, back };
const ALWAYS = { PageDown: next, PageUp: back };
const KEYS = {
  ArrowRight: next, ArrowDown: next, " ": next, ArrowLeft: back, ArrowUp: back,
  Home: () => show(0), End: () => show(slides.length - 1),
  n: note, s: openNotes, o: overview, t: changeTheme, "?": hint,
};
const KEYS_OF_OVERVIEW = {
  ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowDown: () => step(COLUMNS), ArrowUp: () => step(-COLUMNS),
  Home: () => focusOn(0), End: () => focusOn(slides.length - 1), Escape: overview, o: overview, t: changeTheme,
};

// Digits are kept until Enter, which jumps; any other key forgets them.
function number(key) {
  const complete = key === "Enter" ? Number(typed) : 0;
  typed = /^\d$/.test(key) ? typed + key : "";
  locate();
  if (complete) jump(complete - 1);
  return Boolean(complete || typed);
}

function turn(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = event.target.closest?.("input, button, summary, a:not(.jump), [data-to], [data-drag]");
  if (event.key === "Escape") document.activeElement.blur();
  if (!["?", "Shift"].includes(event.key)) page.classList.remove("hinted");
  const keys = page.classList.contains("overview") ? KEYS_OF_OVERVIEW : { ...KEYS, ...ALWAYS };
  const act = !inside && number(event.key) ? () => {} : (!inside || event.key in ALWAYS) && keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

document.addEventListener("keydown", turn, true);
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", () => {
    page.classList.remove("hinted");
    DO[button.dataset.do]();
  });
}
window.addEventListener("resize", () => fit(slides[now]));
window.addEventListener("hashchange", () => jump(Number(location.hash.slice(2)) - 1));
for (const [place, link] of document.querySelectorAll(".jump").entries()) {
  link.addEventListener("click", (event) => { event.preventDefault(); jump(place); });
}
// On paper, all answers are open, and the paper is white.
let opened = [];
window.addEventListener("beforeprint", () => {
  page.dataset.theme = THEMES[0];
  opened = [...document.querySelectorAll(".answer:not([open])")];
  for (const answer of opened) answer.open = true;
  page.classList.add("printing");
  slides.forEach(fit);
});
window.addEventListener("afterprint", () => {
  for (const answer of opened) answer.open = false;
  page.classList.remove("printing");
  page.dataset.theme = rememberedTheme();
  fit(slides[now]);
});
document.querySelectorAll(".live").forEach(watch);
page.classList.add("presenting", "hinted");
setTheme(rememberedTheme());
show((Number(location.hash.slice(2)) || 1) - 1);
