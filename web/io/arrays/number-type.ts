import { bfloat16Of, float16Of } from './half-precision.ts';

/** How a number is stored. `bool` is one byte, 0 or not. */
export type NumberType = keyof typeof numberTypes;

interface Storage {
  readonly bytes: number;
  /** Every number of the type is a float32. */
  readonly isFloat32Exact: boolean;
  read(view: DataView, offset: number, isLittleEndian: boolean): number;
}

const twoTo32 = 2 ** 32;

/** Integers beyond 2^53 are rounded to the nearest double, once. */
export const numberTypes = {
  float64: storage(8, false, (view, offset, little) => view.getFloat64(offset, little)),
  float32: storage(4, true, (view, offset, little) => view.getFloat32(offset, little)),
  float16: storage(2, true, (view, offset, little) => float16Of(view.getUint16(offset, little))),
  bfloat16: storage(2, true, (view, offset, little) => bfloat16Of(view.getUint16(offset, little))),
  int8: storage(1, true, (view, offset) => view.getInt8(offset)),
  uint8: storage(1, true, (view, offset) => view.getUint8(offset)),
  int16: storage(2, true, (view, offset, little) => view.getInt16(offset, little)),
  uint16: storage(2, true, (view, offset, little) => view.getUint16(offset, little)),
  int32: storage(4, false, (view, offset, little) => view.getInt32(offset, little)),
  uint32: storage(4, false, (view, offset, little) => view.getUint32(offset, little)),
  int64: storage(8, false, (view, offset, little) => {
    const high = view.getInt32(offset + (little ? 4 : 0), little);
    return high * twoTo32 + view.getUint32(offset + (little ? 0 : 4), little);
  }),
  uint64: storage(8, false, (view, offset, little) => {
    const high = view.getUint32(offset + (little ? 4 : 0), little);
    return high * twoTo32 + view.getUint32(offset + (little ? 0 : 4), little);
  }),
  bool: storage(1, true, (view, offset) => (view.getUint8(offset) === 0 ? 0 : 1)),
} as const;

function storage(bytes: number, isFloat32Exact: boolean, read: Storage['read']): Storage {
  return { bytes, isFloat32Exact, read };
}
