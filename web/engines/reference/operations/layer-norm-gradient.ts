import type { LayerNormGradientRequest, LayerNormGradientResult } from '../../../contract/index.ts';
import { layerNorm } from './layer-norm.ts';
import { normGradient } from './norm-backward.ts';

export function layerNormGradient(request: LayerNormGradientRequest): LayerNormGradientResult<Float64Array> {
  const { x, gain, bias, normalizedGradient } = request;
  const { mean, inverseDeviation } = layerNorm(request);
  const gradient = normGradient(normalizedGradient.data, gain?.data, {
    x: x.data,
    centres: mean.data,
    factors: inverseDeviation.data,
    isCentred: true,
  });
  return {
    xGradient: { shape: x.shape, data: gradient.x },
    ...(gain && { gainGradient: { shape: gain.shape, data: gradient.gain } }),
    ...(bias && { biasGradient: { shape: bias.shape, data: gradient.bias } }),
  };
}
