import { describe, expect, it } from 'vitest';
import { frameAt, phases, timelineEnd } from '../../../web/timeline/frame.ts';
import { createPlayer, heldMoment, phaseBorder } from '../../../web/timeline/player.ts';
import { FakeClock } from './fake-clock.ts';

function play(options: { speed?: number; isStill?: boolean } = {}) {
  const clock = new FakeClock();
  const rests: number[] = [];
  const state = { speed: options.speed ?? 1 };
  const player = createPlayer({
    clock,
    onRest: (seconds) => rests.push(seconds),
    speed: () => state.speed,
    prefersReducedMotion: () => options.isStill ?? false,
  });
  return { clock, player, rests, state };
}

describe('the player', () => {
  it('moves with the clock and rests at the end', () => {
    const { clock, player, rests } = play();
    player.play(0);
    expect(player.isPlaying.value).toBe(true);
    clock.run(1);
    expect(player.time.value).toBeCloseTo(1, 1);
    clock.run(5);
    expect(rests).toEqual([timelineEnd]);
    expect(player.isPlaying.value).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it('starts anew from the end, and from anywhere else goes on', () => {
    const { player } = play();
    player.play(timelineEnd);
    expect(player.time.value).toBe(0);
    player.stop();
    player.play(1.5);
    expect(player.time.value).toBe(1.5);
    player.stop();
    player.play(NaN);
    expect(player.time.value).toBe(0);
  });

  it.each([0.25, 1, 4])('runs %s seconds a second', (speed) => {
    const { clock, player } = play({ speed });
    player.play(0);
    clock.step(0);
    clock.run(0.5);
    expect(player.time.value).toBeCloseTo(0.5 * speed, 6);
  });

  it('takes up another speed on the way', () => {
    const { clock, player, state } = play();
    player.play(0);
    clock.run(0.5);
    state.speed = 2;
    clock.run(0.5);
    expect(player.time.value).toBeCloseTo(1.5, 1);
  });

  it('pauses where it is and says so once', () => {
    const { clock, player, rests } = play();
    player.play(0);
    clock.run(0.5);
    player.pause();
    player.pause();
    expect(rests).toHaveLength(1);
    expect(rests[0]).toBeCloseTo(0.5, 1);
    expect(clock.waiting).toBe(0);
  });

  it('does not run twice as fast when asked to play twice', () => {
    const { clock, player } = play();
    player.play(0);
    player.play(0);
    expect(clock.waiting).toBe(1);
    clock.run(0.5);
    expect(player.time.value).toBeCloseTo(0.5, 1);
  });

  it('does not jump over what a tab in the background missed', () => {
    const { clock, player } = play();
    player.play(0);
    clock.run(0.1);
    clock.step(60);
    expect(player.time.value).toBeLessThan(0.5);
  });

  it('shows only completed phases to those who want no motion, each for its length', () => {
    const { clock, player, rests } = play({ isStill: true });
    player.play(0);
    const seen: number[] = [];
    while (player.isPlaying.value) {
      if (seen.at(-1) !== player.time.value) seen.push(player.time.value!);
      clock.step(1 / 60);
    }
    expect(seen).toEqual([phases[0].end - 0.001, phases[1].end - 0.001, timelineEnd]);
    expect(seen.map((time) => frameAt(time, 3).phase)).toEqual(['score', 'softmax', 'context']);
    expect(rests).toEqual([timelineEnd]);
    expect(clock.seconds).toBeGreaterThan(timelineEnd - 0.1);
  });

  it('goes on to the next phase after a pause without motion', () => {
    const { clock, player, rests } = play({ isStill: true });
    player.play(0);
    clock.run(0.2);
    player.pause();
    player.play(rests[0]);
    expect(player.time.value).toBe(phases[1].end - 0.001);
  });
});

describe('the borders between phases', () => {
  it('are found in both directions, and ends stay ends', () => {
    const [first, second] = phases;
    expect(phaseBorder(0.5, 1)).toBe(first.end);
    expect(phaseBorder(first.end, 1)).toBe(second.end);
    expect(phaseBorder(timelineEnd, 1)).toBe(timelineEnd);
    expect(phaseBorder(2, -1)).toBe(first.end);
    expect(phaseBorder(first.end, -1)).toBe(0);
    expect(phaseBorder(0, -1)).toBe(0);
  });

  it('count a held moment as standing on its border', () => {
    expect(phaseBorder(heldMoment(0), 1)).toBe(phases[1].end);
    expect(phaseBorder(heldMoment(0), -1)).toBe(0);
  });
});
