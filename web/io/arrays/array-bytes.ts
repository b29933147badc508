import { countOf } from '../../contract/index.ts';
import type { ImportProblem } from '../problem.ts';
import { importLimits } from './import-limits.ts';
import { numberTypes, type NumberType } from './number-type.ts';

/** Bytes of an array of this shape, or why such an array is refused: sizes come from headers that may say anything. */
export function bytesNeeded(
  name: string,
  shape: readonly number[],
  numberType: NumberType,
): { readonly bytes: number } | ImportProblem {
  const limit = importLimits.maxAxes;
  if (shape.length > limit) return { code: 'tooManyAxes', name, axes: shape.length, limit };
  const bytes = countOf(shape) * numberTypes[numberType].bytes;
  if (!(bytes <= importLimits.maxBytes))
    return { code: 'arrayTooLarge', name, bytes, limitBytes: importLimits.maxBytes };
  return { bytes };
}
