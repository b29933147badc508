import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { fixturePlugin } from './tests/fixtures/fixture-plugin.ts';
import { isolationHeaders } from './tools/isolation-headers.mjs';
import { serveCoreAsBuilt } from './tools/serve-core-as-built.mjs';

const repository = dirname(fileURLToPath(import.meta.url));

/** Where nobody can compile the core its tests are skipped; continuous integration can, and must not skip them. */
const missingWasm = !process.env.CI && !existsSync(resolve(repository, 'dist/wasm/simd/trace.wasm'));

/** The same for the native core, which `cmake --build --preset native-debug` makes. */
const missingNative =
  !process.env.CI && !existsSync(resolve(repository, 'build/native-debug/tests/native/call_server'));

/** Milliseconds. Properties and start-ups take seconds on a busy machine; a test that hangs still ends. */
const testTimeout = 20_000;

/** See tests/property-seed.ts. */
const propertySeed = process.env.CI ? 20261130 : null;
const setupFiles = ['tests/property-seed.ts'];

declare module 'vitest' {
  interface ProvidedContext {
    missingWasm: boolean;
    propertySeed: number | null;
    missingNative: boolean;
  }
}

/** Without isolation there are no threads; Debian's Chromium is used as it is, and calls nobody. */
const chromium = playwright({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A GPU in software where there is none: the kernels are tested everywhere.
      '--enable-unsafe-webgpu',
    ],
  },
});

export default defineConfig({
  root: repository,
  test: {
    projects: [
      {
        plugins: [fixturePlugin()],
        test: {
          name: 'node',
          environment: 'node',
          provide: { missingWasm, missingNative, propertySeed },
          setupFiles,
          testTimeout,
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/page/**', 'tests/hosts/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'page',
          environment: 'node',
          // One browser for all files that a process runs. It shares the machine with compilers and other browsers.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['tests/page/**/*.test.ts'],
        },
      },
      {
        // Other people's tools build the packed element into pages.
        test: {
          name: 'hosts',
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 60_000,
          include: ['tests/hosts/*.test.ts'],
        },
      },
      {
        plugins: [fixturePlugin(), serveCoreAsBuilt(repository)],
        // Named, so that no dependency is discovered halfway, which would reload the page under a running test.
        optimizeDeps: { include: ['comlink', 'fast-check'] },
        server: { headers: isolationHeaders, fs: { allow: [repository] } },
        test: {
          name: 'browser',
          provide: { missingWasm, propertySeed },
          setupFiles,
          testTimeout,
          include: ['tests/browser/**/*.test.ts'],
          browser: {
            enabled: true,
            provider: chromium,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
