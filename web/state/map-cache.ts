/** What was used last stays; what was not goes, as soon as all together takes more than `limitBytes`. */
export class MapCache<T> {
  /** From what was used longest ago to what was used last. */
  readonly #entries = new Map<string, { readonly value: T; readonly bytes: number }>();
  #bytes = 0;

  constructor(
    readonly limitBytes: number,
    private readonly bytesOf: (value: T) => number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  /** Counts as a use. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Counts as none. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.value;
  }

  /** The value stays even where it alone is too large. */
  set(key: string, value: T): void {
    this.#remove(key);
    const bytes = this.bytesOf(value);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.limitBytes || oldest === key) break;
      this.#remove(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
