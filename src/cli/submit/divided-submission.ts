import type { JoinRelease } from "../../formats/join/found-question.ts";
import { runRefusal } from "../../formats/join/reader-report.ts";
import { divideRun } from "../../formats/opened-runs.ts";
import type { Benchmark } from "../../sdk/types.ts";
import { openPartIn } from "../../submitting/release-questions.ts";
import type { CheckedSubmission } from "./printed-report.ts";

/** What dividing a submission needs. */
interface Division {
  readonly benchmarks: readonly Benchmark[];
  readonly fetchRelease: (benchmark: string) => Promise<JoinRelease>;
  readonly allowPartial: boolean;
}

/**
 * Divides a submission some of whose rows are of the open part of its benchmark: one for each of the two, with the same settings.
 * @returns the submission alone if it is not divided, or if rows fit neither part
 */
export async function divided(
  checked: CheckedSubmission,
  { benchmarks, fetchRelease, allowPartial }: Division,
): Promise<readonly [CheckedSubmission, ...CheckedSubmission[]]> {
  const { submission, release, fields, read } = checked;
  const slug = read.problemCount === 0 ? null : openPartIn(benchmarks, fields.benchmark);
  const found = slug === null ? null : await divideRun(submission, release, await fetchRelease(slug), allowPartial);
  if (found === null) return [checked];
  const { whole, parts } = found;
  if (runRefusal(whole.read, null, allowPartial ? null : "") !== null) return [{ ...checked, ...whole }];
  const [first, ...others] = parts.map(({ benchmark, ...part }): CheckedSubmission => {
    return { ...checked, ...part, fields: { ...fields, benchmark } };
  });
  return first === undefined ? [checked] : [first, ...others];
}
