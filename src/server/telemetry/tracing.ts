import type { IncomingHttpHeaders } from "node:http";
import type { RequestRecord } from "./request-record.ts";

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Whether a span is work of this process, or a request to another process. */
export type SpanKind = "internal" | "client";

/** The span of a request: the parent of all spans of its work. */
export interface RequestSpan {
  readonly traceId: string;
  run<T>(work: () => T): T;
  end(record: RequestRecord, status: number | null): void;
}

/** Creates spans and exports them. */
export interface Tracing {
  request(method: string, headers: IncomingHttpHeaders): RequestSpan;
  span<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: () => T): T;
  /** Sends the spans that are still pending, and stops. */
  close(): Promise<void>;
}

let active: Tracing | null = null;

/** Turns tracing on, or off with null. While it is off, `traced` only runs the work. */
export function activateTracing(tracing: Tracing | null): void {
  active = tracing;
}

/** Whether spans are created. */
export const isTracing = (): boolean => active !== null;

/** Runs work in a new span, which ends with the work or with the promise that it returns. */
export const traced = <T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: () => T): T =>
  active === null ? work() : active.span(name, kind, attributes, work);

/** Begins the span of a request; null while tracing is off. */
export const beginRequestSpan = (method: string, headers: IncomingHttpHeaders): RequestSpan | null =>
  active === null ? null : active.request(method, headers);
