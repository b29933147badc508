import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../web/state/store.ts';
import { detachedAddress } from '../../../web/state/address-port.ts';
import { FakeAddress } from './fake-address.ts';
import { fakeEngines } from './fake-engines.ts';

function open(address = new FakeAddress()) {
  const engines = fakeEngines();
  return { address, engines, store: createStore({ engines, address }) };
}

const openHash = (hash: string) => open(new FakeAddress(hash)).store;

/** Weights that no packing makes short. */
function noise(wordCount: number) {
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const words = Array.from({ length: wordCount }, (_, i) => `w${i}`);
  return { source: words, target: words, weights: Float64Array.from({ length: wordCount ** 2 }, next) };
}

describe('a store opened by a link', () => {
  it('shows what the link says, and links to the same', () => {
    const store = openHash('#v=1&t=3&T=2&scores=1.3.1:0.5');
    expect(store.settings.value).toMatchObject({ step: 2, temperature: 2, edits: { scores: { 'given.0.2.0': 0.5 } } });
    expect(store.linkTo()).toBe('https://example.org/play/#v=1&t=3&T=2&scores=1.3.1:0.5');
    expect(store.notices.value).toEqual([]);
  });

  it('begins where the example wants to when the link names no step', () => {
    expect(openHash('#v=1&example=fifty-words').settings.value.step).toBe(29);
    expect(openHash('').settings.value.step).toBe(1);
  });

  it('says in one notice all that it could not take', () => {
    const store = openHash('#v=1&t=99&T=-1&key=7&y=3&scores=1.9.1:2;1.1.4:2;2.1.1:2;1.1.1:NaN&W=3.1:1&colour=red');
    expect(store.settings.value).toMatchObject({ step: 3, temperature: 1, focusKey: 2, planeY: 1, edits: {} });
    expect(store.notices.value).toHaveLength(1);
    const [notice] = store.notices.value;
    expect(notice).toMatchObject({ code: 'linkValues', params: { more: 0 } });
    const faults = notice.code === 'linkValues' ? notice.params.faults : [];
    expect(faults.map(({ name, given, shown }) => [name, given, shown])).toEqual([
      ['T', '-1', '1'],
      ['scores', '1.1.1:NaN', null],
      ['colour', 'red', null],
      ['scores', '1.1.4:2', null],
      ['scores', '1.9.1:2', null],
      ['scores', '2.1.1:2', null],
      ['W', '3.1:1', null],
      ['t', '99', '4'],
      ['key', '7', '3'],
      ['y', '3', '2'],
    ]);
  });

  it('lists a bounded number of faults and counts the others', () => {
    const store = openHash(`#v=1&scores=${Array(500).fill('x').join(';')}`);
    const [notice] = store.notices.value;
    expect(notice.code === 'linkValues' && notice.params.faults.length + notice.params.more).toBe(500);
    expect(notice.code === 'linkValues' && notice.params.faults.length).toBeLessThan(20);
  });

  it.each(['#v=99&T=3', '#garbage', '#%%%'])('opens the default for %s and says so', (hash) => {
    const store = openHash(hash);
    expect(store.settings.value).toMatchObject({ example: 'student', step: 1, temperature: 1 });
    expect(store.notices.value).toMatchObject([{ code: 'linkUnreadable' }]);
  });

  it('shows the default where no scene can be made, and keeps the language', () => {
    const store = openHash('#v=1&example=own&source=a&lang=de&t=7');
    expect(store.settings.value).toMatchObject({ example: 'student', step: 1, lang: 'de', source: '' });
    expect(store.notices.value).toMatchObject([{ code: 'sceneRefused', params: { problem: { side: 'target' } } }]);
    expect(openHash('#v=1&example=imported&data=AAAA').notices.value).toMatchObject([
      { params: { problem: { code: 'packedUnreadable' } } },
    ]);
    expect(openHash('#v=1&example=imported').notices.value).toMatchObject([{ code: 'linkWithoutData' }]);
  });

  it('own words and imported weights travel in the link', () => {
    const { store } = open();
    store.setWords('a + b & c', 'une <b> été');
    const words = store.current.value.sentence.target.map(({ text }) => text);
    const copy = openHash(new URL(store.linkTo()).hash);
    expect(copy.current.value.sentence.target.map(({ text }) => text)).toEqual(words);

    store.importAlignments([noise(5)]);
    const imported = openHash(new URL(store.linkTo()).hash);
    expect(imported.current.value.sentence).toEqual(store.current.value.sentence);
  });
});

describe('the address of a store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stays untouched until something changes', () => {
    const { address } = open();
    vi.runAllTimers();
    expect(address.writes).toEqual([]);
  });

  it('gets a page for a new example, step, sentence, score function and import, and none for a number', () => {
    const { store, address } = open();
    const modeOf = (act: () => void): string => {
      const before = address.writes.length;
      act();
      vi.runAllTimers();
      return address.writes
        .slice(before)
        .map(({ mode }) => mode)
        .join();
    };
    expect(modeOf(() => store.chooseStep(2))).toBe('push');
    expect(modeOf(() => store.setScoreFunction('dot'))).toBe('push');
    expect(modeOf(() => store.setTemperature(2))).toBe('replace');
    expect(modeOf(() => store.setEntry('scores', 0, 0, 1))).toBe('replace');
    expect(modeOf(() => store.setTheme('dark'))).toBe('replace');
    expect(modeOf(() => store.chooseExample('padded-batch'))).toBe('push');
    expect(modeOf(() => store.chooseSentence(1))).toBe('push');
    expect(modeOf(() => store.importAlignments([noise(3)]))).toBe('push');
    expect(modeOf(() => store.setTheme('dark'))).toBe('');
  });

  it('back and forward go to what was, and make no step of undo where no content changed', () => {
    const { store, address } = open();
    store.setEntry('scores', 1, 0, 5);
    vi.runAllTimers();
    store.chooseStep(2);
    vi.runAllTimers();
    store.chooseStep(3);
    vi.runAllTimers();
    address.go(-2);
    expect(store.settings.value).toMatchObject({ step: 1, edits: { scores: { 'given.0.1.0': 5 } } });
    address.go(1);
    expect(store.settings.value.step).toBe(2);
    store.undo();
    expect(store.settings.value.edits).toEqual({});
    expect(store.canUndo.value).toBe(false);
  });

  it('back to another example can be undone', () => {
    const { store, address } = open();
    store.chooseExample('reordering');
    store.setEntry('scores', 0, 0, 5);
    vi.runAllTimers();
    address.go(-1);
    expect(store.settings.value).toMatchObject({ example: 'student', edits: {} });
    store.undo();
    expect(store.settings.value).toMatchObject({ example: 'reordering', edits: { scores: { 'given.0.0.0': 5 } } });
  });

  it('going back writes nothing, and not what still waited for the page that was left', () => {
    const { store, address } = open();
    store.chooseStep(2);
    vi.runAllTimers();
    store.setTemperature(2);
    store.setTemperature(3);
    address.go(-1);
    const writes = address.writes.length;
    vi.runAllTimers();
    expect(address.writes).toHaveLength(writes);
    expect(store.settings.value.temperature).toBe(1);
  });

  it('a link pasted into the same tab is opened', () => {
    const { store, address } = open();
    address.type('#v=1&example=reordering&T=0.5');
    expect(store.settings.value).toMatchObject({ example: 'reordering', temperature: 0.5 });
    address.type('#v=7');
    expect(store.notices.value).toMatchObject([{ code: 'linkUnreadable', params: { given: '7' } }]);
    address.go(-1);
    expect(store.notices.value).toEqual([]);
  });

  it('has the last value when a drag ends and when the page is left', () => {
    const { store, address } = open();
    store.beginGesture();
    for (const value of [1, 2, 3]) store.setEntry('scores', 1, 0, value);
    store.endGesture();
    expect(address.hash).toContain('scores=1.2.1:3');
    store.setTemperature(5);
    address.leave();
    expect(address.hash).toContain('T=5');
  });

  it('after Escape is as before the drag', () => {
    const { store, address } = open();
    store.setTemperature(2);
    vi.runAllTimers();
    store.beginGesture();
    store.setEntry('scores', 1, 0, 3);
    store.cancelGesture();
    expect(address.hash).toBe('v=1&t=2&T=2');
    expect(store.settings.value.edits).toEqual({});
  });

  it('too long for the data: the session keeps them, also over a reload, and a notice says that the link lacks them', () => {
    const { store, address } = open();
    store.importAlignments([noise(200)]);
    vi.runAllTimers();
    expect(address.hash).toBe('v=1&example=imported&t=1');
    expect(store.notices.value).toMatchObject([{ code: 'tooLongForAddress', params: { leftOut: ['data'] } }]);
    const { sentence } = store.current.value;

    const reloaded = createStore({ engines: fakeEngines(), address });
    expect(reloaded.current.value.sentence).toEqual(sentence);
    expect(reloaded.notices.value).toMatchObject([{ code: 'tooLongForAddress', params: { leftOut: ['data'] } }]);
    expect(openHash(new URL(store.linkTo()).hash).notices.value).toMatchObject([{ code: 'linkWithoutData' }]);

    store.chooseExample('student');
    expect(store.notices.value).toEqual([]);
    vi.runAllTimers();
    address.go(-1);
    expect(store.current.value.sentence).toEqual(sentence);
  });

  it('what the browser kept does not stand in for another link typed over it', () => {
    const { store, address } = open();
    store.importAlignments([noise(200)]);
    vi.runAllTimers();
    address.entries[address.index] = { ...address.read(), hash: '#v=1&example=reordering' };
    expect(createStore({ engines: fakeEngines(), address }).settings.value.example).toBe('reordering');
  });

  it('nothing listens after dispose, and the engines are gone', () => {
    const { store, address, engines } = open();
    expect(address.listenerCount).toBe(1);
    store.setTemperature(2);
    store.setTemperature(3);
    store.dispose();
    expect(address.hash).toContain('T=3');
    expect(address.listenerCount).toBe(0);
    expect(engines.isDisposed).toBe(true);
  });

  it("an embedded element opens at its own hash and leaves the page's address alone", () => {
    const address = detachedAddress('v=1&T=2', 'https://course.example/week-3#notes');
    const store = createStore({ engines: fakeEngines(), address });
    expect(store.settings.value.temperature).toBe(2);
    store.setTemperature(3);
    expect(store.linkTo()).toBe('https://course.example/week-3#v=1&t=2&T=3');
  });
});
