import { describe, expect, it } from 'vitest';
import { bytesField, intField, messageField, textField } from '../../bench/contest/page/models/protobuf.mjs';

describe('protocol buffers', () => {
  it('are the bytes of the format’s documentation', () => {
    expect([...intField(1, 150)]).toEqual([0x08, 0x96, 0x01]);
    expect([...textField(2, 'testing')]).toEqual([0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]);
    expect([...messageField(3, intField(1, 150))]).toEqual([0x1a, 0x03, 0x08, 0x96, 0x01]);
  });

  it('hold field numbers above 15 and long contents', () => {
    expect([...intField(20, 0)]).toEqual([0xa0, 0x01, 0x00]);
    expect([...bytesField(1, new Uint8Array(300)).subarray(0, 3)]).toEqual([0x0a, 0xac, 0x02]);
  });
});
