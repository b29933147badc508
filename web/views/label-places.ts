/**
 * Where labels stand that want to be at `wanted` and need `gap` between each other: in the same order, moved apart as
 * little as the order allows, and within `least` and `most` as long as there is room.
 */
export function labelPlaces(wanted: readonly number[], gap: number, least: number, most: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const places = new Array<number>(wanted.length);
  // Down from the top, each below the one before; then up from the bottom, half of the push given back.
  let free = least;
  for (const index of order) {
    places[index] = Math.max(wanted[index], free);
    free = places[index] + gap;
  }
  let end = most;
  for (const index of order.toReversed()) {
    places[index] = Math.min(places[index], end);
    end = places[index] - gap;
  }
  return places;
}
