// The works as .tflite graphs. Each gives the model's bytes and the shapes of its inputs; the output is `result`.
import { hidingLater } from './hiding-later.mjs';
import { model } from './tflite.mjs';

const operation = (operator, inputs, output, options = {}) => ({ operator, inputs, output, ...options });

function graph(shapes, others, operations) {
  const inputs = Object.entries(shapes).map(([name, shape]) => [name, { shape }]);
  const tensors = { ...Object.fromEntries(inputs), ...others };
  return { shapes, bytes: model({ tensors, operations, inputs: Object.keys(shapes), outputs: ['result'] }) };
}

export function attentionModel({ headCount, count, dim, isCausal }) {
  const vectors = [headCount, count, dim];
  const pairs = { shape: [headCount, count, count] };
  return graph(
    { queries: vectors, keys: vectors, values: vectors },
    {
      scale: { shape: [1], numbers: Float32Array.of(1 / Math.sqrt(dim)) },
      ...{ scaled: { shape: vectors }, scores: pairs, weights: pairs, result: { shape: vectors } },
      ...(isCausal ? { mask: { shape: [1, count, count], numbers: hidingLater(count) }, masked: pairs } : {}),
    },
    [
      // Scaling the queries is less work than scaling the scores.
      operation('MUL', ['queries', 'scale'], 'scaled'),
      operation('BATCH_MATMUL', ['scaled', 'keys'], 'scores', { isSecondTurned: true }),
      ...(isCausal ? [operation('ADD', ['scores', 'mask'], 'masked')] : []),
      operation('SOFTMAX', [isCausal ? 'masked' : 'scores'], 'weights'),
      operation('BATCH_MATMUL', ['weights', 'values'], 'result'),
    ],
  );
}

export function additiveModel({ count, dim }) {
  const vectors = [1, count, dim];
  const square = [1, dim, dim];
  const shapes = {
    column: [count, 1, dim],
    rows: [1, count * count, dim],
    pairs: [1, count, count],
  };
  const shapeOf = (name) => ({ shape: [3], numbers: Int32Array.from(shapes[name]) });
  return graph(
    { queries: vectors, keys: vectors, values: vectors, W_q: square, W_k: square, v: [1, dim, 1] },
    {
      ...{ columnShape: shapeOf('column'), rowsShape: shapeOf('rows'), pairsShape: shapeOf('pairs') },
      ...{ projectedQueries: { shape: vectors }, projectedKeys: { shape: vectors }, column: { shape: shapes.column } },
      ...{ sums: { shape: [count, count, dim] }, hidden: { shape: [count, count, dim] }, rows: { shape: shapes.rows } },
      ...{
        scoreColumn: { shape: [1, count * count, 1] },
        scores: { shape: shapes.pairs },
        weights: { shape: shapes.pairs },
      },
      result: { shape: vectors },
    },
    [
      operation('BATCH_MATMUL', ['queries', 'W_q'], 'projectedQueries'),
      operation('BATCH_MATMUL', ['keys', 'W_k'], 'projectedKeys'),
      operation('RESHAPE', ['projectedQueries', 'columnShape'], 'column', { shape: shapes.column }),
      operation('ADD', ['column', 'projectedKeys'], 'sums'),
      operation('TANH', ['sums'], 'hidden'),
      operation('RESHAPE', ['hidden', 'rowsShape'], 'rows', { shape: shapes.rows }),
      operation('BATCH_MATMUL', ['rows', 'v'], 'scoreColumn'),
      operation('RESHAPE', ['scoreColumn', 'pairsShape'], 'scores', { shape: shapes.pairs }),
      operation('SOFTMAX', ['scores'], 'weights'),
      operation('BATCH_MATMUL', ['weights', 'values'], 'result'),
    ],
  );
}

export function softmaxModel({ count }) {
  const shape = [count, count];
  return graph({ scores: shape }, { result: { shape } }, [operation('SOFTMAX', ['scores'], 'result')]);
}
