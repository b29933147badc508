import { fiftyWords } from './examples/fifty-words.ts';
import { oneToMany } from './examples/one-to-many.ts';
import { paddedBatch } from './examples/padded-batch.ts';
import { reordering } from './examples/reordering.ts';
import { student } from './examples/student.ts';
import type { Scene } from './scene.ts';

export const exampleIds = ['student', 'fifty-words', 'reordering', 'one-to-many', 'padded-batch'] as const;
export type ExampleId = (typeof exampleIds)[number];

const scenes: Readonly<Record<ExampleId, Scene>> = {
  student,
  'fifty-words': fiftyWords,
  reordering,
  'one-to-many': oneToMany,
  'padded-batch': paddedBatch,
};

export function isExampleId(id: string): id is ExampleId {
  return (exampleIds as readonly string[]).includes(id);
}

export function sceneOf(id: ExampleId): Scene {
  return scenes[id];
}
