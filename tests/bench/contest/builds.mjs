// Which builds of the core there are to measure: those of dist/wasm, each with the thread counts it can have.
import { existsSync, readdirSync } from 'node:fs';
import { pageFolder, repository } from './places.mjs';

const modulesFolder = 'dist/wasm/';
const builds = [
  { variant: 'simd', label: 'SIMD', threadCount: 1 },
  { variant: 'simd-relaxed', label: 'relaxed SIMD', threadCount: 1 },
  { variant: 'threads', label: 'SIMD', threadCount: 2 },
  { variant: 'threads-relaxed', label: 'relaxed SIMD', threadCount: 2 },
];

/** With `modules`: the files of each by its name. Throws where nothing is built. */
export function builtVariants() {
  const built = builds
    .filter(({ variant }) => existsSync(`${repository}${modulesFolder}${variant}`))
    .map((build) => ({ ...build, modules: modulesOf(build.variant) }));
  if (built.length === 0) throw new Error('There is no dist/wasm: npm run build first.');
  return built;
}

function modulesOf(variant) {
  const folder = `${modulesFolder}${variant}/`;
  // A relaxed twin has modules alone: the scripts of the plain one start it.
  const scripts = `${modulesFolder}${variant.replace('-relaxed', '')}/`;
  const names = readdirSync(repository + folder)
    .filter((file) => file.endsWith('.wasm'))
    .map((file) => file.replace('.wasm', ''));
  const filesOf = (name) => ({
    glue: `${scripts}${name}.mjs`,
    wasm: `${folder}${name}.wasm`,
    poolWorker: `${scripts}pool.worker.js`,
  });
  return Object.fromEntries(names.map((name) => [name, filesOf(name)]));
}

/** A contestant as in contestants.mjs. */
export function contestantOf({ label, threadCount, modules }, siteUrl, operation = 'fusedAttention') {
  const isStaged = operation === 'attention';
  const urlsOf = ({ glue, wasm, poolWorker }) => ({
    glueUrl: siteUrl + glue,
    wasmUrl: siteUrl + wasm,
    poolWorkerUrl: siteUrl + poolWorker,
  });
  return {
    name: `ours, ${label}${isStaged ? ', every stage kept' : ''}, ${threadCount === 1 ? '1 thread' : `${threadCount} threads`}`,
    threadCount,
    isOurs: true,
    isStaged,
    url: `${siteUrl}${pageFolder}contestants/ours.mjs`,
    options: {
      operation,
      threadCount,
      modules: Object.fromEntries(Object.entries(modules).map(([name, files]) => [name, urlsOf(files)])),
    },
  };
}
