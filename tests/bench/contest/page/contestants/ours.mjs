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
  const ask = (name, args = [], transferred = []) =>
    new Promise((resolve, reject) => {
      answer = { resolve, reject };
      worker.postMessage({ name, args }, transferred);
    });
  await ask('load', [options]);
  return {
    async prepare(work, inputs) {
      await ask('prepare', [work]);
      return { run: runBehind(ask, inputs) };
    },
    startMilliseconds: (name) => ask('startMilliseconds', [name]),
    memoryBytes: () => ask('memoryBytes'),
  };
}

/** As the engine with threads does: memory goes with the question and comes back with the answer. */
function runBehind(ask, inputs) {
  const names = Object.keys(inputs);
  let buffers = names.map((name) => new ArrayBuffer(inputs[name].byteLength));
  let result;
  return async () => {
    const copies = buffers.map((buffer, index) => {
      const copy = new Float32Array(buffer);
      copy.set(inputs[names[index]]);
      return copy;
    });
    const question = Object.fromEntries(names.map((name, index) => [name, copies[index]]));
    const answer = await ask('run', [question, result], [...buffers, ...(result ? [result.buffer] : [])]);
    buffers = names.map((name) => answer.inputs[name].buffer);
    result = answer.result;
    return result;
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

/** The call is declared once, as a graph is, and each result is written where the one before was: see RunOptions.reuse. */
function prepareCall(module, request, work, inputs) {
  const call = new module.Float32Call();
  if (work.kind === 'additive' && request.operation === 'fusedAttention')
    refuseWithoutScoreFunctions(call, request, work);
  declareCall(call, request);
  let result;
  return {
    run: () => (result = runCall(call, request, inputs, result)),
    /** With the inputs and the spent result of whoever asks. */
    runWith: (given, spent) => runCall(call, request, given, spent),
  };
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

function declareCall(call, { operation, shapes, texts }) {
  call.clear();
  for (const [name, shape] of Object.entries(shapes)) refuseUnlessOk(call.addTensor(name, shape), operation);
  for (const [name, text] of Object.entries(texts)) refuseUnlessOk(call.addText(name, text), operation);
}

/** A declared call; the result in `spent`, where there is one. */
function runCall(call, { operation, shapes, result }, inputs, spent) {
  for (const name of Object.keys(shapes)) call.tensor(name).set(inputs[name]);
  refuseUnlessOk(call.run(operation), operation);
  for (let index = 0; index < call.resultCount(); index += 1) {
    if (call.resultName(index) !== result) continue;
    const view = call.result(index);
    if (!spent) return view.slice();
    spent.set(view);
    return spent;
  }
  throw new Error(`${operation} has no ${result}.`);
}

function refuseUnlessOk(status, operation) {
  if (status !== 0) throw new Error(`The core refused ${operation} with status ${status}.`);
}

/** A core that knows one score function reads no name of another: it would compute that one, and no status would say so. */
function refuseWithoutScoreFunctions(call, request, { dim }) {
  const one = { queries: [1, dim], keys: [1, dim], values: [1, dim], W_q: [dim, dim], W_k: [dim, dim], v: [dim] };
  const zeros = Object.fromEntries(
    Object.entries(one).map(([name, shape]) => [name, new Float32Array(shape.reduce((a, b) => a * b))]),
  );
  const asked = { ...request, shapes: one, texts: { scoreFunction: 'none' } };
  try {
    declareCall(call, asked);
    runCall(call, asked, zeros);
  } catch {
    return;
  }
  throw new Error('This build of the core has no additive scores in fusedAttention.');
}

export { memoryBytes };
