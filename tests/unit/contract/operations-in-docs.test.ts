import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationNames } from '../../../web/contract/index.ts';

it('docs/contract.md names every operation once, in its table of operations', () => {
  const text = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
  const [, table] = text.split('## Operations\n')[1].split('| about ');
  const named = Array.from(table.split('\n\n')[0].matchAll(/`(\w+)`/g), ([, name]) => name);
  expect(named.toSorted()).toEqual(operationNames.toSorted());
});
