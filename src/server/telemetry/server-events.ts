import { channel } from "node:diagnostics_channel";

/** An event in the server that telemetry counts. Costs nothing without subscribers. */
export interface ServerEvent<T> {
  publish(message: T): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: T) => void): () => void;
}

function serverEvent<T>(name: string): ServerEvent<T> {
  const events = channel(`omnidex:${name}`);
  return {
    publish: (message) => {
      if (events.hasSubscribers) events.publish(message);
    },
    subscribe: (listener) => {
      const onMessage = (message: unknown): void => listener(message as T);
      events.subscribe(onMessage);
      return () => void events.unsubscribe(onMessage);
    },
  };
}

/** Rows of runs were stored. */
export const rowsIngested = serverEvent<{ readonly rows: number; readonly way: "whole" | "pieces" }>("rows-ingested");

/** A benchmark was imported as a new release. */
export const questionsImported = serverEvent<{ readonly questions: number }>("questions-imported");

/** A request met a limit. `limit` is a fixed name, such as `requests`, and never a caller's text. */
export const limitHit = serverEvent<{ readonly limit: string }>("limit-hit");

/** A request to the judge has ended. */
export const judgeAnswered = serverEvent<{
  readonly outcome: "reply" | "retry" | "refused" | "stopped";
  readonly seconds: number;
}>("judge-answered");

/** An uncaught error. */
export const unhandledFailure = serverEvent<{ readonly event: "unhandledRejection" | "uncaughtException" }>(
  "unhandled-failure",
);
