/**
 * The end of something that answers, of which whoever waits hears. It holds on to nothing that was answered before: a
 * race against a promise that settles only at the end would keep every answer until then.
 */
export class Ending {
  readonly #waiting = new Set<(reason: Error) => void>();
  #end: { readonly reason: Error } | undefined;

  /** Settles as `answer` does, or rejects with the reason of the end, when that comes before it or has come already. */
  unlessEnded<T>(answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#end) reject(this.#end.reason);
      else this.#waiting.add(reject);
      answer.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** Only the first reason counts. */
  end(reason: Error): void {
    this.#end ??= { reason };
    for (const reject of this.#waiting) reject(this.#end.reason);
    this.#waiting.clear();
  }
}
