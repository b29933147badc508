export * from './select.ts';
export { createReferenceEngine } from './reference/reference-engine.ts';
export { createWasmSimdEngine, createWasmThreadsEngine } from './wasm/index.ts';
