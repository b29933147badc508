import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where calls are kept for the fuzzer to start from; unset: nowhere. */
const folder = process.env.ATTENTION_FRAMES;

/** A fuzzer does best with few and small ones. */
const mostBytes = 2_048;
const mostOfAnOperation = 60;

const counts = new Map<string, number>();

export function recordFrame(operation: string, frame: Buffer): void {
  const count = counts.get(operation) ?? 0;
  if (!folder || frame.length > mostBytes || count >= mostOfAnOperation) return;
  counts.set(operation, count + 1);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, createHash('sha1').update(frame).digest('hex')), frame);
}
