import { describe, expect, it } from 'vitest';
import { exampleIds, sceneOf } from '../../../web/model/examples.ts';
import { createStore } from '../../../web/state/store.ts';
import { defaultSettings } from '../../../web/state/settings-table.ts';
import { fakeEngines } from './fake-engines.ts';
import { settled } from './settled.ts';

const newStore = () => createStore({ engines: fakeEngines() });

const weightsOf = (store: ReturnType<typeof newStore>, row: number): string[] => {
  const { weights, keyCount } = store.attention.value.value!.trace;
  return [...weights.slice(row * keyCount, (row + 1) * keyCount)].map((weight) => weight.toFixed(2));
};

describe('a store', () => {
  it('opens the worked example at its step and computes its weights', async () => {
    const store = newStore();
    expect(store.settings.value).toMatchObject({ example: 'student', step: 1, sentence: 0 });
    await settled();
    expect(store.attention.value.status).toBe('ready');
    expect(weightsOf(store, 1)).toEqual(['0.12', '0.73', '0.15']);
  });

  it('every example opens, at its own step, and can be computed under every score function', async () => {
    const store = newStore();
    for (const id of exampleIds) {
      store.chooseExample(id);
      expect(store.settings.value.step).toBe(sceneOf(id).sentences[0].startStep);
      for (const scoreFunction of ['given', 'dot', 'scaledDot', 'bilinear', 'additive', 'cosine'] as const) {
        store.setScoreFunction(scoreFunction);
        await settled();
        expect(store.attention.value).toMatchObject({ status: 'ready', error: null });
      }
    }
  });

  it('a typed score changes the weights, and its reset brings them back', async () => {
    const store = newStore();
    store.setEntry('scores', 1, 0, 2.1);
    await settled();
    expect(weightsOf(store, 1)).toEqual(['0.45', '0.45', '0.09']);
    expect(store.attention.value.value!.isTyped(1, 0)).toBe(true);
    expect(store.attention.value.value!.baseScores[3]).toBe(0.3);
    store.resetEntry('scores', 1, 0);
    await settled();
    expect(weightsOf(store, 1)).toEqual(['0.12', '0.73', '0.15']);
    expect(store.settings.value.edits).toEqual({});
  });

  it('a moved state changes the scores of a formula and keeps its other coordinates', async () => {
    const store = newStore();
    store.chooseExample('fifty-words');
    store.setScoreFunction('dot');
    store.setPlaneAxes(3, 1);
    store.setEncoderState2D(2, 0.25, -0.5);
    const { sentence, baseSentence } = store.current.value;
    expect([...sentence.encoderStates.slice(8, 12)]).toEqual([
      baseSentence.encoderStates[8],
      -0.5,
      baseSentence.encoderStates[10],
      0.25,
    ]);
    await settled();
    expect(store.attention.value.value!.input.values).toEqual(sentence.encoderStates);
    store.setDecoderState2D(0, 1, 2);
    expect(store.settings.value.edits.decoderStates).toEqual({ '0.0.3': 1, '0.0.1': 2 });
  });

  it('the matrices can be typed into', async () => {
    const store = newStore();
    store.setScoreFunction('bilinear');
    store.setEntry('W', 0, 1, 0.75);
    store.setEntry('v', 0, 1, -2);
    await settled();
    expect(store.current.value.parameters.W[1]).toBe(0.75);
    expect(store.current.value.parameters.v[1]).toBe(-2);
    expect(store.current.value.baseParameters.W[1]).not.toBe(0.75);
  });

  it('another sentence keeps the edits of both and begins at its own step', () => {
    const store = newStore();
    store.chooseExample('padded-batch');
    store.setEntry('scores', 0, 0, 9);
    store.chooseSentence(1);
    expect(store.settings.value).toMatchObject({
      sentence: 1,
      step: sceneOf('padded-batch').sentences[1].startStep,
      focusKey: -1,
    });
    expect(store.current.value.sentence.scores[0]).toBe(sceneOf('padded-batch').sentences[1].scores[0]);
    store.setEntry('scores', 0, 0, 7);
    store.chooseSentence(0);
    expect(store.current.value.sentence.scores[0]).toBe(9);
  });

  it('resetAll takes back what is in view and no more, and undo brings it back', () => {
    const store = newStore();
    store.chooseExample('padded-batch');
    store.setEntry('scores', 0, 0, 1);
    store.setScoreFunction('dot');
    store.setEntry('scores', 0, 0, 2);
    store.setEntry('encoderStates', 0, 0, 3);
    store.setEntry('W', 0, 0, 4);
    const { edits } = store.settings.value;
    store.resetAll();
    expect(store.settings.value.edits).toEqual({ scores: { 'given.0.0.0': 1 } });
    store.undo();
    expect(store.settings.value.edits).toEqual(edits);
  });

  it('another example drops the edits, and undo brings back example, step, pinned word and edits', () => {
    const store = newStore();
    store.chooseExample('fifty-words');
    store.setFocusKey(40);
    store.setEntry('scores', 29, 40, 3);
    store.chooseExample('student');
    expect(store.settings.value).toMatchObject({ step: 1, focusKey: -1, edits: {} });
    store.undo();
    expect(store.settings.value).toMatchObject({ example: 'fifty-words', step: 29, focusKey: 40 });
    expect(store.current.value.sentence.scores[29 * 50 + 40]).toBe(3);
  });

  it('undo never leaves an index outside the example', () => {
    const store = newStore();
    store.chooseExample('fifty-words');
    store.chooseStep(49);
    store.setFocusKey(49);
    store.setPlaneAxes(2, 3);
    store.undo();
    expect(store.settings.value).toMatchObject({ example: 'student', step: 1, focusKey: -1, planeX: 0, planeY: 1 });
  });

  it('own words make a scene; without words all stays and a notice says why', async () => {
    const store = newStore();
    store.setWords('<img src=x onerror=alert(1)>', 'a & b');
    expect(store.scene.value.id).toBe('own');
    expect(store.current.value.sentence.source.map(({ text }) => text).join(' ')).toContain('onerror');
    await settled();
    expect(store.attention.value.status).toBe('ready');
    const before = store.settings.value;
    store.setWords('  ', 'word');
    expect(store.settings.value).toBe(before);
    expect(store.notices.value).toMatchObject([
      { code: 'sceneRefused', params: { problem: { code: 'noWords', side: 'source' } } },
    ]);
    store.setWords('one', 'un');
    expect(store.notices.value).toEqual([]);
    store.undo();
    store.undo();
    expect(store.settings.value).toEqual({ ...defaultSettings, step: 1 });
  });

  it("shows a person's weights again as they were", async () => {
    const store = newStore();
    const weights = Float64Array.of(0.7, 0.2, 0.1, 0, 0.25, 0.75);
    store.importAlignments([{ source: ['a', 'b', 'c'], target: ['x', 'y'], weights }]);
    await settled();
    const shown = store.attention.value.value!.trace.weights;
    weights.forEach((weight, i) => expect(shown[i]).toBeCloseTo(weight, 12));
    expect(store.settings.value).toMatchObject({ example: 'imported', step: 0 });
  });

  it('refuses weights of which none can be made, by name, and keeps what is shown', () => {
    const store = newStore();
    const before = store.settings.value;
    store.importAlignments([{ source: ['a'], target: ['x', 'y'], weights: Float64Array.of(1, NaN) }]);
    store.importAlignments([{ source: ['a'], target: ['x', 'y'], weights: Float64Array.of(1, -0.5) }]);
    expect(store.settings.value).toBe(before);
    expect(store.notices.value).toMatchObject([
      { code: 'sceneRefused', params: { problem: { code: 'negativeWeight', row: 2, column: 1, value: -0.5 } } },
    ]);
  });

  it('numbers out of range are brought into it, and NaN never enters', () => {
    const store = newStore();
    store.setEntry('scores', 0, 0, 1e300);
    expect(store.current.value.sentence.scores[0]).toBe(1e9);
    store.setEntry('scores', 0, 0, -Infinity);
    expect(store.current.value.sentence.scores[0]).toBe(-1e9);
    expect(store.notices.value).toMatchObject([{ code: 'valueClamped', params: { given: -Infinity, shown: -1e9 } }]);
    store.setEntry('scores', 0, 0, NaN);
    store.setEncoderState2D(0, NaN, 0.5);
    expect(store.notices.value).toMatchObject([{ code: 'valueRefused' }]);
    expect(store.current.value.sentence.scores[0]).toBe(-1e9);
    expect(store.settings.value.edits.encoderStates).toEqual({ '0.0.1': 0.5 });
    store.setEntry('scores', 0, 0, -0);
    expect(Object.is(store.current.value.sentence.scores[0], 0)).toBe(true);
  });

  it.each([0, 1e-30, 1e6])('temperature %s is allowed', async (temperature) => {
    const store = newStore();
    store.setTemperature(temperature);
    await settled();
    expect(store.settings.value.temperature).toBe(temperature);
    expect(store.attention.value.status).toBe('ready');
    expect(store.notices.value).toEqual([]);
  });

  it('a negative temperature is refused, not taken for 0', () => {
    const store = newStore();
    store.setTemperature(-1);
    expect(store.settings.value.temperature).toBe(1);
    const [notice] = store.notices.value;
    expect(notice).toMatchObject({ code: 'valueRefused', params: { given: '-1' } });
    store.dismissNotice(notice.id);
    expect(store.notices.value).toEqual([]);
    store.setTemperature(-2);
    store.setTemperature(2);
    expect(store.notices.value).toEqual([]);
  });

  it('an index that does not exist is named', () => {
    const store = newStore();
    expect(() => store.chooseStep(4)).toThrow('Step 4 does not exist: expected a whole number from 0 to 3.');
    expect(() => store.chooseSentence(1)).toThrow(RangeError);
    expect(() => store.setFocusKey(-2)).toThrow(RangeError);
    expect(() => store.setEntry('scores', 0, 3, 1)).toThrow('Column of scores 3');
    expect(() => store.setPlaneAxes(0, 2)).toThrow(RangeError);
    expect(() => store.chooseExample('toString')).toThrow('Example "toString"');
    expect(store.canUndo.value).toBe(false);
  });

  it('a drag shows the last value, and is one step of undo', async () => {
    const store = newStore();
    store.beginGesture();
    for (let i = 0; i < 200; i++) store.setEntry('scores', 1, 0, i / 100);
    store.endGesture();
    await settled();
    expect(store.attention.value.value!.trace.scores[3]).toBe(1.99);
    store.undo();
    expect(store.settings.value.edits).toEqual({});
    expect(store.canUndo.value).toBe(false);
  });

  it('an engine that fails loses no settings, and the next change is computed again', async () => {
    const engines = fakeEngines();
    const store = createStore({ engines });
    await settled();
    engines.failure = new Error('The worker ended.');
    store.setEntry('scores', 1, 0, 2);
    await settled();
    expect(store.attention.value).toMatchObject({ status: 'failed', error: 'The worker ended.' });
    expect(store.settings.value.edits).toEqual({ scores: { 'given.0.1.0': 2 } });
    engines.failure = null;
    store.setEntry('scores', 1, 0, 2.5);
    await settled();
    expect(store.attention.value.status).toBe('ready');
  });

  it('another engine is asked for, and computes the same anew', async () => {
    const engines = fakeEngines();
    const store = createStore({ engines });
    await settled();
    const asked = engines.asked.length;
    store.setEngine('reference');
    await settled();
    expect(engines.preferred.at(-1)).toBe('reference');
    expect(engines.asked).toHaveLength(asked + 1);
  });

  it('what concerns only the view is computed from nothing anew', async () => {
    const engines = fakeEngines();
    const store = createStore({ engines });
    await settled();
    const asked = engines.asked.length;
    store.setTheme('dark');
    store.setView('table');
    store.setLang('de');
    store.setFocusKey(1);
    store.seek(1);
    store.setSpeed(2);
    await settled();
    expect(engines.asked).toHaveLength(asked);
  });

  it('a language that is none becomes the default', () => {
    const store = newStore();
    store.setLang('de-CH');
    expect(store.settings.value.lang).toBe('de-CH');
    store.setLang('"><script>');
    expect(store.settings.value.lang).toBe('auto');
  });

  it('two stores share nothing', () => {
    const [one, other] = [newStore(), newStore()];
    one.setEntry('scores', 0, 0, 5);
    one.setTheme('dark');
    expect(other.settings.value).toMatchObject({ edits: {}, theme: 'auto' });
    expect(other.canUndo.value).toBe(false);
  });
});
