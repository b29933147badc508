import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Ending } from '../../../web/engines/ending.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('the end of something that answers', () => {
  it('lets answers through before it, and rejects whoever waits when it comes or asks after it', async () => {
    const ending = new Ending();
    expect(await ending.unlessEnded(Promise.resolve(1))).toBe(1);
    await expect(ending.unlessEnded(Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    const waiting = [1, 2].map(() => ending.unlessEnded(new Promise(() => undefined)));
    ending.end(new Error('over'));
    ending.end(new Error('over again'));
    for (const each of waiting) await expect(each).rejects.toThrow('over');
    await expect(ending.unlessEnded(Promise.resolve(2))).rejects.toThrow(/^over$/);
  });

  it('what is rejected after it is nobody’s unhandled rejection', async () => {
    const ending = new Ending();
    let reject!: (reason: Error) => void;
    const waiting = ending.unlessEnded(new Promise((_, refuse) => (reject = refuse)));
    ending.end(new Error('over'));
    reject(new Error('late'));
    await expect(waiting).rejects.toThrow('over');
  });

  it('keeps no answer in memory', async () => {
    const ending = new Ending();
    const answers: WeakRef<object>[] = [];
    for (let call = 0; call < 5; call += 1) {
      answers.push(new WeakRef(await ending.unlessEnded(Promise.resolve({ data: new Float32Array(1000) }))));
    }
    // A WeakRef holds on until the current job has ended.
    await new Promise((resolve) => setTimeout(resolve));
    collectGarbage();
    expect(answers.filter((answer) => answer.deref())).toEqual([]);
    ending.end(new Error('over'));
  });
});
