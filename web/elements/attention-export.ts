import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import './attention-export-numbers.ts';
import './attention-export-picture.ts';

/** What is shown, to take along: as a picture, an animation, numbers, code or a link. Loaded when it is opened. */
export class AttentionExport extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, hasLink: { attribute: false } };
  declare hasLink: boolean;

  static override styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 24px;
        container-type: inline-size;
      }
      attention-export-numbers {
        display: block;
        padding-block-start: 20px;
        border-block-start: 1px solid var(--hairline);
      }
    `,
  ];

  override render(): TemplateResult {
    const { playground, hasLink } = this;
    return html`<attention-export-picture .playground=${playground}></attention-export-picture>
      <attention-export-numbers .playground=${playground} .hasLink=${hasLink}></attention-export-numbers>`;
  }
}

customElements.define('attention-export', AttentionExport);
