import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** How fast it is here: a line until it is opened. Only then is the measurement loaded. */
export class AttentionProfileSection extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    isOpen: { state: true },
    loading: { state: true },
  };
  declare private isOpen: boolean;
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

  override render(): TemplateResult {
    const { profile } = this.messages;
    return html`<section aria-labelledby="title">
      <details @toggle=${this.onToggle}>
        <summary>
          <h2 id="title">${profile.title}</h2>
          <p class="small muted">${profile.lead}</p>
        </summary>
        ${this.isOpen ? this.content() : nothing}
      </details>
    </section>`;
  }

  private content(): TemplateResult {
    const { profile } = this.messages;
    if (this.loading === 'ready') return html`<attention-profile .playground=${this.playground}></attention-profile>`;
    return html`<p class="small muted" role="status">
      ${this.loading === 'failed' ? profile.failedToLoad : profile.loading}
    </p>`;
  }

  private readonly onToggle = async (event: Event): Promise<void> => {
    this.isOpen = (event.target as HTMLDetailsElement).open;
    if (!this.isOpen || this.loading === 'ready') return;
    this.loading = 'pending';
    try {
      await import('./attention-profile.ts');
      this.loading = 'ready';
    } catch {
      this.loading = 'failed';
    }
  };
}

customElements.define('attention-profile-section', AttentionProfileSection);
