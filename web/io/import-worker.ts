import { expose, transfer } from 'comlink';
import type { ImportChoice } from './arrays/choice.ts';
import type { TakenAttention } from './arrays/take-attention.ts';
import { parseTensorsFile, type ReadTensors } from './attention-tensors-file.ts';
import { openFiles, type NamedBytes, type OpenedFile, type OpenedOutline } from './opened-file.ts';
import type { ImportProblem } from './problem.ts';

/** Files are taken apart here, so that none can keep the page waiting. */
export interface ImportWorker {
  /** Answers once the worker runs. */
  greet(): Promise<void>;
  open(files: readonly NamedBytes[]): Promise<OpenedOutline | ImportProblem>;
  /** Of the file that was opened last. */
  take(choice: ImportChoice): Promise<TakenAttention | ImportProblem>;
  /** See parseTensorsFile. */
  readTensors(file: NamedBytes): Promise<ReadTensors>;
}

let file: OpenedFile | null = null;

const api: ImportWorker = {
  greet: () => Promise.resolve(),
  open(files) {
    // The last one first, so that two large files never lie here at once.
    file = null;
    const opened = openFiles(files);
    if ('code' in opened) return Promise.resolve(opened);
    file = opened;
    return Promise.resolve(opened.opened);
  },
  take: (choice) => Promise.resolve(file?.take(choice) ?? { code: 'readingFailed' }),
  readTensors({ bytes, name }) {
    const read = parseTensorsFile(bytes, name);
    if ('code' in read) return Promise.resolve(read);
    const buffers = [read.weights, read.queries, read.keys].flatMap((tensor) => tensor?.data.buffer ?? []);
    return Promise.resolve(transfer(read, [...new Set(buffers)]));
  },
};

expose(api);
