import type { SinusoidalEncodingRequest, SinusoidalEncodingResult } from '../../../contract/index.ts';

export function sinusoidalEncoding(request: SinusoidalEncodingRequest): SinusoidalEncodingResult<Float64Array> {
  const { positions, dim, base = 10_000, interleaved = true } = request;
  const sineCount = Math.ceil(dim / 2);
  const encoding = Float64Array.from({ length: positions.data.length * dim }, (_, cell) => {
    const column = cell % dim;
    const isSine = interleaved ? column % 2 === 0 : column < sineCount;
    const pair = interleaved ? Math.floor(column / 2) : column % sineCount;
    const angle = positions.data[Math.floor(cell / dim)] * Math.pow(base, (-2 * pair) / dim);
    return isSine ? Math.sin(angle) : Math.cos(angle);
  });
  return { encoding: { shape: [positions.data.length, dim], data: encoding } };
}
