import { describe, expect, it } from 'vitest';
import { createStore } from '../../../web/state/store.ts';
import { phases, timelineEnd } from '../../../web/timeline/frame.ts';
import { FakeClock } from '../timeline/fake-clock.ts';
import { FakeAddress } from './fake-address.ts';
import { fakeEngines } from './fake-engines.ts';

function newStore(isStill = false, hash = '') {
  const clock = new FakeClock();
  const address = new FakeAddress(hash);
  const store = createStore({ engines: fakeEngines(), address, clock, prefersReducedMotion: () => isStill });
  return { clock, address, store };
}

describe('time in a store', () => {
  it('rests at the end by default, where all is shown', () => {
    const { store } = newStore();
    expect(store.frame.value).toMatchObject({ isResting: true, weightGrowth: 1 });
    expect(store.isPlaying.value).toBe(false);
  });

  it('plays from the start when at the end, and back to the end', () => {
    const { store, clock } = newStore();
    store.play();
    expect(store.frame.value.time).toBe(0);
    clock.run(1);
    expect(store.frame.value).toMatchObject({ phase: 'score', isResting: false });
    clock.run(4);
    expect(store.frame.value.isResting).toBe(true);
    expect(store.settings.value.time).toBe(timelineEnd);
    expect(clock.waiting).toBe(0);
  });

  it('stays out of the address while playing, and is written when it rests', () => {
    const { store, clock, address } = newStore();
    store.play();
    clock.run(1);
    expect(address.writes).toEqual([]);
    store.pause();
    expect(store.settings.value.time).toBeCloseTo(1, 1);
    expect(address.hash).toMatch(/time=0\.98/);
    expect(store.frame.value.time).toBe(store.settings.value.time);
  });

  it('a link made while playing shows the moment', () => {
    const { store, clock } = newStore();
    store.play();
    clock.run(2);
    expect(store.linkTo()).toContain(`time=${store.frame.value.time}`);
  });

  it('a link to a moment opens there, and plays on from there', () => {
    const { store } = newStore(false, '#v=1&time=1.5');
    expect(store.frame.value).toMatchObject({ time: 1.5, phase: 'softmax' });
    store.play();
    expect(store.frame.value.time).toBe(1.5);
  });

  it('seeking stops playing, stays in range and is no step of undo', () => {
    const { store, clock } = newStore();
    store.play();
    store.seek(2);
    expect(store.isPlaying.value).toBe(false);
    expect(clock.waiting).toBe(0);
    store.seek(99);
    expect(store.settings.value.time).toBe(timelineEnd);
    store.seek(NaN);
    expect(store.settings.value.time).toBe(timelineEnd);
    expect(store.canUndo.value).toBe(false);
  });

  it('steps from phase to phase', () => {
    const { store } = newStore();
    store.stepPhase(-1);
    expect(store.settings.value.time).toBe(phases[1].end);
    store.stepPhase(-1);
    store.stepPhase(-1);
    expect(store.settings.value.time).toBe(0);
    store.stepPhase(1);
    expect(store.settings.value.time).toBe(phases[0].end);
  });

  it('nothing moves for those who want no motion', () => {
    const { store, clock } = newStore(true);
    const seen = new Set<number>();
    store.play();
    while (store.isPlaying.value) {
      seen.add(store.frame.value.time);
      clock.step(1 / 60);
    }
    expect(seen.size).toBe(3);
  });

  it('a score can be dragged while playing', () => {
    const { store, clock } = newStore();
    store.play();
    clock.run(0.5);
    store.beginGesture();
    store.setEntry('scores', 1, 0, 2);
    store.endGesture();
    clock.run(0.5);
    expect(store.isPlaying.value).toBe(true);
    expect(store.frame.value.time).toBeCloseTo(1, 1);
  });

  it('speed is kept within 0.25 and 4', () => {
    const { store } = newStore();
    store.setSpeed(100);
    expect(store.settings.value.speed).toBe(4);
    store.setSpeed(0);
    expect(store.settings.value.speed).toBe(0.25);
  });

  it('no frame is asked for after dispose', () => {
    const { store, clock } = newStore();
    store.play();
    store.dispose();
    expect(clock.waiting).toBe(0);
  });
});
