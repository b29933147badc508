import { describe, expect, it } from 'vitest';
import { embeddingMessagesFor } from '../../../web/locales/embedding.ts';
import { exportMessagesFor } from '../../../web/locales/export.ts';
import { messagesFor } from '../../../web/locales/index.ts';
import { mapMessagesFor } from '../../../web/locales/map.ts';
import { patternMessagesFor } from '../../../web/locales/patterns.ts';

describe('a language without a catalogue is English', () => {
  it.each([messagesFor, embeddingMessagesFor, exportMessagesFor, mapMessagesFor, patternMessagesFor])(
    '%o',
    (textsFor) => {
      // The last ones are names that every object has.
      for (const lang of ['auto', 'fr', 'toString', 'valueOf']) expect(textsFor(lang), lang).toBe(textsFor('en'));
    },
  );
});
