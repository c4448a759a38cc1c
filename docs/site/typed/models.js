// The small models that read what a reader types: the ones written by hand (attnlib.words) and the trained ones
// (small_model.js). Their numbers come from attnlib: `course`, and a file for each trained model.

const { product, softmax } = smallModel;
const dot = (one, other) => one.reduce((sum, x, k) => sum + x * other[k], 0);
const filled = (row, length) => [...row, ...Array(length - row.length).fill(0)]; // what the mask hides

// What each word is, and where it is.
function features(tokens) {
  const words = folded(tokens), { meanings, positions, unknown, tooMany } = course.byHand;
  checkKnown(words, (word) => Object.hasOwn(meanings, word), unknown);
  if (words.length > positions.length) throw new SentenceError(tooMany.replace("…", words.length));
  return words.map((word, place) => [...meanings[word], ...positions[place]]);
}

// Where one word looks, by the likeness of meanings.
function byLikeness(tokens, word) {
  const X = features(tokens).map((row) => row.slice(0, -2));
  return softmax(X.map((row) => dot(X[word], row)));
}

// Where one word looks, by a pattern of attnlib.words.
function byPattern(name, tokens, word, causal = false) {
  const X = features(tokens), [W_q, W_k] = course.byHand.patterns[name];
  const [query] = product([X[word]], W_q), keys = product(causal ? X.slice(0, word + 1) : X, W_k);
  return filled(softmax(keys.map((key) => dot(query, key) / Math.sqrt(query.length))), tokens.length);
}

// The two layers of course.models.riddle: weights[head][word], and the stream after each part.
function readRiddle(tokens) {
  const { columns, candidates, reasons, threshold, choice } = course.riddle, { patterns } = course.byHand;
  const at = (column) => columns.indexOf(column);
  const added = (X, other) => X.map((row, i) => row.map((x, j) => x + other[i][j]));
  const head = (X, [W_q, W_k], handsOver) => {
    const wide = X.map((row) => row.slice(0, W_q.length)), keys = product(wide, W_k);
    const weights = product(wide, W_q).map((query) => (
      softmax(keys.map((key) => dot(query, key) / Math.sqrt(query.length)))));
    const V = X.map((row) => row.map((x, j) => (handsOver.includes(columns[j]) ? x : 0)));
    return { weights, fetched: product(weights, V) };
  };
  const embedding = features(tokens).map((row) => [...row, 0, 0]);
  const found = head(embedding, patterns.candidates, candidates), reason = head(embedding, patterns["next reason"], reasons);
  const attention = added(added(embedding, found.fetched), reason.fetched);
  const concluded = attention.map((row) => [...row.slice(0, -2), ...reasons.map((one, n) => (
    row.at(n - 2) + Math.max(0, threshold * row[at("stands for")] + row[at(one)] - threshold)))]);
  const chosen = head(concluded, choice, candidates);
  const stream = { embedding, attention, "feed-forward": concluded, "second layer": added(concluded, chosen.fetched) };
  return { weights: { candidates: found.weights, reason: reason.weights, choice: chosen.weights }, stream };
}

// A model of course.models.learning reads a text: weights[layer][head][word], and chances of the next word.
function readBy(model, text, parameters = model.parameters) {
  const words = folded(text), number = new Map(model.vocabulary.map((word, place) => [word, place]));
  checkKnown(words, (word) => number.has(word), model.unknown);
  const { weights, chances } = smallModel.read(parameters, words.map((word) => number.get(word)));
  const ofWords = (some) => some.map((word) => chances[number.get(word)]);
  return { weights, chances, ofWords };
}

function withoutHead(parameters, layer, head) {
  const name = `${layer}.W_o`, W_o = parameters[name], width = W_o.length / 2;
  return { ...parameters, [name]: W_o.map((row, n) => (Math.floor(n / width) === head ? row.map(() => 0) : row)) };
}

const transposed = (matrix) => matrix[0].map((_, j) => matrix.map((row) => row[j]));

// A trained model as its file has it, ready to read.
const unpackedModel = (file) => ({
  ...file, parameters: smallModel.unpacked(file.packed, file.shapes, Int16Array),
});
