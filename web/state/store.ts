import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { EngineSelection } from '../engines/select.ts';
import { editedParameters, editedSentence } from '../model/edits.ts';
import { exampleIds, isExampleId } from '../model/examples.ts';
import { sceneFromAlignments } from '../model/imported.ts';
import { pack } from '../model/packed-alignments.ts';
import { isModelProblem } from '../model/problem.ts';
import { frameAt, timelineEnd } from '../timeline/frame.ts';
import { createPlayer, phaseBorder, type FrameClock } from '../timeline/player.ts';
import { isRefusal, withAttribute, type AttributeRefusal } from './attributes.ts';
import { detachedAddress, type AddressEntry, type AddressPort } from './address-port.ts';
import { wellFormed } from './address-text.ts';
import { clampNumber } from './address-values.ts';
import { createAddressWriter } from './address-writer.ts';
import { entryShape, withEntry, withoutEntriesInView, withoutEntry, type Entry } from './entries.ts';
import { openingOf, startStepOf } from './fit-to-scene.ts';
import type { History } from './history.ts';
import { createNotices } from './notices.ts';
import { openEntry, openState, tooLongNotice } from './opening.ts';
import { createOutline } from './outline.ts';
import type { PlaygroundStore } from './playground-store.ts';
import { createSceneSource, type SceneChoice } from './scene-source.ts';
import { addressLimit, writeAddress, writeAddressWithin } from './settings-address.ts';
import { settingsTable } from './settings-table.ts';
import { createSettingsKeeper } from './settings-keeper.ts';
import { entryLimit, speedRange, temperatureLimit, type Settings } from './settings.ts';
import { createTraceResource, type CurrentSentence } from './trace-resource.ts';

export type { AttentionResource, ComputedAttention, CurrentSentence } from './trace-resource.ts';
export type { Notice } from './notices.ts';
export type { PlaygroundStore } from './playground-store.ts';

/** Of a number that a person gave; they go when the next one is given. */
const numberNotices = ['valueRefused', 'valueClamped'] as const;

export interface StoreOptions {
  readonly engines: EngineSelection;
  /** Default: none; the playground opens at its default and leaves the page's address alone. */
  readonly address?: AddressPort;
  /** What to open instead of the address. */
  readonly initial?: Settings;
  /** The way back from `initial`. */
  readonly history?: History | undefined;
  /** For tests. */
  readonly clock?: FrameClock;
  readonly prefersReducedMotion?: () => boolean;
}

export function createStore(options: StoreOptions): PlaygroundStore {
  const { engines } = options;
  const port = options.address ?? detachedAddress();
  const { sceneFor } = createSceneSource();
  const notices = createNotices();
  const writer = createAddressWriter(port);

  const openHere = (): Settings => {
    const opening = openEntry(port.read(), sceneFor);
    notices.withdraw('linkUnreadable', 'linkValues', 'linkWithoutData', 'sceneRefused', 'tooLongForAddress');
    opening.notices.forEach(notices.show);
    notices.showFaults(opening.faults);
    return opening.settings;
  };

  const entryOf = (shown: Settings): AddressEntry => {
    const written = writeAddressWithin(addressLimit, shown);
    const isShortened = written.leftOut.length > 0;
    if (isShortened) notices.show(tooLongNotice(written));
    else notices.withdraw('tooLongForAddress');
    return { hash: written.hash, full: isShortened ? written.full : null };
  };

  const keeper = createSettingsKeeper({
    initial: options.initial ?? openHere(),
    history: options.history,
    onChange(changed, kind) {
      const compose = (): AddressEntry => entryOf(changed);
      if (kind === 'gesture') writer.hold(compose);
      else writer.write(compose, kind === 'page' ? 'push' : 'replace');
    },
    onGestureEnd: () => writer.flush(),
  });
  const { settings } = keeper;

  /** Every change by hand. Read-only, the content stays as it is; where one looks is free. */
  const change = (changes: Partial<Settings>): void => {
    const isContent = (Object.keys(changes) as (keyof Settings)[]).some(
      (name) => settingsTable[name].role === 'content',
    );
    if (isContent && settings.peek().isReadonly) return;
    keeper.change(changes);
  };

  const setting = <Name extends keyof Settings>(name: Name): ReadonlySignal<Settings[Name]> =>
    computed(() => settings.value[name]);
  const [sentence, step, edits] = [setting('sentence'), setting('step'), setting('edits')];
  const [scoreFunction, temperature] = [setting('scoreFunction'), setting('temperature')];
  const [isPaddingMasked, causal, engine] = [setting('isPaddingMasked'), setting('causal'), setting('engine')];

  const scene = computed(() => {
    const result = sceneFor(settings.value);
    // Every way into the settings has made this scene before.
    if (isModelProblem(result)) throw new Error(`No scene for example "${settings.value.example}": ${result.code}.`);
    return result;
  });

  const current = computed((): CurrentSentence => {
    const { sentences, parameters } = scene.value;
    const baseSentence = sentences[sentence.value];
    return {
      sentence: editedSentence(baseSentence, sentence.value, edits.value),
      parameters: editedParameters(parameters, edits.value),
      baseSentence,
      baseParameters: parameters,
      sentenceIndex: sentence.value,
      sentenceCount: sentences.length,
    };
  });

  const engineReport = signal(engines.report);
  const stopReports = engines.subscribe((report) => {
    engineReport.value = report;
  });

  /** Threads in a frame are waited for by nobody: what asked for them is computed anew once they are allowed, and once they are there. */
  const framedThreads = computed(() => {
    const entry = engineReport.value.engines.find(({ isFramed }) => isFramed);
    return engine.value !== 'wasmThreads' || !entry ? 'none' : entry.state === 'ready' ? 'ready' : 'awaited';
  });

  const attention = createTraceResource(
    computed(() => ({
      current: current.value,
      options: {
        scoreFunction: scoreFunction.value,
        temperature: temperature.value,
        isPaddingMasked: isPaddingMasked.value,
        causal: causal.value,
      },
      edits: edits.value,
      step: step.value,
      // Not part of the input, but another engine is to compute the same anew.
      engine: engine.value,
      framedThreads: framedThreads.value,
    })),
    (input) => {
      engines.prefer(engine.peek());
      return engines.engineFor(input);
    },
  );

  const player = createPlayer({
    ...options,
    onRest: (time) => change({ time }),
    speed: () => settings.peek().speed,
  });
  const shownTime = computed(() => player.time.value ?? settings.value.time);

  /** Whoever shows them follows each change, but not each frame of the animation. */
  const shownSettings = (): Settings => ({ ...settings.value, time: shownTime.peek() });

  const keyCount = computed(() => current.value.sentence.source.length);

  const stopListening = port.listen(
    () => {
      writer.discard();
      player.stop();
      keeper.arriveAt(openHere());
    },
    () => writer.flush(),
  );

  const checkIndex = (name: string, index: number, count: number, lowest = 0): void => {
    if (!Number.isInteger(index) || index < lowest || index >= count) {
      throw new RangeError(`${name} ${index} does not exist: expected a whole number from ${lowest} to ${count - 1}.`);
    }
  };

  const checkEntry = ({ array, row, column }: Entry): void => {
    const [rows, columns] = entryShape(scene.peek(), array, settings.peek().sentence)!;
    checkIndex(`Row of ${array}`, row, rows);
    checkIndex(`Column of ${array}`, column, columns);
  };

  const refused = (value: number): null => {
    notices.show({ code: 'valueRefused', params: { given: String(value) } });
    return null;
  };

  /** The number as it may stand in the settings, or null where it is none; a notice says what was done to it. */
  const accepted = (value: number, lowest: number, highest: number): number | null => {
    if (Number.isNaN(value)) return refused(value);
    const shown = clampNumber(value, lowest, highest);
    if (shown !== value) notices.show({ code: 'valueClamped', params: { given: value, shown } });
    return shown;
  };

  const useNumber = (value: number, lowest: number, highest: number, use: (shown: number) => void): void => {
    notices.withdraw(...numberNotices);
    const shown = accepted(value, lowest, highest);
    if (shown !== null) use(shown);
  };

  const openScene = (choice: SceneChoice): void => {
    const opened = sceneFor(choice);
    if (isModelProblem(opened)) notices.show({ code: 'sceneRefused', params: { problem: opened } });
    else {
      notices.withdraw('sceneRefused');
      change({ ...choice, ...openingOf(opened), edits: {} });
    }
  };

  const setEntries = (entries: readonly (Entry & { readonly value: number })[]): void => {
    notices.withdraw(...numberNotices);
    const place = settings.peek();
    let next = place.edits;
    for (const entry of entries) {
      checkEntry(entry);
      const value = accepted(entry.value, -entryLimit, entryLimit);
      if (value !== null) next = withEntry(next, place, entry, value);
    }
    change({ edits: next });
  };

  const setState2D = (array: 'encoderStates' | 'decoderStates', row: number, x: number, y: number): void => {
    const { planeX, planeY } = settings.peek();
    setEntries([
      { array, row, column: planeX, value: x },
      { array, row, column: planeY, value: y },
    ]);
  };

  const seek = (seconds: number): void =>
    useNumber(seconds, 0, timelineEnd, (time) =>
      batch(() => {
        change({ time });
        player.stop();
      }),
    );

  const tellRefusal = (refusal: AttributeRefusal): void => notices.show({ code: 'attributeRefused', params: refusal });

  const noText = { source: '', target: '', data: '' };
  const targetCount = (): number => current.peek().sentence.target.length;

  return {
    settings,
    outline: createOutline(settings),
    scene,
    current,
    attention: attention.resource,
    engineReport,
    notices: notices.list,
    mapView: setting('map'),
    frame: computed(() => frameAt(shownTime.value, keyCount.value)),
    isPlaying: player.isPlaying,
    history: keeper.history,
    canUndo: keeper.canUndo,
    canRedo: keeper.canRedo,
    isInGesture: keeper.isInGesture,

    setAttribute(attribute, text, textOf) {
      const result = withAttribute(settings.peek(), attribute, text, sceneFor, textOf);
      notices.withdrawAttribute(attribute);
      if (isRefusal(result)) tellRefusal(result);
      else {
        // A state says which moment is shown.
        if (attribute === 'state') player.stop();
        keeper.change(result);
      }
    },
    tellRefusal,
    state: () => writeAddress(shownSettings()),
    openState(text) {
      notices.withdraw('stateRefused', 'linkValues');
      const opened = openState(text, settings.peek(), sceneFor);
      if ('refusal' in opened) {
        notices.show({ code: 'stateRefused', params: opened.refusal });
        return;
      }
      batch(() => {
        player.stop();
        keeper.change(opened.settings);
      });
      notices.showFaults(opened.faults);
    },

    chooseExample(example) {
      if (!isExampleId(example))
        throw new RangeError(`Example "${example}" does not exist: expected ${exampleIds.join(', ')}.`);
      openScene({ ...noText, example });
    },
    setWords: (source, target) =>
      openScene({ ...noText, example: 'own', source: wellFormed(source), target: wellFormed(target) }),
    importAlignments(alignments) {
      // Asked before packing, which cannot carry a weight of NaN to the one who could name it.
      const checked = sceneFromAlignments(alignments);
      if (isModelProblem(checked)) notices.show({ code: 'sceneRefused', params: { problem: checked } });
      else openScene({ ...noText, example: 'imported', data: pack(alignments) });
    },
    chooseSentence(index) {
      checkIndex('Sentence', index, current.peek().sentenceCount);
      if (index !== settings.peek().sentence) {
        change({ sentence: index, step: startStepOf(scene.peek(), index), focusKey: -1 });
      }
    },
    chooseStep(index) {
      checkIndex('Step', index, targetCount());
      change({ step: index });
    },
    setScoreFunction: (next) => change({ scoreFunction: next }),
    setTemperature(value) {
      // Not clamped: 0 means "only the largest score counts", which nobody asked for with −1.
      if (value < 0) refused(value);
      else useNumber(value, 0, temperatureLimit, (temperature) => change({ temperature }));
    },
    setPaddingMask: (isMasked) => change({ isPaddingMasked: isMasked }),
    setCausal: (next) => change({ causal: next }),

    setEntry: (array, row, column, value) => setEntries([{ array, row, column, value }]),
    resetEntry(array, row, column) {
      const entry = { array, row, column };
      checkEntry(entry);
      change({ edits: withoutEntry(settings.peek().edits, settings.peek(), entry) });
    },
    resetAll: () => change({ edits: withoutEntriesInView(settings.peek().edits, settings.peek()) }),
    setEncoderState2D: (index, x, y) => setState2D('encoderStates', index, x, y),
    setDecoderState2D: (index, x, y) => setState2D('decoderStates', index, x, y),

    setFocusKey(index) {
      checkIndex('Source word', index, current.peek().sentence.source.length, -1);
      change({ focusKey: index });
    },
    setPlaneAxes(planeX, planeY) {
      const { stateDim } = current.peek().sentence;
      checkIndex('Coordinate', planeX, stateDim);
      checkIndex('Coordinate', planeY, stateDim);
      change({ planeX, planeY });
    },
    setEngine: (next) => change({ engine: next }),
    setView: (view) => change({ view }),
    setMapView: (map) => change({ map }),
    setTheme: (theme) => change({ theme }),
    setPalette: (palette) => change({ palette }),
    setLang: (lang) => change({ lang: settingsTable.lang.parameters[0].read(lang, 'auto').value }),

    beginGesture: keeper.beginGesture,
    endGesture: keeper.endGesture,
    cancelGesture: keeper.cancelGesture,
    undo: () => (settings.peek().isReadonly ? undefined : keeper.undo()),
    redo: () => (settings.peek().isReadonly ? undefined : keeper.redo()),

    play: () => player.play(settings.peek().time),
    pause: player.pause,
    seek,
    stepPhase: (direction) => seek(phaseBorder(shownTime.peek(), direction)),
    setSpeed: (value) => useNumber(value, speedRange.lowest, speedRange.highest, (speed) => change({ speed })),

    dismissNotice: notices.dismiss,
    linkTo: () => port.linkTo(writeAddressWithin(addressLimit, shownSettings()).hash),
    dispose() {
      writer.flush();
      player.stop();
      stopListening();
      stopReports();
      attention.dispose();
      engines.dispose();
    },
  };
}
