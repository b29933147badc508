import type { Tensor } from '../contract/index.ts';
import type { VectorAttention } from '../model/map-problem.ts';
import type { MapSize } from '../model/map-viewport.ts';
import { unknownFacts, type MapComputation, type PooledCells, type PooledRegion } from './map-computation.ts';
import type { MapEngine } from './map-engine.ts';

/**
 * Rows that lie apart are hidden from later keys by a mask, which is made for so many rows at a time: more, and the mask
 * grows with their square; fewer, and there are more calls, each of which takes the keys along.
 */
const maskedRows = 32;

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

  /** `keyEnd`: the keys before it. `mask`: hides some of them; `position`: hides those after each row's own. */
  const attend = async (
    rows: Int32Array,
    keyFirst: number,
    keyEnd: number,
    hiding: { keepMask?: Tensor<Float32Array>; causal?: 'topLeft'; firstPosition?: number },
    signal: AbortSignal,
  ) => {
    const { logSumExp, largestKey } = await engine.attend(
      {
        queries: queriesOf(rows),
        keys: keysOf(keyFirst, keyEnd - keyFirst),
        values: { shape: [keyEnd - keyFirst, 1], data: values.subarray(keyFirst, keyEnd) },
        scoreFunction: 'dot',
        scale,
        ...hiding,
      },
      signal,
    );
    return { keyFirst, logSumExp: logSumExp.data, largestKey: largestKey.data };
  };

  /** Lays what several calls found of the same rows, each for its own keys, together. */
  const keep = (rows: Int32Array, parts: readonly Awaited<ReturnType<typeof attend>>[]): void => {
    for (const [at, row] of rows.entries()) {
      let [sum, largest, largestScore] = [-Infinity, -1, -Infinity];
      for (const { keyFirst, logSumExp, largestKey } of parts) {
        sum = logOfSum(sum, logSumExp[at]);
        if (largestKey[at] < 0) continue;
        const key = keyFirst + largestKey[at];
        const score = scoreOf(row, key);
        if (largest < 0 || score > largestScore) [largest, largestScore] = [key, score];
      }
      facts.logSumExp[row] = sum;
      facts.largestKey[row] = Number.isNaN(sum) ? -1 : largest;
      facts.largestWeight[row] = largest < 0 ? 0 : Math.min(1, Math.exp(largestScore - sum));
      facts.isKnown[row] = 1;
    }
  };

  const learnBlock = async (rows: Int32Array, signal: AbortSignal): Promise<void> => {
    const [first, last] = [firstPosition + rows[0], firstPosition + rows[rows.length - 1]];
    const seenByAll = Math.max(0, first + 1);
    const seenBySome = Math.max(0, last + 1);
    const parts = [];
    if (seenByAll > 0) parts.push(await attend(rows, 0, seenByAll, {}, signal));
    if (seenBySome > seenByAll) {
      const keepMask = causalMask(rows, firstPosition, seenByAll, seenBySome - seenByAll);
      parts.push(await attend(rows, seenByAll, seenBySome, { keepMask }, signal));
    }
    keep(rows, parts);
  };

  const tile = async (
    rows: Int32Array,
    { rowsPerCell, keysPerCell }: PooledRegion,
    keyFirst: number,
    count: number,
    hiding: { keepMask?: Tensor<Float32Array>; causal?: 'topLeft'; firstPosition?: number; firstKey?: number },
    signal: AbortSignal,
  ): Promise<PooledCells> => {
    const { max, mean } = await engine.tile(
      {
        queries: queriesOf(rows),
        keys: keysOf(keyFirst, count),
        logSumExp: { shape: [rows.length], data: gathered(facts.logSumExp, rows, 1) },
        scoreFunction: 'dot',
        scale,
        queriesPerCell: rowsPerCell,
        keysPerCell,
        ...hiding,
      },
      signal,
    );
    return { max: max.data, mean: mean.data };
  };

  /** Rows that lie apart: the keys that all of them see, those that some see, and the rest, which is zeros. */
  const poolBlock = async (
    rows: Int32Array,
    region: PooledRegion,
    signal: AbortSignal,
    put: (cells: PooledCells, cellColumn: number) => void,
  ): Promise<void> => {
    const { firstKey, keyCount: count, keysPerCell } = region;
    const [first, last] = [firstPosition + rows[0], firstPosition + rows[rows.length - 1]];
    const clampKey = (key: number): number => Math.max(0, Math.min(count, key - firstKey));
    const whole = clampKey(first + 1);
    const seenByAll = whole === count ? count : Math.floor(whole / keysPerCell) * keysPerCell;
    const seenBySome = Math.min(count, Math.ceil(clampKey(last + 1) / keysPerCell) * keysPerCell);
    if (seenByAll > 0) put(await tile(rows, region, firstKey, seenByAll, {}, signal), 0);
    if (seenBySome > seenByAll) {
      const keepMask = causalMask(rows, firstPosition, firstKey + seenByAll, seenBySome - seenByAll);
      const cells = await tile(rows, region, firstKey + seenByAll, seenBySome - seenByAll, { keepMask }, signal);
      put(cells, seenByAll / keysPerCell);
    }
  };

  return {
    facts,
    isCausal,
    rowCost: keyCount * (dim + 8),
    pairCost: dim + 8,
    async learn(rows, signal) {
      const unknown = rows.filter((row) => facts.isKnown[row] === 0);
      if (unknown.length === 0) return;
      if (!isCausal) {
        keep(unknown, [await attend(unknown, 0, keyCount, {}, signal)]);
      } else if (isWithoutGaps(unknown)) {
        // What lies behind the last row's position is seen by none of them.
        const end = Math.max(1, firstPosition + unknown[unknown.length - 1] + 1);
        const hiding = { causal: 'topLeft', firstPosition: firstPosition + unknown[0] } as const;
        keep(unknown, [await attend(unknown, 0, end, hiding, signal)]);
      } else {
        for (const block of blocksOf(unknown, maskedRows)) await learnBlock(block, signal);
      }
    },
    async pool(region, signal) {
      const { rows, rowsPerCell, firstKey, keyCount: count, keysPerCell } = region;
      if (!isCausal) return tile(rows, region, firstKey, count, {}, signal);
      const columns = Math.ceil(count / keysPerCell);
      const cellRows = Math.ceil(rows.length / rowsPerCell);
      if (isWithoutGaps(rows)) {
        if (firstPosition + rows[rows.length - 1] < firstKey) return zeros(cellRows * columns);
        const hiding = { causal: 'topLeft', firstPosition: firstPosition + rows[0], firstKey } as const;
        return tile(rows, region, firstKey, count, hiding, signal);
      }
      const cells = zeros(cellRows * columns);
      const perBlock = Math.max(1, Math.floor(maskedRows / rowsPerCell)) * rowsPerCell;
      let done = 0;
      for (const block of blocksOf(rows, perBlock)) {
        const firstRow = done / rowsPerCell;
        await poolBlock(block, region, signal, (part, column) =>
          copyCells(part, cells, columns, firstRow, column, Math.ceil(block.length / rowsPerCell)),
        );
        done += block.length;
      }
      return cells;
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

function* blocksOf(rows: Int32Array, count: number): Generator<Int32Array> {
  for (let first = 0; first < rows.length; first += count) yield rows.subarray(first, first + count);
}

/** [rows.length, count] 1 for keys up to each row's own position. */
function causalMask(rows: Int32Array, firstPosition: number, firstKey: number, count: number): Tensor<Float32Array> {
  const data = new Float32Array(rows.length * count);
  for (const [at, row] of rows.entries()) {
    const seen = Math.max(0, Math.min(count, firstPosition + row + 1 - firstKey));
    data.fill(1, at * count, at * count + seen);
  }
  return { shape: [rows.length, count], data };
}

/** log(exp a + exp b) */
function logOfSum(a: number, b: number): number {
  if (a === -Infinity) return b;
  if (b === -Infinity) return a;
  const [small, large] = a < b ? [a, b] : [b, a];
  return large === Infinity ? Infinity : large + Math.log1p(Math.exp(small - large));
}

function zeros(count: number): PooledCells {
  return { max: new Float32Array(count), mean: new Float32Array(count) };
}

/** Lays the cells of a part, whose width follows from its height, into the whole. */
function copyCells(
  part: PooledCells,
  whole: PooledCells,
  columns: number,
  firstRow: number,
  firstColumn: number,
  rowCount: number,
): void {
  const width = part.max.length / rowCount;
  for (let row = 0; row < rowCount; row++) {
    const to = (firstRow + row) * columns + firstColumn;
    whole.max.set(part.max.subarray(row * width, (row + 1) * width), to);
    whole.mean.set(part.mean.subarray(row * width, (row + 1) * width), to);
  }
}
