// The core with its pool of threads, for ours.mjs: one question at a time, one answer each.
import { createHere, memoryBytes } from './ours.mjs';

let contestant;
let task;

const answers = {
  load(options) {
    contestant = createHere(options);
  },
  async prepare(work) {
    task = await contestant.prepare(work);
  },
  run: (inputs) => task.run(inputs),
  startMilliseconds: (name) => contestant.startMilliseconds(name),
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
