// The core with its pool of threads, for ours.mjs: one question at a time, one answer each.
import { createHere, memoryBytes } from './ours.mjs';

let contestant;
let task;

const answers = {
  async load(options) {
    contestant = await createHere(options);
    return { startMilliseconds: contestant.startMilliseconds };
  },
  prepare(work) {
    task = contestant.prepare(work);
  },
  run: (inputs) => task.run(inputs),
  memoryBytes,
};

self.onmessage = async ({ data: { name, args } }) => {
  try {
    const value = await answers[name](...args);
    // The result is a copy that this thread has no more use for.
    self.postMessage({ value }, value instanceof Float32Array ? [value.buffer] : []);
  } catch (error) {
    self.postMessage({ error: String(error?.message ?? error) });
  }
};
