// ONNX Runtime Web on its WebGPU backend, with the graph of onnx-runtime.mjs.
import * as ort from 'onnxruntime-web/webgpu';
import { additiveModel, attentionModel, softmaxModel } from '../models/onnx-graphs.mjs';

const models = { attention: attentionModel, additive: additiveModel, softmax: softmaxModel };

export function createContestant({ filesUrl }) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = filesUrl;
  ort.env.logLevel = 'error';
  return {
    async prepare(work, inputs) {
      const { bytes, shapes } = models[work.kind](work);
      const session = await ort.InferenceSession.create(bytes, {
        executionProviders: ['webgpu'],
        graphOptimizationLevel: 'all',
      });
      const names = Object.keys(shapes);
      return {
        async run() {
          const feeds = names.map((name) => [name, new ort.Tensor('float32', inputs[name], shapes[name])]);
          const { result } = await session.run(Object.fromEntries(feeds));
          return result.data;
        },
      };
    },
  };
}
