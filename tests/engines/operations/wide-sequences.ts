import { describe, it } from 'vitest';
import {
  countOf,
  type DecoderRequest,
  type OperationName,
  type OperationRequest,
  type Precision,
  type RecurrentRequest,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import type { UseEngine } from '../suite.ts';
import { resultUnits } from '../tolerances.ts';
import { expectResultAgrees } from './result-agreement.ts';

/** Several sequences at once, each with products that are work for several threads too. */
const [batchCount, stepCount, sourceCount, dim] = [3, 2, 3, 176];

/** What threads share within what they share already. */
export function describeWideSequences(useEngine: UseEngine): void {
  describe.each(precisions)('several sequences of wide states, %s', (precision) => {
    const agrees = async <N extends OperationName>(name: N, request: OperationRequest<N>): Promise<void> => {
      const wanted = await createReferenceEngine().run(name, request);
      expectResultAgrees(precision, await useEngine().run(name, request), wanted, resultUnits.backward);
    };

    it('recurrent', () => agrees('recurrent', wideRecurrent(precision)));
    it('recurrentGradient', () =>
      agrees('recurrentGradient', {
        ...wideRecurrent(precision),
        statesGradient: wave(precision, 1, batchCount, stepCount, 2, dim),
      }));
    it('decoder', () => agrees('decoder', wideDecoder(precision)));
    it('decoderGradient', () =>
      agrees('decoderGradient', {
        ...wideDecoder(precision),
        statesGradient: wave(precision, 1, batchCount, stepCount, dim),
      }));
  });
}

function wave(precision: Precision, height: number, ...shape: number[]): Tensor {
  const numbers = Float64Array.from({ length: countOf(shape) }, (_, index) => height * Math.sin(1 + 2.3 * index));
  return { shape, data: floats(precision, numbers.map(Math.fround)) };
}

function wideRecurrent(precision: Precision): RecurrentRequest {
  return {
    cell: 'lstm',
    direction: 'bidirectional',
    inputs: wave(precision, 1, batchCount, stepCount, dim),
    W: wave(precision, 0.1, 2, 4 * dim, dim),
    R: wave(precision, 0.1, 2, 4 * dim, dim),
  };
}

function wideDecoder(precision: Precision): DecoderRequest {
  return {
    order: 'luong',
    cell: 'lstm',
    scoreFunction: 'scaledDot',
    inputs: wave(precision, 1, batchCount, stepCount, dim),
    encoderStates: wave(precision, 1, batchCount, sourceCount, dim),
    W: wave(precision, 0.1, 4 * dim, dim),
    R: wave(precision, 0.1, 4 * dim, dim),
    initialStates: wave(precision, 1, batchCount, dim),
    W_c: wave(precision, 0.1, dim, 2 * dim),
    W_o: wave(precision, 0.1, dim, dim),
  };
}
