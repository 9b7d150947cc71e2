import { badInput } from "../../domain/errors.ts";
import type { ChallengeField } from "../../domain/final-board.ts";
import { readInstant } from "../../domain/instant.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { currentReleaseOf } from "../access/current-release.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { lockAnswerKey } from "../benchmarks/benchmark-locks.ts";
import { type ChallengeRow, fetchChallenge, fetchOpening, storeChallenge } from "../benchmarks/challenge-queries.ts";
import { requireSealed } from "../benchmarks/require-sealed.ts";
import type { Database, Queryable } from "../db/database.ts";
import { lockKnownBenchmark } from "../memory/release-queries.ts";

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
function requireAhead(closesAt: Date | null, stored: Date | null): void {
  if (closesAt === null || closesAt.getTime() > Date.now() || closesAt.getTime() === stored?.getTime()) return;
  throw badInput(
    `'closesAt' has passed: ${closesAt.toISOString()}. Submissions would close at once, and the leaderboard would be stored as final. Set 'closeNow' to do this. Nothing was changed.`,
  );
}

/** `Challenge` of the schema. */
export interface Challenge {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly requiredFields: readonly ChallengeField[];
  /** When the latest final board was stored. */
  readonly sealedAt: string | null;
  readonly split: {
    readonly publicShare: number;
    readonly privateOpensAt: string | null;
    readonly privateDisclosed: boolean;
  } | null;
}

/** `ConfigureChallengeInput` of the schema. */
interface ChallengeInput {
  readonly benchmark: string;
  readonly opensAt?: unknown;
  readonly closesAt?: unknown;
  readonly closeNow?: boolean | undefined;
  readonly requiredFields?: readonly ChallengeField[] | null | undefined;
}

/** The challenge that a benchmark hosts; null for none. */
export async function challengeOf(database: Queryable, benchmark: string): Promise<Challenge | null> {
  const row = await fetchChallenge(database, benchmark);
  return row === undefined ? null : described(row);
}

function described({
  benchmark,
  opensAt,
  closesAt,
  requiredFields,
  publicShare,
  privateOpensAt,
  privateDisclosed,
  sealedAt,
}: ChallengeRow): Challenge {
  const split =
    publicShare === null
      ? null
      : { publicShare, privateOpensAt: privateOpensAt && at(privateOpensAt), privateDisclosed };
  return {
    benchmark,
    opensAt: opensAt && at(opensAt),
    closesAt: closesAt && at(closesAt),
    requiredFields,
    split,
    sealedAt: sealedAt && at(sealedAt),
  };
}

const at = (instant: Date): string => instant.toISOString();

/**
 * Sets when submissions to a benchmark are accepted, and which fields they have to give.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers; `NOT_FOUND` for an unknown
 *   benchmark; `BAD_USER_INPUT` for dates that are not instants, in the wrong order, or later than the opening of the
 *   private board, and for a closing date that has passed, unless `closeNow` is set
 */
export async function configureChallenge(
  database: Database,
  viewer: Viewer,
  input: ChallengeInput,
): Promise<Challenge> {
  const { benchmark, requiredFields } = input;
  requireMaintainer(viewer, benchmark, "Configuring a challenge");
  const opensAt = input.opensAt == null ? null : readInstant("opensAt", input.opensAt);
  const closesAt = input.closesAt == null ? null : readInstant("closesAt", input.closesAt);
  if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
    throw badInput(`'closesAt' must be later than 'opensAt'; got ${at(closesAt)} and ${at(opensAt)}.`);
  const release = await currentReleaseOf(database, benchmark);
  await database.transaction(async (tx) => {
    // In this order, as in imports.
    await lockKnownBenchmark(tx, benchmark);
    await lockAnswerKey(tx, release);
    await requireSealed(tx, [release]);
    requireClosedBefore(closesAt, (await fetchOpening(tx, release))?.privateOpensAt ?? null);
    if (input.closeNow !== true) requireAhead(closesAt, (await fetchChallenge(tx, benchmark))?.closesAt ?? null);
    await storeChallenge(tx, benchmark, { opensAt, closesAt, requiredFields: [...new Set(requiredFields)] });
  });
  return requireChallenge(database, benchmark);
}

/** The challenge of a benchmark that hosts one. */
export async function requireChallenge(database: Queryable, benchmark: string): Promise<Challenge> {
  const challenge = await challengeOf(database, benchmark);
  if (challenge === null) throw new Error(`'${benchmark}' hosts no challenge`);
  return challenge;
}
