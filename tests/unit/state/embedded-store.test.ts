import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watchChanges } from '../../../web/state/changes.ts';
import { settledAttention } from '../../../web/state/settled.ts';
import { createStore } from '../../../web/state/store.ts';
import { fakeEngines } from './fake-engines.ts';
import { settled } from './settled.ts';

const open = () => createStore({ engines: fakeEngines() });

describe('a store as an element uses it', () => {
  it('read-only: content stays under every action, where one looks does not, and attributes still count', () => {
    const store = open();
    store.setEntry('scores', 1, 0, 7);
    store.setAttribute('readonly', '');
    const before = store.settings.peek();
    store.setEntry('scores', 1, 0, 9);
    store.resetEntry('scores', 1, 0);
    store.resetAll();
    store.chooseExample('reordering');
    store.setWords('a', 'b');
    store.setScoreFunction('dot');
    store.setTemperature(3);
    store.setPaddingMask(false);
    store.setCausal('topLeft');
    store.setEncoderState2D(0, 5, 5);
    store.undo();
    expect(store.settings.peek()).toEqual(before);
    store.chooseStep(2);
    store.setView('table');
    expect(store.settings.peek()).toMatchObject({ step: 2, view: 'table' });
    store.setAttribute('temperature', '2');
    expect(store.settings.peek().temperature).toBe(2);
    store.setAttribute('readonly', null);
    store.setTemperature(3);
    expect(store.settings.peek().temperature).toBe(3);
  });

  it('a state comes back as the same text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('student', 'reordering', 'padded-batch'),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (example, score, temperature) => {
          const [one, other] = [open(), open()];
          one.chooseExample(example);
          one.setEntry('scores', 0, 1, score);
          one.setTemperature(temperature);
          one.seek(1.5);
          other.openState(`#${one.state()}`);
          expect(other.state()).toBe(one.state());
          expect(other.notices.peek()).toEqual([]);
        },
      ),
    );
  });

  it('a state leaves alone what an attribute set for the view, unless it names it', () => {
    const store = open();
    store.setAttribute('theme', 'dark');
    store.setAttribute('hide', 'plane');
    store.seek(1);
    store.openState('v=1&t=3');
    expect(store.settings.peek()).toMatchObject({ theme: 'dark', hide: ['plane'], step: 2 });
    expect(store.frame.peek().isResting).toBe(true);
    store.openState('v=1&theme=light');
    expect(store.settings.peek()).toMatchObject({ theme: 'light', hide: ['plane'] });
  });

  it('what a state holds that does not fit is told, the rest is taken', () => {
    const store = open();
    store.openState('v=1&t=99&T=2');
    expect(store.settings.peek()).toMatchObject({ step: 3, temperature: 2 });
    expect(store.notices.peek()).toMatchObject([{ code: 'linkValues' }]);
  });

  it('refusals of two attributes stand side by side, and go when the attribute is right', () => {
    const store = open();
    store.setAttribute('step', '9');
    store.setAttribute('temperature', 'hot');
    store.setAttribute('step', '8');
    expect(store.notices.peek()).toMatchObject([
      { params: { attribute: 'temperature' } },
      { params: { attribute: 'step', given: '8' } },
    ]);
    store.setAttribute('step', '3');
    expect(store.notices.peek()).toMatchObject([{ params: { attribute: 'temperature' } }]);
  });

  it('a refusal goes with its attribute, whatever the one that is left says', () => {
    const store = open();
    store.setAttribute('tokens', 'nothing');
    store.setAttribute('tokens', null, (name) => (name === 'example' ? 'nonsense' : null));
    expect(store.notices.peek()).toMatchObject([{ params: { attribute: 'example', given: 'nonsense' } }]);
    store.setAttribute('example', null);
    expect(store.notices.peek()).toEqual([]);
  });

  it('who waits for numbers that will not come is told so', async () => {
    const engines = fakeEngines();
    engines.gate = new Promise(() => undefined);
    const store = createStore({ engines });
    const waiting = settledAttention(store);
    store.dispose();
    await expect(waiting).rejects.toThrow('left the page');
  });

  it('goes on where another one was, with its way back', () => {
    const one = open();
    one.setTemperature(2);
    one.setTemperature(3);
    one.undo();
    const other = createStore({
      engines: fakeEngines(),
      initial: one.settings.peek(),
      history: one.history.peek(),
    });
    other.redo();
    expect(other.settings.peek().temperature).toBe(3);
    other.undo();
    other.undo();
    expect(other.settings.peek().temperature).toBe(1);
    expect([other.canUndo.peek(), one.settings.peek().temperature]).toEqual([false, 2]);
  });

  it('changes are told once each, and not for what was there before', async () => {
    const store = open();
    await settled();
    const told: string[] = [];
    const stop = watchChanges(store, {
      onStep: ({ step, target }) => told.push(`step ${step} ${target}`),
      onScores: ({ scores }) => told.push(`scores ${scores.join(' ')}`),
      onWeights: ({ weights }) => told.push(`weights ${weights.map((weight) => weight.toFixed(2)).join(' ')}`),
      onNotice: ({ code }) => told.push(code),
      onFailure: (message) => told.push(message),
    });
    expect(told).toEqual([]);
    store.setEntry('scores', 1, 0, 2.1);
    await settled();
    expect(told.splice(0)).toEqual(['scores 2.1 2.1 0.5', 'weights 0.45 0.45 0.09']);
    store.setTemperature(0);
    await settled();
    expect(told.splice(0)).toEqual(['weights 0.50 0.50 0.00']);
    store.chooseStep(2);
    expect(told.splice(0)).toEqual(['step 3 a']);
    await settled();
    expect(told.splice(0)).toHaveLength(2);
    store.setTemperature(-1);
    expect(told.splice(0)).toEqual(['valueRefused']);
    store.setWords('a b', 'x y');
    expect(told.splice(0)).toEqual(['step 1 x']);
    store.setWords('c d', 'x z');
    expect(told.splice(0), 'another sentence with the same word').toEqual(['step 1 x']);
    store.setEntry('encoderStates', 0, 0, 2);
    expect(told.splice(0)).toEqual([]);
    stop();
    store.setTemperature(-2);
    expect(told).toEqual([]);
  });
});
