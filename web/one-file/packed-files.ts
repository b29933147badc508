/** What the file unpacked at its start. */
export type PackedFiles = ReadonlyMap<string, Blob>;

/** The script that holds everything: the page and all its workers. */
export const scriptName = 'script.js';

export interface ScriptParts {
  /** Fills the document with the page of the site, or with that for frames. */
  openPage(): Promise<void>;
  /** Only defines <attention-playground>. */
  defineElement(): Promise<unknown>;
}

declare global {
  /** Of the page and of each worker its own: what one of them could address, browsers refuse to another in a page from a disk. */
  var attentionPlaygroundFiles: PackedFiles | undefined;
  /** Set by the script in a document: what whoever unpacked it can make of it. */
  var attentionPlaygroundParts: ScriptParts | undefined;
}

const addresses = new Map<string, string>();

export const isPacked = (name: string): boolean => globalThis.attentionPlaygroundFiles?.has(name) ?? false;

/** The address of a file, here and now. */
export function packedAddress(name: string): string {
  let address = addresses.get(name);
  if (address === undefined) {
    const file = globalThis.attentionPlaygroundFiles?.get(name);
    if (!file) throw new Error(`${name} was not packed`);
    address = URL.createObjectURL(file);
    addresses.set(name, address);
  }
  return address;
}
