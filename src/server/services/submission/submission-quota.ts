import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { missingBenchmark } from "../../catalog/missing-benchmark.ts";
import { everyoneSees } from "../../data/answer-visibility.ts";
import {
  ALL_DAYS,
  type BenchmarkQuota,
  countSubmission,
  fetchQuotaOf,
  fetchQuotas,
  fetchSubmissionCounts,
  secondsToNextDay,
  storeBenchmarkQuota,
} from "../../data/submission-quota-queries.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { requireMaintainer } from "../access/maintainers.ts";

/** How many runs each owner may have scored; null for no limit. */
export interface QuotaLimits {
  /** Per UTC day. */
  readonly perDay: number | null;
  /** Over all days. */
  readonly inAll: number | null;
}

/**
 * The quota of a benchmark that hides its answers and has no quota of its own. The limit over all days bounds how much
 * an owner can learn by changing one answer per run and watching whether the shown score rises.
 */
const HIDDEN_QUOTA: QuotaLimits = { perDay: 5, inAll: 100 };

/** An owner's remaining quota: `SubmissionQuota` of the schema. */
export interface SubmissionQuota extends QuotaLimits {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly usedToday: number;
  readonly usedInAll: number;
  /** How many more runs can be scored today. */
  readonly remaining: number;
  /** Seconds until the next UTC day. */
  readonly resetSeconds: number;
}

const limitsOf = (quota: BenchmarkQuota): QuotaLimits => {
  const { isSet, perDay, inAll } = quota;
  return isSet || everyoneSees(quota.answerAccess) ? { perDay, inAll } : HIDDEN_QUOTA;
};

/** A run that is about to be scored, by primary keys. */
export interface NewSubmission {
  readonly benchmark: number;
  /** The run's release, which need not be the current one. */
  readonly release: number;
  readonly owner: string;
}

/**
 * Takes one submission from an owner's quota, in the transaction that stores the scores. Parallel submissions, even to
 * several servers, never exceed the quota, and a failed submission takes nothing. Withdrawing a run gives nothing back.
 * @throws `QUOTA_EXCEEDED` with the limit, and the seconds until the next day renews it. The seconds are null for the
 *   limit over all days, and for a limit of 0
 */
export async function takeSubmission(tx: Queryable, { benchmark, release, owner }: NewSubmission): Promise<void> {
  const quota = await fetchQuotaOf(tx, { benchmark, release, owner });
  if (quota === undefined) return;
  const { perDay, inAll } = limitsOf(quota);
  // Where answers are hidden, the counter's lock also puts the owner's runs in one order, for the Ladder.
  if (perDay === null && inAll === null && everyoneSees(quota.answerAccess)) return;
  for (const { day, used } of await countSubmission(tx, benchmark, owner)) {
    const limit = day === ALL_DAYS ? inAll : perDay;
    if (limit !== null && used > limit) throw await exceeded(tx, quota.slug, limit, day === ALL_DAYS);
  }
}

/** The error for a quota of 0, which the next day does not renew. */
const submissionsOff = (slug: string, inAll: boolean): OmnidexError =>
  new OmnidexError(
    "QUOTA_EXCEEDED",
    `'${slug}' takes no submissions: its quota is 0 scored runs ${inAll ? "in all" : "per day"}. Nothing was stored.`,
    { benchmark: slug, limit: 0, window: inAll ? "ALL" : "DAY", resetSeconds: null },
  );

async function exceeded(tx: Queryable, slug: string, limit: number, inAll: boolean): Promise<OmnidexError> {
  if (limit === 0) return submissionsOff(slug, inAll);
  const resetSeconds = inAll ? null : await secondsToNextDay(tx);
  const again = resetSeconds === null ? "" : " It is renewed at 00:00 UTC.";
  return new OmnidexError(
    "QUOTA_EXCEEDED",
    `The quota of '${slug}' is ${limit} scored runs ${inAll ? "in all" : "per day"} for each owner, and you have used it up. Nothing was stored.${again}`,
    { benchmark: slug, limit, window: inAll ? "ALL" : "DAY", resetSeconds },
  );
}

/** The viewer's remaining quotas, by benchmark. Benchmarks whose quota is unlimited or does not apply are left out. */
export async function submissionQuotas(database: Queryable, { owner }: Viewer): Promise<readonly SubmissionQuota[]> {
  if (owner === null) return [];
  const counts = await fetchSubmissionCounts(database, owner);
  const resetSeconds = await secondsToNextDay(database);
  return (await fetchQuotas(database, owner)).flatMap((quota) => {
    const { perDay, inAll } = limitsOf(quota);
    if (perDay === null && inAll === null) return [];
    const own = counts.filter(({ benchmark }) => benchmark === quota.benchmark);
    const usedInAll = own.find(({ day }) => day === ALL_DAYS)?.used ?? 0;
    const usedToday = own.find(({ day }) => day !== ALL_DAYS)?.used ?? 0;
    const left = [perDay, inAll].map((limit, index) =>
      limit === null ? Number.POSITIVE_INFINITY : limit - (index === 0 ? usedToday : usedInAll),
    );
    const remaining = Math.max(0, Math.min(...left));
    return [{ benchmark: quota.slug, perDay, inAll, usedToday, usedInAll, remaining, resetSeconds }];
  });
}

/** `SetSubmissionQuotaInput` of the schema. */
export interface QuotaInput {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly perDay?: number | null | undefined;
  readonly inAll?: number | null | undefined;
}

/**
 * Sets how many runs each owner may have scored over a benchmark.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and the benchmark's maintainers; `NOT_FOUND` for
 *   an unknown benchmark; `BAD_USER_INPUT` for a negative number
 */
export async function setSubmissionQuota(
  database: Database,
  viewer: Viewer,
  { benchmark, perDay = null, inAll = null }: QuotaInput,
): Promise<QuotaLimits & { readonly benchmark: string }> {
  requireMaintainer(viewer, benchmark, "Setting quotas");
  for (const [name, value] of Object.entries({ perDay, inAll }))
    if (value !== null && value < 0) throw badInput(`'${name}' must be 0 or more, or null for no limit; got ${value}.`);
  await database.transaction(async (tx) => {
    if (!(await storeBenchmarkQuota(tx, benchmark, { perDay, inAll }))) throw await missingBenchmark(tx, benchmark);
  });
  return { benchmark, perDay, inAll };
}
