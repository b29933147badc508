import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

export interface SectionTexts {
  readonly title: string;
  readonly lead: string;
  readonly loading: string;
  readonly failedToLoad: string;
}

/** A part of the page below the stage: a line until it is opened. Only then is what it holds loaded. */
export abstract class LazySection extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    isOpen: { state: true },
    loading: { state: true },
  };
  declare protected isOpen: boolean;
  declare private loading: 'pending' | 'ready' | 'failed';

  static override styles = [
    base,
    css`
      details {
        border-block-start: 1px solid var(--hairline);
      }
      summary {
        display: grid;
        grid-template-columns: 16px minmax(0, 1fr);
        gap: 2px 8px;
        align-items: baseline;
        padding-block: 14px;
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary::before {
        content: '▸';
        color: var(--text-muted);
      }
      details[open] > summary::before {
        content: '▾';
      }
      summary p {
        grid-column: 2;
        font-weight: 400;
      }
      h2 {
        font-size: var(--text-body);
      }
    `,
  ];

  constructor() {
    super();
    this.isOpen = false;
    this.loading = 'pending';
  }

  protected abstract texts(): SectionTexts;
  /** Loads what `content` shows. */
  protected abstract load(): Promise<unknown>;
  protected abstract content(): TemplateResult;

  /** After it was closed. */
  protected closed?(): void;

  override render(): TemplateResult {
    const { title, lead } = this.texts();
    return html`<section aria-labelledby="title">
      <details ?open=${this.isOpen} @toggle=${this.onToggle}>
        <summary>
          <h2 id="title">${title}</h2>
          <p class="small muted">${lead}</p>
        </summary>
        ${this.isOpen ? this.loadedContent() : nothing}
      </details>
    </section>`;
  }

  private loadedContent(): TemplateResult {
    const { loading, failedToLoad } = this.texts();
    if (this.loading === 'ready') return this.content();
    return html`<p class="small muted" role="status">${this.loading === 'failed' ? failedToLoad : loading}</p>`;
  }

  private readonly onToggle = async (event: Event): Promise<void> => {
    this.isOpen = (event.target as HTMLDetailsElement).open;
    if (!this.isOpen) this.closed?.();
    if (!this.isOpen || this.loading === 'ready') return;
    this.loading = 'pending';
    try {
      await this.load();
      this.loading = 'ready';
    } catch {
      this.loading = 'failed';
    }
  };
}
