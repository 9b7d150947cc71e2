import type { Run } from "../../sdk/index.ts";

/**
 * Whether the answers of a run's release are hidden from the viewer. If they are, scores are coarse and outcomes are not
 * shown. The release's `answerAccess` alone does not decide this: administrators and the benchmark's maintainers see
 * hidden answers.
 */
export const isKeptSecret = ({ score, status, counts }: Pick<Run, "score" | "status" | "counts">): boolean =>
  score?.coarse === true || (status === "SCORED" && counts === null);
