import type { RowIssue, RowIssueCode } from "./row-issue.ts";

/** The share of remarks above which a submission is suspicious. */
const SUSPICIOUS_SHARE = 1 / 5;

/** How many rows have remarks of one code. */
export interface RemarkKind {
  readonly code: RowIssueCode;
  readonly count: number;
  /** Of all rows, 0 to 1. */
  readonly share: number;
}

/** How many rows of a run have remarks. */
export interface RemarkCounts {
  /** Rows with a remark. A row has at most one. */
  readonly rows: number;
  /** Of all rows, 0 to 1. */
  readonly share: number;
  /** Whether the share is above one fifth. */
  readonly suspicious: boolean;
  /** The most frequent first. */
  readonly kinds: readonly RemarkKind[];
}

/** Whether an issue is a remark: a warning about the submitted row, not about a limit of the server. */
export const isRemark = ({ severity, code }: Pick<RowIssue, "severity" | "code">): boolean =>
  severity === "WARNING" && code !== "UNSCORED_FORMAT";

/**
 * Counts the remarks of a run.
 * @param codes the code of each remark
 * @param total the number of rows of the run
 */
export function countRemarks(codes: readonly RowIssueCode[], total: number): RemarkCounts {
  const counts = new Map<RowIssueCode, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const shareOf = (count: number): number => (total === 0 ? 0 : count / total);
  const kinds = [...counts]
    .map(([code, count]) => ({ code, count, share: shareOf(count) }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  const share = shareOf(codes.length);
  return { rows: codes.length, share, suspicious: share > SUSPICIOUS_SHARE, kinds };
}
