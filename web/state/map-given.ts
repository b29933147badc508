import type { GivenWeights } from '../model/map-problem.ts';
import type { MapSize } from '../model/map-viewport.ts';
import { unknownFacts, type MapComputation } from './map-computation.ts';

/** Weights that came as they are: nothing is computed but the pools. */
export function givenComputation({ weights }: GivenWeights, { queryCount, keyCount }: MapSize): MapComputation {
  const facts = unknownFacts(queryCount);
  return {
    facts,
    isCausal: false,
    rowCost: keyCount,
    pairCost: 4,
    learn(rows) {
      for (const row of rows) {
        if (facts.isKnown[row] === 1) continue;
        const own = weights.subarray(row * keyCount, (row + 1) * keyCount);
        const largest = own.reduce((best, weight, key) => (weight > own[best] ? key : best), 0);
        facts.isKnown[row] = 1;
        facts.largestKey[row] = own[largest] > 0 ? largest : -1;
        facts.largestWeight[row] = Math.max(0, own[largest]) || 0;
      }
      return Promise.resolve();
    },
    pool({ rows, rowsPerCell, firstKey, keyCount: count, keysPerCell }) {
      const columns = Math.ceil(count / keysPerCell);
      const cellRows = Math.ceil(rows.length / rowsPerCell);
      const max = new Float32Array(cellRows * columns).fill(-Infinity);
      const sums = new Float64Array(cellRows * columns);
      for (const [at, row] of rows.entries()) {
        const firstCell = Math.floor(at / rowsPerCell) * columns;
        const start = row * keyCount + firstKey;
        for (let key = 0; key < count; key++) {
          const cell = firstCell + Math.floor(key / keysPerCell);
          max[cell] = Math.max(max[cell], weights[start + key]);
          sums[cell] += weights[start + key];
        }
      }
      const mean = Float32Array.from(sums, (sum, cell) => {
        const ofRows = Math.min(rowsPerCell, rows.length - Math.floor(cell / columns) * rowsPerCell);
        const ofKeys = Math.min(keysPerCell, count - (cell % columns) * keysPerCell);
        return sum / (ofRows * ofKeys);
      });
      return Promise.resolve({ max, mean });
    },
  };
}
