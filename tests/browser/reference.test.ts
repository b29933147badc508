import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { describeEngine } from '../engines/suite.ts';

// The browser's exp and tanh are not Node's, and the reference is held to the same sentences there.
describeEngine('reference', createReferenceEngine);
