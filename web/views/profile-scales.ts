import { scaleLog } from 'd3-scale';

export interface ProfileAxis {
  /** From a size or a time to its place in the picture. */
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Sizes, a tick at each power of two that has room. */
export function sizeAxis(sizes: readonly number[], range: readonly [number, number]): ProfileAxis {
  const [first, last] = [Math.min(...sizes), Math.max(...sizes)];
  const scale = scaleLog()
    .base(2)
    .domain([first, Math.max(last, 2 * first)])
    .range(range);
  const powers = Math.log2(scale.domain()[1] / first);
  const room = Math.abs(range[1] - range[0]) / powers;
  const step = Math.max(1, Math.ceil(38 / room));
  const ticks = Array.from({ length: Math.floor(powers / step) + 1 }, (_, i) => first * 2 ** (i * step));
  return { place: scale, ticks };
}

/** Times, from a power of ten to a power of ten. */
export function timeAxis(milliseconds: readonly number[], range: readonly [number, number]): ProfileAxis {
  const first = Math.floor(Math.log10(Math.min(...milliseconds)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...milliseconds))));
  const scale = scaleLog()
    .domain([10 ** first, 10 ** last])
    .range(range);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => Number(`1e${first + i}`));
  return { place: scale, ticks };
}
