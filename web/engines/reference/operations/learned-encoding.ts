import type { LearnedEncodingRequest, LearnedEncodingResult } from '../../../contract/index.ts';
import { rowsOf, tensorOf } from './tensor-rows.ts';

export function learnedEncoding({ table, positions }: LearnedEncodingRequest): LearnedEncodingResult<Float64Array> {
  const rows = rowsOf(table);
  const encoding = Array.from(positions.data, (position) => rows[position]);
  return { encoding: tensorOf(encoding, [encoding.length, table.shape[1]]) };
}
