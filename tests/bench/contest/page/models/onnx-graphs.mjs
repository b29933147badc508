// The works as ONNX graphs. Each gives the model's bytes and the shapes of its inputs, in their order; the output is `result`.
import { hidingLater } from './hiding-later.mjs';
import { constant, model, node } from './onnx.mjs';

/** Softmax runs over the last axis by default. */
export function attentionModel({ headCount, count, dim, isCausal }) {
  const vectors = [headCount, count, dim];
  const shapes = { queries: vectors, keys: vectors, values: vectors };
  const nodes = [
    // Scaling the queries is less work than scaling the scores.
    node('Mul', ['queries', 'scale'], 'scaled'),
    node('Transpose', ['keys'], 'turned', { perm: [0, 2, 1] }),
    node('MatMul', ['scaled', 'turned'], 'scores'),
    ...(isCausal ? [node('Add', ['scores', 'mask'], 'masked')] : []),
    node('Softmax', [isCausal ? 'masked' : 'scores'], 'weights'),
    node('MatMul', ['weights', 'values'], 'result'),
  ];
  const constants = [
    constant('scale', [], Float32Array.of(1 / Math.sqrt(dim))),
    ...(isCausal ? [constant('mask', [count, count], hidingLater(count))] : []),
  ];
  return { shapes, bytes: model({ nodes, constants, inputs: shapes, outputs: { result: vectors } }) };
}

export function additiveModel({ count, dim }) {
  const vectors = [count, dim];
  const square = [dim, dim];
  const shapes = { queries: vectors, keys: vectors, values: vectors, W_q: square, W_k: square, v: [dim] };
  const nodes = [
    node('MatMul', ['queries', 'W_q'], 'projectedQueries'),
    node('MatMul', ['keys', 'W_k'], 'projectedKeys'),
    node('Reshape', ['projectedQueries', 'queryShape'], 'column'),
    node('Add', ['column', 'projectedKeys'], 'sums'),
    node('Tanh', ['sums'], 'hidden'),
    node('MatMul', ['hidden', 'v'], 'scores'),
    node('Softmax', ['scores'], 'weights'),
    node('MatMul', ['weights', 'values'], 'result'),
  ];
  const constants = [constant('queryShape', [3], BigInt64Array.from([count, 1, dim].map(BigInt)))];
  return { shapes, bytes: model({ nodes, constants, inputs: shapes, outputs: { result: vectors } }) };
}

export function softmaxModel({ count }) {
  const shapes = { scores: [count, count] };
  const nodes = [node('Softmax', ['scores'], 'result')];
  return { shapes, bytes: model({ nodes, constants: [], inputs: shapes, outputs: { result: [count, count] } }) };
}
