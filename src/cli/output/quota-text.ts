import type { Viewer } from "../../sdk/types.ts";

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
