import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { keepRecord, RequestRecord } from "../telemetry/request-record.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { beginRequestSpan } from "../telemetry/tracing.ts";

/**
 * The request id that the caller sent, with which a request can be traced through several services. A new id if the
 * header is missing or invalid.
 */
export const requestIdFrom = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID();

/** Keeps a record of each request while `next` answers it. At the end, the request is counted and logged. */
export const observedListener =
  (telemetry: Telemetry, next: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    const record = new RequestRecord(requestIdFrom(incoming.headers["x-request-id"]));
    keepRecord(incoming, record);
    telemetry.requestBegan();
    const span = beginRequestSpan(incoming.method ?? "", incoming.headers);
    record.traceId = span?.traceId ?? null;
    // The event is emitted only once, so `on` is sufficient.
    outgoing.on("close", () => {
      const status = outgoing.writableFinished ? outgoing.statusCode : null;
      telemetry.requestEnded(record, status);
      span?.end(record, status);
    });
    return span === null ? next(incoming, outgoing) : span.run(() => next(incoming, outgoing));
  };
