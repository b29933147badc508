import { packedAddress, scriptName, type PackedFiles } from './packed-files.ts';

/**
 * The small script that stands in the file as it is. All others stand packed beside it: names and lengths in `data-files`, then
 * their bytes one after another, compressed by raw deflate and written in Base64.
 */
async function unpack(pack: HTMLElement): Promise<PackedFiles> {
  const bytes = Uint8Array.from(atob(pack.textContent), (character) => character.charCodeAt(0));
  const unfolded = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const whole = await new Response(unfolded).blob();
  const files = new Map<string, Blob>();
  let start = 0;
  for (const [name, length] of JSON.parse(pack.dataset.files ?? '[]') as [string, number][]) {
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
    files.set(name, whole.slice(start, (start += length), type));
  }
  pack.remove();
  return files;
}

/** A file that was made for a certain state opens with it, until it has one of its own. */
function openWithOwnState(): void {
  const { state } = document.documentElement.dataset;
  if (state && location.hash.length <= 1) history.replaceState(null, '', `#${state}`);
}

async function start(): Promise<void> {
  try {
    openWithOwnState();
    globalThis.attentionPlaygroundFiles = await unpack(document.getElementById('packed')!);
    await import(/* @vite-ignore */ packedAddress(scriptName));
    await globalThis.attentionPlaygroundStart;
    document.getElementById('starting')?.remove();
  } catch (error) {
    document.getElementById('starting')!.hidden = true;
    document.getElementById('failed')!.hidden = false;
    throw error;
  }
}

void start();
