import type { PlaygroundHost } from '../elements/playground-host.ts';
import { nextFrame } from '../timeline/next-frame.ts';
import { isSame, type TraitValues, type WidgetModel } from './model.ts';
import { computedTraits, shownTraits, traits, type Trait } from './traits.ts';

/**
 * The trait in which views keep what they last wrote into the others. A trait that differs from it was set in Python, and is given to
 * the element; one that does not is what another view shows, which follows by its whole state. So nothing goes round in circles.
 */
const shownTrait = '_shown';

/**
 * Puts the element in and keeps it and the model in step; what the element changes is written once a frame. Gives the way out.
 */
export function connectView(model: WidgetModel, playground: PlaygroundHost, place: HTMLElement): () => void {
  let hasEnded = false;
  let isWaiting = false;
  /** What the element showed when it was last in step; null: it may not be. */
  let settled: TraitValues | null = null;
  /** To be written: what was refused last, null after something new was given. */
  let error: unknown;
  let stopWatching: (() => void)[] = [];
  let watched: unknown;

  const shown = (): TraitValues => (model.get(shownTrait) ?? {}) as TraitValues;
  const give = ({ name, give: set }: Trait): void => set(playground, (model.get(name) ?? null) as never);
  const isFromPython = ({ name, read }: Trait): boolean => !read || !isSame(model.get(name), shown()[name]);

  function write(): void {
    const now = shownTraits(playground);
    const values: Record<string, unknown> = computedTraits(playground);
    if (settled === null || !isSame(now, settled)) {
      settled = now;
      // Before all others: see above.
      Object.assign(values, { [shownTrait]: { ...shown(), ...now }, ...now });
    }
    if (error !== undefined) values.error = error;
    error = undefined;
    const changed = Object.keys(values)
      .filter((name) => !isSame(values[name], model.get(name)))
      .sort((name) => (name === shownTrait ? -1 : 0));
    for (const name of changed) model.set(name, values[name]);
    if (changed.length > 0) model.save_changes();
  }

  function writeSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    void nextFrame().then(() => {
      isWaiting = false;
      if (!hasEnded && playground.isConnected) write();
    });
  }

  /** Moved within the page, the element has another store. */
  function watchStore(): void {
    if (watched === playground.playground) return;
    watched = playground.playground;
    stopWatching.forEach((stop) => stop());
    const { settings, attention } = playground.playground.store;
    stopWatching = [settings.subscribe(writeSoon), attention.subscribe(writeSoon)];
  }

  function onError(event: Event): void {
    if (!(event instanceof CustomEvent)) return;
    error = event.detail;
    writeSoon();
  }

  function onShown(): void {
    const { state } = shown();
    if (typeof state !== 'string' || state === playground.getState()) return;
    playground.setState(state);
    settled = shownTraits(playground);
  }

  const given = new Set<Trait>();

  /** What Python sets at once comes in any order, but scores, say, are those of the tokens beside them. */
  function take(trait: Trait): void {
    if (!isFromPython(trait)) return;
    if (given.size === 0) queueMicrotask(giveAll);
    given.add(trait);
  }

  function giveAll(): void {
    if (hasEnded) return;
    settled = null;
    error = null;
    traits.filter((trait) => given.has(trait)).forEach(give);
    given.clear();
    writeSoon();
  }

  const listeners: (readonly [event: `change:${string}`, listener: () => void])[] = [
    [`change:${shownTrait}`, onShown],
    ...traits.map((trait) => [`change:${trait.name}`, () => take(trait)] as const),
  ];

  for (const trait of traits) {
    if (isFromPython(trait) || trait.name === 'state') give(trait);
  }
  // JupyterLab has shortcuts of single letters, which would be for the cell around what is typed here.
  playground.setAttribute('data-lm-suppress-shortcuts', 'true');
  playground.addEventListener('error', onError);
  place.append(playground);
  watchStore();
  const ready = new MutationObserver(watchStore);
  ready.observe(playground, { attributeFilter: ['ready'] });
  for (const [event, listener] of listeners) model.on(event, listener);

  return () => {
    hasEnded = true;
    for (const [event, listener] of listeners) model.off(event, listener);
    stopWatching.forEach((stop) => stop());
    ready.disconnect();
    playground.removeEventListener('error', onError);
    playground.remove();
  };
}
