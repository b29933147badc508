import { packedAddress, scriptName, type PackedFiles } from './packed-files.ts';

/** What the one script is to be in a worker. */
export type WorkerRole = 'core-worker' | 'profile-worker' | 'import-worker';

/** The first message to a worker. */
export interface WorkerStart {
  readonly role: WorkerRole;
  readonly files: PackedFiles;
}

/**
 * A worker made of the one script. A classic one: Chromium starts no module as a worker in a page from a disk, nor lets a worker
 * read what the page has an address for, so the files go along.
 */
export function startWorker(role: WorkerRole, { name = '' }: WorkerOptions): Worker {
  const worker = new Worker(packedAddress(scriptName), { name });
  const files = globalThis.attentionPlaygroundFiles ?? new Map<string, Blob>();
  worker.postMessage({ role, files } satisfies WorkerStart);
  return worker;
}
