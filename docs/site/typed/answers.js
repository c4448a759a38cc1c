// What answers the text box of a view, by lesson and cell: the same as the cell's function in the lesson.

const LOOKS = "Where a word looks", AFTER = [".", "it"];
const SAYS = "What comes next", LAST = "Where the second it looks";

// The likeliest words, the first of equals first.
const likeliest = ({ vocabulary }, chances, count) => [...chances.keys()]
  .sort((one, other) => chances[other] - chances[one]).slice(0, count).map((number) => vocabulary[number]);

// Where a word looks, by a pattern written by hand; the title is made of its name.
function patternArcs(pattern, sentence, word, title, causal = false) {
  const tokens = tokensOf(sentence);
  return [arcs(tokens, byPattern(pattern, tokens, word, causal), word, title(tokens[word]), "word")];
}

const reasonArcs = (pattern, sentence, word) => (
  patternArcs(pattern, sentence, word, (name) => `Pattern ${pattern}: where ${name} looks`));

const ANSWERS = {
  "01_dot_product/hook": {
    show: ({ sentence, word }) => (
      patternArcs("coreference", sentence, word, () => "Where a word looks, by hand-written numbers")),
  },
  "03_softmax_axis/hook": {
    show: ({ sentence, compare, word }) => {
      const tokens = tokensOf(sentence);
      const weights = compare === "by likeness" ? byLikeness(tokens, word) : byPattern("coreference", tokens, word);
      return [arcs(tokens, weights, word, LOOKS, "word")];
    },
  },
  "04_causal_mask/patterns-explore": {
    show: ({ text, word, looks_for, causal_mask }) => (
      patternArcs(looks_for, text, word, () => `Made by hand: ${looks_for}`, causal_mask)),
  },
  "05_multi_head/two-heads-explore": {
    show: ({ sentence, word }) => {
      const tokens = tokensOf(sentence), X = features(tokens);
      const heads = { candidates: ["being", "thing"], reason: ["fits beings", "fits things"] };
      const found = Object.entries(heads).map(([name, values]) => {
        const weights = byPattern(name, tokens, word);
        const column = (value) => X.map((row) => row[course.byHand.features.indexOf(value)]);
        return {
          picture: arcs(tokens, weights, word, `The head '${name}'`, "word"),
          fetched: values.map((value) => dot(weights, column(value))),
          labels: values.map((value) => `${value} (${name})`),
        };
      });
      const [fetched, labels] = ["fetched", "labels"].map((part) => found.flatMap((one) => one[part]));
      const title = `What ${tokens[word]} has fetched`;
      return [...found.map(({ picture }) => picture), bars(fetched, labels, title, "value")];
    },
  },
  "06_positions/reason-explore": { show: ({ sentence, word }) => reasonArcs("reason", sentence, word) },
  "06_positions/it-found": {
    show: ({ sentence, word, look_at_positions }) => (
      reasonArcs(look_at_positions ? "next reason" : "reason", sentence, word)),
  },
  "08_block/hook": {
    show: ({ sentence, head }) => {
      const tokens = tokensOf(sentence), it = folded(tokens).indexOf("it");
      if (it < 0) throw new SentenceError("This picture follows the word 'it'. Where is it in your sentence?");
      const { weights, stream } = readRiddle(tokens);
      const shown = ["being", "thing", "fits beings", "fits things", "stands for", "seeks a being", "seeks a thing"];
      const numbers = (rows) => shown.map((column) => rows[it][course.riddle.columns.indexOf(column)]);
      const after = Object.fromEntries(Object.entries(stream).map(([part, rows]) => [part, numbers(rows)]));
      const looks = arcs(tokens, weights[head.split(": ")[1]][it], it, "Where it looks");
      return [looks, stages(after, shown, "What it is, after each part")];
    },
  },
  "11_training/roles": {
    model: "roles",
    show: ({ sentence, look, silent }, model) => {
      const text = [".", ...tokensOf(sentence), ...AFTER];
      const parameters = {
        "no head": model.parameters,
        "the head that fetches": withoutHead(model.parameters, 0, 1),
        "the head that chooses": withoutHead(model.parameters, 1, 0),
      }[silent];
      const [layer, head] = { "layer 1, head 2: fetches": [0, 1], "layer 2, head 1: chooses": [1, 0] }[look];
      const { weights, ofWords } = readBy(model, text, parameters);
      return [
        arcs(text, weights[layer][head].at(-1), text.length - 1, LAST),
        bars(ofWords(model.verbs), model.verbs, SAYS, "chance"),
      ];
    },
  },
  "11_training/ask": {
    model: "twins",
    show: ({ sentence }, model) => {
      const text = [".", ...tokensOf(sentence), ...AFTER];
      const { weights, chances, ofWords } = readBy(model, text);
      const best = likeliest(model, chances, 5);
      return [arcs(text, weights[1][1].at(-1), text.length - 1, LAST), bars(ofWords(best), best, SAYS, "chance")];
    },
  },
  "15_bug_clinic/loaded": {
    model: "twins",
    show: ({ sentence, loaded }, model) => {
      const name = `1.${loaded.split(" ")[0]}`, { [name]: wrong } = model.parameters;
      const parameters = wrong ? { ...model.parameters, [name]: transposed(wrong) } : model.parameters;
      const { chances, ofWords } = readBy(model, [".", ...partsOf(sentence), ...AFTER], parameters);
      const [best] = likeliest(model, chances, 1);
      return [
        said(`The likeliest next word: ${best}`),
        bars(ofWords(model.verbs).map(rounded), model.verbs, "What it did", "chance"),
      ];
    },
  },
};
