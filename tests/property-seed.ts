import fc from 'fast-check';
import { inject } from 'vitest';

/**
 * Continuous integration draws the same cases at every run, so that a red run speaks of the change and not of the dice. Everywhere
 * else properties draw new ones; a failure prints its seed, and becomes an example.
 */
const seed = inject('propertySeed');
if (seed !== null) fc.configureGlobal({ seed });
