import type { ImportedSentence } from '../contract/index.ts';
import { isExampleId, sceneOf } from '../model/examples.ts';
import { sceneFromAlignments } from '../model/imported.ts';
import { sceneFromWords } from '../model/own-words.ts';
import { unpack } from '../model/packed-alignments.ts';
import { isModelProblem, type ModelProblem } from '../model/problem.ts';
import type { Scene } from '../model/scene.ts';
import type { Settings } from './settings.ts';

/** The settings that a scene is made of. */
export type SceneChoice = Pick<Settings, 'example' | 'source' | 'target' | 'data'>;

export interface SceneSource {
  /** The same scene object for the same choice as last time. */
  sceneFor(choice: SceneChoice): Scene | ModelProblem;
}

/** Remembers the last scene, since unfolding a person's file takes time and every change of a setting asks. */
export function createSceneSource(): SceneSource {
  let last: { choice: SceneChoice; result: Scene | ModelProblem } | null = null;
  return {
    sceneFor(choice) {
      if (!last || !isSameChoice(last.choice, choice)) last = { choice, result: build(choice) };
      return last.result;
    },
  };
}

const isSameChoice = (a: SceneChoice, b: SceneChoice): boolean =>
  a.example === b.example && a.source === b.source && a.target === b.target && a.data === b.data;

function build({ example, source, target, data }: SceneChoice): Scene | ModelProblem {
  if (isExampleId(example)) return sceneOf(example);
  if (example === 'own') return sceneFromWords(source, target);
  const alignments: ImportedSentence[] | ModelProblem = unpack(data);
  return isModelProblem(alignments) ? alignments : sceneFromAlignments(alignments);
}
