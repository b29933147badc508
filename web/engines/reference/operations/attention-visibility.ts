import type { AttentionOptions, AttentionShape } from '../../../contract/index.ts';
import { broadcastReader } from './broadcast.ts';

/** 1 where every mask lets the query attend to the key. [queryCount, keyCount] of one head. */
export function attentionVisibility(
  options: AttentionOptions,
  shape: AttentionShape,
  batch: number,
  head: number,
): Uint8Array {
  const { queryCount, keyCount, pastCount } = shape;
  const { causal, leftWindow = Infinity, rightWindow = Infinity } = options;
  const keyLength = options.keyLengths?.data[batch] ?? keyCount;
  const keepMask = options.keepMask && broadcastReader(options.keepMask);
  const additiveMask = options.additiveMask && broadcastReader(options.additiveMask);
  const firstPosition = causal === 'bottomRight' ? keyLength - queryCount : pastCount;
  const visible = new Uint8Array(queryCount * keyCount);
  for (let t = 0; t < queryCount; t++) {
    const position = firstPosition + t;
    const firstKey = position - leftWindow;
    const lastKey = causal === undefined ? position + rightWindow : position;
    for (let i = 0; i < keyCount; i++) {
      const isHidden =
        i >= keyLength ||
        i < firstKey ||
        i > lastKey ||
        keepMask?.(batch, head, t, i) === 0 ||
        additiveMask?.(batch, head, t, i) === -Infinity;
      visible[t * keyCount + i] = isHidden ? 0 : 1;
    }
  }
  return visible;
}
