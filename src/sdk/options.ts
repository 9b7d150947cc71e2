import type { ListOptions } from "./pagination.ts";
import type { RequestOptions, TransportOptions } from "./transport.ts";
import type * as types from "./types.ts";

/** How to reach a server. */
export interface OmnidexOptions extends TransportOptions {
  /** The server's root, `http://127.0.0.1:4000`, or the address of its GraphQL endpoint. */
  readonly url: string;
  /** `omx_…`. What is public can be read without one. */
  readonly apiKey?: string | undefined;
  /** Used in the place of the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Of one attempt, in milliseconds. 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated after a fault that may pass. 2 by default. */
  readonly maxRetries?: number | undefined;
}

/** A list over a slice of questions. */
export interface QuestionsOptions extends ListOptions {
  readonly filter?: types.QuestionFilter | undefined;
  readonly orderBy?: types.QuestionOrder | undefined;
}

/** A list of videos. */
export interface VideosOptions extends ListOptions {
  readonly filter?: types.VideoFilter | undefined;
  readonly orderBy?: types.VideoOrder | undefined;
}

/** A list of runs. */
export interface RunsOptions extends ListOptions {
  readonly filter?: types.RunFilter | undefined;
  readonly orderBy?: types.RunOrder | undefined;
}

/** A list of the predictions of one run. */
export interface PredictionsOptions extends ListOptions {
  readonly filter?: types.PredictionFilter | undefined;
}

/** A list of published results. */
export interface PublishedResultsOptions extends ListOptions {
  readonly filter?: types.PublishedResultFilter | undefined;
}

/** A slice of questions, and what to group it by. */
export interface GroupOptions extends RequestOptions {
  readonly by: readonly types.Dimension[];
  readonly filter?: types.QuestionFilter | undefined;
}

/** Optional where every variable of the document is. */
export type VariablesAndOptions<TVariables> =
  Record<never, never> extends TVariables
    ? [variables?: TVariables, options?: RequestOptions]
    : [variables: TVariables, options?: RequestOptions];
