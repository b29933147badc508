/**
 * The number that 16 bits stand for as IEEE 754 binary16: one sign, five bits of exponent, ten of fraction. Every one of
 * them is a double without rounding.
 */
export function float16Of(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

const bitsView = new DataView(new ArrayBuffer(4));

/** The number that 16 bits stand for as bfloat16, the upper half of a float32. */
export function bfloat16Of(bits: number): number {
  bitsView.setUint32(0, bits << 16);
  return bitsView.getFloat32(0);
}

/** The float16 farthest below zero: −65504. What lies below it, such as a mask of −1e9, becomes −Infinity. */
export const smallestFloat16 = -65504;
