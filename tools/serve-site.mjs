// A static server over the built site: for `npm start`, for the tests that drive a browser, and for pictures.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { isolationHeaders } from './isolation-headers.mjs';

export const siteFolder = fileURLToPath(new URL('../dist/site/', import.meta.url));

/**
 * Serves `folder` until `close()` is called.
 *
 * @param {object} [options]
 * @param {boolean} [options.headers] true (default): cross-origin isolated, so that threads work, and for pages of other origins
 *   to take scripts from; false: as on a host where no one can set headers.
 * @param {string} [options.subPath] where the site hangs, for example '/courses/attention/'; everything outside is 404.
 * @param {Record<string, string>} [options.responseHeaders] sent with every file, for example a content security policy.
 * @param {(path: string) => Record<string, string> | undefined} [options.headersFor] by the file's address, on top of all
 *   others: a wrong media type, say.
 * @param {string} [options.folder] dist/site by default.
 * @param {string} [options.host] '127.0.0.1' by default.
 * @param {number} [options.port] 0 (default): any free one. Rejects with EADDRINUSE where it is taken.
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>} url ends in a slash.
 */
export async function serveSite({
  headers = true,
  subPath = '/',
  responseHeaders = {},
  headersFor = () => undefined,
  folder = siteFolder,
  host = '127.0.0.1',
  port = 0,
} = {}) {
  const base = `/${subPath.split('/').filter(Boolean).join('/')}/`.replace('//', '/');
  const always = {
    ...(headers ? { ...isolationHeaders, 'Access-Control-Allow-Origin': '*' } : {}),
    'Cache-Control': 'no-cache',
    ...responseHeaders,
  };
  const serveFile = sirv(folder, {
    dev: true, // reads the disk at each request: a rebuild shows at once
    etag: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries({ ...always, ...headersFor(path) })) response.setHeader(name, value);
    },
  });
  const server = createServer((request, response) => {
    const refuse = () => {
      response.writeHead(404, { ...always, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`Nothing at ${request.url}.\n`);
    };
    if (!request.url?.startsWith(base)) {
      refuse();
      return;
    }
    request.url = request.url.slice(base.length - 1);
    serveFile(request, response, refuse);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    url: `http://${nameOf(host)}:${address.port}${base}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How a browser here reaches what listens at an address. */
function nameOf(host) {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
