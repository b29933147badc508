import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { textDirection } from '../views/text-direction.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import './attention-words.ts';
import './attention-flow.ts';
import './attention-heatmap.ts';

/** How much a column has room for: whole words and numbers, the same in small type, short numbers, or bars alone. */
export type Density = 'roomy' | 'medium' | 'compact' | 'dense';

const widestColumn = 240;
const densityOf = (width: number): Density =>
  width >= 80 ? 'roomy' : width >= 50 ? 'medium' : width >= 36 ? 'compact' : 'dense';

/** The single grid on which everything about one source word stands in one column. */
export class AttentionStage extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    availableWidth: { state: true },
  };
  declare private availableWidth: number;
  private readonly coarsePointer = matchMedia('(pointer: coarse)');
  private observer: ResizeObserver | null = null;
  private shownPlace = '';

  static override styles = [
    base,
    css`
      :host {
        display: block;
        min-inline-size: 0;
      }
      .scroller {
        overflow-x: auto;
        overscroll-behavior-x: contain;
        scrollbar-width: thin;
        padding-block-end: 4px;
      }
      .grid {
        --keys-width: calc(var(--key-count) * var(--column-width));
        --stage-columns: [label] var(--label-width) [key-start] var(--keys-width) [key-end sum-start] var(--sum-width)
          [sum-end];
        inline-size: calc(var(--label-width) + var(--keys-width) + var(--sum-width));
      }
    `,
  ];

  constructor() {
    super();
    this.availableWidth = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Asked once, so that the first picture is not drawn for no width at all.
    this.availableWidth = this.clientWidth;
    this.observer = new ResizeObserver(([entry]) => {
      this.availableWidth = entry?.contentRect.width ?? 0;
    });
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  /** Where the columns don't fit, a newly chosen step or text shows the word it looks at. */
  override updated(): void {
    const { example, sentence, step } = this.store.settings.peek();
    const computed = this.store.attention.peek().value;
    const place = `${example} ${sentence} ${step}`;
    if (computed?.step !== step || place === this.shownPlace) return;
    const scroller = this.renderRoot.querySelector('.scroller');
    const key = computed.trace.largestKey[step] ?? -1;
    if (!scroller || this.availableWidth === 0) return;
    this.shownPlace = place;
    const { labelWidth, sumWidth, columnWidth } = this.widths();
    const room = this.availableWidth - labelWidth - sumWidth;
    const forward = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1;
    if (key >= 0) scroller.scrollLeft = forward * ((key + 0.5) * columnWidth - room / 2);
  }

  override render(): TemplateResult {
    const { playground, messages } = this;
    const keyCount = this.store.current.value.sentence.source.length;
    // Read here, so that a new trace comes to updated(), which brings the word it looks at into view.
    const isReady = this.store.attention.value.value !== null;
    const { labelWidth, sumWidth, columnWidth } = this.widths();
    const density = densityOf(columnWidth);
    return html`<div
      class="scroller"
      dir=${textDirection(this.store.current.value.sentence.source)}
      role="group"
      aria-busy=${!isReady}
      aria-label=${messages.stage.label}
      tabindex="-1"
    >
      <div
        class="grid"
        .style="--key-count:${keyCount};--label-width:${labelWidth}px;--sum-width:${sumWidth}px;--column-width:${columnWidth}px"
      >
        <attention-words .playground=${playground} .density=${density}></attention-words>
        <attention-flow .playground=${playground} .density=${density} ?narrow=${this.isNarrow}></attention-flow>
        <attention-heatmap .playground=${playground} .density=${density}></attention-heatmap>
      </div>
    </div>`;
  }

  private get isNarrow(): boolean {
    return this.availableWidth < 560;
  }

  private widths(): { readonly labelWidth: number; readonly sumWidth: number; readonly columnWidth: number } {
    const keyCount = this.store.current.peek().sentence.source.length;
    const labelWidth = this.isNarrow ? 80 : 116;
    const sumWidth = this.isNarrow ? 78 : 112;
    const narrowestColumn = this.coarsePointer.matches ? 44 : 14;
    const fitting = Math.floor((this.availableWidth - labelWidth - sumWidth) / keyCount);
    return { labelWidth, sumWidth, columnWidth: Math.max(narrowestColumn, Math.min(widestColumn, fitting)) };
  }
}

customElements.define('attention-stage', AttentionStage);
