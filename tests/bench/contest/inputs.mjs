// The numbers that all contestants are given: the same at every run, so that errors can be compared between runs.

/** Uniform in [0, 1): mulberry32. */
function uniformFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mean 0, the deviation asked for (Box and Muller 1958). */
function normal(length, seed, deviation = 1) {
  const uniform = uniformFrom(seed);
  return Float32Array.from({ length }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    return deviation * radius * Math.cos(2 * Math.PI * uniform());
  });
}

/** Row-major tensors by name: [head, count, dim], and [dim, dim] and [dim] for the parameters of additive scores. */
export function inputsOf({ kind, headCount, count, dim }) {
  // Steep enough that some probabilities are near 1 and others vanish.
  if (kind === 'softmax') return { scores: normal(count * count, 7, 3) };
  const vectors = headCount * count * dim;
  const inputs = { queries: normal(vectors, 1), keys: normal(vectors, 2), values: normal(vectors, 3) };
  if (kind === 'attention') return inputs;
  const deviation = 1 / Math.sqrt(dim);
  return {
    ...inputs,
    W_q: normal(dim * dim, 4, deviation),
    W_k: normal(dim * dim, 5, deviation),
    v: normal(dim, 6),
  };
}
