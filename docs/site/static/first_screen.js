// The first screen: a sentence, a model that learns, and an arc from "it" to whom it finds.
// `film` has the words that the model knows and its numbers at some steps; `smallModel` computes with them.

const firstScreen = (() => {
  const LAYER = 1, HEAD = 1; // the head that chooses
  const SECONDS = 0.85, WAITS = 1.5; // that a checkpoint is shown; before it learns by itself
  const SHOWN = 3, LEAST = 0.005;
  const NARROW = 400, LOW = 0.15; // pixels, below which words stand in a column; of the height, so that the guesses are seen
  const SVG = "http://www.w3.org/2000/svg";
  const START = "the cat sat on the mat because it was tired";
  const known = film.vocabulary.filter((word) => word !== ".");
  const numberOf = new Map(film.vocabulary.map((word, number) => [word, number]));
  const models = new Map();

  const modelAt = (place) => {
    if (!models.has(place)) models.set(place, smallModel.unpacked(film.checkpoints[place].packed, film.shapes));
    return models.get(place);
  };

  function element(name, attributes = {}, ...children) {
    const one = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.append(...children);
    return one;
  }

  // The words of the sentence, or a complaint.
  function understood(text) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
    const unknown = words.filter((word) => !numberOf.has(word)).join(", ");
    if (unknown) return { unknown, complaint: `It does not know ${unknown}. Its ${known.length} words are below.` };
    if (words.length < 2 || words.length > 20) return { complaint: "Two to twenty words, please." };
    return { words };
  }

  // Where the second "it" looks, and the likeliest next words.
  function readAt(place, words) {
    const text = [".", ...words, ".", "it"];
    const { weights, chances } = smallModel.read(modelAt(place), text.map((word) => numberOf.get(word)));
    const guesses = film.vocabulary.map((word, number) => ({ word, chance: chances[number] }));
    guesses.sort((one, other) => other.chance - one.chance);
    return { text: text.slice(1), looks: weights[LAYER][HEAD].at(-1).slice(1), guesses: guesses.slice(0, SHOWN) };
  }

  const percent = (share) => `${Math.round(100 * share)}\u00a0%`;

  // The words in a row with arcs above, or in a column with arcs beside.
  class Picture {
    constructor(svg) {
      this.svg = svg;
    }

    lay(words) {
      const width = this.svg.parentNode.clientWidth, column = width < NARROW;
      const letters = words.join("").length + 1.4 * words.length;
      const size = column ? 16 : Math.min(30, (width - 10) / letters / 0.56);
      const text = (word, n) => element("svg:text", { "font-size": size, class: n === words.length - 1 ? "asking" : "" }, word);
      this.words = words.map(text);
      const colour = (word) => film.colours[numberOf.get(word)];
      this.arcs = words.map((word) => element("svg:path", { stroke: colour(word) }));
      this.marks = words.map((word) => element("svg:rect", { fill: colour(word), height: 4 }));
      this.svg.replaceChildren(...this.arcs, ...this.marks, ...this.words);
      const high = column ? words.length * 1.4 * size + 6 : Math.max(90, LOW * innerHeight) + 2.4 * size;
      this.svg.setAttribute("viewBox", `0 0 ${width} ${high}`);
      let along = column ? size : 5;
      const places = this.words.map((one, n) => {
        const length = one.getComputedTextLength(), at = column ? along : along + length / 2;
        one.setAttribute("x", column ? 8 : along);
        one.setAttribute("y", column ? at : high - size);
        this.marks[n].setAttribute("x", column ? 8 : along);
        this.marks[n].setAttribute("y", (column ? at : high - size) + 0.3 * size);
        this.marks[n].setAttribute("width", length);
        along += column ? 1.4 * size : length + size * 0.7;
        return column ? [20 + length, at - 0.35 * size] : [at, high - 2.1 * size];
      });
      const from = places.at(-1);
      places.forEach(([x, y], n) => {
        const away = Math.abs(column ? from[1] - y : from[0] - x);
        const reach = column ? Math.min(width - Math.max(x, from[0]) - 12, 0.5 * away + 30) : Math.min(high - 2.4 * size, 0.42 * away + 20);
        const bend = column ? [Math.max(x, from[0]) + reach * 1.3, y, Math.max(x, from[0]) + reach * 1.3, from[1]] : [x, y - reach * 1.3, from[0], y - reach * 1.3];
        this.arcs[n].setAttribute("d", `M${x} ${y} C${bend[0]} ${bend[1]} ${bend[2]} ${bend[3]} ${from}`);
      });
    }

    show(looks) {
      looks.forEach((share, n) => {
        this.arcs[n].style.strokeWidth = `${share < LEAST ? 0 : 1 + 10 * share}px`;
        this.arcs[n].style.opacity = share < LEAST ? 0 : 0.25 + 0.75 * share;
        this.words[n].style.fillOpacity = n === looks.length - 1 ? 1 : Math.min(1, 0.72 + share);
        this.words[n].classList.toggle("found", share > 0.5);
      });
    }
  }

  function enliven(place) {
    const find = (name) => place.querySelector(`.${name}`);
    const [box, learn, step, guesses, said, send, sent] = ["sentence", "learn", "step", "guesses", "said", "send", "sent"].map(find);
    const svg = element("svg:svg", { role: "img" }), picture = new Picture(svg);
    find("drawn").replaceChildren(svg);
    const addressed = () => location.hash.slice(1).replaceAll("-", " ") || START;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const say = (text) => { box.value = text; take(text); };
    let words, complaint, playing, begun = false; // nothing is read aloud to those who have not begun anything

    function draw(speaking = begun) {
      const { text, looks, guesses: found } = readAt(Number(step.value), words);
      picture.show(looks);
      const best = looks.indexOf(Math.max(...looks));
      const sees = `${looks[best] > 0.5 ? "It looks at" : "It looks around, most of all at"} “${text[best]}” (${percent(looks[best])})`;
      svg.setAttribute("aria-label", `Arcs from the last word, it, of: ${text.join(" ")}. ${sees}.`);
      guesses.replaceChildren(...found.filter(({ chance }) => chance >= LEAST).map(({ word, chance }) => element("li", {},
        element("span", { class: "word" }, word), element("span", { class: "bar", style: `--share: ${chance}` }), percent(chance))));
      const knows = `After ${film.checkpoints[step.value].step} of 1000 steps. ${sees}, and guesses “${found[0].word}”.`;
      step.setAttribute("aria-valuetext", knows);
      said.ariaLive = speaking ? "polite" : "off", said.textContent = complaint ?? knows;
    }

    function take(text, typing = false) {
      const { words: taken, complaint: why, unknown } = understood(text);
      const half = why && typing && !understood(text.replace(/\S*$/, "it")).unknown; // half a word is no mistake
      complaint = why && `${half ? "" : `${why} `}This is still the sentence before.`;
      place.classList.toggle("stale", Boolean(why));
      box.setAttribute("aria-invalid", String(Boolean(why && !half)));
      if (unknown && !half) find("known").open = true;
      send.disabled = Boolean(why), sent.textContent = "";
      if (why) stop();
      else {
        if (words) history.replaceState(null, "", taken.join(" ") === START ? location.pathname : `#${taken.join("-")}`);
        words = taken;
        picture.lay([...words, ".", "it"]);
      }
      draw(begun && !half);
      return !why;
    }

    function stop() {
      clearInterval(playing);
      playing = undefined;
      learn.textContent = step.value === step.max ? "Let it learn again" : "Let it learn";
    }

    function play() {
      if (playing || !take(box.value)) return stop();
      step.value = 0, learn.textContent = "Stop";
      draw();
      playing = setInterval(() => {
        step.value = Number(step.value) + 1;
        const last = step.value === step.max;
        draw(begun && last);
        if (last) stop();
      }, 1000 * SECONDS);
    }

    step.max = film.checkpoints.length - 1, step.value = still ? step.max : 0;
    find("many").textContent = known.length, find("words").textContent = known.join(", ");
    learn.addEventListener("click", play);
    step.addEventListener("input", () => { stop(); draw(); });
    box.addEventListener("input", () => take(box.value, true));
    box.addEventListener("change", () => take(box.value));
    place.addEventListener("submit", (event) => { event.preventDefault(); take(box.value); });
    for (const one of place.querySelectorAll("[data-say]")) one.addEventListener("click", () => say(one.dataset.say));
    send.addEventListener("click", async () => {
      const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
      sent.textContent = copied ? "The address of this page, with your sentence, is on the clipboard."
        : `This browser does not let the page copy. Here is the address, with your sentence: ${location.href}`;
    });
    window.addEventListener("hashchange", () => { if (understood(addressed()).words) say(addressed()); });
    place.classList.add("alive");
    stop();
    say(understood(addressed()).words ? addressed() : START);
    new ResizeObserver(() => { picture.lay([...words, ".", "it"]); draw(false); }).observe(find("drawn"));

    // Once by itself, when it is seen, unless somebody has begun something else.
    for (const kind of ["focusin", "input", "click"]) place.addEventListener(kind, () => { begun = true; }, true);
    new IntersectionObserver(([{ isIntersecting }], seen) => {
      if (!isIntersecting) return;
      seen.disconnect();
      setTimeout(() => begun || still || play(), 1000 * WAITS);
    }, { threshold: 0.5 }).observe(svg);
  }

  return { enliven, readAt, understood };
})();

document.addEventListener("DOMContentLoaded", () => {
  for (const place of document.querySelectorAll(".first-screen")) firstScreen.enliven(place);
});
