/** Red, green and blue of a `#rrggbb`. */
export function parseHex(colour: string): [red: number, green: number, blue: number] {
  const number = Number.parseInt(colour.replace('#', ''), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
