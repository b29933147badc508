export * from './attention-engine.ts';
export * from './attention-input.ts';
export * from './attention-trace.ts';
export * from './engine-error.ts';
export * from './float-array.ts';
export * from './limits.ts';
export * from './validate.ts';
export * from './alignment.ts';
