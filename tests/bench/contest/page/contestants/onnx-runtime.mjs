// ONNX Runtime Web on its WebAssembly backend: the graph that an exported model has, MatMul, Softmax, MatMul.
import * as ort from 'onnxruntime-web/wasm';
import { additiveModel, attentionModel, softmaxModel } from '../models/onnx-graphs.mjs';

const models = { attention: attentionModel, additive: additiveModel, softmax: softmaxModel };

export function createContestant({ threadCount, filesUrl }) {
  ort.env.wasm.numThreads = threadCount;
  ort.env.wasm.wasmPaths = filesUrl;
  ort.env.logLevel = 'error';
  return {
    async prepare(work, inputs) {
      const { bytes, shapes } = models[work.kind](work);
      const session = await ort.InferenceSession.create(bytes, {
        executionProviders: ['wasm'],
        graphOptimizationLevel: 'all',
        intraOpNumThreads: threadCount,
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
