import { OmnidexError } from "../../domain/errors.ts";
import type { Queryable } from "../db/database.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { fetchCurrentRelease, lockKnownBenchmark } from "../memory/release-queries.ts";

/**
 * The primary key of a benchmark's current release.
 * @throws `NOT_FOUND` for an unknown benchmark; `CONFLICT` for one without a release
 */
export async function currentReleaseOf(database: Queryable, benchmark: string): Promise<number> {
  const current = await fetchCurrentRelease(database, benchmark);
  if (current === undefined) throw await missingBenchmark(database, benchmark);
  if (current.release === null) throw new OmnidexError("CONFLICT", `'${benchmark}' has no release yet.`);
  return current.release;
}

/**
 * Locks a benchmark until the transaction ends, so that no other transaction changes its current release, or the
 * settings that its maintainers make. Runs can still be stored meanwhile.
 * @param release the release that the caller read as the current one
 * @throws `CONFLICT` if another release is current by now
 */
export async function lockCurrentRelease(tx: Queryable, benchmark: string, release: number): Promise<void> {
  await lockKnownBenchmark(tx, benchmark);
  if ((await currentReleaseOf(tx, benchmark)) !== release)
    throw new OmnidexError("CONFLICT", `The release of '${benchmark}' has just been replaced. Try again.`);
}
