import type { Run } from "../../sdk/index.ts";

/**
 * Whether a run's release keeps its answers from the caller: then its scores are coarse, and its outcomes are not shown. The
 * release alone does not say, because its maintainers and administrators see them.
 */
export const isKeptSecret = ({ score }: Pick<Run, "score">): boolean => score?.coarse === true;
