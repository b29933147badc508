import type { UseEngine } from '../../suite.ts';
import { describeDivergence } from './divergence.ts';
import { describeEntropy } from './entropy.ts';
import { describeAnalysisExtremes } from './extremes.ts';
import { describeHull } from './hull.ts';
import { describeJacobianProducts } from './jacobian-products.ts';
import { describeLeaveOneOut } from './leave-one-out.ts';
import { describeNorms } from './norms.ts';
import { describePositionalEncodings } from './positional-encodings.ts';
import { describeProjection } from './projection.ts';
import { describeSameContextWeights } from './same-context-weights.ts';
import { describeUnary } from './unary.ts';
import { describeWishes } from './wishes.ts';

/** Operations that look at weights, values and steps, and those that ask backwards. */
export function describeAnalysis(useEngine: UseEngine): void {
  describeEntropy(useEngine);
  describeDivergence(useEngine);
  describeHull(useEngine);
  describeProjection(useEngine);
  describeJacobianProducts(useEngine);
  describePositionalEncodings(useEngine);
  describeNorms(useEngine);
  describeUnary(useEngine);
  describeWishes(useEngine);
  describeSameContextWeights(useEngine);
  describeLeaveOneOut(useEngine);
  describeAnalysisExtremes(useEngine);
}
