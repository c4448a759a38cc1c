// Words of a text that a reader types, numbers as texts, and the word that stays chosen.
// The same in Python: attnlib.words, course.views.sentence, chosen_words and word_paints.

// A text that cannot be used; the message is addressed to the reader.
class SentenceError extends Error {}

const JOINING = "\\-\u2010\u2011'\u2019_"; // they belong to the word that they stand in
const EDGES = new RegExp(`^[${JOINING}]+|[${JOINING}]+$`, "gu");
const SEPARATING = new RegExp(`(?![${JOINING}])\\p{P}`, "gu");

const partsOf = (text) => text.split(/\s+/u).filter((part) => part);

function tokensOf(text) {
  const words = partsOf(text.replace(SEPARATING, " ")).map((part) => part.replace(EDGES, "")).filter((word) => word);
  if (!words.length) throw new SentenceError(course.noWord);
  return words;
}

// Letter by letter, so that no letter depends on its neighbours.
const folded = (words) => words.map((word) => (
  [...word.normalize("NFC")].map((one) => one.toLowerCase().toUpperCase().toLowerCase()).join("")));

function checkKnown(words, isKnown, complaint) {
  const unknown = [...new Set(words)].filter((word) => !isKnown(word));
  if (unknown.length) throw new SentenceError(complaint.replace("…", () => unknown.join(", ")));
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  .replaceAll('"', "&quot;").replaceAll("'", "&#x27;");

// Of two that are equally near, Python and NumPy take the even one.
function even(x) {
  const up = Math.round(x);
  return up - x === 0.5 && up % 2 ? up - 1 : up;
}

const rounded = (x) => even(100 * x) / 100;

function fixed(x, decimals) {
  const halfway = Math.abs(x * 2 ** (decimals + 1)) % 2 === 1;
  return (halfway ? even(x * 10 ** decimals) / 10 ** decimals : x).toFixed(decimals);
}

// Three significant digits of a chance.
function short(x) {
  if (x === 0) return "0";
  const [digits, power] = x.toExponential(2).split("e").map(Number);
  if (power >= -6) return String(Number(fixed(x, 2 - power)));
  const raised = [...String(-power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
  return `${digits === 1 ? "" : `${digits}·`}10⁻${raised}`;
}

const joined = (parts) => (
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join());

function toldApart(labels, index) {
  const count = (some) => some.filter((label) => label === labels[index]).length;
  const number = count(labels.slice(0, index + 1));
  const teens = number % 100 > 10 && number % 100 < 14;
  const ending = (!teens && { 1: "st", 2: "nd", 3: "rd" }[number % 10]) || "th";
  const name = labels[index] === "." ? "full stop" : labels[index];
  return count(labels) === 1 ? name : `${number}${ending} ${name}`;
}

const said = (sentence) => ({ html: `<p style="margin:0;line-height:1.5">${escaped(sentence)}</p>`, sentence: "" });

// Each word has its paint; a word that is not of the story takes the first free one from its place in the ring on.
function paints(words) {
  const { ring, story, places } = course.paints;
  const taken = new Map();
  for (const word of folded(words)) {
    if (taken.has(word)) continue;
    const choices = [...ring.slice(places[word]), ...ring.slice(0, places[word])];
    taken.set(word, story[word] ?? choices.find((one) => ![...taken.values()].includes(one)) ?? choices[0]);
  }
  return folded(words).map((word) => taken.get(word));
}

const buttonsOf = (controls, state) => Object.fromEntries(
  controls.filter(({ kind }) => kind === "words").map(({ name, of }) => [name, tokensOf(state[of])]));

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

class ChosenWords {
  #asked = {};
  #fitted;
  #wanted = {};

  constructor(controls, start) {
    Object.assign(this, { controls, start });
  }

  // The state, with each choice moved to its word in the new text.
  fitted(state) {
    if (alike(state, this.#fitted)) return state;
    const fitted = { ...state };
    for (const [name, words] of Object.entries(buttonsOf(this.controls, state))) {
      if (this.#chosenByHand(name, state)) {
        fitted[name] = Math.min(state[name], words.length - 1);
        this.#wanted[name] = folded(words)[fitted[name]];
      } else fitted[name] = this.#place(name, folded(words));
    }
    this.#asked = state;
    this.#fitted = fitted;
    return fitted;
  }

  #chosenByHand(name, state) {
    if (!this.#fitted || alike(state, this.start)) return true;
    const text = this.controls.find((one) => one.name === name).of;
    const typed = state[text] !== this.#asked[text];
    return state[name] !== this.#fitted[name] && !(typed && state[name] === this.#asked[name]);
  }

  #place(name, words) {
    const last = this.#fitted[name];
    const found = words.flatMap((word, n) => (word === this.#wanted[name] ? [n] : []));
    if (found.length) return found.reduce((best, n) => (Math.abs(n - last) < Math.abs(best - last) ? n : best));
    const before = folded(buttonsOf(this.controls, this.#fitted)[name]);
    const nearest = Math.min(last, words.length - 1);
    const others = (all) => [all.slice(0, last), all.slice(last + 1)];
    if (alike(others(words), others(before))) return nearest;
    const pronoun = words.findIndex((word) => course.pronouns.includes(word));
    return pronoun < 0 ? nearest : pronoun;
  }
}
