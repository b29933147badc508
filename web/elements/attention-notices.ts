import { css, html, nothing, type TemplateResult } from 'lit';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';

/** What the page has to say without being asked: one line each, dismissed at will, never in the way. */
export class AttentionNotices extends PlaygroundElement {
  static override styles = [
    base,
    css`
      ul {
        display: grid;
        gap: 6px;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 8px;
        align-items: start;
        padding: 8px 8px 8px 14px;
        font-size: var(--text-small);
        color: var(--warning);
        background: var(--warning-ground);
        border-radius: var(--radius);
        overflow-wrap: anywhere;
      }
      li.good {
        color: var(--value-text);
        background: color-mix(in srgb, var(--value) 10%, var(--surface));
      }
      button {
        min-block-size: 28px;
        inline-size: 28px;
        padding: 0;
        color: inherit;
      }
    `,
  ];

  override render(): TemplateResult {
    const { messages, store } = this;
    const notices = store.notices.value;
    const { status, error } = store.attention.value;
    return html`<div role="status">
      <ul>
        ${status === 'failed' ? html`<li><span>${messages.status.failed} ${error}</span></li>` : nothing}
        ${notices.map(
          (notice) =>
            html`<li>
              <span>${messages.notice(notice)}</span>
              <button
                class="plain"
                aria-label=${messages.status.dismiss}
                @click=${() => store.dismissNotice(notice.id)}
              >
                ✕
              </button>
            </li>`,
        )}
      </ul>
    </div>`;
  }
}

customElements.define('attention-notices', AttentionNotices);
