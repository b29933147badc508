// TensorFlow.js on its WebAssembly backend, one thread. A head at a time: only matrices of rank 2 reach its fast kernel.
import '@tensorflow/tfjs-core/dist/public/chained_ops/reshape';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { hidingLater } from '../models/hiding-later.mjs';

export async function createContestant({ filesUrl }) {
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  setWasmPaths(filesUrl);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js could not start its WebAssembly backend.');
  await tf.ready();
  return { prepare: (work, inputs) => ({ run: () => numbersOf(() => computations[work.kind](work, inputs)) }) };
}

const computations = { attention, additive, softmax };

function numbersOf(compute) {
  const result = tf.tidy(compute);
  const numbers = result.dataSync();
  result.dispose();
  return numbers;
}

let mask;

function attention({ headCount, count, dim, isCausal }, { queries, keys, values }) {
  const numbers = count * dim;
  const matrix = (all, head) => tf.tensor(all.subarray(head * numbers, (head + 1) * numbers), [count, dim]);
  if (isCausal) mask ??= tf.keep(tf.tensor(hidingLater(count), [count, count]));
  const contexts = Array.from({ length: headCount }, (_, head) => {
    const scaled = tf.mul(matrix(queries, head), 1 / Math.sqrt(dim));
    const scores = tf.matMul(scaled, tf.transpose(matrix(keys, head)));
    return tf.matMul(tf.softmax(isCausal ? tf.add(scores, mask) : scores), matrix(values, head));
  });
  return headCount === 1 ? contexts[0] : tf.stack(contexts);
}

function additive({ count, dim }, { queries, keys, values, W_q, W_k, v }) {
  const square = [dim, dim];
  const projectedQueries = tf.matMul(tf.tensor(queries, [count, dim]), tf.tensor(W_q, square)).reshape([count, 1, dim]);
  const projectedKeys = tf.matMul(tf.tensor(keys, [count, dim]), tf.tensor(W_k, square)).reshape([1, count, dim]);
  const hidden = tf.tanh(tf.add(projectedQueries, projectedKeys)).reshape([count * count, dim]);
  const scores = tf.matMul(hidden, tf.tensor(v, [dim, 1])).reshape([count, count]);
  return tf.matMul(tf.softmax(scores), tf.tensor(values, [count, dim]));
}

function softmax({ count }, { scores }) {
  return tf.softmax(tf.tensor(scores, [count, count]));
}
