/**
 * Numbers as float16, two in each element; null where one of them would be another number then. Subnormal ones count as
 * such, since devices may take them for 0.
 */
export function exactFloat16(numbers: Float32Array): Uint32Array | null {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  const halves = new Uint16Array(numbers.length);
  for (let i = 0; i < bits.length; i++) {
    const half = halfOf(bits[i]);
    if (half === undefined) return null;
    halves[i] = half;
  }
  return new Uint32Array(halves.buffer);
}

/** From the bits of a float32 to those of the same number in float16; undefined: float16 does not have it. */
function halfOf(bits: number): number | undefined {
  const sign = (bits >>> 16) & 0x8000;
  const rest = bits & 0x7fffffff;
  if (rest === 0) return sign;
  // The exponent counts from −15 instead of −127, and 10 bits of the fraction are left of 23.
  const exponent = (rest >>> 23) - 112;
  if (exponent < 1 || exponent > 30 || (rest & 0x1fff) !== 0) return undefined;
  return sign | (exponent << 10) | ((rest >>> 13) & 0x3ff);
}
