// How often a contestant is called, and whose turn it is.
import { isQuiet } from './statistics.mjs';

/** A sample is at least this long: clocks of browsers are coarse. */
const sampleMilliseconds = 40;
/** Quartiles of fewer would say nothing. */
const fewestRounds = 3;
/** One call of more than this is one sample, and has to do. */
const longCallMilliseconds = 8000;

/**
 * Calls in a sample and rounds to take part in, so that one contestant costs about `budgetMilliseconds` where a call lasts
 * `callMilliseconds`.
 */
export function planFor(callMilliseconds, { rounds, budgetMilliseconds }) {
  const calls = Math.max(1, Math.round(sampleMilliseconds / callMilliseconds));
  const affordable = Math.floor(budgetMilliseconds / (calls * callMilliseconds));
  const fewest = callMilliseconds > longCallMilliseconds ? 1 : fewestRounds;
  return { calls, rounds: Math.min(rounds, Math.max(fewest, affordable)) };
}

/** Everyone who still plays, each round starting with another, so that nobody always follows the same neighbour. */
export function orderOf(players, round) {
  const playing = players.filter((player) => isPlaying(player, round));
  const first = playing.length === 0 ? 0 : round % playing.length;
  return [...playing.slice(first), ...playing.slice(0, first)];
}

/** Whose samples were disturbed plays on, until there are enough others or twice as many as planned. */
function isPlaying({ plan, samples }, round) {
  if (round < plan.rounds) return true;
  return samples.length < 2 * plan.rounds && samples.filter(isQuiet).length < Math.min(fewestRounds, plan.rounds);
}
