import { badInput } from "../../domain/errors.ts";

/**
 * Requires that submissions close before the private board opens: an open private board would be a second source of
 * feedback on the same answers.
 * @param closesAt null for a challenge without an end. Null is accepted, because runs that are scored after the private
 *   board has opened have no score on it
 * @param privateOpensAt null without a split, and without a date
 * @throws `BAD_USER_INPUT`
 */
export function requireClosedBefore(closesAt: Date | null, privateOpensAt: Date | null): void {
  if (closesAt === null || privateOpensAt === null || closesAt <= privateOpensAt) return;
  throw badInput(
    `'closesAt' must not be later than 'privateOpensAt', because submissions could be fitted to the scores of the private board; got ${closesAt.toISOString()} and ${privateOpensAt.toISOString()}.`,
  );
}

/**
 * Requires that a new closing date lies ahead: with a date that has passed, the challenge would close at once and its
 * leaderboard would be stored as final.
 * @param stored the closing date of the challenge until now; it may be repeated after it has passed
 * @throws `BAD_USER_INPUT`
 */
export function requireAhead(closesAt: Date | null, stored: Date | null): void {
  if (closesAt === null || closesAt.getTime() > Date.now() || closesAt.getTime() === stored?.getTime()) return;
  throw badInput(
    `'closesAt' has passed: ${closesAt.toISOString()}. Submissions would close at once, and the leaderboard would be stored as final. Set 'closeNow' to do this. Nothing was changed.`,
  );
}
