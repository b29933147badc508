import { html, type TemplateResult } from 'lit';
import { LazySection, type SectionTexts } from './lazy-section.ts';

/** How fast it is here: a line until it is opened. Only then is the measurement loaded. */
export class AttentionProfileSection extends LazySection {
  protected override texts(): SectionTexts {
    return this.messages.profile;
  }

  protected override load(): Promise<unknown> {
    return import('./attention-profile.ts');
  }

  protected override content(): TemplateResult {
    return html`<attention-profile .playground=${this.playground}></attention-profile>`;
  }
}

customElements.define('attention-profile-section', AttentionProfileSection);
