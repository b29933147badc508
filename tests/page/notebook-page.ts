import type { JSHandle, Locator, Page } from 'playwright-core';

/** The traits of a widget, as JSON. */
export type Values = Readonly<Record<string, unknown>>;

/** What stands for Jupyter in the page. */
interface Notebook {
  /** As when Python sets traits, all at once. */
  fromPython(values: Values): void;
  get(trait: string): unknown;
  /** What was sent to Python: one entry for each save_changes(). */
  readonly saves: Values[];
  /** Listeners that are still there. */
  listenerCount(): number;
  /** One view more, by a module of its own, as notebooks load it. */
  render(): Promise<void>;
  /** Takes the first view away. */
  remove(): void;
}

interface Widget {
  readonly default: { render(view: { model: unknown; el: HTMLElement }): Promise<() => void> };
}

declare global {
  /** In the page: what notebooks do with a module, each time anew. */
  var importText: (module: string) => Promise<Widget>;
}

/** In a script of its own, since Vite has another import() for what tests run. */
export const notebookHtml = `<!doctype html>
<html lang="en">
  <meta charset="utf-8"><title>Notebook</title><link rel="icon" href="data:,">
  <script>
    async function importText(module) {
      const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
      try {
        return await import(address);
      } finally {
        URL.revokeObjectURL(address);
      }
    }
  </script>
</html>`;

/** A page with one widget, in which `module` is loaded from a text alone. */
export class NotebookPage {
  private constructor(
    readonly page: Page,
    private readonly notebook: JSHandle<Notebook>,
  ) {}

  static async open(page: Page, module: string, traits: Values): Promise<NotebookPage> {
    return new NotebookPage(page, await page.evaluateHandle(notebookOf, { module, traits }));
  }

  /** The n-th view, from 0, once it has numbers. */
  async render(index = 0): Promise<Locator> {
    await this.notebook.evaluate((notebook) => notebook.render());
    const view = this.page.locator('attention-playground').nth(index);
    await this.page.locator('attention-playground[ready]').nth(index).waitFor();
    return view;
  }

  get = (trait: string): Promise<unknown> => this.notebook.evaluate((notebook, name) => notebook.get(name), trait);
  fromPython = (values: Values): Promise<void> =>
    this.notebook.evaluate((notebook, set) => notebook.fromPython(set), values);
  saves = (): Promise<Values[]> => this.notebook.evaluate((notebook) => notebook.saves.splice(0));
  listenerCount = (): Promise<number> => this.notebook.evaluate((notebook) => notebook.listenerCount());
  remove = (): Promise<void> => this.notebook.evaluate((notebook) => notebook.remove());

  /** As people read them, to two digits. */
  async weightsOf(step: number): Promise<string[]> {
    const weights = (await this.get('weights')) as number[][];
    return (weights[step - 1] ?? []).map((weight) => weight.toFixed(2));
  }
}

/** Runs in the page. The model is one as Backbone has them: what is set is told at once, what is the same is not. */
function notebookOf({ module, traits }: { module: string; traits: Values }): Notebook {
  const values: Record<string, unknown> = { ...traits };
  const listeners = new Map<string, Set<() => void>>();
  let unsaved: Record<string, unknown> = {};
  const saves: Values[] = [];
  const cleanUps: (() => void)[] = [];
  const isOther = (name: string, value: unknown): boolean => JSON.stringify(values[name]) !== JSON.stringify(value);
  const tell = (name: string): void => [...(listeners.get(`change:${name}`) ?? [])].forEach((listener) => listener());
  const model = {
    get: (name: string) => values[name],
    set(name: string, value: unknown) {
      if (!isOther(name, value)) return;
      values[name] = unsaved[name] = JSON.parse(JSON.stringify(value));
      tell(name);
    },
    save_changes() {
      saves.push(unsaved);
      unsaved = {};
    },
    on(event: string, listener: () => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off: (event: string, listener: () => void) => void listeners.get(event)?.delete(listener),
  };
  return {
    saves,
    get: (name) => values[name],
    fromPython(set) {
      const changed = Object.keys(set).filter((name) => isOther(name, set[name]));
      Object.assign(values, set);
      changed.forEach(tell);
    },
    listenerCount: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    async render() {
      const { default: widget } = await importText(module);
      const el = document.body.appendChild(document.createElement('div'));
      cleanUps.push(await widget.render({ model, el }));
    },
    remove: () => cleanUps.shift()?.(),
  };
}
