import type { AttentionEngine, AttentionInput, EngineName } from '../contract/index.ts';
import { createEngineSelection, type EngineReport, type EngineSelection } from '../engines/select.ts';

/** The engines of all playgrounds of a page, and how many playgrounds use them. */
let shared: { readonly selection: EngineSelection; users: number } | null = null;

/**
 * The page's engines for one more playground: one core is loaded, however many playgrounds there are, and it is freed with the last
 * of them. What a playground prefers and which engine served it is its own. No engine starts before `mayStart`.
 */
export function shareEngines(
  mayStart: Promise<void> = Promise.resolve(),
  create: () => EngineSelection = createEngineSelection,
): EngineSelection {
  shared ??= { selection: create(), users: 0 };
  shared.users += 1;
  return new EngineShare(shared.selection, mayStart);
}

class EngineShare implements EngineSelection {
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #stop: () => void;
  #preferred: EngineName | 'auto' = 'auto';
  #running: EngineName | null = null;
  #isDisposed = false;

  constructor(
    private readonly selection: EngineSelection,
    private readonly mayStart: Promise<void>,
  ) {
    let { engines } = selection.report;
    this.#stop = selection.subscribe((report) => {
      // What another playground prefers or runs is not this one's affair.
      if (report.engines === engines) return;
      engines = report.engines;
      this.#tell();
    });
  }

  get report(): EngineReport {
    return { ...this.selection.report, preferred: this.#preferred, running: this.#running };
  }

  subscribe(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prefer(name: EngineName | 'auto'): void {
    if (name === this.#preferred) return;
    this.#preferred = name;
    this.#tell();
  }

  /** What one playground may, the page may. */
  allowFrame(): void {
    this.selection.allowFrame();
  }

  async engineFor(input: AttentionInput): Promise<AttentionEngine> {
    await this.mayStart;
    // The selection looks at what is preferred before its first wait, so another playground can't come in between.
    this.selection.prefer(this.#preferred);
    const engine = await this.selection.engineFor(input);
    if (this.#running !== engine.name) {
      this.#running = engine.name;
      this.#tell();
    }
    return engine;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#stop();
    this.#listeners.clear();
    if (shared?.selection !== this.selection) return;
    shared.users -= 1;
    if (shared.users > 0) return;
    shared = null;
    this.selection.dispose();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener(this.report);
  }
}
