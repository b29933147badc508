import type { SoftmaxJacobianRequest, SoftmaxJacobianResult } from '../../../contract/index.ts';
import { softmaxRows } from './softmax-rows.ts';

export function softmaxJacobian(request: SoftmaxJacobianRequest): SoftmaxJacobianResult<Float64Array> {
  const { shape, data } = request.scores;
  const keyCount = shape[shape.length - 1];
  const jacobian = new Float64Array(data.length * keyCount);
  for (const { weights, temperature, begin } of softmaxRows(request)) {
    if (temperature === 0) continue;
    for (let i = 0; i < keyCount; i++) {
      const row = (begin + i) * keyCount;
      // Σ_{j≠i} α_j and not 1 − α_i, of which nothing is left where α_i is nearly 1.
      let others = 0;
      for (let j = 0; j < keyCount; j++) {
        if (j === i || weights[i] === 0 || weights[j] === 0) continue;
        jacobian[row + j] = (-weights[i] * weights[j]) / temperature;
        others += weights[j];
      }
      if (weights[i] !== 0) jacobian[row + i] = (weights[i] * others) / temperature;
    }
  }
  return { jacobian: { shape: [...shape, keyCount], data: jacobian } };
}
