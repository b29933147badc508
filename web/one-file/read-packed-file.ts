import { packedAddress } from './packed-files.ts';

/** Stands in for engines/wasm/read-file.ts: names are those of packed files. */
export const importScript = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ packedAddress(name)) as Promise<unknown>;

export async function readBytes(name: string): Promise<ArrayBuffer> {
  const file = globalThis.attentionPlaygroundFiles?.get(name);
  if (!file) throw new Error(`${name} was not packed`);
  return file.arrayBuffer();
}
