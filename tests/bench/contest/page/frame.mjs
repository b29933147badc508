// One contestant in a realm of its own. A contestant is a script that exports
//
//   createContestant(options) → { prepare(work, inputs) → { run(), arrange?(result) }, memoryBytes?() }
//
// `run` takes the inputs as they are, float32 in JavaScript's memory, and gives the result likewise, or a promise of it.
// `arrange` brings a result into the order [head, count, dim] where a library has another; that is not timed.
import { largestError } from '../float64.mjs';
import { memoryBytes } from './memories.mjs';

let contestant;
let task;

window.contest = {
  async load(url, options) {
    const { createContestant } = await import(url);
    contestant = await createContestant(options);
  },

  /** `folder` is where the work's files lie. */
  async prepare(work, folder) {
    const inputs = {};
    for (const name of work.inputNames) inputs[name] = new Float32Array(await numbersAt(`${folder}${name}.bin`));
    task = await contestant.prepare(work, inputs);
  },

  /** The largest error of one call. */
  async verify(work, folder) {
    const result = await task.run();
    const expected = new Float64Array(await numbersAt(`${folder}expected.bin`));
    return largestError(work, task.arrange?.(result) ?? result, expected);
  },

  /** Milliseconds a call, of `calls` of them. `operations` is what the last one said it had done, if it did. */
  async sample(calls) {
    let result;
    const start = performance.now();
    for (let call = 0; call < calls; call += 1) {
      result = task.run();
      // A contestant that answers at once need not wait for a microtask.
      if (typeof result?.then === 'function') result = await result;
    }
    const milliseconds = (performance.now() - start) / calls;
    return { milliseconds, operations: typeof result === 'number' ? result : undefined };
  },

  memoryBytes: async () => (await contestant.memoryBytes?.()) ?? memoryBytes(),
  /** Of ours alone. */
  startMilliseconds: (moduleName) => contestant.startMilliseconds(moduleName),
};

async function numbersAt(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.arrayBuffer();
}
