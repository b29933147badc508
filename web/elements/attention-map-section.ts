import { html, type TemplateResult } from 'lit';
import type { MapView } from '../state/map-view.ts';
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
    return html`<attention-map .playground=${this.playground} .remember=${this.remember}></attention-map>`;
  }

  /** Between being closed and being taken away a map still moves and rests: what it saw then must not open it again. */
  private readonly remember = (view: MapView): void => {
    if (this.isOpen) this.store.setMapView(view);
  };
}

customElements.define('attention-map-section', AttentionMapSection);
