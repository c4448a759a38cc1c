// Two pre-norm blocks of two heads, or their attention alone. The same in NumPy: course.models.learning.language_model.read.

const smallModel = (() => {
  const HEADS = 2, EPS = 1e-5;

  const product = (A, B) => A.map((row) => B[0].map((_, j) => row.reduce((sum, a, k) => sum + a * B[k][j], 0)));
  const added = (A, B) => A.map((row, i) => row.map((a, j) => a + B[i][j]));
  const shifted = (A, bias) => A.map((row) => row.map((a, j) => a + bias[j]));

  function softmax(row) {
    const powers = row.map((score) => Math.exp(score - Math.max(...row)));
    const sum = powers.reduce((one, other) => one + other);
    return powers.map((power) => power / sum);
  }

  function normalised(X, gain, shift) {
    return X.map((row) => {
      const mean = row.reduce((sum, x) => sum + x) / row.length;
      const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / row.length;
      return row.map((x, j) => (x - mean) / Math.sqrt(variance + EPS) * gain[j] + shift[j]);
    });
  }

  // Half of the sinusoidal encoding is added to each word.
  function position(place, column, width) {
    const angle = place * 10000 ** (-2 * Math.floor(column / 2) / width);
    return (column % 2 ? Math.cos(angle) : Math.sin(angle)) / 2;
  }

  function causalHead(Q, K, V) {
    const seen = Q.map((query, i) => K.slice(0, i + 1).map((key) => (
      query.reduce((sum, q, k) => sum + q * key[k], 0) / Math.sqrt(query.length))));
    const weights = seen.map((scores) => softmax(scores));
    return { weights, output: weights.map((row) => product([row], V.slice(0, row.length))[0]) };
  }

  function attention(X, [W_q, W_k, W_v, W_o]) {
    const [Q, K, V] = [W_q, W_k, W_v].map((W) => product(X, W));
    const width = X[0].length / HEADS;
    const heads = [...Array(HEADS).keys()].map((head) => causalHead(...[Q, K, V].map((rows) => (
      rows.map((row) => row.slice(head * width, (head + 1) * width))))));
    const merged = X.map((_, i) => heads.flatMap(({ output }) => output[i]));
    return { weights: heads.map((head) => head.weights), output: product(merged, W_o) };
  }

  // Weights[layer][head][word] has a number for each word up to this one; chances are those of the next word.
  function read(parameters, numbers) {
    const { embedding, W_u } = parameters;
    let X = numbers.map((word, place) => embedding[word].map((x, j, row) => x + position(place, j, row.length)));
    const weights = [];
    for (let layer = 0; `${layer}.W_q` in parameters; layer += 1) {
      const own = (name) => parameters[`${layer}.${name}`];
      const norm = (name) => normalised(X, own(`${name}.gain`), own(`${name}.shift`));
      const attended = attention(norm("norm_1"), ["W_q", "W_k", "W_v", "W_o"].map(own));
      weights.push(attended.weights);
      X = added(X, attended.output);
      if (!own("W_1")) continue;
      const hidden = shifted(product(norm("norm_2"), own("W_1")), own("b_1")).map((row) => row.map((x) => Math.max(x, 0)));
      X = added(X, shifted(product(hidden, own("W_2")), own("b_2")));
    }
    const last = normalised(X.slice(-1), parameters["norm.gain"], parameters["norm.shift"]);
    return { weights, chances: softmax(product(last, W_u)[0]) };
  }

  // A checkpoint is one number for each column to multiply with, then the whole numbers, for each array in turn.
  function unpacked(base64, shapes, Whole = Int8Array) {
    const { buffer } = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    let at = 0;
    const taken = (Kind, count) => [...new Kind(buffer.slice(at, at += count * Kind.BYTES_PER_ELEMENT))];
    return Object.fromEntries(Object.entries(shapes).map(([name, [rows, columns]]) => {
      const scales = taken(Float32Array, columns ?? 1), small = taken(Whole, rows * (columns ?? 1));
      if (!columns) return [name, small.map((x) => x * scales[0])];
      const row = (i) => small.slice(i * columns, (i + 1) * columns).map((x, j) => x * scales[j]);
      return [name, Array.from({ length: rows }, (_, i) => row(i))];
    }));
  }

  return { read, unpacked, product, softmax };
})();
