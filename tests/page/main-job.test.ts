import { describe, expect, it } from 'vitest';
import { parseAlignmentText } from '../../web/io/detect.ts';
import { isImportProblem } from '../../web/io/problem.ts';
import { sceneFromAlignments } from '../../web/model/imported.ts';
import { isModelProblem } from '../../web/model/problem.ts';
import type { Scene } from '../../web/model/scene.ts';
import { hasRealFiles, realFile } from '../unit/io/real-files.ts';
import { expectedTrace, shownRow, type ShownRow } from './expected-attention.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open, openBeside } = usePages();

function sceneOf(text: string): Scene {
  const read = parseAlignmentText(text, 'opennmt_attention.txt');
  if (isImportProblem(read)) throw new Error(read.code);
  const scene = sceneFromAlignments(read.alignments);
  if (isModelProblem(scene)) throw new Error(scene.code);
  return scene;
}

/** The same five things that the reference engine was asked for, as they stand on the page. */
async function rowOnPage(playground: PlaygroundPage, row: number): Promise<ShownRow> {
  const [weightSum, entropy] = await playground.rowSums(row);
  return {
    weights: await playground.fullWeights(),
    context: await playground.context(),
    weightSum: weightSum.full,
    entropy: /[\d.]+/.exec(entropy.full)?.[0] ?? '',
    opacities: (await playground.heatmap())[row],
  };
}

describe.skipIf(!hasRealFiles)('a file of a translation system', () => {
  it('is dropped, a score changed by a key, taken back, and opened by its link in a second tab', async () => {
    const text = realFile('opennmt_attention.txt');
    const { sentences, parameters } = sceneOf(text);
    const third = sentences[2];
    const [row, key] = [third.startStep, 1];
    const asRead = shownRow(await expectedTrace(third, parameters), row);

    const playground = await open();
    await playground.dropFile('opennmt_attention.txt', text);
    await eventually(() => playground.report.innerText()).toContain('Read 10 sentences');
    await playground.sentenceChoice.selectOption({ index: 2 });
    await eventually(() => rowOnPage(playground, row), 'the sentence as read').toEqual(asRead);

    const bar = playground.scoreBars.nth(key);
    await bar.focus();
    const before = Number(await bar.getAttribute('data-value'));
    await bar.press('Shift+ArrowUp');
    const scores = third.scores.slice();
    scores[row * third.source.length + key] = Number((before + 1).toFixed(10));
    const changed = shownRow(await expectedTrace({ ...third, scores }, parameters), row);
    expect(changed.weights).not.toEqual(asRead.weights);
    await eventually(() => rowOnPage(playground, row), 'one score raised by 1').toEqual(changed);

    const link = await playground.settledAddress();
    const second = await openBeside(playground, link);
    await eventually(() => rowOnPage(second, row), 'the same moment in a second tab').toEqual(changed);
    expect(await second.sentenceChoice.inputValue()).toBe('2');

    await playground.page.keyboard.press('Control+z');
    await eventually(() => rowOnPage(playground, row), 'taken back').toEqual(asRead);
    await playground.button('Redo').click();
    await eventually(() => rowOnPage(playground, row), 'done again').toEqual(changed);
    expect(await rowOnPage(second, row), 'the other tab is left alone').toEqual(changed);
  });
});
