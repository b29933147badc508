// Which builds of the core there are to measure: those of dist/wasm, each with the thread counts it can have.
import { existsSync } from 'node:fs';
import { pageFolder, repository } from './places.mjs';

const modulesFolder = 'dist/wasm/';
const builds = [
  { variant: 'simd', label: 'SIMD', threadCount: 1 },
  { variant: 'simd-relaxed', label: 'relaxed SIMD', threadCount: 1 },
  { variant: 'threads', label: 'SIMD', threadCount: 2 },
  { variant: 'threads-relaxed', label: 'relaxed SIMD', threadCount: 2 },
];

/** The file of a build; a relaxed twin may leave the script to its plain one. */
function pathOf(variant, file) {
  const own = `${modulesFolder}${variant}/${file}`;
  const twin = `${modulesFolder}${variant.replace('-relaxed', '')}/${file}`;
  return existsSync(repository + own) ? own : twin;
}

function filesOf(variant) {
  return {
    glue: pathOf(variant, 'attention.mjs'),
    wasm: pathOf(variant, 'attention.wasm'),
    poolWorker: pathOf(variant, 'attention.worker.js'),
  };
}

const isBuilt = ({ variant }) => existsSync(`${repository}${modulesFolder}${variant}/attention.wasm`);

/** Throws where nothing is built. */
export function builtVariants() {
  const built = builds.filter(isBuilt).map((build) => ({ ...build, files: filesOf(build.variant) }));
  if (built.length === 0) throw new Error('There is no dist/wasm: npm run build first.');
  return built;
}

/** Only started: it has the trace alone. */
export function traceModule() {
  const trace = { variant: 'trace', label: "the page's, SIMD", threadCount: 1 };
  return isBuilt(trace) ? [{ ...trace, files: filesOf('trace') }] : [];
}

/** A contestant as in contestants.mjs. */
export function contestantOf(build, siteUrl, operation = 'fusedAttention') {
  const { variant, label, threadCount, files } = build;
  const staged = operation === 'attention' ? ', every stage kept' : '';
  return {
    name: `ours, ${label}${staged}, ${threadCount === 1 ? '1 thread' : `${threadCount} threads`}`,
    variant,
    threadCount,
    isOurs: true,
    isStaged: operation === 'attention',
    url: `${siteUrl}${pageFolder}contestants/ours.mjs`,
    options: {
      operation,
      threadCount,
      files: {
        glueUrl: siteUrl + files.glue,
        wasmUrl: siteUrl + files.wasm,
        poolWorkerUrl: siteUrl + files.poolWorker,
      },
    },
  };
}
