import type { RmsNormGradientRequest, RmsNormGradientResult } from '../../../contract/index.ts';
import { normGradient } from './norm-backward.ts';
import { rmsNorm } from './rms-norm.ts';

export function rmsNormGradient(request: RmsNormGradientRequest): RmsNormGradientResult<Float64Array> {
  const { x, gain, normalizedGradient } = request;
  const { inverseRms } = rmsNorm(request);
  const gradient = normGradient(normalizedGradient.data, gain?.data, {
    x: x.data,
    centres: new Float64Array(inverseRms.data.length),
    factors: inverseRms.data,
    isCentred: false,
  });
  return {
    xGradient: { shape: x.shape, data: gradient.x },
    ...(gain && { gainGradient: { shape: gain.shape, data: gradient.gain } }),
  };
}
