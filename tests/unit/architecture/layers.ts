/**
 * Who may import whom, by the folder under web/. A folder may always import itself. `types` are folders of which only
 * types may be taken, so that no code of theirs comes along. The picture of it stands in docs/architecture.md.
 */
export interface Layer {
  readonly imports: readonly string[];
  readonly types?: readonly string[];
}

export const layers: Readonly<Record<string, Layer>> = {
  contract: { imports: [] },
  timeline: { imports: [] },
  engines: { imports: ['contract'] },
  model: { imports: ['contract'] },
  io: { imports: ['contract'] },
  lessons: { imports: ['contract'] },
  state: { imports: ['contract', 'model', 'timeline', 'engines'] },
  views: { imports: ['contract', 'timeline'], types: ['model'] },
  locales: { imports: ['contract'], types: ['model', 'io', 'state', 'lessons'] },
  elements: { imports: ['state', 'views', 'timeline', 'lessons', 'io', 'model', 'locales', 'contract'] },
  /** What a page and a frame in it say to each other. */
  frame: { imports: [], types: ['elements', 'state'] },
  /** The page and its workers as one file. */
  'one-file': { imports: ['elements', 'engines', 'io', 'frame'] },
  /** The element in a notebook, packed as that is. */
  anywidget: { imports: ['one-file', 'timeline'], types: ['elements'] },
};

/** The files at the top of web/, which put the layers together for one use each. */
export const entries: Readonly<Record<string, Layer>> = {
  /** The library for Node and bundlers: engines without a page. */
  'lib.ts': { imports: ['contract', 'engines'] },
  /** The page that stands in a frame, and what the page around it loads. */
  'embed-page.ts': { imports: ['elements', 'frame'] },
  'frame.ts': { imports: ['frame'] },
};

/** Any other entry (the site, an embed): it only brings the elements. */
export const pageEntry: Layer = { imports: ['elements'] };
