// What a module costs before it computes: bytes to load, and milliseconds from bytes in memory to a module that can be called.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { builtVariants, contestantOf } from './builds.mjs';
import { pageFolder, repository } from './places.mjs';

/** { name, label, threadCount, bytes, brotliBytes, samples } for each module of each build. */
export async function measureStartUp({ browser, siteUrl, rounds }) {
  const modules = builtVariants().flatMap((build) =>
    Object.entries(build.modules).map(([name, files]) => {
      const { label, threadCount } = build;
      return { build, measured: { name, label, threadCount, ...sizeOf(files), samples: [] } };
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const build of builtVariants()) {
      const started = modules.filter((one) => one.build.variant === build.variant).map(({ measured }) => measured);
      const times = await startAll(build, { browser, siteUrl });
      for (const { name, samples } of started) samples.push(times[name]);
    }
  }
  return modules.map(({ measured }) => measured);
}

/** Each of a build's modules once, in a process of their own, so that no compiled code is left from the time before. */
async function startAll(build, { browser, siteUrl }) {
  const { url, options } = contestantOf(build, siteUrl);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${siteUrl}${pageFolder}frame.html`);
    return await page.evaluate(
      async ([url, options]) => {
        await window.contest.load(url, options);
        const times = {};
        for (const name of Object.keys(options.modules)) times[name] = await window.contest.startMilliseconds(name);
        return times;
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
