import type { Tensor } from '../contract/index.ts';
import type { VectorAttention } from '../model/map-problem.ts';
import type { MapSize } from '../model/map-viewport.ts';
import { unknownFacts, type MapComputation, type PooledCells } from './map-computation.ts';
import type { MapEngine } from './map-engine.ts';

/** Weights from queries and keys, by an engine. */
export function vectorComputation(attention: VectorAttention, size: MapSize, engine: MapEngine): MapComputation {
  const { dim, queries, keys, scale, isCausal } = attention;
  const { queryCount, keyCount } = size;
  const facts = unknownFacts(queryCount);
  const firstPosition = keyCount - queryCount;
  // Nobody asks for the context, so it is one number wide.
  const values = new Float32Array(keyCount);

  const keysOf = (first: number, count: number): Tensor<Float32Array> => ({
    shape: [count, dim],
    data: keys.subarray(first * dim, (first + count) * dim),
  });
  const queriesOf = (rows: Int32Array): Tensor<Float32Array> => ({
    shape: [rows.length, dim],
    data: isWithoutGaps(rows)
      ? queries.subarray(rows[0] * dim, (rows[0] + rows.length) * dim)
      : gathered(queries, rows, dim),
  });
  /** In double precision: a difference of numbers of the same size is all that is left of it. */
  const scoreOf = (query: number, key: number): number => {
    let sum = 0;
    for (let d = 0; d < dim; d++) sum += queries[query * dim + d] * keys[key * dim + d];
    return scale * sum;
  };

  /** Hides from each row the keys behind its own. */
  const behind = (rows: Int32Array) =>
    isCausal && {
      causal: 'topLeft' as const,
      firstPosition,
      queryRows: { shape: [rows.length], data: Float32Array.from(rows) },
    };
  /** The first key that no row up to this one sees. */
  const endFor = (row: number): number => (isCausal ? firstPosition + row + 1 : keyCount);

  return {
    facts,
    isCausal,
    rowCost: keyCount * (dim + 8),
    pairCost: dim + 8,
    async learn(rows, signal) {
      const unknown = rows.filter((row) => facts.isKnown[row] === 0);
      if (unknown.length === 0) return;
      const end = Math.max(1, endFor(unknown[unknown.length - 1]));
      const { logSumExp, largestKey } = await engine.attend(
        {
          queries: queriesOf(unknown),
          keys: keysOf(0, end),
          values: { shape: [end, 1], data: values.subarray(0, end) },
          scoreFunction: 'dot',
          scale,
          ...behind(unknown),
        },
        signal,
      );
      for (const [at, row] of unknown.entries()) {
        const key = largestKey.data[at];
        facts.logSumExp[row] = logSumExp.data[at];
        facts.largestKey[row] = key;
        facts.largestWeight[row] = key < 0 ? 0 : Math.min(1, Math.exp(scoreOf(row, key) - logSumExp.data[at]));
        facts.isKnown[row] = 1;
      }
    },
    async pool({ rows, rowsPerCell, firstKey, keyCount: count, keysPerCell }, signal) {
      if (endFor(rows[rows.length - 1]) <= firstKey) return zeros(rows.length, rowsPerCell, count, keysPerCell);
      const { max, mean } = await engine.tile(
        {
          queries: queriesOf(rows),
          keys: keysOf(firstKey, count),
          logSumExp: { shape: [rows.length], data: gathered(facts.logSumExp, rows, 1) },
          scoreFunction: 'dot',
          scale,
          queriesPerCell: rowsPerCell,
          keysPerCell,
          firstKey,
          ...behind(rows),
        },
        signal,
      );
      return { max: max.data, mean: mean.data };
    },
  };
}

function isWithoutGaps(rows: Int32Array): boolean {
  return rows[rows.length - 1] - rows[0] === rows.length - 1;
}

function gathered(all: Float32Array, rows: Int32Array, width: number): Float32Array {
  const own = new Float32Array(rows.length * width);
  for (const [at, row] of rows.entries()) own.set(all.subarray(row * width, (row + 1) * width), at * width);
  return own;
}

function zeros(rowCount: number, rowsPerCell: number, keyCount: number, keysPerCell: number): PooledCells {
  const count = Math.ceil(rowCount / rowsPerCell) * Math.ceil(keyCount / keysPerCell);
  return { max: new Float32Array(count), mean: new Float32Array(count) };
}
