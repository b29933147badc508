import type { Sample } from './statistics.d.mts';

export interface Plan {
  calls: number;
  rounds: number;
}
export declare function planFor(
  callMilliseconds: number,
  settings: { rounds: number; budgetMilliseconds: number },
): Plan;
export declare function orderOf<P extends { plan: Plan; samples: Sample[] }>(players: readonly P[], round: number): P[];
