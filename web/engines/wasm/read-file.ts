export const importScript = (url: string): Promise<unknown> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ url) as Promise<unknown>;

/** `file:` addresses are read from disk. */
export async function readBytes(url: string): Promise<ArrayBuffer | Uint8Array> {
  if (url.startsWith('file:')) {
    // Not an import, which bundlers for browsers would stumble over.
    return process.getBuiltinModule('node:fs/promises').readFile(new URL(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.arrayBuffer();
}
