import { packedAddress, scriptName } from './packed-files.ts';
import { unpackFiles, type PackedNames } from './unpack-files.ts';

/** The small script that stands in the file as it is. All others stand packed beside it, their names in `data-files`. */
async function unpackOwn(): Promise<void> {
  const pack = document.getElementById('packed')!;
  const names = JSON.parse(pack.dataset.files ?? '[]') as PackedNames;
  globalThis.attentionPlaygroundFiles = await unpackFiles(names, pack.textContent);
  pack.remove();
}

/** A file that was made for a certain state opens with it, until it has one of its own. */
function openWithOwnState(): void {
  const { state } = document.documentElement.dataset;
  if (state && location.hash.length <= 1) history.replaceState(null, '', `#${state}`);
}

async function start(): Promise<void> {
  try {
    openWithOwnState();
    await unpackOwn();
    await import(/* @vite-ignore */ packedAddress(scriptName));
    await globalThis.attentionPlaygroundParts?.openPage();
    document.getElementById('starting')?.remove();
  } catch (error) {
    document.getElementById('starting')!.hidden = true;
    document.getElementById('failed')!.hidden = false;
    throw error;
  }
}

void start();
