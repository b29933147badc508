import type { Page } from 'playwright-core';

/** From now on no file's bytes come, as from a slow disk, until what this answers is called. */
export async function holdFiles(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const released = new Promise<void>((release) => Object.assign(window, { releaseFiles: release }));
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await released;
      return arrayBuffer.call(this);
    };
  });
  return () => page.evaluate(() => (Reflect.get(window, 'releaseFiles') as () => void)());
}
