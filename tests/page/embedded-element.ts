import type { Page } from 'playwright-core';
import type { AttentionPlaygroundElement } from '../../web/elements/playground-api.ts';
import { scriptTag, type CourseOptions } from './course-page.ts';

/** Runs in the page, with its first element. */
export const withElement = <T>(page: Page, use: (element: AttentionPlaygroundElement) => T): Promise<T> =>
  page
    .locator('attention-playground')
    .first()
    .evaluate(use as (element: Element) => T);

/** A course whose page keeps what the element tells, from before its class is there. */
export const recordingEvents: CourseOptions = {
  head: (embedUrl) => `<script>
    window.told = [];
    for (const type of ['step-change', 'score-change', 'weights-change', 'error']) {
      document.addEventListener(type, (event) => event instanceof CustomEvent && told.push([type, event.detail]));
    }
    </script>${scriptTag(embedUrl)}`,
};

/** The details of all events of a type. */
export const told = (page: Page, type: string): Promise<Record<string, unknown>[]> =>
  page.evaluate(
    (wanted) =>
      (Reflect.get(window, 'told') as [string, Record<string, unknown>][])
        .filter(([name]) => name === wanted)
        .map(([, detail]) => detail),
    type,
  );
