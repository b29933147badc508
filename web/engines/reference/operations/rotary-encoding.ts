import { rotarySizes, type RotaryEncodingRequest, type RotaryEncodingResult } from '../../../contract/index.ts';

export function rotaryEncoding(request: RotaryEncodingRequest): RotaryEncodingResult<Float64Array> {
  const { vectors, cosines, sines, positions, interleaved = false } = request;
  const { batchCount, headCount, positionCount, dim } = rotarySizes(request);
  const pairCount = (request.rotaryDim ?? dim) / 2;
  const hasHeadsFirst = vectors.shape.length === 4;
  const rotated = Float64Array.from(vectors.data);
  for (let batch = 0; batch < batchCount; batch++) {
    for (let t = 0; t < positionCount; t++) {
      const place = batch * positionCount + t;
      const angles = (positions?.data[place] ?? place) * pairCount;
      for (let head = 0; head < headCount; head++) {
        const row = hasHeadsFirst ? (batch * headCount + head) * positionCount + t : place * headCount + head;
        for (let pair = 0; pair < pairCount; pair++) {
          const first = row * dim + (interleaved ? 2 * pair : pair);
          const second = first + (interleaved ? 1 : pairCount);
          const [a, b] = [vectors.data[first], vectors.data[second]];
          const [cosine, sine] = [cosines.data[angles + pair], sines.data[angles + pair]];
          rotated[first] = a * cosine - b * sine;
          rotated[second] = a * sine + b * cosine;
        }
      }
    }
  }
  return { rotated: { shape: vectors.shape, data: rotated } };
}
