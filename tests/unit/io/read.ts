import { parseAlignmentText } from '../../../web/io/detect.ts';
import { isImportProblem, type ImportedText } from '../../../web/io/problem.ts';

/** The text read, where the test is about what it holds and not about whether it is refused. */
export function read(text: string, fileName = ''): ImportedText {
  const result = parseAlignmentText(text, fileName);
  if (isImportProblem(result)) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}
