import { notFound } from "../../domain/errors.ts";
import type { ReleaseChanges } from "../../domain/release-changes.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import type { Database, Queryable } from "../db/database.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { lockKnownBenchmark } from "../memory/release-queries.ts";
import { inSnapshot } from "./benchmark-locks.ts";
import { type BenchmarkReleases, fetchBenchmarkReleases, type StoredRelease } from "./release-comparison-queries.ts";
import { compareReleases, type ReplaceOptions, replaceRelease, requireConsent } from "./replace-release.ts";

/** `UseReleaseInput` of the schema. */
export interface UseReleaseInput extends Omit<ReplaceOptions, "viewer"> {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly version: number;
}

export interface UsedRelease {
  readonly release: number;
  /** False for a dry run, and if the release was already the current one. */
  readonly changed: boolean;
  /** Null if the release was already the current one. */
  readonly changes: ReleaseChanges | null;
}

interface Plan {
  readonly releases: BenchmarkReleases & { readonly wanted: StoredRelease };
  readonly changes: ReleaseChanges | null;
}

const isCurrent = ({ releases: { current, wanted } }: Plan): boolean => current?.id === wanted.id;

/**
 * Makes a stored release the current one of its benchmark: queries read it, and new runs are scored against it.
 * @throws `UNAUTHENTICATED`, `FORBIDDEN` for all but administrators and the benchmark's maintainers; `NOT_FOUND` for an
 *   unknown benchmark or version; `CONFLICT` as `requireConsent` does
 */
export async function useRelease(database: Database, viewer: Viewer, asked: UseReleaseInput): Promise<UsedRelease> {
  requireMaintainer(viewer, asked.benchmark, "Changing the current release");
  const input = { ...asked, viewer };
  const seen = await inSnapshot(database, (tx) => planUse(tx, input, null));
  const { releases, changes } = seen;
  const release = releases.wanted.id;
  if (input.dryRun === true || isCurrent(seen)) return { release, changed: false, changes };
  requireConsent(REASON, changes, input);
  return database.transaction(async (tx) => {
    await lockKnownBenchmark(tx, input.benchmark);
    const plan = await planUse(tx, input, seen);
    if (isCurrent(plan)) return { release, changed: false, changes: null };
    const consent = { reason: REASON, replace: input.replace, viewer } as const;
    return { release, changed: true, changes: await replaceRelease(tx, plan.releases, release, plan.changes, consent) };
  });
}

const REASON = "RELEASE_WOULD_REPLACE";

/** @param seen an earlier plan; its changes are reused if the current release is still the same */
async function planUse(
  tx: Queryable,
  { benchmark, version, viewer }: UseReleaseInput & Pick<ReplaceOptions, "viewer">,
  seen: Plan | null,
): Promise<Plan> {
  const releases = await fetchBenchmarkReleases(tx, benchmark, { version });
  if (releases === undefined) throw await missingBenchmark(tx, benchmark);
  const { wanted, current } = releases;
  if (wanted === null) throw notFound(`release of '${benchmark}' with the version`, String(version));
  const plan = { releases: { ...releases, wanted }, changes: null };
  if (isCurrent(plan)) return plan;
  const same = seen !== null && seen.releases.current?.id === current?.id;
  return { ...plan, changes: same ? seen.changes : await compareReleases(tx, benchmark, releases, wanted, viewer) };
}
