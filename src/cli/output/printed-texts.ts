import { paperSizeText } from "../../domain/model-size.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { Viewer } from "../../sdk/types.ts";
import { remark } from "./printing.ts";

/** The warning of `paperSizeText` about a benchmark whose paper's size this version knows. */
export const sizeText = (benchmark: string, questions: number): string | null =>
  paperSizeText(benchmark, questions, findTaxonomy(benchmark)?.questions ?? null);

/** Prints the warning of `paperSizeText` to stderr, beside figures from papers. */
export async function remarkPaperSize(omnidex: Omnidex, benchmark: string): Promise<void> {
  const found = await omnidex.benchmark(benchmark);
  const text = found && paperSizeText(benchmark, found.questionCount, found.paperQuestionCount);
  if (text !== null) remark(text);
}

type Quota = Viewer["submissionQuotas"][number];

/** What is left of a submission quota: `3 of 5 today, 40 of 50 in all; the next day begins in 2 h`. */
export function quotaText(quota: Quota): string {
  const { perDay, inAll, together, usedToday, usedInAll, usedTogether, resetSeconds } = quota;
  const left = (limit: number | null, used: number, when: string): string[] =>
    limit === null ? [] : [`${Math.max(0, limit - used)} of ${limit} ${when}`];
  const parts = [
    ...left(perDay, usedToday, "today"),
    ...left(inAll, usedInAll, "in all"),
    ...left(together, usedTogether ?? 0, "of all owners together"),
  ];
  return perDay === null ? parts.join(", ") : `${parts.join(", ")}; the next day begins in ${duration(resetSeconds)}`;
}

const duration = (seconds: number): string =>
  seconds >= 7_200
    ? `${Math.round(seconds / 3_600)} h`
    : seconds >= 120
      ? `${Math.round(seconds / 60)} min`
      : `${seconds} s`;
