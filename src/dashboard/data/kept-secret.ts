import type { Run } from "../../sdk/index.ts";

/**
 * Whether a run's release keeps its answers from the caller: then its scores are coarse, and its outcomes are not
 * shown. The release's `answerAccess` does not decide this, because administrators and the benchmark's maintainers see
 * hidden answers.
 */
export const isKeptSecret = ({ score, status, counts }: Pick<Run, "score" | "status" | "counts">): boolean =>
  score?.coarse === true || (status === "SCORED" && counts === null);
