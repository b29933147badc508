// LiteRT.js, TensorFlow Lite with XNNPACK in WebAssembly: BATCH_MATMUL, SOFTMAX, BATCH_MATMUL.
import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { additiveModel, attentionModel, softmaxModel } from '../models/tflite-graphs.mjs';

const models = { attention: attentionModel, additive: additiveModel, softmax: softmaxModel };

export async function createContestant({ threadCount, filesUrl }) {
  await loadLiteRt(filesUrl, { threads: threadCount > 1 });
  return {
    async prepare(work, inputs) {
      const { bytes, shapes } = models[work.kind](work);
      const model = await loadAndCompile(bytes, { accelerator: 'wasm', cpuOptions: { numThreads: threadCount } });
      const names = Object.keys(shapes);
      return {
        async run() {
          const tensors = names.map((name) => [name, new Tensor(inputs[name], shapes[name])]);
          const { result } = await model.run(Object.fromEntries(tensors));
          // A copy: the tensor's memory is the library's.
          const numbers = result.toTypedArray().slice();
          for (const [, tensor] of tensors) tensor.delete();
          result.delete();
          return numbers;
        },
      };
    },
  };
}
