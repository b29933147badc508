import { describe, expect, it } from 'vitest';
import {
  countOf,
  EngineError,
  isTensor,
  operationNames,
  type OperationName,
  type OperationRequest,
  type RequestField,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import type { UseEngine } from '../suite.ts';
import { sampleRequests } from './sample-requests.ts';

/** Something of each kind that a field may be, and things that none may be. */
const intruders: readonly unknown[] = [0, NaN, true, false, '', 'x', null, Symbol('x'), [1], {}, { shape: [1] }];

/** What holds of each operation, whatever it computes. */
export function describeEveryOperation(useEngine: UseEngine): void {
  describe.each(operationNames)('%s', (name) => {
    const sample = sampleRequests('float64')[name];
    const fields = Object.entries(sample) as [string, RequestField][];
    const reference = createReferenceEngine();

    /** The refusal, or undefined: then the reference takes it too. Afterwards the engine computes as before. */
    async function refusalOf(change: object): Promise<EngineError | undefined> {
      const request: OperationRequest<OperationName> = { ...sample, ...change };
      try {
        await useEngine().run(name, request);
        await reference.run(name, request);
        return undefined;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        expect(error.message).not.toMatch(/passed validation|native core/);
        return error;
      }
    }

    it.each(fields)('a field of another kind than it is, %s, is refused', async (field, value) => {
      const before = await useEngine().run(name, sample);
      const kind = isTensor(value) ? 'tensor' : typeof value;
      for (const intruder of [...intruders, isTensor(value) ? 'x' : { shape: [], data: new Float64Array(1) }]) {
        if (typeof intruder === kind) continue;
        const refusal = await refusalOf({ [field]: intruder });
        expect(refusal?.message, `${field}: ${String(intruder)}`).toContain(field);
      }
      expect(await useEngine().run(name, sample)).toEqual(before);
    });

    const tensors = fields.filter((field): field is [string, Tensor] => isTensor(field[1]));
    it.each(tensors)('a size of %s that does not fit is refused, naming both, or fits', async (field, { shape }) => {
      const before = await useEngine().run(name, sample);
      for (const changed of neighboursOf(shape)) {
        const refusal = await refusalOf({ [field]: { shape: changed, data: new Float64Array(countOf(changed)) } });
        if (!refusal) continue;
        // A tensor of one number has no size to name.
        const least = changed.length === 0 ? 1 : 2;
        expect(refusal.message.match(/\d+/g)?.length, refusal.message).toBeGreaterThanOrEqual(least);
      }
      expect(await useEngine().run(name, sample)).toEqual(before);
    });
  });
}

/** Each size by one smaller and larger, and one axis more and less. */
function neighboursOf(shape: readonly number[]): readonly (readonly number[])[] {
  const resized = shape.flatMap((size, axis) => [size + 1, size - 1].map((other) => shape.with(axis, other)));
  return [...resized, [...shape, 2], [2, ...shape], shape.slice(1)];
}
