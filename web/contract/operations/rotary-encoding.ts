import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { EngineError } from '../engine-error.ts';
import { checkRank, checkSameShape, checkShape, checkWhole } from './checks.ts';
import { checkEven } from './size-checks.ts';

/**
 * Turns pairs of numbers of a vector by angles that grow with its position, so that the product of two vectors depends
 * on the distance of their positions only (Su et al. 2021; ONNX operator RotaryEmbedding, opset 23):
 *
 *   (a, b) → (a cos − b sin, a sin + b cos)
 */
export interface RotaryEncodingRequest<A extends FloatArray = FloatArray> {
  /** [batchCount, headCount, positionCount, dim], or [batchCount, positionCount, headCount · dim] with headCount set. */
  readonly vectors: Tensor<A>;
  /** With positions: [tableLength, rotaryDim / 2], a row for each position. Without: [batchCount, positionCount, rotaryDim / 2]. */
  readonly cosines: Tensor<A>;
  /** The shape of cosines. */
  readonly sines: Tensor<A>;
  /** [batchCount, positionCount] whole numbers 0 … tableLength − 1 */
  readonly positions?: Tensor<A> | undefined;
  /** For vectors of rank 3. */
  readonly headCount?: number | undefined;
  /** The first so many numbers of each vector are turned, the others stay; even. Default dim. */
  readonly rotaryDim?: number | undefined;
  /** true: pairs are neighbours, 2i and 2i + 1. false, the default: i and i + rotaryDim / 2. */
  readonly interleaved?: boolean | undefined;
}

export interface RotaryEncodingResult<A extends FloatArray = FloatArray> {
  /** The shape of vectors. */
  readonly rotated: Tensor<A>;
}

export function validateRotaryEncoding(request: RotaryEncodingRequest): void {
  const { cosines, sines, positions, rotaryDim } = request;
  const { batchCount, positionCount, dim } = rotarySizes(request);
  if (rotaryDim === undefined && dim % 2 !== 0) {
    throw new EngineError(
      'badShape',
      `dim is ${dim}, but an even number was expected, as numbers are turned in pairs.`,
    );
  }
  if (rotaryDim !== undefined) checkEven(['rotaryDim', rotaryDim], dim);
  const pairs = ['rotaryDim / 2', (rotaryDim ?? dim) / 2] as const;
  checkSameShape('sines', sines, 'cosines', cosines);
  if (!positions) {
    checkShape('cosines', cosines, [['batchCount', batchCount], ['positionCount', positionCount], pairs]);
    return;
  }
  checkRank('cosines', cosines, 2, 2);
  checkShape('cosines', cosines, [['tableLength', cosines.shape[0]], pairs]);
  checkShape('positions', positions, [
    ['batchCount', batchCount],
    ['positionCount', positionCount],
  ]);
  checkWhole('positions', positions, 0, cosines.shape[0] - 1);
}

/** What the shape of vectors says, whichever layout it has. */
export function rotarySizes({ vectors, headCount }: RotaryEncodingRequest): {
  readonly batchCount: number;
  readonly headCount: number;
  readonly positionCount: number;
  readonly dim: number;
} {
  checkRank('vectors', vectors, 3, 4);
  if (vectors.shape.length === 4) {
    const [batchCount, ownHeadCount, positionCount, dim] = vectors.shape;
    if (headCount !== undefined && headCount !== ownHeadCount) {
      throw new EngineError('badShape', `headCount is ${headCount}, but vectors have ${ownHeadCount} heads.`);
    }
    return { batchCount, headCount: ownHeadCount, positionCount, dim };
  }
  const [batchCount, positionCount, width] = vectors.shape;
  if (headCount === undefined || !Number.isInteger(headCount) || headCount < 1 || width % headCount !== 0) {
    throw new EngineError(
      'badShape',
      `headCount is ${headCount ?? 'absent'}, but a divisor of ${width}, the width of vectors, was expected.`,
    );
  }
  return { batchCount, headCount, positionCount, dim: width / headCount };
}
