import type { PackedFiles } from './packed-files.ts';

/** Names and lengths of what was packed, in its order. */
export type PackedNames = readonly (readonly [name: string, length: number])[];

/** Unpacks files whose bytes stand one after another, compressed by raw deflate and written in Base64. */
export async function unpackFiles(names: PackedNames, text: string): Promise<PackedFiles> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const unfolded = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const whole = await new Response(unfolded).blob();
  const files = new Map<string, Blob>();
  let start = 0;
  for (const [name, length] of names) {
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
    files.set(name, whole.slice(start, (start += length), type));
  }
  return files;
}
