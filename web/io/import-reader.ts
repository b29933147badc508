import { transfer, wrap } from 'comlink';
import type { ImportChoice } from './arrays/choice.ts';
import { importLimits } from './arrays/import-limits.ts';
import type { TakenAttention } from './arrays/take-attention.ts';
import type { ReadTensors } from './attention-tensors-file.ts';
import type { ImportWorker } from './import-worker.ts';
import type { NamedBytes, OpenedFile, OpenedOutline } from './opened-file.ts';
import type { ImportProblem } from './problem.ts';

/** Opens a person's files, one lot after another, and takes numbers out of the last. */
export interface ImportReader {
  /** The bytes may go to another thread and are gone here. */
  open(files: readonly NamedBytes[]): Promise<OpenedOutline | ImportProblem>;
  take(choice: ImportChoice): Promise<TakenAttention | ImportProblem>;
  /** Attention of any length, as the map takes it; see parseTensorsFile. The bytes may be gone here. */
  readTensors(file: NamedBytes): Promise<ReadTensors>;
  dispose(): void;
}

/** Milliseconds after which a file is given up: the largest that are allowed take a tenth of it. */
const patience = 60_000;
/** Milliseconds in which a worker has to start; a page that may not have one is told so at once or never. */
const startPatience = 10_000;

/** Reads in a worker; where a page may not start one, on the page's own thread, which waits meanwhile. */
export async function createImportReader(): Promise<ImportReader> {
  return (await startWorker()) ?? readOnThisThread();
}

/** The bytes of what was dropped or chosen, or that it is too large, which its size tells before it is read. */
export async function bytesOf(files: readonly File[]): Promise<NamedBytes[] | ImportProblem> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const limitBytes = importLimits.maxBytes;
  if (bytes > limitBytes) return { code: 'textTooLarge', bytes, limitBytes };
  try {
    return await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
  } catch {
    return { code: 'readingFailed' };
  }
}

const failed: ImportProblem = { code: 'readingFailed' };

async function startWorker(): Promise<ImportReader | null> {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module', name: 'import' });
  } catch {
    return null;
  }
  // Every method of the worker answers by a promise already, so the way there changes no type.
  const remote = wrap<ImportWorker>(worker) as unknown as ImportWorker;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  worker.addEventListener('error', end);
  const dispose = (): void => {
    worker.terminate();
    end();
  };
  /** The worker is ended by an answer that does not come: whatever it does, nobody waits for it any more. */
  const answered = async <T>(answer: Promise<T>, milliseconds: number): Promise<T | null> => {
    const timer = setTimeout(dispose, milliseconds);
    let giveUp: () => void = () => undefined;
    try {
      return await new Promise<T | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        ended.signal.addEventListener('abort', giveUp);
        if (ended.signal.aborted) giveUp();
        answer.then(resolve, reject);
      });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
      // Whoever stays registered for the end is held until then, and the answer with it.
      ended.signal.removeEventListener('abort', giveUp);
    }
  };
  const hasStarted = await answered(
    remote.greet().then(() => true),
    startPatience,
  );
  if (!hasStarted) {
    dispose();
    return null;
  }
  return {
    async open(files) {
      const buffers = files.map(({ bytes }) => bytes.buffer);
      return (await answered(remote.open(transfer([...files], buffers)), patience)) ?? failed;
    },
    take: async (choice) => (await answered(remote.take(choice), patience)) ?? failed,
    readTensors: async (file) =>
      (await answered(remote.readTensors(transfer(file, [file.bytes.buffer])), patience)) ?? failed,
    dispose,
  };
}

async function readOnThisThread(): Promise<ImportReader> {
  const [{ openFiles }, { parseTensorsFile }] = await Promise.all([
    import('./opened-file.ts'),
    import('./attention-tensors-file.ts'),
  ]);
  let file: OpenedFile | null = null;
  return {
    open(files) {
      file = null;
      return guarded(() => {
        const opened = openFiles(files);
        if ('code' in opened) return opened;
        file = opened;
        return opened.opened;
      });
    },
    take: (choice) => guarded(() => file?.take(choice) ?? failed),
    readTensors: ({ bytes, name }) => guarded(() => parseTensorsFile(bytes, name)),
    dispose: () => (file = null),
  };
}

/** Memory may run out where the page itself reads. */
function guarded<T>(work: () => T): Promise<T | ImportProblem> {
  try {
    return Promise.resolve(work());
  } catch {
    return Promise.resolve(failed);
  }
}
