/** Why an engine refused. The numbers are the statuses of the C++ core, in its order. */
export const engineStatuses = [
  'ok',
  'badShape',
  'badValue',
  'tooLarge',
  'outOfMemory',
  'unavailable',
  'disposed',
  'cancelled',
] as const;
export type EngineStatus = (typeof engineStatuses)[number];

/** The one error of every engine. Its message is a sentence that names the value and what was expected. The engine stays usable. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly status: Exclude<EngineStatus, 'ok'>,
    message: string,
  ) {
    super(message);
  }
}
