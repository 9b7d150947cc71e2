import type { SubmitRunOptions } from "../sdk/types.ts";

/** The fields of a run, without its predictions. */
export type RunFields = Omit<SubmitRunOptions, "predictions">;
