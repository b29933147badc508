/** Whether the browser offers WebGPU here; it may still have no adapter. */
export function hasWebGpu(): boolean {
  return typeof navigator === 'object' && 'gpu' in navigator;
}
