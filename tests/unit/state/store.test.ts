import { describe, expect, it } from 'vitest';
import { createStore } from '../../../web/state/store.ts';
import { FakeAddress } from './fake-address.ts';
import { fakeEngines } from './fake-engines.ts';

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('a store', () => {
  it('opens the worked example at its step and computes its weights', async () => {
    const store = createStore({ engines: fakeEngines() });
    expect(store.settings.value).toMatchObject({ example: 'student', step: 1, sentence: 0 });
    await settled();
    const { status, value } = store.attention.value;
    expect(status).toBe('ready');
    expect([...value!.trace.weights.slice(3, 6)].map((weight) => weight.toFixed(2))).toEqual(['0.12', '0.73', '0.15']);
    store.dispose();
  });
  it('reads a link', () => {
    const store = createStore({ engines: fakeEngines(), address: new FakeAddress('#v=1&t=3&scores=1.3.1:0.5&T=2') });
    expect(store.settings.value).toMatchObject({ step: 2, temperature: 2, edits: { scores: { 'given.0.2.0': 0.5 } } });
    expect(store.linkTo()).toBe('https://example.org/play/#v=1&t=3&T=2&scores=1.3.1:0.5');
  });
});
