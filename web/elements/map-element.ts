import type { PropertyDeclarations } from 'lit';
import { mapMessagesFor, type MapMessages } from '../locales/map.ts';
import type { MapStore } from '../state/map.ts';
import { PlaygroundElement } from './playground-element.ts';

/** A part of the map. */
export class MapElement extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, map: { attribute: false } };
  declare map: MapStore;

  protected get texts(): MapMessages {
    return mapMessagesFor(this.store.outline.value.lang);
  }
}
