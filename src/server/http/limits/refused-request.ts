import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../../limits/admission.ts";
import { type Refusal, rateLimitHeaders, refusalError } from "../../limits/limit-refusal.ts";
import type { RequestRecord } from "../../telemetry/request-record.ts";

/** The error of a refusal, in the shape of a GraphQL response. */
export function refusalBody(refusal: Refusal, requestId: string): object {
  const { message, code, details } = refusalError(refusal);
  return { errors: [{ message, extensions: { code, requestId, details } }] };
}

/** The headers of the response to a refused request. */
export const refusalHeaders = ({ retryAfter, rateLimits }: Refusal): Readonly<Record<string, string>> => ({
  ...rateLimitHeaders(rateLimits),
  "retry-after": String(retryAfter),
});

/** Answers a request that exceeds its caller's limits, without reading its body. */
export function refuse(
  { refusal }: Admission,
  { type, record }: { readonly type: string; readonly record: RequestRecord },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  if (refusal === null) return false;
  record.code = "RATE_LIMITED";
  const body = JSON.stringify(refusalBody(refusal, record.requestId));
  outgoing.writeHead(429, {
    ...refusalHeaders(refusal),
    "x-request-id": record.requestId,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
  });
  outgoing.end(body);
  incoming.resume();
  return true;
}
