// `npm start`: from a fresh clone to a page that answers. Says what it does; quick when nothing is missing.
import { parseArgs } from 'node:util';
import { browserPackages, buildPackages, ensureDebianPackages } from './debian.mjs';
import { ensureNodePackages, requireNode } from './node-packages.mjs';
import { npmCommand, runStep } from './run-step.mjs';

requireNode();
const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '4173' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
const firstPort = Number(options.port);
if (!Number.isInteger(firstPort) || firstPort < 0 || firstPort > 65535) {
  console.error(`--port is "${options.port}", but a whole number from 0 to 65535 was expected.`);
  process.exit(1);
}

ensureDebianPackages({ ...buildPackages, ...browserPackages });
if (!ensureNodePackages()) process.exit(1);

console.log('Building the C++ core for WebAssembly');
const core = await runStep(process.execPath, ['tools/build-wasm.mjs'], { isQuiet: true });
if (!core.ok) console.log('The C++ core could not be built (see above): the page will run on the reference engine.');

console.log('Building the page');
const page = await runStep(npmCommand('vite'), ['build', '--logLevel', 'warn'], { isQuiet: true });
if (!page.ok) {
  console.error('The page could not be built: see above.');
  process.exit(1);
}
// What the page offers for other people's pages; it runs without.
for (const build of ['build-embed', 'build-one-file']) {
  const step = await runStep(process.execPath, [`tools/${build}.mjs`], { isQuiet: true });
  if (!step.ok) console.log(`tools/${build}.mjs failed (see above): the page can't offer what it makes.`);
}

// Only now: the server needs the npm packages.
const { serveSite } = await import('./serve-site.mjs');

async function serveFromFirstFreePort() {
  const lastPort = firstPort === 0 ? 0 : Math.min(65535, firstPort + 50);
  for (let port = firstPort; ; port++) {
    try {
      return await serveSite({ host: options.host, port });
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || port >= lastPort) throw error;
      console.log(`Port ${port} is taken, trying ${port + 1}`);
    }
  }
}

const site = await serveFromFirstFreePort();
const answer = await fetch(site.url);
if (!answer.ok) {
  console.error(`The page was built and served, but answers with status ${answer.status}.`);
  process.exit(1);
}
console.log(`\nAttention Playground: ${site.url}   (Ctrl+C ends it)`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void site.close().then(() => process.exit(0)));
