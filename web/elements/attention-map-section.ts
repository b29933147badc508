import { html, type TemplateResult } from 'lit';
import { LazySection, type SectionTexts } from './lazy-section.ts';

/** The map of long inputs: a line until it is opened. Only then is it loaded. */
export class AttentionMapSection extends LazySection {
  protected override texts(): SectionTexts {
    return this.messages.mapSection;
  }

  protected override load(): Promise<unknown> {
    return import('./attention-map.ts');
  }

  /** A link to a place of the map opens it. */
  private wasLinked = false;

  override willUpdate(): void {
    const isLinked = this.store.mapView.value !== null;
    if (isLinked !== this.wasLinked) this.isOpen = isLinked;
    this.wasLinked = isLinked;
  }

  protected override closed(): void {
    this.store.setMapView(null);
  }

  protected override content(): TemplateResult {
    return html`<attention-map .playground=${this.playground}></attention-map>`;
  }
}

customElements.define('attention-map-section', AttentionMapSection);
