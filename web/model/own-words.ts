import { diagonalAlignment, dotScores, spelledStateDim, statesFromSpelling } from './embeddings.ts';
import type { ModelProblem } from './problem.ts';
import type { Scene } from './scene.ts';
import { simpleParameters } from './score-parameters.ts';
import { tokenize } from './tokens.ts';
import { tokenOf } from './worked-sentence.ts';

/**
 * A scene of typed sentences: states by the spelling rule along the diagonal, and as `given` scores their dot products
 * to two decimals.
 */
export function sceneFromWords(sourceText: string, targetText: string): Scene | ModelProblem {
  const source = tokenize(sourceText, 'source');
  if ('problem' in source) return source.problem;
  const target = tokenize(targetText, 'target');
  if ('problem' in target) return target.problem;

  const alignedWith = diagonalAlignment(source.tokens.length, target.tokens.length);
  const states = statesFromSpelling(source.tokens, target.tokens, spelledStateDim, alignedWith);
  return {
    id: 'own',
    origin: 'rule',
    sentences: [
      {
        source: source.tokens.map(tokenOf),
        target: target.tokens.map(tokenOf),
        stateDim: spelledStateDim,
        ...states,
        scores: dotScores(states.decoderStates, states.encoderStates, spelledStateDim, 2),
        startStep: 0,
      },
    ],
    parameters: simpleParameters(spelledStateDim),
  };
}
