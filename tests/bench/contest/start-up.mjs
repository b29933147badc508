// What a module costs before it computes: bytes to load, and milliseconds from bytes in memory to a module that can be called.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { builtVariants, contestantOf, traceModule } from './builds.mjs';
import { pageFolder, repository } from './places.mjs';

/** { label, threadCount, variant, bytes, brotliBytes, samples } for each module. */
export async function measureStartUp({ browser, siteUrl, rounds }) {
  const builds = [...traceModule(), ...builtVariants()];
  const samples = new Map(builds.map((build) => [build, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const build of builds) samples.get(build).push(await startOnce(build, { browser, siteUrl }));
  }
  return builds.map((build) => ({
    ...{ variant: build.variant, label: build.label, threadCount: build.threadCount },
    ...sizeOf(build.files),
    samples: samples.get(build),
  }));
}

/** In a context of its own, so that no compiled code is left from the time before. */
async function startOnce(build, { browser, siteUrl }) {
  const { url, options } = contestantOf(build, siteUrl);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${siteUrl}${pageFolder}frame.html`);
    return await page.evaluate(
      async ([url, options]) => {
        await window.contest.load(url, options);
        return window.contest.startMilliseconds();
      },
      [url, options],
    );
  } finally {
    await context.close();
  }
}

/** The module with its scripts. */
function sizeOf(files) {
  const bodies = Object.values(files)
    .map((path) => repository + path)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return {
    bytes: sum(bodies.map((body) => body.length)),
    brotliBytes: sum(bodies.map((body) => brotliCompressSync(body, quality).length)),
  };
}
