import { html, type TemplateResult } from 'lit';
import { LazySection, type SectionTexts } from './lazy-section.ts';

/** Patterns, one pass and the cost: a line until it is opened. Only then is it loaded. */
export class AttentionPatternsSection extends LazySection {
  protected override texts(): SectionTexts {
    return this.messages.patternsSection;
  }

  protected override load(): Promise<unknown> {
    return import('./attention-patterns.ts');
  }

  protected override content(): TemplateResult {
    return html`<attention-patterns .playground=${this.playground}></attention-patterns>`;
  }
}

customElements.define('attention-patterns-section', AttentionPatternsSection);
