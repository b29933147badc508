import { expect } from 'vitest';

/** Asserts on what the page shows once it has caught up, which takes long on a busy machine: reads again and again until it holds. */
export const eventually = <T>(read: () => Promise<T>, message?: string): ReturnType<typeof expect.poll<T>> =>
  expect.poll(read, { timeout: 30_000, interval: 40, ...(message === undefined ? {} : { message }) });
