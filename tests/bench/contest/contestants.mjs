// Who takes part. A contestant has a name, a threadCount, and the script and options of page/frame.mjs; or, of native code,
// nothing that a page could load: see native.mjs.
import { builtVariants, contestantOf } from './builds.mjs';
import { peersAt, preparePeers } from './peers.mjs';

/** Those whose names match. Other libraries are installed only where one of them is wanted. */
export async function pageContestants({ pattern, siteUrl }) {
  const isWanted = ({ name }) => pattern?.test(name) ?? true;
  const variants = builtVariants();
  const ours = variants.map((build) => contestantOf(build, siteUrl));
  const staged = variants.slice(0, 1).map((build) => contestantOf(build, siteUrl, 'attention'));
  const peers = peersAt(siteUrl).filter(isWanted);
  const arePeersThere = peers.length > 0 && (await preparePeers());
  return [...[...ours, ...staged].filter(isWanted), ...(arePeersThere ? peers : [])];
}

/** Take part in every round, to divide by: multiplications and additions that never leave the registers. */
export function peaks(siteUrl) {
  return builtVariants()
    .filter(({ threadCount }) => threadCount === 1)
    .map((build) => ({
      ...contestantOf(build, siteUrl),
      name: `peak of ${build.label}, 1 thread`,
      isOurs: false,
      isPeak: true,
    }));
}

/** False where a contestant has nothing of its own to show. */
export function takesPart({ isNative, isStaged, isFused }, { kind, isCausal }) {
  if (isNative) return kind === 'attention' && !isCausal;
  return !((isStaged || isFused) && kind === 'softmax');
}

/** Undefined, or why a contestant is not asked for a work of this size. */
export function reasonToSkip({ isOurs, isStaged, isPeak, isNative, isFused }, { headCount, count, onlyFused }) {
  if (isPeak || isNative || isFused || (isOurs && !isStaged)) return undefined;
  const isTooLarge = onlyFused || (isStaged && headCount * count * count > 1_048_576);
  return isTooLarge ? 'not asked, since it keeps every score' : undefined;
}
