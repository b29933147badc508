import type { JSHandle, Locator, Page } from 'playwright-core';

/** One cell of a table or number as a person reads it: the short text, and the full one that hovering tells. */
export interface ShownNumber {
  readonly text: string;
  readonly full: string;
}

/** The page as a person meets it: by names and roles where there are some. The only file that knows its classes. */
export class PlaygroundPage {
  constructor(readonly page: Page) {}

  async isReady(): Promise<void> {
    await this.page.locator('attention-playground[ready]').first().waitFor();
    await this.page.locator('attention-heatmap canvas, attention-table table').first().waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  scoreBar(source: string, target: string): Locator {
    return this.page.getByRole('slider', { name: `Score of ${source} for ${target}`, exact: true });
  }

  /** The part of a score bar that is grabbed. */
  track(source: string, target: string): Locator {
    return this.scoreBar(source, target).locator('.track');
  }

  /** The outline of the value before. */
  ghost(source: string, target: string): Locator {
    return this.scoreBar(source, target).locator('.ghost');
  }

  /** The number that a bar, cell or matrix entry stands for, with all its digits. */
  async valueOf(holder: Locator): Promise<number> {
    return Number(await holder.getAttribute('data-value'));
  }

  /** All score bars of the current step. */
  get scoreBars(): Locator {
    return this.page.getByRole('slider', { name: /^Score of / });
  }

  /** The field that opens over a number. */
  get numberField(): Locator {
    return this.page.locator('number-editor input');
  }

  get numberProblem(): Locator {
    return this.page.locator('number-editor [role=alert]');
  }

  async scores(): Promise<ShownNumber[]> {
    return numbersIn(this.page.locator('attention-flow .scores .score .number'));
  }

  exponentials(): Promise<ShownNumber[]> {
    return numbersIn(this.page.locator('attention-flow .exponentials .column .number'));
  }

  exponentialSum(): Promise<ShownNumber[]> {
    return numbersIn(this.page.locator('attention-flow .exponentials .sum span'));
  }

  weights(): Promise<ShownNumber[]> {
    return numbersIn(this.page.locator('attention-flow .weights .column .number'));
  }

  /** The full digits of the weights alone. */
  async fullWeights(): Promise<string[]> {
    return (await this.weights()).map(({ full }) => full);
  }

  async context(): Promise<string[]> {
    const cells = this.page.locator('attention-flow .sum.context .cell');
    return cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('title') ?? ''));
  }

  /** Σ and H of a heatmap row. */
  rowSums(row: number): Promise<ShownNumber[]> {
    return numbersIn(this.page.locator('attention-heatmap .sums .pair').nth(row).locator('span'));
  }

  /** What the heatmap's canvas holds: the opacity of each weight, 0 … 255, row by row. */
  heatmap(): Promise<number[][]> {
    return this.page.locator('attention-heatmap canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      // A copy, since reading the page's own canvas again and again makes the browser warn.
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
      copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      return Array.from({ length: height }, (_, row) =>
        Array.from({ length: width }, (__, column) => data[(row * width + column) * 4 + 3]),
      );
    });
  }

  /** The colour of the heatmap's largest weight. */
  heatmapInk(): Promise<number[]> {
    return this.page.locator('attention-heatmap canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
      copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      let largest = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] > data[largest + 3]) largest = at;
      return [...data.subarray(largest, largest + 3)];
    });
  }

  get heatmapGrid(): Locator {
    return this.page.getByRole('grid');
  }

  get heatmapCell(): Locator {
    return this.page.getByRole('gridcell');
  }

  /** The line below the heatmap: the exact numbers of the focused cell. */
  get readout(): Locator {
    return this.page.locator('attention-heatmap .readout');
  }

  /** The numbers, from 0, of the words that are lit in the flow. */
  async litColumns(): Promise<(string | null)[]> {
    const lit = this.page.locator('attention-flow .scores .column.focused');
    return lit.evaluateAll((all) => all.map((column) => column.getAttribute('data-key')));
  }

  get arithmetic(): Locator {
    return this.page.locator('attention-arithmetic');
  }

  /** The weight said in words: "suis takes 73 % …", without the marks that keep words of other scripts apart. */
  async sentenceSaid(): Promise<string> {
    return (await this.arithmetic.locator('.say').innerText()).replace(/[\u2068\u2069]/g, '');
  }

  sourceWords(): Promise<string[]> {
    return this.page.locator('attention-words .sources .word').allInnerTexts();
  }

  /** The words as they stand in the text, which hovering tells. */
  sourceTitles(): Promise<(string | null)[]> {
    const words = this.page.locator('attention-words .sources .word');
    return words.evaluateAll((all) => all.map((word) => word.getAttribute('title')));
  }

  /** Scrolls to a source word; is it what a pointer would hit there, or does something lie over it? */
  async placeOfSourceWord(index: number): Promise<{ readonly width: number; readonly isOnTop: boolean }> {
    const word = this.page.locator('attention-words .sources .word').nth(index);
    await word.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }));
    return word.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const root = element.getRootNode() as ShadowRoot;
      const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return { width: box.width, isOnTop: hit === element };
    });
  }

  heatmapRowNames(): Promise<string[]> {
    return this.page.locator('attention-heatmap .name').allInnerTexts();
  }

  targetWords(): Promise<string[]> {
    return this.page.locator('attention-words .targets .word').allInnerTexts();
  }

  async showTable(): Promise<void> {
    await this.button('Table').click();
    await this.page.getByRole('table').first().waitFor();
  }

  /** A column of the table of the current step, the row of sums included. */
  async tableColumn(name: string): Promise<string[]> {
    const table = this.page.getByRole('table').first();
    const names = await table.getByRole('columnheader').allInnerTexts();
    const cells = await table
      .locator('tbody tr, tfoot tr')
      .evaluateAll(
        (rows, column) => rows.map((row) => (row.children[column] as HTMLElement).innerText),
        names.indexOf(name),
      );
    return cells;
  }

  /** The word of the current step. */
  get currentStep(): Locator {
    return this.page.locator('attention-words [aria-current=step]');
  }

  get stepChoice(): Locator {
    return this.page.getByRole('combobox', { name: 'Step', exact: true });
  }

  get sentenceChoice(): Locator {
    return this.page.getByRole('combobox', { name: /^Sentence/ });
  }

  get notices(): Locator {
    return this.page.locator('attention-notices li');
  }

  /** What the panel says of the file or text that it was given. */
  get report(): Locator {
    return this.page.locator('attention-input .report');
  }

  get temperature(): Locator {
    return this.page.getByRole('textbox', { name: 'T', exact: true });
  }

  get temperatureProblem(): Locator {
    return this.page.locator('attention-controls [role=alert]');
  }

  /** What the page says of an engine: that it runs, that it could, or why it does not. */
  engineLine(name: string): Promise<string> {
    return this.page.locator('attention-engine-panel li').filter({ hasText: name }).innerText();
  }

  async chooseEngine(label: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Engine' }).selectOption({ label });
  }

  get scrubber(): Locator {
    return this.page.getByRole('slider', { name: 'Moment' });
  }

  /** The moment of the animation that is shown. */
  async seconds(): Promise<number> {
    return Number(await this.scrubber.inputValue());
  }

  /** The same for those who hear it: "softmax, 1.2 s". */
  async momentSaid(): Promise<string> {
    return (await this.scrubber.getAttribute('aria-valuetext')) ?? '';
  }

  opacityOf(part: string): Promise<string> {
    return this.page.locator(`attention-flow ${part}`).evaluate((element) => getComputedStyle(element).opacity);
  }

  /** A cell of an encoder state (h) of a word, counted from 1. */
  stateCell(word: string, index: number): Locator {
    return this.page.getByRole('spinbutton', { name: `Encoder state of ${word}, cell ${index}`, exact: true });
  }

  queryCell(word: string, index: number): Locator {
    return this.page.getByRole('spinbutton', { name: `Decoder state of ${word}, cell ${index}`, exact: true });
  }

  matrixEntry(name: string, row: number, column: number): Locator {
    return this.page.getByRole('spinbutton', { name: `${name}, row ${row}, column ${column}`, exact: true });
  }

  handle(name: RegExp): Locator {
    return this.page.locator('attention-plane').getByRole('button', { name });
  }

  async chooseScoreFunction(name: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check({ force: true });
  }

  async chooseExample(name: RegExp): Promise<void> {
    await this.button(/^Examples/).click();
    await this.page.locator('attention-examples').getByRole('button', { name }).click();
  }

  async openInput(): Promise<void> {
    const button = this.button(/^Your own input/);
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  }

  async typeWords(source: string, target: string): Promise<void> {
    await this.openInput();
    await this.page.getByLabel('Source sentence').fill(source);
    await this.page.getByLabel('Target sentence').fill(target);
    await this.button('Show').click();
  }

  /** As a file from the desktop, let go over the page. */
  async dropFile(name: string, content: string | Uint8Array, type = 'text/plain'): Promise<void> {
    const bytes = Buffer.from(content).toString('base64');
    const transfer = await this.page.evaluateHandle(
      ([fileName, base64, mediaType]) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([content], fileName, { type: mediaType }));
        return data;
      },
      [name, bytes, type] as const,
    );
    await this.letGo(transfer);
  }

  /** A file of so many digits, made in the page: no megabytes are sent there. */
  async dropDigits(name: string, length: number): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, digits]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(digits).fill(49)], fileName));
        return data;
      },
      [name, length] as const,
    );
    await this.letGo(transfer);
  }

  async dropText(text: string): Promise<void> {
    const transfer = await this.page.evaluateHandle((plain) => {
      const data = new DataTransfer();
      data.setData('text/plain', plain);
      return data;
    }, text);
    await this.letGo(transfer);
  }

  /** Lets text, or a file, go over a part of the page; whether the page takes it and not the browser. */
  isDropTaken(target: Locator, content: string | Uint8Array): Promise<boolean> {
    return target.evaluate(
      (element, [text, bytes]) => {
        const dataTransfer = new DataTransfer();
        if (text === null) dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'dropped.csv'));
        else dataTransfer.setData('text/plain', text);
        const drop = new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true });
        return !element.dispatchEvent(drop);
      },
      typeof content === 'string' ? ([content, []] as const) : ([null, [...content]] as const),
    );
  }

  private async letGo(transfer: JSHandle<DataTransfer>): Promise<void> {
    const target = this.page.locator('attention-stage, attention-table').first();
    for (const event of ['dragenter', 'dragover', 'drop']) {
      await target.dispatchEvent(event, { dataTransfer: transfer });
    }
  }

  /** The name of what has the focus, through shadow roots. */
  focusedName(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (!element || element === document.body) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return (element.getAttribute('aria-label') ?? label ?? element.textContent).replace(/\s+/g, ' ').trim();
    });
  }

  /** Presses on the middle of an element, moves step by step, and lets go unless it is told to hold on. */
  async drag(handle: Locator, byX: number, byY: number, end: 'release' | 'hold' = 'release'): Promise<void> {
    const { mouse } = this.page;
    const [x, y] = await middleOf(handle);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + byX, y + byY, { steps: 6 });
    if (end === 'release') await mouse.up();
  }

  /** The same with a finger; Playwright's own touchscreen only taps. */
  async dragByTouch(handle: Locator, byX: number, byY: number): Promise<void> {
    const [x, y] = await middleOf(handle);
    const session = await this.page.context().newCDPSession(this.page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + byX * share, y: y + byY * share }],
      });
    await send('touchStart', 0);
    for (const share of [0.1, 0.25, 0.5, 0.75, 1]) await send('touchMove', share);
    await send('touchEnd', 1);
    await session.detach();
  }

  /** The address once it holds what the page shows: it follows within a third of a second. */
  async settledAddress(): Promise<string> {
    let address = this.page.url();
    for (let quiet = 0; quiet < 4;) {
      await this.page.waitForTimeout(120);
      quiet = this.page.url() === address ? quiet + 1 : 0;
      address = this.page.url();
    }
    return address;
  }
}

async function middleOf(handle: Locator): Promise<[x: number, y: number]> {
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error('What is to be dragged is not on the page.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function numbersIn(locator: Locator): Promise<ShownNumber[]> {
  return locator.evaluateAll((all) =>
    all.map((element) => ({ text: (element.textContent ?? '').trim(), full: element.getAttribute('title') ?? '' })),
  );
}
