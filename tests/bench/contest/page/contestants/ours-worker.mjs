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
  run: (inputs, spent) => ({ inputs, result: task.runWith(inputs, spent) }),
  startMilliseconds: (name) => contestant.startMilliseconds(name),
  memoryBytes,
};

self.onmessage = async ({ data: { name, args } }) => {
  try {
    const value = await answers[name](...args);
    // What came in goes back, and the result is a copy that this thread has no more use for.
    const arrays = name === 'run' ? [...Object.values(value.inputs), value.result] : [];
    self.postMessage(
      { value },
      arrays.map(({ buffer }) => buffer),
    );
  } catch (error) {
    self.postMessage({ error: String(error?.message ?? error) });
  }
};
