// Ours: the compiled core by its own glue, the only script of the contest that knows how it is called. One thread works here,
// as a page has it; a pool works behind a worker, since a page's thread must not wait, and its trips are timed with it.
import { memoryBytes } from '../memories.mjs';

/** The module that has an operation. */
const moduleOfOperation = { fusedAttention: 'fused', attention: 'attention', softmax: 'attention' };

/**
 * `modules` by name: glueUrl, wasmUrl and, for a pool's threads, poolWorkerUrl. `operation`: fusedAttention, or attention, which
 * keeps every stage.
 */
export function createContestant(options) {
  return options.threadCount > 1 ? createBehindWorker(options) : createHere(options);
}

/** Also what the worker runs. */
export function createHere({ modules, threadCount, operation }) {
  const start = (name) => {
    if (!modules[name]) throw new Error(`This build has no module "${name}".`);
    return startModule(modules[name], threadCount);
  };
  return {
    async prepare(work, inputs) {
      const request = work.kind === 'peak' ? undefined : requestOf(operation, work);
      const { module } = await start(moduleOfOperation[request?.operation ?? operation]);
      if (!request) return { run: () => module.multiplyAndAdd(100_000) };
      return prepareCall(module, request, work, inputs);
    },
    startMilliseconds: async (name) => (await start(name)).milliseconds,
  };
}

async function createBehindWorker(options) {
  const worker = new Worker(new URL('./ours-worker.mjs', import.meta.url), { type: 'module' });
  let answer;
  const failed = (reason) => answer.reject(new Error(reason));
  worker.onmessage = ({ data }) => (data.error === undefined ? answer.resolve(data.value) : failed(data.error));
  worker.onerror = ({ message }) => failed(message || 'The worker could not be loaded.');
  const ask = (name, ...args) =>
    new Promise((resolve, reject) => {
      answer = { resolve, reject };
      worker.postMessage({ name, args });
    });
  await ask('load', options);
  return {
    async prepare(work, inputs) {
      await ask('prepare', work);
      return { run: () => ask('run', inputs) };
    },
    startMilliseconds: (name) => ask('startMilliseconds', name),
    memoryBytes: () => ask('memoryBytes'),
  };
}

/** The module, its threads too, and the time from the bytes in memory until it can be called. */
async function startModule({ glueUrl, wasmUrl, poolWorkerUrl }, threadCount) {
  const { default: createModule } = await import(glueUrl);
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${wasmUrl} answered ${response.status}.`);
  const wasmBinary = await response.arrayBuffer();
  const start = performance.now();
  const module = await createModule({
    wasmBinary,
    poolSize: Math.max(1, threadCount - 1),
    locateFile: (file) => (file.endsWith('.worker.js') ? poolWorkerUrl : wasmUrl),
    mainScriptUrlOrBlob: glueUrl,
  });
  const working = threadCount > 1 ? module.startThreads(threadCount) : 1;
  const milliseconds = performance.now() - start;
  if (working !== threadCount) throw new Error(`${working} threads work where ${threadCount} were asked for.`);
  return { module, milliseconds };
}

function prepareCall(module, request, work, inputs) {
  const call = new module.Float32Call();
  if (work.kind === 'additive' && request.operation === 'fusedAttention')
    refuseWithoutScoreFunctions(call, request, work);
  return { run: (given = inputs) => runCall(call, request, given) };
}

/** What the core is asked: its operation, the shapes of its tensors, texts beside them, and which result is wanted. */
function requestOf(operation, { kind, headCount, count, dim, isCausal }) {
  if (kind === 'softmax') {
    return { operation: 'softmax', shapes: { scores: [count, count] }, texts: {}, result: 'probabilities' };
  }
  // The operation that keeps every stage wants batch and head; the fused one is given what it needs.
  const vectors =
    operation === 'attention' ? [1, headCount, count, dim] : [...(headCount > 1 ? [headCount] : []), count, dim];
  const isAdditive = kind === 'additive';
  return {
    operation,
    shapes: {
      ...{ queries: vectors, keys: vectors, values: vectors },
      ...(isAdditive ? { W_q: [dim, dim], W_k: [dim, dim], v: [dim] } : {}),
    },
    texts: { ...(isAdditive ? { scoreFunction: 'additive' } : {}), ...(isCausal ? { causal: 'topLeft' } : {}) },
    result: 'context',
  };
}

function runCall(call, { operation, shapes, texts, result }, inputs) {
  const refuseUnlessOk = (status) => {
    if (status !== 0) throw new Error(`The core refused ${operation} with status ${status}.`);
  };
  call.clear();
  for (const [name, shape] of Object.entries(shapes)) {
    refuseUnlessOk(call.addTensor(name, shape));
    call.tensor(name).set(inputs[name]);
  }
  for (const [name, text] of Object.entries(texts)) refuseUnlessOk(call.addText(name, text));
  refuseUnlessOk(call.run(operation));
  for (let index = 0; index < call.resultCount(); index += 1) {
    if (call.resultName(index) === result) return call.result(index).slice();
  }
  throw new Error(`${operation} has no ${result}.`);
}

/** A core that knows one score function reads no name of another: it would compute that one, and no status would say so. */
function refuseWithoutScoreFunctions(call, request, { dim }) {
  const one = { queries: [1, dim], keys: [1, dim], values: [1, dim], W_q: [dim, dim], W_k: [dim, dim], v: [dim] };
  const zeros = Object.fromEntries(
    Object.entries(one).map(([name, shape]) => [name, new Float32Array(shape.reduce((a, b) => a * b))]),
  );
  try {
    runCall(call, { ...request, shapes: one, texts: { scoreFunction: 'none' } }, zeros);
  } catch {
    return;
  }
  throw new Error('This build of the core has no additive scores in fusedAttention.');
}

export { memoryBytes };
