import { describe, expect, it } from 'vitest';
import { student } from '../../web/model/examples/student.ts';
import type { ScoreFunction } from '../../web/contract/index.ts';
import type { ScoreParameters, Sentence } from '../../web/model/scene.ts';
import { expectedTrace, shownRow } from './expected-attention.ts';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();
const [sentence] = student.sentences;
const step = 1;

async function expectWeights(
  playground: PlaygroundPage,
  scoreFunction: ScoreFunction,
  changed: Partial<Sentence> = {},
  parameters: Partial<ScoreParameters> = {},
): Promise<void> {
  const trace = await expectedTrace(
    { ...sentence, ...changed },
    { ...student.parameters, ...parameters },
    { scoreFunction },
  );
  const { weights, context } = shownRow(trace, step);
  await eventually(() => playground.fullWeights()).toEqual(weights);
  expect(await playground.context()).toEqual(context);
}

const withValue = (array: Float64Array, index: number, value: number): Float64Array => {
  const copy = array.slice();
  copy[index] = value;
  return copy;
};

describe('the plane', () => {
  it('names the cells that it shows, also after other words', async () => {
    const playground = await open();
    const axis = playground.page.locator('attention-plane').getByRole('combobox', { name: 'x' });
    const shown = (): Promise<string> => axis.evaluate((select) => (select as HTMLSelectElement).value);
    await playground.typeWords('zwei Wörter', 'two words');
    for (const cell of ['2', '0', '2']) {
      await axis.selectOption(cell);
      await eventually(() => withElement(playground.page, (element) => element.getState())).toMatch(
        cell === '2' ? /&x=3/ : /^(?!.*&x=)/,
      );
    }
    await playground.typeWords('drei andere Wörter', 'three other words');
    await eventually(() => playground.sourceWords()).toHaveLength(3);
    await eventually(shown).toBe('0');
  });

  it('h and s can be dragged; dot scores and context follow, one undo step each', async () => {
    const playground = await open();
    await playground.chooseScoreFunction('dot');
    await expectWeights(playground, 'dot');

    await playground.drag(playground.handle(/State h₂ of suis/).locator('.touch'), -40, 30);
    const cells = await Promise.all([1, 2].map((cell) => playground.valueOf(playground.stateCell('suis', cell))));
    expect(cells[0]).toBeLessThan(1.1);
    expect(cells[1]).toBeLessThan(0.8);
    const encoderStates = withValue(withValue(sentence.encoderStates, 2, cells[0]), 3, cells[1]);
    await expectWeights(playground, 'dot', { encoderStates });

    await playground.drag(playground.handle(/Query s₂ of am/).locator('.touch'), -50, 60);
    const query = await Promise.all([1, 2].map((cell) => playground.valueOf(playground.queryCell('am', cell))));
    expect(query).not.toEqual([1, 1]);
    const decoderStates = withValue(withValue(sentence.decoderStates, 2, query[0]), 3, query[1]);
    await expectWeights(playground, 'dot', { encoderStates, decoderStates });

    await playground.button('Undo').click();
    await expectWeights(playground, 'dot', { encoderStates });
    await playground.button('Undo').click();
    await expectWeights(playground, 'dot');
  });

  it('its points answer to the arrow keys and to Delete', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=dot' });
    const point = playground.handle(/State h₁ of Je/);
    await point.focus();
    await point.press('ArrowRight');
    await point.press('Shift+ArrowUp');
    await point.press('Alt+ArrowLeft');
    await eventually(() => playground.valueOf(playground.stateCell('Je', 1))).toBe(-0.51);
    await eventually(() => playground.valueOf(playground.stateCell('Je', 2))).toBe(1.9);
    await point.press('Delete');
    await expectWeights(playground, 'dot');
    await playground.button('Undo').click();
    await eventually(() => playground.valueOf(playground.stateCell('Je', 1)), 'both at once').toBe(-0.51);
    await eventually(() => playground.valueOf(playground.stateCell('Je', 2))).toBe(1.9);
    await playground.button('Redo').click();
    await point.press('ArrowDown');
    await eventually(() => playground.valueOf(playground.stateCell('Je', 2))).toBe(0.8);
    await point.locator('.touch').dblclick();
    await expectWeights(playground, 'dot');
  });

  it('a finger drags its points too', async () => {
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const playground = await open({ ...phone, hash: '#v=1&t=2&score=dot' });
    await playground.dragByTouch(playground.handle(/State h₁ of Je/).locator('.touch'), 30, -40);
    await eventually(() => playground.valueOf(playground.stateCell('Je', 1))).toBeGreaterThan(-0.5);
    const cells = await Promise.all([1, 2].map((cell) => playground.valueOf(playground.stateCell('Je', cell))));
    expect(cells[1]).toBeGreaterThan(1);
    const encoderStates = withValue(withValue(sentence.encoderStates, 0, cells[0]), 1, cells[1]);
    await expectWeights(playground, 'dot', { encoderStates });
  });

  it('Escape puts a dragged point back', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=dot' });
    const before = await playground.fullWeights();
    await playground.drag(playground.handle(/State h₃ of étudiant/).locator('.touch'), 30, -50, 'hold');
    await eventually(() => playground.fullWeights()).not.toEqual(before);
    await playground.page.keyboard.press('Escape');
    await eventually(() => playground.fullWeights()).toEqual(before);
    await playground.page.mouse.up();
    expect(await playground.button('Undo').isDisabled()).toBe(true);
  });

  it('the context moves with typed scores too: the states are its values', async () => {
    const playground = await open();
    const before = await playground.context();
    await playground.drag(playground.handle(/State h₃ of étudiant/).locator('.touch'), 60, 0);
    await eventually(() => playground.context()).not.toEqual(before);
    const cell = await playground.valueOf(playground.stateCell('étudiant', 1));
    expect(cell).toBeGreaterThan(0.9);
    await expectWeights(playground, 'given', { encoderStates: withValue(sentence.encoderStates, 4, cell) });
  });
});

describe('numbers typed into vectors and matrices', () => {
  it('a cell of a state and of the query', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=scaledDot' });
    await playground.stateCell('suis', 1).click();
    await playground.numberField.fill('-0.75');
    await playground.numberField.press('Enter');
    const encoderStates = withValue(sentence.encoderStates, 2, -0.75);
    await expectWeights(playground, 'scaledDot', { encoderStates });
    await playground.queryCell('am', 2).click();
    await playground.numberField.fill('3');
    await playground.numberField.press('Enter');
    const decoderStates = withValue(sentence.decoderStates, 3, 3);
    await expectWeights(playground, 'scaledDot', { encoderStates, decoderStates });
  });

  it('W of bilinear scores', async () => {
    const playground = await open();
    await playground.chooseScoreFunction('bilinear');
    await expectWeights(playground, 'bilinear');
    const entry = playground.matrixEntry('W', 2, 1);
    await entry.focus();
    await entry.press('Shift+ArrowDown');
    await expectWeights(playground, 'bilinear', {}, { W: withValue(student.parameters.W, 2, -1) });
    await entry.press('Delete');
    await expectWeights(playground, 'bilinear');
  });

  it('W_q, W_k and v of additive scores', async () => {
    const playground = await open();
    await playground.chooseScoreFunction('additive');
    await expectWeights(playground, 'additive');
    const { W_q, W_k, v } = student.parameters;
    const changes = [
      ['W_q', 1, 2, { W_q: withValue(W_q, 1, 0.4) }],
      ['W_k', 2, 2, { W_k: withValue(W_k, 3, 0.4) }],
      ['v', 1, 2, { v: withValue(v, 1, 0.4) }],
    ] as const;
    for (const [name, row, column, parameters] of changes) {
      await playground.matrixEntry(name, row, column).click();
      await playground.numberField.fill('0.4');
      await playground.numberField.press('Enter');
      await expectWeights(playground, 'additive', {}, parameters);
      await playground.button('Undo').click();
      await expectWeights(playground, 'additive');
    }
  });

  it('a score typed over a formula stands until it is reset', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=dot' });
    const bar = playground.scoreBar('Je', 'am');
    await bar.focus();
    await bar.press('4');
    await playground.numberField.press('Enter');
    await eventually(() => playground.valueOf(bar)).toBe(4);
    await playground.ghost('Je', 'am').waitFor();
    await playground.chooseScoreFunction('cosine');
    await expectWeights(playground, 'cosine');
    await playground.chooseScoreFunction('dot');
    await eventually(() => playground.valueOf(bar)).toBe(4);
    await bar.focus();
    await bar.press('Delete');
    await expectWeights(playground, 'dot');
  });
});
