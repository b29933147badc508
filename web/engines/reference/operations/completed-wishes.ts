import { logSumExpOf } from './distribution.ts';

/**
 * log weight for each key once the wishes are completed, up to rounding the logarithms of weights of sum 1: keys
 * without a wish (NaN) keep the distances of their logits and share what is left.
 */
export function completedWishes(wishes: Float64Array, logits: Float64Array, smallestWeight: number): Float64Array {
  const isWish = (key: number): boolean => !Number.isNaN(wishes[key]);
  const keys = Array.from(wishes, (_, key) => key);
  const unwished = keys.filter((key) => !isWish(key));
  if (unwished.length === keys.length) {
    const all = logSumExpOf(Array.from(logits));
    return logits.map((logit) => logit - all);
  }
  const raised = wishes.map((wish) => Math.max(wish, smallestWeight));
  const sum = keys.filter(isWish).reduce((total, key) => total + raised[key], 0);
  // What was raised may leave too little: then the wishes make room.
  const rest = unwished.length === 0 ? 0 : Math.max(1 - sum, unwished.length * smallestWeight);
  const factor = unwished.length > 0 && sum + rest <= 1 ? 1 : (1 - rest) / sum;
  const logShared = unwished.length === 0 ? 0 : Math.log(rest) - logSumExpOf(unwished.map((key) => logits[key]));
  return raised.map((wish, key) => (isWish(key) ? Math.log(factor * wish) : logits[key] + logShared));
}
