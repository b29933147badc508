import type { AttentionInput } from '../../contract/index.ts';

/**
 * A copy of an input whose arrays own their memory, to be transferred. Sending the input itself would copy too, and
 * with it the whole buffer behind an array that is a small part of an imported file.
 */
export function copyInput(input: AttentionInput): { input: AttentionInput; buffers: ArrayBuffer[] } {
  const buffers: ArrayBuffer[] = [];
  return { input: copyFields(input, buffers) as AttentionInput, buffers };
}

function copyFields(value: unknown, buffers: ArrayBuffer[]): unknown {
  if (value instanceof Float64Array || value instanceof Float32Array || value instanceof Uint8Array) {
    const copy = value.slice();
    buffers.push(copy.buffer);
    return copy;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyFields(field, buffers)]));
}
