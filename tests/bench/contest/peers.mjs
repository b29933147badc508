// The other libraries: installed for the bench alone, on its first run, and bundled as a page would have them.
import { rolldown } from 'rolldown';
import { ensureNodePackages } from '../../../tools/node-packages.mjs';
import { benchFolder, buildFolder, pageFolder, repository } from './places.mjs';

const bundled = ['litert', 'onnx-runtime', 'onnx-runtime-gpu', 'tensorflow', 'jax'];

/** Returns false, having said why, where they cannot be had: the contest then goes on without them. */
export async function preparePeers() {
  if (!ensureNodePackages(benchFolder)) {
    console.log('The other libraries could not be installed into tests/bench: ours is measured alone.');
    return false;
  }
  const bundle = await rolldown({
    input: Object.fromEntries(bundled.map((name) => [name, `${repository}${pageFolder}contestants/${name}.mjs`])),
    platform: 'browser',
    // Its threads start from a file that lies beside its WebAssembly, not from a bundle of ours.
    resolve: { conditionNames: ['onnxruntime-web-use-extern-wasm', 'browser', 'import', 'default'] },
    logLevel: 'silent',
  });
  await bundle.write({
    dir: `${repository}${buildFolder}contestants`,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return true;
}

const packageFolder = (path) => `${benchFolder}node_modules/${path}/`;

/** One that computes on a GPU; as in contestants.mjs. */
export function gpuPeerAt(siteUrl) {
  return {
    name: 'ONNX Runtime Web, WebGPU',
    threadCount: 1,
    isGpu: true,
    url: `${siteUrl}${buildFolder}contestants/onnx-runtime-gpu.js`,
    options: { filesUrl: siteUrl + packageFolder('onnxruntime-web/dist') },
  };
}

/** Contestants as in contestants.mjs. */
export function peersAt(siteUrl) {
  const peer = (name, script, threadCount, filesFolder) => ({
    name: `${name}, ${threadCount === 1 ? '1 thread' : `${threadCount} threads`}`,
    threadCount,
    url: `${siteUrl}${buildFolder}contestants/${script}.js`,
    options: { threadCount, filesUrl: filesFolder && `${siteUrl}${filesFolder}` },
  });
  const liteRt = packageFolder('@litertjs/core/wasm');
  const onnxRuntime = packageFolder('onnxruntime-web/dist');
  return [
    peer('LiteRT.js', 'litert', 1, liteRt),
    peer('LiteRT.js', 'litert', 2, liteRt),
    peer('ONNX Runtime Web', 'onnx-runtime', 1, onnxRuntime),
    peer('ONNX Runtime Web', 'onnx-runtime', 2, onnxRuntime),
    peer('TensorFlow.js', 'tensorflow', 1, packageFolder('@tensorflow/tfjs-backend-wasm/dist')),
    peer('jax-js', 'jax', 1),
  ];
}
