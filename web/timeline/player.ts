import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { phases, timelineEnd } from './frame.ts';

/** The browser's frames, or a test's. Milliseconds, as requestAnimationFrame gives them. */
export interface FrameClock {
  request(onFrame: (milliseconds: number) => void): number;
  cancel(handle: number): void;
}

export interface PlayerOptions {
  /** Called once for each run, with the moment at which it stopped: its end or a pause. */
  readonly onRest: (seconds: number) => void;
  /** Timeline seconds for each second of the person; read at every frame, so that it can change on the way. */
  readonly speed: () => number;
  readonly clock?: FrameClock;
  /** True: nothing may move; every phase is shown complete and held for its length. */
  readonly prefersReducedMotion?: () => boolean;
}

export interface Player {
  /** The moment shown while playing; null at rest. */
  readonly time: ReadonlySignal<number | null>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** From `seconds`, or from 0 when that is the end. */
  play(seconds: number): void;
  /** Stops and reports the moment to onRest. */
  pause(): void;
  /** Stops and reports nothing. */
  stop(): void;
}

/** A tab in the background gets no frames; its first frame afterwards must not jump over what was missed. */
const longestFrame = 0.25;

/** A held phase is shown just before its end, so that it still counts as that phase and not as the next one's start. */
const holdMargin = 0.001;

/** Moves time along: one animation frame after the other while playing, none at rest. */
export function createPlayer(options: PlayerOptions): Player {
  const clock = options.clock ?? browserClock;
  const isStill = options.prefersReducedMotion ?? browserPrefersReducedMotion;
  const time = signal<number | null>(null);
  let elapsed = 0;
  let previousFrame: number | null = null;
  let handle: number | null = null;

  const show = (): void => {
    time.value = isStill() ? heldMoment(elapsed) : elapsed;
  };

  const stop = (): void => {
    if (handle !== null) clock.cancel(handle);
    handle = null;
    previousFrame = null;
    time.value = null;
  };

  /** The moment goes to its owner before it leaves the player: no frame in between shows another one. */
  const rest = (seconds: number): void => {
    options.onRest(seconds);
    stop();
  };

  const onFrame = (milliseconds: number): void => {
    const seconds = previousFrame === null ? 0 : (milliseconds - previousFrame) / 1000;
    previousFrame = milliseconds;
    elapsed += Math.min(longestFrame, Math.max(0, seconds)) * options.speed();
    if (elapsed >= timelineEnd) {
      handle = null;
      rest(timelineEnd);
      return;
    }
    show();
    handle = clock.request(onFrame);
  };

  return {
    time,
    isPlaying: computed(() => time.value !== null),
    play(seconds) {
      if (handle !== null) return;
      elapsed = seconds >= timelineEnd || !(seconds > 0) ? 0 : seconds;
      show();
      handle = clock.request(onFrame);
    },
    pause() {
      if (time.peek() !== null) rest(time.peek()!);
    },
    stop,
  };
}

/** The completed picture of the phase that runs at `seconds`. */
export function heldMoment(seconds: number): number {
  const end = phases.find((phase) => seconds < phase.end - holdMargin)?.end ?? timelineEnd;
  return end === timelineEnd ? end : end - holdMargin;
}

/** The next (1) or previous (−1) border between phases, 0 and the end included. */
export function phaseBorder(seconds: number, direction: 1 | -1): number {
  const borders = [0, ...phases.map(({ end }) => end)];
  // A moment held by heldMoment lies a hair before its border and counts as standing on it.
  return direction > 0
    ? (borders.find((border) => border > seconds + 2 * holdMargin) ?? timelineEnd)
    : (borders.findLast((border) => border < seconds - 2 * holdMargin) ?? 0);
}

const browserClock: FrameClock = {
  request: (onFrame) => requestAnimationFrame(onFrame),
  cancel: (handle) => cancelAnimationFrame(handle),
};

function browserPrefersReducedMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
