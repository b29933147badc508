import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { EngineSelection } from '../engines/select.ts';
import { toAttentionInput } from '../model/attention-input.ts';
import { exampleIds, sceneOf, type ExampleId } from '../model/examples.ts';

/** The weights of the first sentence of each example, for its picture: [target.length, source.length], once they are computed. */
export interface Previews {
  readonly weights: ReadonlySignal<Readonly<Partial<Record<ExampleId, Float64Array>>>>;
  /** Computes them on first need. */
  request(): void;
}

export function createPreviews(engines: EngineSelection): Previews {
  const weights = signal<Readonly<Partial<Record<ExampleId, Float64Array>>>>({});
  let isRequested = false;
  const compute = async (id: ExampleId): Promise<void> => {
    const { sentences, parameters } = sceneOf(id);
    const options = { scoreFunction: 'given', temperature: 1, isPaddingMasked: true, causal: 'none' } as const;
    const input = toAttentionInput(sentences[0], parameters, options);
    const trace = await (await engines.engineFor(input)).trace(input);
    weights.value = { ...weights.peek(), [id]: trace.weights };
  };
  return {
    weights,
    request() {
      if (isRequested) return;
      isRequested = true;
      // A picture that can't be made stays blank; the example itself will say why when it is opened.
      void Promise.allSettled(exampleIds.map(compute));
    },
  };
}
