import type { ProfiledEngine } from '../engines/profile/profiled-engines.ts';
import { profiledScoreFunctions, type Workload } from '../engines/profile/workload.ts';

export { engineNameOf, profiledEngines, type ProfiledEngine } from '../engines/profile/profiled-engines.ts';
export {
  flopsOf,
  fusedBytesOf,
  profiledScoreFunctions,
  tracedBytesOf,
  type Workload,
} from '../engines/profile/workload.ts';

/** What a curve runs over: as many queries as keys, T, or the width of all vectors, d. */
export const curveAxes = ['count', 'dim'] as const;
export type CurveAxis = (typeof curveAxes)[number];

/** Whose curves are measured, and what stays as it is while the other grows. */
export interface CurveChoice {
  readonly engine: ProfiledEngine;
  /** d while T grows. */
  readonly dim: number;
  /** T while d grows. */
  readonly count: number;
}

export const dimChoices = [16, 64, 256] as const;
export const countChoices = [64, 256, 1024] as const;

export const curveSizes: Readonly<Record<CurveAxis, readonly number[]>> = {
  count: [16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
  dim: [4, 8, 16, 32, 64, 128, 256, 512],
};

/** Curves of one key can stand in one picture. */
export function curveKey(axis: CurveAxis, { engine, dim, count }: CurveChoice): string {
  return `${engine} ${axis} ${axis === 'count' ? dim : count}`;
}

/** From small to large; at each size all score functions one after another. */
export function curveWorkloads(
  axis: CurveAxis,
  choice: CurveChoice,
): readonly { readonly size: number; readonly workload: Workload }[] {
  return curveSizes[axis].flatMap((size) => {
    const [count, dim] = axis === 'count' ? [size, choice.dim] : [choice.count, size];
    return profiledScoreFunctions.map((scoreFunction) => ({
      size,
      workload: { scoreFunction, queryCount: count, keyCount: count, keyDim: dim, valueDim: dim, attentionDim: dim },
    }));
  });
}
