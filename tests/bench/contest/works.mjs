// What is computed: one work is one operation at one size.

const defaults = { headCount: 1, dim: 64, isCausal: false, isQuick: false, rowStep: 1 };

/** Of the context, whose numbers come from values of variance 1: far above rounding, far below a fault. */
const contextTolerance = 2e-5;

function attention(size) {
  const work = { ...defaults, kind: 'attention', ...size, tolerance: contextTolerance };
  const { headCount, count, dim, isCausal } = work;
  const extra = `${headCount > 1 ? `, ${headCount} heads` : ''}${isCausal ? ', causal' : ''}`;
  return {
    ...work,
    name: `attention T = ${count}, d = ${dim}${extra}`,
    // Scores and contexts: a multiplication and an addition for each number of each key and value that a query sees.
    operations: 4 * headCount * count * count * dim * (isCausal ? 0.5 : 1),
  };
}

function additive(size) {
  const work = { ...defaults, kind: 'additive', ...size, tolerance: contextTolerance };
  return { ...work, name: `additive T = ${work.count}, d = ${work.dim}` };
}

/** `count` rows of `count` scores. Probabilities are small numbers, so their tolerance is too. */
function softmax(size) {
  return { ...defaults, kind: 'softmax', ...size, tolerance: 2e-6, name: `softmax ${size.count} × ${size.count}` };
}

export const works = [
  attention({ count: 64, isQuick: true }),
  attention({ count: 128 }),
  attention({ count: 256, isQuick: true }),
  attention({ count: 512 }),
  attention({ count: 1024, isQuick: true }),
  attention({ count: 2048 }),
  attention({ count: 4096 }),
  attention({ count: 1024, dim: 32 }),
  attention({ count: 1024, dim: 128 }),
  attention({ count: 512, headCount: 8 }),
  attention({ count: 1024, isCausal: true, isQuick: true }),
  additive({ count: 256, isQuick: true }),
  additive({ count: 1024 }),
  softmax({ count: 1024, isQuick: true }),
  // Who keeps every score would need gigabytes here. Each 251st row is checked: all of them take float64 a minute.
  attention({ count: 16_384, onlyFused: true, mostRounds: 1, rowStep: 251 }),
];

/** Those of an invocation: `longest` limits the keys. */
export function selectWorks({ pattern, isQuick, longest }) {
  return works.filter(
    (work) =>
      work.count <= longest && (!isQuick || work.isQuick || pattern !== null) && (pattern?.test(work.name) ?? true),
  );
}
