// jax-js on its WebAssembly backend, one thread: `dataSync` computes on the thread that calls it.
import { defaultDevice, init, jit, nn, numpy as np } from '@jax-js/jax';
import { hidingLater } from '../models/hiding-later.mjs';

export async function createContestant() {
  await init('wasm');
  defaultDevice('wasm');
  return {
    prepare(work, inputs) {
      const { compute, shapes } = computations[work.kind](work);
      const compiled = jit(compute);
      const given = { ...inputs, ...(work.isCausal ? { mask: hidingLater(work.count) } : {}) };
      const arrays = () => Object.entries(shapes).map(([name, shape]) => np.array(given[name], { shape }));
      return { run: () => compiled(...arrays()).dataSync() };
    },
  };
}

const computations = {
  attention({ headCount, count, dim, isCausal }) {
    const shape = [headCount, count, dim];
    const scale = 1 / Math.sqrt(dim);
    return {
      shapes: { queries: shape, keys: shape, values: shape, ...(isCausal ? { mask: [1, count, count] } : {}) },
      compute(queries, keys, values, mask) {
        const scores = np.matmul(queries.mul(scale), keys.transpose([0, 2, 1]));
        return np.matmul(nn.softmax(isCausal ? scores.add(mask) : scores, -1), values);
      },
    };
  },

  additive({ count, dim }) {
    const [vectors, square] = [
      [count, dim],
      [dim, dim],
    ];
    return {
      shapes: { queries: vectors, keys: vectors, values: vectors, W_q: square, W_k: square, v: [dim] },
      compute(queries, keys, values, W_q, W_k, v) {
        const projectedQueries = np.matmul(queries, W_q).reshape([count, 1, dim]);
        const projectedKeys = np.matmul(keys, W_k).reshape([1, count, dim]);
        const scores = np.matmul(np.tanh(projectedQueries.add(projectedKeys)), v);
        return np.matmul(nn.softmax(scores, -1), values);
      },
    };
  },

  softmax: ({ count }) => ({ shapes: { scores: [count, count] }, compute: (scores) => nn.softmax(scores, -1) }),
};
