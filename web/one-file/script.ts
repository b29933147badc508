import type { WorkerStart } from './packed-worker.ts';

/** The page and its workers are one script, so that what they share is there once; each runs its own part of it. */
async function startWorker({ role, files }: WorkerStart): Promise<unknown> {
  globalThis.attentionPlaygroundFiles = files;
  switch (role) {
    case 'core-worker':
      return import('../engines/wasm/core-worker.ts');
    case 'profile-worker':
      return import('../engines/profile/profile-worker.ts');
    case 'import-worker':
      return import('../io/import-worker.ts');
  }
}

const defineElement = (): Promise<unknown> => import('../elements/attention-playground.ts');

/** In a frame it keeps to the manners of the page for frames, else it is the page of the site. */
async function openPage(): Promise<void> {
  await defineElement();
  if (window.parent !== window) {
    const { openFramePage } = await import('../frame/frame-page.ts');
    openFramePage();
    return;
  }
  const playground = document.createElement('attention-playground');
  playground.toggleAttribute('keeps-address', true);
  document.body.append(playground);
}

if (typeof document === 'undefined') {
  // The second message is the worker's own: by then it listens, since nothing of this script has to be waited for.
  globalThis.addEventListener('message', ({ data }) => void startWorker(data as WorkerStart), { once: true });
} else {
  globalThis.attentionPlaygroundParts = { openPage, defineElement };
}
