#!/usr/bin/env node
// Builds <attention-playground> for other people's pages into dist/embed: attention-playground.js, and beside it in assets/ what it
// loads when it needs it, with relative addresses; and frame.js, for pages with the playground in a frame. The types are those of their
// interfaces alone.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { build, loadConfigFromFile } from 'vite';
import { manifest } from './build-manifest.mjs';
import { withJsEndings } from './declarations.mjs';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const embed = join(root, 'dist/embed');

/** Rejects when a step fails. Takes dist/wasm as it is; without it the element runs on the reference engine. */
export async function buildEmbed() {
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'));
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...config.build,
      outDir: embed,
      // Nothing is preloaded by tags in the head of a page that is not ours.
      modulePreload: false,
      rolldownOptions: {
        ...config.build.rolldownOptions,
        input: { 'attention-playground': join(root, 'web/embed.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  tellBundlers();
  await bundleFrameClient();
  const types = join(embed, 'types');
  execFileSync(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...['--project', join(root, 'tools/embed-types.json'), '--outDir', types],
  ]);
  withJsEndings(types);
  writeFileSync(join(embed, 'attention-playground.d.ts'), "export * from './types/elements/playground-api.js';\n");
  writeFileSync(join(embed, 'frame.d.ts'), "export * from './types/frame/connect-frame.js';\n");
  writeFileSync(join(embed, 'custom-elements.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  // What servers get that draw pages ahead: there is no element to define.
  writeFileSync(join(embed, 'server.js'), 'export {};\n');
  for (const framework of ['react', 'vue']) {
    const declarations = readFileSync(join(root, `web/${framework}.d.ts`), 'utf8');
    writeFileSync(
      join(embed, `${framework}.d.ts`),
      declarations.replaceAll(/'\.\/elements\/(.+)\.ts'/g, "'./types/elements/$1.js'"),
    );
  }
  shareOnSite();
}

/** From 4 kB on, bundlers leave a file a file. */
const inlinedBytes = 4096;

/**
 * Whoever bundles the element once more has to know what the minifier has forgotten, that some addresses, as that of the core's glue,
 * are known at run time only; and to keep small scripts as files, since no worker starts from a data: address.
 */
function tellBundlers() {
  const scripts = readdirSync(embed, { recursive: true }).filter((path) => path.endsWith('.js'));
  for (const path of scripts.map((script) => join(embed, script))) {
    const code = readFileSync(path, 'utf8').replaceAll(
      /\bimport\((?=[\w$])|\bnew URL\((?=[\w$]+,import\.meta\.url\))/g,
      '$&/* @vite-ignore */ /* webpackIgnore: true */ ',
    );
    const missing = inlinedBytes - code.length;
    const isWorker = /worker-[^/]*\.js$|\.worker-/.test(path);
    writeFileSync(
      path,
      isWorker && missing > 0 ? `${code}\n/* ${'Not to be inlined. '.repeat(missing / 18)}*/\n` : code,
    );
  }
}

/** Other people's pages can take the element from the site too, which its page offers them. */
function shareOnSite() {
  const site = join(root, 'dist/site');
  if (!existsSync(site)) return;
  rmSync(join(site, 'embed'), { recursive: true, force: true });
  cpSync(embed, join(site, 'embed'), { recursive: true, filter: (file) => !/\btypes$|\.d\.ts$/.test(file) });
}

/** What a page with the playground in a frame loads: one small script that shares nothing with the element. */
async function bundleFrameClient() {
  const bundle = await rolldown({ input: { frame: join(root, 'web/frame.ts') }, platform: 'browser' });
  await bundle.write({ dir: embed, format: 'esm', minify: true });
  await bundle.close();
}

if (isMain(import.meta.url)) await buildEmbed();
