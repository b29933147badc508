import type { ScoreFunction } from '../contract/index.ts';

/** What is in view at one decoder step. Steps count from 1, as on screen. */
export interface StepChange {
  readonly step: number;
  /** The target word of the step. */
  readonly target: string;
}

export interface ScoreChange extends StepChange {
  readonly scoreFunction: ScoreFunction;
  /** The source words, one for each number. */
  readonly source: readonly string[];
  /** [keyCount]; −Infinity for an imported weight of 0. */
  readonly scores: readonly number[];
}

export interface WeightsChange extends StepChange {
  readonly source: readonly string[];
  /** [keyCount]; they sum to 1, or are all 0 where every word is masked. */
  readonly weights: readonly number[];
  /** [stateDim] */
  readonly context: readonly number[];
  /** In nats. */
  readonly entropy: number;
}
