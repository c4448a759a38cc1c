// Turns slides, opens answers, makes pictures as large as fits. Without it, all slides are below one another.

const slides = [...document.querySelectorAll(".slide")];
const page = document.documentElement;
// Words get smaller before pictures do: for each size of the words, the smallest zoom of a picture.
// A picture that is still too high gets the whole height: words stand beside it.
const SIZES = [[1, 1.4], [0.92, 1.3], [0.85, 1.2], [0.78, 1], [0.72, 0.8], [0.72, 0.8, "beside"]];
const PAPER = [0.72, 0.5, "beside"]; // and the list of all slides: both are read from near
const LARGEST = 2.2, STEP = 0.1;
let now = 0;
let notesWindow = null;

// How large.

const unit = (slide) => parseFloat(getComputedStyle(slide).fontSize) / 34 / (slide.style.getPropertyValue("--size") || 1);

function overflows(slide) {
  const shown = slide.querySelector(".shown");
  const boxes = [shown, ...slide.querySelectorAll(".controls, .drawing, pre")];
  return shown.scrollHeight > shown.clientHeight || boxes.some((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1);
}

// Whether all that the slide shows fits now, in one of the sizes.
function fits(slide) {
  const picture = slide.querySelector(".see");
  const far = page.matches(".presenting:not(.printing)");
  for (const [size, smallest, beside] of far ? SIZES : [...SIZES, PAPER]) {
    slide.classList.toggle("beside", Boolean(beside));
    slide.style.setProperty("--size", size);
    for (let zoom = LARGEST; zoom > smallest - STEP / 2; zoom -= STEP) {
      slide.style.setProperty("--zoom", zoom * unit(slide));
      if (!overflows(slide)) return true;
      if (!picture) break;
    }
  }
  return false;
}

// Pictures that do not fit together come one after another.
function arrange(slide) {
  const pictures = [...slide.querySelectorAll(".pictures > *")];
  for (const one of pictures) one.hidden = false;
  if (fits(slide) || pictures.length < 2) return;
  const turn = slide.dataset.picture ?? 0;
  pictures.forEach((one, n) => { one.hidden = n !== Number(turn); });
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
  const pictures = [...slides[now].querySelectorAll(".pictures > *")];
  const alone = pictures.some((one) => one.hidden) && pictures.findIndex((one) => !one.hidden) + 1;
  const picture = alone ? ` · picture ${alone} of ${pictures.length}` : "";
  document.querySelector(".bar output").textContent = `${now + 1} / ${slides.length}${picture}`;
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

// Shows the answer, or the picture whose turn it is; false where nothing is left.
function more(slide) {
  const folded = slide.querySelector(".answer:not([open])");
  const later = slide.querySelector(".pictures > :not([hidden]) ~ [hidden]");
  if (folded) folded.open = true;
  else if (later) slide.dataset.picture = [...later.parentNode.children].indexOf(later);
  else return false;
  fit(slide);
  return true;
}

const next = () => more(slides[now]) || show(now + 1);
const back = () => show(now - 1);

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

function all() {
  const present = page.classList.toggle("presenting");
  if (present) show(now);
  else slides.forEach(fit);
  slides[now].scrollIntoView();
}

// Keys. What has the focus keeps its own keys; Page Up and Page Down are those of remote controls.

const DO = { next, back, note, openNotes, all };
const ALWAYS = { PageDown: next, PageUp: back };
const KEYS = {
  ArrowRight: next, ArrowDown: next, " ": next, ArrowLeft: back, ArrowUp: back,
  Home: () => show(0), End: () => show(slides.length - 1), n: note, s: openNotes, a: all,
};

function turn(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const presenting = page.classList.contains("presenting");
  const inside = event.target.closest?.("input, button, summary, a, [data-to], [data-drag]");
  if (event.key === "Escape") document.activeElement.blur();
  const act = (presenting && ALWAYS[event.key]) || (!inside && KEYS[event.key]);
  if (!act || (!presenting && act !== all)) return;
  event.preventDefault();
  act();
}

document.addEventListener("keydown", turn, true);
for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", DO[button.dataset.do]);
window.addEventListener("resize", () => fit(slides[now]));
window.addEventListener("hashchange", () => show(Number(location.hash.slice(2)) - 1));
// On paper, all answers are open.
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll(".answer:not([open])")];
  for (const answer of opened) answer.open = true;
  page.classList.add("printing");
  slides.forEach(fit);
});
window.addEventListener("afterprint", () => {
  for (const answer of opened) answer.open = false;
  page.classList.remove("printing");
  fit(slides[now]);
});
document.querySelectorAll(".live").forEach(watch);
page.classList.add("presenting");
show((Number(location.hash.slice(2)) || 1) - 1);
