import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';

describeFixtures('reference', createReferenceEngine);
