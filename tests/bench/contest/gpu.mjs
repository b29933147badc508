// Contestants that compute on a GPU, and which one that is. They are measured beside the others, and are nobody's measure: the
// GPU may be a program.
import { existsSync } from 'node:fs';
import { pageFolder, repository } from './places.mjs';
import { gpuPeerAt, preparePeers } from './peers.mjs';

const library = 'dist/lib/index.js';

/** Those whose names match; as in contestants.mjs. */
export async function gpuContestants({ pattern, siteUrl }) {
  const isWanted = ({ name }) => pattern?.test(name) ?? true;
  const ours = {
    name: 'ours, WebGPU',
    threadCount: 1,
    isGpu: true,
    isFused: true,
    url: `${siteUrl}${pageFolder}contestants/ours-gpu.mjs`,
    options: { libraryUrl: siteUrl + library },
  };
  if (!existsSync(repository + library)) throw new Error(`There is no ${library}: npm run build first.`);
  const peer = gpuPeerAt(siteUrl);
  return [...(isWanted(ours) ? [ours] : []), ...(isWanted(peer) && (await preparePeers()) ? [peer] : [])];
}

/** As the browser names it; null where it has none. */
export async function gpuNameIn(browser, siteUrl) {
  const page = await browser.newPage();
  try {
    await page.goto(`${siteUrl}${pageFolder}index.html`);
    return await page.evaluate(async () => {
      const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
      if (!adapter) return null;
      const { vendor, architecture, device, description } = adapter.info;
      return description || [vendor, architecture, device].filter((part) => part !== '').join(' ') || 'without a name';
    });
  } finally {
    await page.close();
  }
}
