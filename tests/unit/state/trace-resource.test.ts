import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { AttentionEngine, ScoreFunction } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { sceneOf } from '../../../web/model/examples.ts';
import type { Edits } from '../../../web/state/settings.ts';
import { createTraceResource, type TraceRequest } from '../../../web/state/trace-resource.ts';
import { settled } from './settled.ts';

function requestOf(scoreFunction: ScoreFunction, edits: Edits = {}, temperature = 1): TraceRequest {
  const { sentences, parameters } = sceneOf('student');
  const sentence = sentences[0];
  return {
    current: {
      sentence,
      parameters,
      baseSentence: sentence,
      baseParameters: parameters,
      sentenceIndex: 0,
      sentenceCount: 1,
    },
    options: { scoreFunction, temperature, isPaddingMasked: true, causal: 'none' },
    edits,
    step: 1,
  };
}

async function computed(request: TraceRequest) {
  const { resource, dispose } = createTraceResource(signal(request), () => Promise.resolve(createReferenceEngine()));
  await settled();
  dispose();
  expect(resource.value).toMatchObject({ status: 'ready', error: null });
  return resource.value.value!;
}

const rowOf = (array: Float64Array, row: number): number[] => [...array.slice(3 * row, 3 * row + 3)];

/** An engine for each request, given out when the test says so. */
function heldEngines() {
  const held: { release: () => void; fail: (error: Error) => void }[] = [];
  const engineFor = () =>
    new Promise<AttentionEngine>((resolve, reject) => {
      held.push({ release: () => resolve(createReferenceEngine()), fail: reject });
    });
  return { held, engineFor };
}

describe('the trace resource', () => {
  it('a typed score stands on top of a formula, which keeps its summands', async () => {
    const plain = await computed(requestOf('dot'));
    const typed = await computed(requestOf('dot', { scores: { 'dot.0.1.0': 5 } }));
    expect(plain.trace.scores[3]).toBeCloseTo(0.3, 12);
    expect(rowOf(typed.trace.scores, 1)).toEqual([5, ...rowOf(plain.trace.scores, 1).slice(1)]);
    expect(rowOf(typed.trace.weights, 1)[0]).toBeGreaterThan(0.9);
    expect(rowOf(typed.trace.weights, 0)).toEqual(rowOf(plain.trace.weights, 0));
    expect(typed.baseScores).toEqual(plain.trace.scores);
    expect(typed.input.score.scoreFunction).toBe('dot');
    expect(typed.detail.termCount).toBe(2);
    expect(typed.detail.scoreTerms).toEqual(plain.detail.scoreTerms);
    const context = [0, 1].map((d) => [0, 1, 2].reduce((sum, i) => sum + typed.detail.contributions[2 * i + d], 0));
    expect(context[0]).toBeCloseTo(typed.trace.context[2], 12);
    expect(context[1]).toBeCloseTo(typed.trace.context[3], 12);
    expect([typed.isTyped(1, 0), typed.isTyped(1, 1), typed.isTyped(0, 0)]).toEqual([true, false, false]);
  });

  it('mask and temperature hold for typed scores too', async () => {
    const request = requestOf('dot', { scores: { 'dot.0.1.2': 50, 'dot.0.1.0': 1 } }, 2);
    const { trace } = await computed({ ...request, options: { ...request.options, causal: 'topLeft' } });
    expect(rowOf(trace.weights, 1)[2]).toBe(0);
    expect(trace.logits[3]).toBe(0.5);
  });

  it('a score typed under one function leaves the others alone', async () => {
    const typed = await computed(requestOf('scaledDot', { scores: { 'dot.0.1.0': 5 } }));
    expect(typed.trace.scores).toEqual((await computed(requestOf('scaledDot'))).trace.scores);
    expect(typed.isTyped(1, 0)).toBe(false);
  });

  it('a typed score of 0 counts as typed', async () => {
    const typed = await computed(requestOf('dot', { scores: { 'dot.0.1.1': 0 } }));
    expect(typed.trace.scores[4]).toBe(0);
    expect(typed.isTyped(1, 1)).toBe(true);
  });

  it('the latest wins, whatever the order in which the engines answer', async () => {
    const { held, engineFor } = heldEngines();
    const request = signal(requestOf('dot'));
    const { resource } = createTraceResource(request, engineFor);
    request.value = requestOf('scaledDot');
    request.value = requestOf('cosine');
    held[2].release();
    await settled();
    expect(resource.value.value!.input.score.scoreFunction).toBe('cosine');
    held[0].release();
    held[1].fail(new Error('too late to matter'));
    await settled();
    expect(resource.value).toMatchObject({ status: 'ready', error: null });
    expect(resource.value.value!.input.score.scoreFunction).toBe('cosine');
  });

  it('never shows an intermediate result of a request that is no longer wanted', async () => {
    const { held, engineFor } = heldEngines();
    const request = signal(requestOf('dot'));
    const { resource } = createTraceResource(request, engineFor);
    const shown: string[] = [];
    resource.subscribe(({ value }) => value && shown.push(value.input.score.scoreFunction));
    request.value = requestOf('cosine');
    held.forEach(({ release }) => release());
    await settled();
    expect(new Set(shown)).toEqual(new Set(['cosine']));
  });

  it('keeps the last good result while the next is pending and when it fails', async () => {
    const { held, engineFor } = heldEngines();
    const request = signal(requestOf('dot'));
    const { resource } = createTraceResource(request, engineFor);
    expect(resource.value).toEqual({ status: 'pending', value: null, error: null });
    held[0].release();
    await settled();
    const first = resource.value.value;
    request.value = requestOf('cosine');
    expect(resource.value).toEqual({ status: 'pending', value: first, error: null });
    held[1].fail(new Error('The engine is gone.'));
    await settled();
    expect(resource.value).toEqual({ status: 'failed', value: first, error: 'The engine is gone.' });
    request.value = requestOf('scaledDot');
    held[2].release();
    await settled();
    expect(resource.value).toMatchObject({ status: 'ready', error: null });
  });

  it('dispose ends what is pending, and nothing comes after it', async () => {
    const { held, engineFor } = heldEngines();
    const request = signal(requestOf('dot'));
    const { resource, dispose } = createTraceResource(request, engineFor);
    dispose();
    held[0].release();
    request.value = requestOf('cosine');
    await settled();
    expect(held).toHaveLength(1);
    expect(resource.value).toEqual({ status: 'failed', value: null, error: 'The playground has left the page.' });
  });
});
