import { describe, expect, it } from 'vitest';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import {
  flopsOf,
  fusedBytesOf,
  profiledScoreFunctions,
  tracedBytesOf,
  type Workload,
} from '../../../../web/engines/profile/workload.ts';
import { requestOf } from '../../../../web/engines/profile/workload-request.ts';
import { isTensor, type RequestField } from '../../../../web/contract/index.ts';

const sizes = { queryCount: 3, keyCount: 5, keyDim: 4, valueDim: 2, attentionDim: 6 };
const workloads = profiledScoreFunctions.map((scoreFunction): Workload => ({ ...sizes, scoreFunction }));

/** Counts what the formula does, one operation after another. */
function countedFlops({ scoreFunction, queryCount, keyCount, keyDim, valueDim, attentionDim }: Workload): number {
  let flops = 0;
  const multiplyAndAdd = (times: number): void => void (flops += 2 * times);
  if (scoreFunction === 'bilinear') for (let t = 0; t < queryCount; t++) multiplyAndAdd(keyDim * keyDim);
  if (scoreFunction === 'additive') {
    for (let row = 0; row < queryCount + keyCount; row++) multiplyAndAdd(keyDim * attentionDim);
  }
  for (let pair = 0; pair < queryCount * keyCount; pair++) {
    if (scoreFunction === 'additive') {
      for (let a = 0; a < attentionDim; a++) {
        flops += 1; // W_q q + W_k k
        flops += 1; // tanh
        multiplyAndAdd(1); // by v, and to the sum
      }
    } else {
      multiplyAndAdd(keyDim);
    }
    multiplyAndAdd(valueDim);
  }
  return flops;
}

describe('a workload', () => {
  it.each(workloads)('$scoreFunction: its operations are those of its formula', (workload) => {
    expect(flopsOf(workload)).toBe(countedFlops(workload));
  });

  it.each(workloads)('$scoreFunction: its bytes are those of the arrays that go in and come out', async (workload) => {
    const request = requestOf(workload);
    const result = await createReferenceEngine().run('fusedAttention', request);
    const fields = [request, result].flatMap((each) => Object.values(each) as RequestField[]);
    const bytes = fields.filter(isTensor).reduce((sum, { data }) => sum + data.byteLength, 0);
    expect(fusedBytesOf(workload)).toBe(bytes);
  });

  it('fused bytes grow with T, those of a trace with T²', () => {
    const at = (count: number): Workload => ({ ...workloads[0], queryCount: count, keyCount: count });
    expect(fusedBytesOf(at(4096)) / fusedBytesOf(at(2048))).toBe(2);
    expect(tracedBytesOf(at(4096)) / tracedBytesOf(at(2048))).toBeCloseTo(4, 1);
  });
});
