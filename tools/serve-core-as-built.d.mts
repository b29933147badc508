import type { Plugin } from 'vite';

/** See serve-core-as-built.mjs. */
export declare function serveCoreAsBuilt(repository: string): Plugin;
