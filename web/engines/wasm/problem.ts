import type { Problem, Session } from '../../../wasm/bindings/module.d.ts';
import {
  limits,
  scoreFunctions,
  type AttentionInput,
  type CausalAlignment,
  type FloatArray,
} from '../../contract/index.ts';

/** The plain numbers of an input, as the core takes them. */
export function problemOf(input: AttentionInput): Problem {
  const { queryCount, keyCount, valueDim, score, mask = {}, additiveMask, temperature = 1 } = input;
  const isGiven = score.scoreFunction === 'given';
  return {
    queryCount,
    keyCount,
    valueDim,
    queryDim: isGiven ? 0 : score.queryDim,
    keyDim: isGiven ? 0 : score.keyDim,
    attentionDim: score.scoreFunction === 'additive' ? score.attentionDim : 0,
    scoreFunction: scoreFunctions.indexOf(score.scoreFunction),
    scale: isGiven ? NaN : (score.scale ?? NaN),
    temperature,
    causal: causalNumber(mask.causal),
    leftWindow: windowNumber(mask.leftWindow),
    rightWindow: windowNumber(mask.rightWindow),
    hasKeyMask: mask.keyMask !== undefined,
    hasPairMask: mask.pairMask !== undefined,
    hasQueryMask: mask.queryMask !== undefined,
    hasAdditiveMask: additiveMask !== undefined,
  };
}

function causalNumber(causal: CausalAlignment | undefined): number {
  return causal === undefined ? 0 : causal === 'topLeft' ? 1 : 2;
}

/** A window wider than any sequence hides nothing; the core's ints could not hold every safe integer. */
function windowNumber(keys: number | undefined): number {
  return keys === undefined ? -1 : Math.min(keys, 2 * limits.maxCount);
}

/** Copies the arrays of an input into a session that was prepared for it. */
export function fillSession<A extends FloatArray>(session: Session<A>, input: AttentionInput<A>): void {
  const { score, mask = {} } = input;
  session.values().set(input.values);
  if (input.additiveMask) session.additiveMask().set(input.additiveMask);
  if (mask.keyMask) session.keyMask().set(mask.keyMask);
  if (mask.pairMask) session.pairMask().set(mask.pairMask);
  if (mask.queryMask) session.queryMask().set(mask.queryMask);
  if (score.scoreFunction === 'given') {
    session.scores().set(score.scores);
    return;
  }
  session.queries().set(score.queries);
  session.keys().set(score.keys);
  if (score.scoreFunction === 'bilinear') session.W().set(score.W);
  if (score.scoreFunction === 'additive') {
    session.W_q().set(score.W_q);
    session.W_k().set(score.W_k);
    session.v().set(score.v);
  }
}
