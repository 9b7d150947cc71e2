import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { requireMaintainer } from "../../access/maintainers.ts";
import {
  ALL_DAYS,
  type BenchmarkQuota,
  countSubmission,
  countTogether,
  fetchCountsTogether,
  fetchQuotaOf,
  fetchQuotas,
  fetchSubmissionCounts,
  fetchTogether,
  secondsToNextDay,
  storeBenchmarkQuota,
} from "../../access/submission-quota-queries.ts";
import { everyoneSees } from "../../conditions/answer-visibility.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { missingBenchmark } from "../../memory/missing-benchmark.ts";

/** How many runs may be scored; null for no limit. */
export interface QuotaLimits {
  /** Of one owner, per UTC day. */
  readonly perDay: number | null;
  /** Of one owner, over all days. */
  readonly inAll: number | null;
  /** Of all owners, over all days. It bounds what all scores together tell about hidden answers. */
  readonly together: number | null;
}

const FEWEST_IN_ALL = 20;
const MOST_IN_ALL = 100;

/**
 * The quota of a benchmark that hides its answers and has no quota of its own. The limit over all days bounds how much
 * an owner can learn of the answers. It is a tenth of the questions that the shown scores are about, within 20 and 100: by
 * `npm run measure -- sampling`, 100 runs reveal 3.7 points of 500 questions, and 1.7 of 1,000.
 */
const hiddenQuota = (publicQuestions: number): QuotaLimits => ({
  perDay: 5,
  inAll: Math.min(MOST_IN_ALL, Math.max(FEWEST_IN_ALL, Math.floor(publicQuestions / 10))),
  together: null,
});

/** An owner's remaining quota: `SubmissionQuota` of the schema. */
export interface SubmissionQuota extends QuotaLimits {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly usedToday: number;
  readonly usedInAll: number;
  /** Of the runs of all owners; null without a limit for them. */
  readonly usedTogether: number | null;
  /** How many more runs can be scored today. */
  readonly remaining: number;
  /** Seconds until the next UTC day. */
  readonly resetSeconds: number;
}

const limitsOf = (quota: BenchmarkQuota): QuotaLimits => {
  const { isSet, perDay, inAll, together, publicQuestions } = quota;
  return isSet || everyoneSees(quota.answerAccess) ? { perDay, inAll, together } : hiddenQuota(publicQuestions ?? 0);
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
  const limits = limitsOf(quota);
  // Where answers are hidden, the counter's lock also puts the owner's runs in one order, for the Ladder.
  if (isUnlimited(limits) && everyoneSees(quota.answerAccess)) return;
  const { perDay, inAll, together } = limits;
  for (const { day, used } of await countSubmission(tx, benchmark, owner)) {
    const [limit, window] = day === ALL_DAYS ? ([inAll, "ALL"] as const) : ([perDay, "DAY"] as const);
    if (limit !== null && used > limit) throw await exceeded(tx, quota.slug, limit, window);
  }
  if (together !== null && (await countTogether(tx, benchmark)) > together)
    throw await exceeded(tx, quota.slug, together, "TOGETHER");
}

const isUnlimited = ({ perDay, inAll, together }: QuotaLimits): boolean =>
  perDay === null && inAll === null && together === null;

/** Which of its limits a submission exceeds. */
type QuotaWindow = "DAY" | "ALL" | "TOGETHER";

const COUNTED: Readonly<Record<QuotaWindow, string>> = {
  DAY: "scored runs per day",
  ALL: "scored runs in all",
  TOGETHER: "scored runs of all owners together",
};

async function exceeded(tx: Queryable, slug: string, limit: number, window: QuotaWindow): Promise<OmnidexError> {
  // The next day does not renew a quota of 0.
  const resetSeconds = window === "DAY" && limit > 0 ? await secondsToNextDay(tx) : null;
  const again = resetSeconds === null ? "" : " It is renewed at 00:00 UTC.";
  const why =
    limit === 0
      ? `'${slug}' takes no submissions: its quota is 0 ${COUNTED[window]}`
      : `The quota of '${slug}' is ${limit} ${COUNTED[window]}${window === "TOGETHER" ? ", and they have" : " for each owner, and you have"} used it up`;
  return new OmnidexError("QUOTA_EXCEEDED", `${why}. Nothing was stored.${again}`, {
    benchmark: slug,
    limit,
    window,
    resetSeconds,
  });
}

/** The viewer's remaining quotas, by benchmark. Benchmarks whose quota is unlimited or does not apply are left out. */
export async function submissionQuotas(database: Queryable, { owner }: Viewer): Promise<readonly SubmissionQuota[]> {
  if (owner === null) return [];
  const counts = await fetchSubmissionCounts(database, owner);
  const resetSeconds = await secondsToNextDay(database);
  const quotas = await fetchQuotas(database, owner);
  const limited = quotas.filter(({ together }) => together !== null).map(({ benchmark }) => benchmark);
  const allUsed = await fetchCountsTogether(database, limited);
  return quotas.flatMap((quota) => {
    const limits = limitsOf(quota);
    if (isUnlimited(limits)) return [];
    const { perDay, inAll, together } = limits;
    const own = counts.filter(({ benchmark }) => benchmark === quota.benchmark);
    const usedInAll = own.find(({ day }) => day === ALL_DAYS)?.used ?? 0;
    const usedToday = own.find(({ day }) => day !== ALL_DAYS)?.used ?? 0;
    const usedTogether = together === null ? null : (allUsed.get(quota.benchmark) ?? 0);
    const left = [leftOf(perDay, usedToday), leftOf(inAll, usedInAll), leftOf(together, usedTogether ?? 0)];
    const remaining = Math.max(0, Math.min(...left));
    return [{ benchmark: quota.slug, ...limits, usedToday, usedInAll, usedTogether, remaining, resetSeconds }];
  });
}

const leftOf = (limit: number | null, used: number): number =>
  limit === null ? Number.POSITIVE_INFINITY : limit - used;

/** `SetSubmissionQuotaInput` of the schema. */
export interface QuotaInput {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly perDay?: number | null | undefined;
  readonly inAll?: number | null | undefined;
  readonly together?: number | null | undefined;
}

/**
 * Sets how many runs each owner, and all owners together, may have scored over a benchmark.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and the benchmark's maintainers; `NOT_FOUND` for
 *   an unknown benchmark; `BAD_USER_INPUT` for a negative number
 */
export async function setSubmissionQuota(
  database: Database,
  viewer: Viewer,
  { benchmark, perDay = null, inAll = null, together: requested }: QuotaInput,
): Promise<QuotaLimits & { readonly benchmark: string }> {
  requireMaintainer(viewer, benchmark, "Setting quotas");
  for (const [name, value] of Object.entries({ perDay, inAll, together: requested ?? null }))
    if (value !== null && value < 0) throw badInput(`'${name}' must be 0 or more, or null for no limit; got ${value}.`);
  return database.transaction(async (tx) => {
    // Absent in the calls of earlier versions, which do not know it.
    const together = requested === undefined ? ((await fetchTogether(tx, benchmark))?.limit ?? null) : requested;
    if (!(await storeBenchmarkQuota(tx, benchmark, { perDay, inAll, together })))
      throw await missingBenchmark(tx, benchmark);
    return { benchmark, perDay, inAll, together };
  });
}
