import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { describeEngine } from './suite.ts';

describeEngine('reference', createReferenceEngine);
describeFixtures('reference', createReferenceEngine);
