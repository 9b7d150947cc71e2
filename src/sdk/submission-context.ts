import type { Send } from "./send.ts";
import type { ProgressCounter, SubmitProgress } from "./submission-progress.ts";
import type { RequestOptions } from "./transport-options.ts";
import type { SubmitRunOptions } from "./types.ts";

export interface SubmitOptions extends RequestOptions {
  /** The most retries of each call after a transient fault. Defaults to the client's setting, or 8 without one. */
  readonly maxRetries?: number | undefined;
  /** Called after each piece is read, and after each piece is accepted. */
  readonly onProgress?: ((progress: SubmitProgress) => void) | undefined;
}

/** The state shared by the parts of one submission. */
export interface SubmissionContext {
  readonly send: Send;
  /** The fields of the run, without its predictions. */
  readonly content: Omit<SubmitRunOptions, "predictions" | "idempotencyKey">;
  /** The caller's own key, if there is one. */
  readonly idempotencyKey: string | undefined;
  readonly options: RequestOptions;
  readonly progress: ProgressCounter;
}

/** The number of concurrent calls: one in transfer, one that the server reads and one that it stores. */
export const WIDTH = 3;
