import { calibratedEngines, type Calibration, type CalibratedEngine, type EngineSpeed } from './engine-speeds.ts';

/** What keeps texts from one visit to the next, such as localStorage. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * The calibration of these engines that was kept under this key, or else a new one, which is then kept unless an engine
 * failed in it, as one does that is disposed of meanwhile. A page may be refused its storage,
 * or find something else there: then it is measured anew at each visit, and nobody is told.
 */
export async function rememberedCalibration(
  key: string,
  names: readonly CalibratedEngine[],
  measure: () => Promise<Calibration>,
  storage: () => TextStorage = () => localStorage,
): Promise<Calibration> {
  const kept = attempt(() => calibrationFrom(storage().getItem(key)));
  const isOfAll = (calibration: Calibration): boolean => names.every((name) => calibration[name]);
  if (kept && isOfAll(kept)) return kept;
  const calibration = await measure();
  if (isOfAll(calibration)) attempt(() => storage().setItem(key, JSON.stringify(calibration)));
  return calibration;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Undefined: the text is no calibration. */
function calibrationFrom(text: string | null): Calibration | undefined {
  const kept: unknown = JSON.parse(text ?? 'null');
  if (typeof kept !== 'object' || kept === null) return undefined;
  const entries = Object.entries(kept);
  return entries.length > 0 && entries.every(isEntry) ? Object.fromEntries(entries) : undefined;
}

function isEntry([name, speed]: [string, unknown]): boolean {
  if (!calibratedEngines.includes(name as CalibratedEngine) || typeof speed !== 'object' || speed === null)
    return false;
  const { latencyMilliseconds, costPerMillisecond } = speed as Partial<EngineSpeed>;
  return isSize(latencyMilliseconds) && isSize(costPerMillisecond) && costPerMillisecond > 0;
}

function isSize(number: unknown): number is number {
  return typeof number === 'number' && Number.isFinite(number) && number >= 0;
}
