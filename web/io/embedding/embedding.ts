/** A playground as it is to stand in someone else's page. All texts are plain; the ways make HTML or code of them. */
export interface Embedding {
  /** Where the site lies: an address, or a path beside the page. Ends in a slash. */
  readonly base: string;
  /** As getState() gives it, without the view. */
  readonly state: string;
  /** The same with the view in it, as it stands behind the # of an address. */
  readonly address: string;
  /** Parts that are left out. */
  readonly hide: readonly string[];
  readonly theme: 'auto' | 'light' | 'dark';
  readonly isReadonly: boolean;
  /** CSS pixels of a frame; null: as its content needs. */
  readonly height: number | null;
  /** The name of the thing, for screen readers and links. */
  readonly title: string;
  /** Shown until the element is there, in print, and without scripts; null where there are no numbers yet. */
  readonly still: StillTable | null;
  /** The same as a picture above the table: SVG, in which nothing runs. */
  readonly stillPicture?: string | undefined;
}

/** The weights of one step. */
export interface StillTable {
  readonly caption: string;
  readonly source: readonly string[];
  /** As shown, one for each source word. */
  readonly weights: readonly string[];
}
