/** The shortest text that reads back to the same bits; NaN and Infinity by their names, which `parseNumber` and Python's float know. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
