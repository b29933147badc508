import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { describeAccuracy } from './accuracy.ts';
import { describeLongRuns } from './long-runs.ts';
import { describeEngine } from './suite.ts';

describeEngine('reference', createReferenceEngine);
describeLongRuns(createReferenceEngine, { isSlow: true });
describeFixtures('reference', createReferenceEngine);
describeAccuracy('reference', createReferenceEngine);
