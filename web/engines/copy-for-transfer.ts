/** Memory of so many bytes, all of which will be written. */
type TakeMemory = (byteLength: number) => ArrayBuffer;

/**
 * A copy of an input or request whose arrays own their memory, to be transferred. Sending it as it is would copy too,
 * and with it the whole buffer behind an array that is a small part of an imported file.
 */
export function copyForTransfer<T extends object>(
  original: T,
  takeMemory: TakeMemory = (byteLength) => new ArrayBuffer(byteLength),
): { copy: T; buffers: ArrayBuffer[] } {
  const copy = copyArrays(original, takeMemory) as T;
  return { copy, buffers: buffersOf(copy) };
}

/** The memory behind all arrays of a value, each of which owns its own. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap(buffersOf);
}

function copyArrays(value: unknown, takeMemory: TakeMemory): unknown {
  if (value instanceof Float64Array || value instanceof Float32Array || value instanceof Uint8Array) {
    const ArrayOfKind = value.constructor as Float64ArrayConstructor;
    const copy = new ArrayOfKind(takeMemory(value.byteLength));
    copy.set(value);
    return copy;
  }
  // A shape is a list of sizes, which a message copies.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copyArrays(field, takeMemory)]));
}
