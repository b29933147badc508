import type { PlaygroundHost } from '../elements/playground-host.ts';
import { packedAddress, scriptName } from '../one-file/packed-files.ts';
import { unpackFiles, type PackedNames } from '../one-file/unpack-files.ts';

declare global {
  /** Set by the first of a document's modules: each widget has its module from an address of its own. */
  var attentionPlaygroundElement: Promise<void> | undefined;
  /** The build writes it at the head of the module. */
  const packedPlayground: { readonly names: PackedNames; readonly text: string };
}

/** Defines <attention-playground>, once in a document, whoever asks; where a page has one already that is taken. Gives its class. */
export async function loadElement(): Promise<typeof PlaygroundHost> {
  if (!customElements.get('attention-playground')) {
    globalThis.attentionPlaygroundElement ??= unpackElement();
    await globalThis.attentionPlaygroundElement;
  }
  return customElements.get('attention-playground') as typeof PlaygroundHost;
}

async function unpackElement(): Promise<void> {
  globalThis.attentionPlaygroundFiles = await unpackFiles(packedPlayground.names, packedPlayground.text);
  await import(/* @vite-ignore */ packedAddress(scriptName));
  await globalThis.attentionPlaygroundParts?.defineElement();
}
