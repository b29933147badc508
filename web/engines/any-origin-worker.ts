/**
 * Starts module workers whose script lies on another origin, as that of an element does which a page took from elsewhere: browsers
 * start scripts of the page's own origin alone. There a script of one line, made here, imports the other one; a policy must
 * allow it with `worker-src blob:`.
 *
 * It is imported under the name `Worker`, since bundlers find a worker's script by `new Worker(new URL(…))`.
 */
export const AnyOriginWorker = function (script: URL, options: WorkerOptions): Worker {
  if (script.origin === globalThis.origin || script.protocol === 'blob:') {
    return new Worker(script, options);
  }
  const line = new Blob([`import ${JSON.stringify(script.href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(line);
  const worker = new Worker(address, options);
  // It has been read once the first message comes, or the worker has failed.
  const release = (): void => URL.revokeObjectURL(address);
  worker.addEventListener('message', release, { once: true });
  worker.addEventListener('error', release, { once: true });
  return worker;
} as unknown as new (script: URL, options: WorkerOptions) => Worker;
