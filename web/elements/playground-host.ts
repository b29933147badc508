import type { EngineName, ScoreFunction } from '../contract/index.ts';
import { browserAddress } from '../state/address-port.ts';
import { attributeNames, maskText } from '../state/attributes.ts';
import { watchChanges } from '../state/changes.ts';
import type { Notice } from '../state/notices.ts';
import { createEmbeddedPlayground, createPlayground, settingsFrom, type Playground } from '../state/playground.ts';
import { writeAddress } from '../state/settings-address.ts';
import type { PaletteName, Settings } from '../state/settings.ts';
import type {
  Mask,
  PictureOptions,
  PlaygroundApi,
  PlaygroundError,
  PlaygroundEventMap,
  Tokens,
} from './playground-api.ts';
import { PlaygroundElement } from './playground-element.ts';
import { Presence } from './presence.ts';

/** Properties that a page may have set on the element before its class was there. */
const propertyNames = [
  ...['state', 'example', 'tokens', 'step', 'scoreFunction', 'temperature', 'mask', 'scores', 'query', 'keys'],
  ...['engine', 'view', 'theme', 'palette', 'readOnly', 'hide', 'threads'],
] as const;

type Text = string | readonly string[];
const joined = (words: Text): string => (typeof words === 'string' ? words : words.join(' '));

/** What a page sees of the playground: attributes, properties, methods and events. What it looks like is its subclass's affair. */
export class PlaygroundHost extends PlaygroundElement implements PlaygroundApi {
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...attributeNames, 'threads'];
  }

  private start: () => void = () => undefined;
  private stopWatching: (() => void) | null = null;
  private stopShowingLook = (): void => undefined;
  /** The element itself writes an attribute. */
  private isReflecting = false;
  /** It would play, were it not out of view. */
  private isHeld = false;
  private readonly textOf = (attribute: string): string | null => this.getAttribute(attribute);
  private readonly presence = new Presence(this, {
    onNear: () => this.start(),
    onSeen: (isSeen) => this.holdOrResume(isSeen),
  });

  /** Only the page of the playground itself keeps the state in its address: elsewhere the address is not ours. */
  protected get isPage(): boolean {
    return this.hasAttribute('keeps-address');
  }

  override connectedCallback(): void {
    this.takeEarlyProperties();
    this.playground = this.isPage
      ? createPlayground(browserAddress())
      : createEmbeddedPlayground({
          textOf: this.textOf,
          // Taken out of the page and put in again, it goes on where it was.
          resumed: (this.playground as Playground | undefined)?.store ?? null,
          mayStart: new Promise((resolve) => (this.start = resolve)),
        });
    if (this.threads) this.playground.engines.allowFrame();
    // At once, and not as it is drawn: canvases, which may be drawn before it, ask for the colours that styles give.
    this.stopShowingLook = this.store.outline.subscribe((outline) => this.showLook(outline));
    super.connectedCallback();
    // Later, so that whoever made the element can listen first.
    queueMicrotask(() => {
      if (this.isConnected) this.stopWatching ??= this.watch();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopShowingLook();
    this.stopWatching?.();
    this.stopWatching = null;
    // Where it is put again it goes on.
    this.holdOrResume(false);
    this.store.dispose();
    this.removeAttribute('ready');
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'threads' && value !== null) (this.playground as Playground | undefined)?.engines.allowFrame();
    if (!this.playground || this.isReflecting || !attributeNames.includes(name)) return;
    this.store.setAttribute(name, value, this.textOf);
    // What was refused, or taken away from the default, changes no setting, yet stands in the attribute or leaves none.
    this.showLook(this.store.outline.peek());
  }

  get state(): string {
    return this.playground ? this.store.state() : writeAddress(this.now);
  }
  set state(state: string | null) {
    this.write('state', state);
  }

  get example(): string {
    return this.now.example;
  }
  set example(id: string | null) {
    this.write('example', id);
  }

  get tokens(): Tokens {
    const { source, target } = this.playground ? this.store.current.peek().sentence : { source: [], target: [] };
    return { source: source.map(({ text }) => text), target: target.map(({ text }) => text) };
  }
  set tokens(tokens: { readonly source: Text; readonly target: Text } | null) {
    this.write('tokens', tokens && `${joined(tokens.source)} ||| ${joined(tokens.target)}`);
  }

  get step(): number {
    return this.now.step + 1;
  }
  set step(step: number | null) {
    this.write('step', step);
  }

  get scoreFunction(): ScoreFunction {
    return this.now.scoreFunction;
  }
  set scoreFunction(name: ScoreFunction | null) {
    this.write('score-function', name);
  }

  get temperature(): number {
    return this.now.temperature;
  }
  set temperature(temperature: number | null) {
    this.write('temperature', temperature);
  }

  get mask(): Mask {
    return maskText(this.now) as Mask;
  }
  set mask(mask: Mask | null) {
    this.write('mask', mask);
  }

  get scores(): readonly number[] | null {
    if (!this.playground) return null;
    const { current, attention, settings } = this.store;
    const { step, scoreFunction } = settings.peek();
    const { sentence } = current.peek();
    if (scoreFunction === 'given') return rowOf(sentence.scores, step, sentence.source.length);
    const { status, value } = attention.peek();
    return status === 'ready' && value ? rowOf(value.trace.scores, step, value.trace.keyCount) : null;
  }
  set scores(scores: readonly number[] | readonly (readonly number[])[] | null) {
    this.write('scores', scores && JSON.stringify(scores));
  }

  get query(): readonly number[] | null {
    if (!this.playground) return null;
    const { decoderStates, stateDim } = this.store.current.peek().sentence;
    return rowOf(decoderStates, this.now.step, stateDim);
  }
  set query(query: readonly number[] | null) {
    this.write('query', query && JSON.stringify(query));
  }

  get keys(): readonly (readonly number[])[] | null {
    if (!this.playground) return null;
    const { source, encoderStates, stateDim } = this.store.current.peek().sentence;
    return source.map((_, row) => rowOf(encoderStates, row, stateDim));
  }
  set keys(keys: readonly (readonly number[])[] | null) {
    this.write('keys', keys && JSON.stringify(keys));
  }

  get engine(): EngineName | 'auto' {
    return this.now.engine;
  }
  set engine(name: EngineName | 'auto' | null) {
    this.write('engine', name);
  }

  get view(): 'picture' | 'table' {
    return this.now.view;
  }
  set view(view: 'picture' | 'table' | null) {
    this.write('view', view);
  }

  get theme(): 'auto' | 'light' | 'dark' {
    return this.now.theme;
  }
  set theme(theme: 'auto' | 'light' | 'dark' | null) {
    this.write('theme', theme);
  }

  get palette(): PaletteName {
    return this.now.palette;
  }
  set palette(name: PaletteName | null) {
    this.write('palette', name);
  }

  get readOnly(): boolean {
    return this.now.isReadonly;
  }
  set readOnly(isReadonly: boolean) {
    this.write('readonly', isReadonly ? '' : null);
  }

  get hide(): readonly string[] {
    return this.now.hide;
  }
  set hide(parts: readonly string[] | null) {
    this.write('hide', parts && parts.length > 0 ? parts.join(',') : null);
  }

  get threads(): boolean {
    return this.hasAttribute('threads');
  }
  set threads(mayFrame: boolean) {
    this.write('threads', mayFrame ? '' : null);
  }

  play(): void {
    if (this.presence.isSeen) this.store.play();
    else this.isHeld = true;
  }

  pause(): void {
    this.isHeld = false;
    this.store.pause();
  }

  seek(seconds: number): void {
    this.isHeld = false;
    this.store.seek(seconds);
  }

  getState(): string {
    return this.store.state();
  }

  setState(state: string): void {
    this.isHeld = false;
    this.store.openState(state);
  }

  async toPicture(options: PictureOptions = {}): Promise<Blob> {
    this.start();
    const { pictureFile } = await import('./picture-request.ts');
    if (!this.isConnected) return pictureFile(null, options);
    return pictureFile({ playground: this.playground, host: this, stageTexts: this.messages.stage }, options);
  }

  /** The attributes that styles go by. */
  private showLook({ theme, palette }: Pick<Settings, 'theme' | 'palette'>): void {
    this.isReflecting = true;
    if (this.getAttribute('theme') !== theme) this.setAttribute('theme', theme);
    if (this.getAttribute('palette') !== palette) this.setAttribute('palette', palette);
    this.isReflecting = false;
  }

  /** Outside a page: what it would open with. */
  private get now(): Settings {
    return this.playground ? this.store.settings.peek() : settingsFrom(this.textOf);
  }

  private write(attribute: string, value: string | number | null): void {
    if (value !== null && value !== undefined) this.setAttribute(attribute, String(value));
    else if (this.hasAttribute(attribute)) this.removeAttribute(attribute);
    // What the reader or a state has set stands in no attribute, and is given up all the same.
    else this.attributeChangedCallback(attribute, null, null);
  }

  private takeEarlyProperties(): void {
    for (const name of propertyNames) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  private holdOrResume(isSeen: boolean): void {
    if (!isSeen && this.store.isPlaying.peek()) {
      this.store.pause();
      this.isHeld = true;
    } else if (isSeen && this.isHeld) {
      this.isHeld = false;
      this.store.play();
    }
  }

  private watch(): () => void {
    return watchChanges(this.store, {
      onStep: (detail) => this.tell('step-change', detail),
      onScores: (detail) => this.tell('score-change', detail),
      onWeights: (detail) => this.tell('weights-change', detail),
      onNotice: (notice) => this.tell('error', this.errorOf(notice)),
      onFailure: (message) => this.tell('error', { code: 'computationFailed', message, attribute: null, given: null }),
    });
  }

  private errorOf(notice: Notice): PlaygroundError {
    const { attribute, given } = notice.code === 'attributeRefused' ? notice.params : { attribute: null, given: null };
    return { code: notice.code, message: this.messages.notice(notice), attribute, given };
  }

  private tell<K extends keyof PlaygroundEventMap>(type: K, detail: PlaygroundEventMap[K]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

const rowOf = (array: Float64Array, row: number, columns: number): number[] => [
  ...array.subarray(row * columns, (row + 1) * columns),
];
