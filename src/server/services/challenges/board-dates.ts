import { badInput } from "../../../domain/errors.ts";

/**
 * Requires that submissions close before the private board opens: an open private board would be a second source of feedback on
 * the same answers.
 * @param closesAt null for a challenge without an end; runs that are scored later have no score on the private board
 * @param privateOpensAt null without a split
 * @throws `BAD_USER_INPUT`
 */
export function requireClosedBefore(closesAt: Date | null, privateOpensAt: Date | null): void {
  if (closesAt === null || privateOpensAt === null || closesAt <= privateOpensAt) return;
  throw badInput(
    `'closesAt' must not be later than 'privateOpensAt', because submissions could be fitted to the scores of the private board; got ${closesAt.toISOString()} and ${privateOpensAt.toISOString()}.`,
  );
}
