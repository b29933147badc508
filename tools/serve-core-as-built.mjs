import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';

const poolWorker = /\/dist\/wasm\/threads\/pool\.worker\.js$/;

/**
 * Vite's development server writes an import statement into scripts with dynamic imports. The pool's worker is a
 * classic script, where that is a syntax error and no thread starts; so it goes out as it was built.
 *
 * @param {string} repository
 * @returns {import('vite').Plugin}
 */
export function serveCoreAsBuilt(repository) {
  const file = resolve(repository, 'dist/wasm/threads/pool.worker.js');
  return {
    name: 'serve-core-as-built',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
        // With ?url it is Vite's module that tells the address.
        if (!poolWorker.test(pathname) || searchParams.has('url') || !existsSync(file)) return next();
        response.setHeader('Content-Type', 'text/javascript');
        for (const [name, value] of Object.entries(server.config.server.headers ?? {})) {
          response.setHeader(name, String(value));
        }
        createReadStream(file).pipe(response);
      });
    },
  };
}
