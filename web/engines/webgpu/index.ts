import { UnavailableEngine } from '../engine-report.ts';
import { hasWebGpu } from './has-webgpu.ts';
import { startWebGpuEngine, type WebGpuOptions } from './webgpu-engine.ts';
import type { AttentionEngine } from '../../contract/index.ts';

/** See startWebGpuEngine; with the GPU of this browser. */
export async function createWebGpuEngine(options: Omit<WebGpuOptions, 'source'>): Promise<AttentionEngine> {
  if (!hasWebGpu()) throw new UnavailableEngine('noWebGpu', 'This browser has no WebGPU.');
  return startWebGpuEngine({ ...options, source: navigator.gpu });
}
