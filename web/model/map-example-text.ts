import { mulberry32 } from './random.ts';

/** Words of one chapter after the other, with the places where a passage is told again. */
export interface GeneratedText {
  readonly tokens: readonly string[];
  /** For each token the number of its chapter. */
  readonly chapters: Uint8Array;
}

interface Topic {
  readonly who: readonly string[];
  readonly things: readonly string[];
  readonly does: readonly string[];
  readonly how: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

const topics: readonly Topic[] = [
  {
    who: words('keeper sailor captain pilot diver gull heron'),
    things: words('harbour lantern tide sail rope net buoy lighthouse storm reef anchor deck'),
    does: words('watched hauled lit crossed mended followed sounded left'),
    how: words('slowly again alone before-dawn silently'),
  },
  {
    who: words('baker miller cook child grandmother guest cat'),
    things: words('bread oven table salt kettle flour apple spoon window honey cellar cup'),
    does: words('baked stirred carried shared tasted cooled hid counted'),
    how: words('warmly twice early carefully laughing'),
  },
  {
    who: words('climber shepherd guide goat falcon hermit stranger'),
    things: words('ridge snow valley hut stone spring path cloud pine bridge summit fire'),
    does: words('climbed reached lost found saw guarded passed named'),
    how: words('upward barely together at-dusk quietly'),
  },
  {
    who: words('clerk printer teacher driver neighbour singer thief'),
    things: words('street tower clock letter tram market key door newspaper bell roof square'),
    does: words('opened sold wrote heard stole missed crossed rang'),
    how: words('quickly often at-noon politely somewhere'),
  },
];

const adjectives = words('old small grey bright heavy quiet broken distant red cold wooden golden');

/** How far back a passage may lie that is told again, and how long passages are. */
const passageLength = { least: 60, most: 260 };

/**
 * A story that never ends, made by a small grammar from a seed: sentences of a chapter's own words, every chapter on one
 * of four topics, and now and then a passage that was told before, word for word.
 */
export function generateText(tokenCount: number, seed: number): GeneratedText {
  const random = mulberry32(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const tokens: string[] = [];
  const chapters = new Uint8Array(tokenCount);
  let chapter = 0;
  let chapterEnd = 0;
  while (tokens.length < tokenCount) {
    if (tokens.length >= chapterEnd) {
      if (tokens.length > 0) chapter++;
      chapterEnd = tokens.length + 700 + Math.floor(random() * 1_500);
    }
    const start = tokens.length;
    const { who, things, does, how } = topics[chapter % topics.length];
    if (start > 1_500 && random() < 0.03) {
      const length = passageLength.least + Math.floor(random() * (passageLength.most - passageLength.least));
      const from = Math.floor(random() * (start - length));
      tokens.push(...tokens.slice(from, from + length));
    } else {
      const noun = (list: readonly string[]): string[] =>
        random() < 0.35 ? ['the', pick(adjectives), pick(list)] : ['the', pick(list)];
      tokens.push(...noun(who), pick(does), ...noun(things));
      if (random() < 0.5) tokens.push(pick(['and', 'while', 'because']), ...noun(who), pick(does), ...noun(things));
      if (random() < 0.4) tokens.push(pick(how));
      tokens.push(random() < 0.1 ? '!' : '.');
    }
    chapters.fill(chapter, Math.min(start, tokenCount), Math.min(tokens.length, tokenCount));
  }
  return { tokens: tokens.slice(0, tokenCount), chapters };
}
