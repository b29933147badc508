import type { AttentionInput } from '../../contract/index.ts';

/** [queryCount, keyCount] 1 where every mask lets the query attend to the key. */
export function computeVisibility(input: AttentionInput): Uint8Array {
  const { queryCount, keyCount, additiveMask, mask = {} } = input;
  const { keyMask, pairMask, causal, leftWindow = Infinity, rightWindow = Infinity } = mask;
  const firstPosition = causal === 'bottomRight' ? keyCount - queryCount : 0;
  const visible = new Uint8Array(queryCount * keyCount);
  for (let t = 0; t < queryCount; t++) {
    const position = firstPosition + t;
    const firstKey = position - leftWindow;
    const lastKey = causal === undefined ? position + rightWindow : position;
    for (let i = 0; i < keyCount; i++) {
      const pair = t * keyCount + i;
      const isHidden =
        i < firstKey ||
        i > lastKey ||
        keyMask?.[i] === 0 ||
        pairMask?.[pair] === 0 ||
        additiveMask?.[pair] === -Infinity;
      visible[pair] = isHidden ? 0 : 1;
    }
  }
  return visible;
}
