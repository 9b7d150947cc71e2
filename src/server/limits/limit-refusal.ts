import { OmnidexError } from "../../domain/errors.ts";
import type { TokenBucket } from "./token-bucket.ts";

/** The state of one quota, as errors and the API report it. */
export interface RateLimit {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The reason why a request is refused, and the time after which the caller may retry it. */
export interface Refusal {
  readonly message: string;
  readonly retryAfter: number;
  readonly rateLimits: readonly RateLimit[];
}

export const rateLimitOf = (bucket: TokenBucket, now: number): RateLimit => ({
  policy: bucket.policy.name,
  limit: bucket.policy.quota,
  windowSeconds: bucket.policy.windowSeconds,
  remaining: bucket.remaining(now),
  resetSeconds: bucket.reset(now),
});

/** A `RATE_LIMITED` error for a refusal, with the delay and the quotas in its details. */
export const refusalError = ({ message, retryAfter, rateLimits }: Refusal): OmnidexError =>
  new OmnidexError("RATE_LIMITED", message, { retryAfter, rateLimits });

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export const rateLimitHeaders = (limits: readonly RateLimit[]): Readonly<Record<string, string>> => ({
  "ratelimit-policy": limits
    .map(({ policy, limit, windowSeconds }) => `"${policy}";q=${limit};w=${windowSeconds}`)
    .join(", "),
  ratelimit: limits
    .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
    .join(", "),
});
