import type { ProgressCounter, SubmitProgress } from "./submission-progress.ts";
import type { RequestOptions } from "./transport.ts";
import type { TypedDocument } from "./typed-document.ts";
import type { SubmitRunOptions } from "./types.ts";

/** Sends a document; the client's `query` without its overloads. */
export type Send = <TResult, TVariables>(
  document: TypedDocument<TResult, TVariables>,
  variables: TVariables,
  options?: RequestOptions,
) => Promise<TResult>;

export interface SubmitOptions extends RequestOptions {
  /** How often each call to the server is repeated after a fault that may pass. 8 by default, or what the client says. */
  readonly maxRetries?: number | undefined;
  /** Called whenever a piece was read, or has arrived. */
  readonly onProgress?: ((progress: SubmitProgress) => void) | undefined;
}

/** What the parts of one submission share. */
export interface SubmissionContext {
  readonly send: Send;
  /** What is said of the run, without its predictions. */
  readonly content: Omit<SubmitRunOptions, "predictions" | "idempotencyKey">;
  /** The caller's. */
  readonly idempotencyKey: string | undefined;
  readonly options: RequestOptions;
  readonly progress: ProgressCounter;
}

/** How many calls are under way at once: one on the wire, one that the server reads, one that it writes. */
export const WIDTH = 3;
