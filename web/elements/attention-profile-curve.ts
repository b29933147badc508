import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { FusedScoreFunction } from '../contract/index.ts';
import { curveSizes, profiledScoreFunctions, type CurveAxis } from '../state/profile-curves.ts';
import type { ProfileCurve } from '../state/profile-state.ts';
import { formatMilliseconds, formatSignificant } from '../views/format-number.ts';
import { growthPerDoubling, largestPoints, ratioOfLargest } from '../views/growth.ts';
import { profilePlot, type PlotLine, type PlotMark } from '../views/profile-plot.ts';
import { profilePoints } from '../views/profile-points.ts';
import { PlaygroundElement } from './playground-element.ts';
import { base } from './styles/base.ts';
import { profileStyle } from './styles/profile.ts';

interface FormulaLine extends PlotLine {
  readonly scoreFunction: FusedScoreFunction;
}

const marks: Readonly<Record<FusedScoreFunction, PlotMark>> = {
  dot: 'circle',
  scaledDot: 'square',
  bilinear: 'triangle',
  additive: 'diamond',
};

/** One plot of times with its choice, its table and what can be read from it. Sends `fix` when another size is to stay. */
export class AttentionProfileCurve extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    axis: { attribute: false },
    curve: { attribute: false },
    engineLabel: { attribute: false },
    choices: { attribute: false },
    fixed: { attribute: false },
    isTable: { attribute: false },
    isPending: { attribute: false },
    plotWidth: { state: true },
  };
  declare axis: CurveAxis;
  declare curve: ProfileCurve;
  declare engineLabel: string;
  declare choices: readonly number[];
  declare fixed: number;
  declare isTable: boolean;
  /** A measurement goes on that comes to this curve, if it hasn't yet. */
  declare isPending: boolean;
  declare private plotWidth: number;

  static override styles = [base, profileStyle];

  private readonly sizeObserver = new ResizeObserver(([{ contentRect }]) => {
    this.plotWidth = Math.round(Math.min(640, contentRect.width));
  });

  constructor() {
    super();
    this.plotWidth = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizeObserver.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizeObserver.disconnect();
  }

  override render(): TemplateResult {
    const { profile } = this.messages;
    const lines = profiledScoreFunctions.map((scoreFunction): FormulaLine => ({
      scoreFunction,
      mark: marks[scoreFunction],
      label: profile.scoreFunctions[scoreFunction],
      points: this.curve[scoreFunction] ?? [],
    }));
    const isEmpty = lines.every(({ points }) => points.length === 0);
    return html`<figure>
      <figcaption>
        <span>${profile.axes[this.axis]}</span>
        <label
          >${profile.fixed[this.axis]} =
          <select @change=${this.onFix}>
            ${this.choices.map((size) => html`<option value=${size} .selected=${size === this.fixed}>${size}</option>`)}
          </select></label
        >
      </figcaption>
      ${isEmpty ? html`<p class="picture empty">${this.isPending ? profile.pending : profile.empty}</p>` : this.isTable ? this.table(lines) : this.picture(lines)}
      ${isEmpty ? nothing : this.findings(lines)}
    </figure>`;
  }

  private table(lines: readonly FormulaLine[]): TemplateResult {
    const { profile } = this.messages;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${profile.axes[this.axis]}>
      ${profilePoints(lines, profile.size[this.axis], this.description(lines))}
    </div>`;
  }

  private picture(lines: readonly FormulaLine[]): TemplateResult {
    const { profile } = this.messages;
    // Before its first layout there is no width to draw for.
    if (this.plotWidth < 200) return html`<div class="picture"></div>`;
    return html`<div class="picture">
      ${profilePlot(lines, curveSizes[this.axis], this.plotWidth, {
        size: profile.sizes[this.axis],
        description: this.description(lines),
        point: profile.point,
      })}
    </div>`;
  }

  private description(lines: readonly FormulaLine[]): string {
    const { profile } = this.messages;
    const ends = lines.flatMap(({ label, points }) => {
      const end = points.at(-1);
      return end ? [profile.lineSummary(label, end.size, formatMilliseconds(end.milliseconds))] : [];
    });
    return profile.plot(profile.axes[this.axis], this.fixedAt, this.engineLabel, ends.join('; '));
  }

  /** What the measured points say: additive against dot products, and how steep the lines are. */
  private findings(lines: readonly FormulaLine[]): TemplateResult {
    const { profile } = this.messages;
    const growth = lines.flatMap(({ scoreFunction, label, points }) => {
      const factor = growthPerDoubling(largestPoints(points));
      const isTold = scoreFunction === 'scaledDot' || scoreFunction === 'additive';
      return factor !== null && isTold ? [{ label, factor: formatSignificant(factor, 2) }] : [];
    });
    const verdict = this.verdict(lines);
    return html`${verdict ? html`<p class="note">${verdict}</p>` : nothing}
    ${
      growth.length > 0
        ? html`<p class="small muted note">
            ${profile.growthOf[this.axis](growth.map(({ label, factor }) => profile.growthFactor(label, factor)))}
            ${profile.growthExpected[this.axis]}
          </p>`
        : nothing
    }`;
  }

  private verdict(lines: readonly FormulaLine[]): string | null {
    const { profile } = this.messages;
    const [quick, slow] = (['scaledDot', 'additive'] as const).map((wanted) =>
      lines.find(({ scoreFunction }) => scoreFunction === wanted)!,
    );
    const found = ratioOfLargest(slow.points, quick.points);
    if (!found) return null;
    const sizes = profile.range(profile.size[this.axis], found.first, found.last);
    return profile.verdict(slow.label, quick.label, formatSignificant(found.ratio, 2), sizes, this.fixedAt);
  }

  private get fixedAt(): string {
    return `${this.messages.profile.fixed[this.axis]} = ${this.fixed}`;
  }

  private readonly onFix = (event: Event): void => {
    const detail = Number((event.target as HTMLSelectElement).value);
    this.dispatchEvent(new CustomEvent('fix', { detail }));
  };
}

customElements.define('attention-profile-curve', AttentionProfileCurve);
