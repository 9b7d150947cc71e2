import type { RateLimit, RequestCost } from "./observation.ts";

/** An item of a structured header with its parameters: `"daily";r=50;t=30`. */
interface Item {
  readonly value: string;
  readonly number: (parameter: string) => number | undefined;
}

const toNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

/** Reads a list of items and skips malformed members. @see https://www.rfc-editor.org/rfc/rfc9651#section-4.2 */
function readItems(header: string | null): Item[] {
  const items = (header ?? "").matchAll(/(?:^|,)\s*("(?:[^"\\]|\\.)*"|[^\s;,"]+)((?:\s*;\s*[^;,"]+(?:"[^"]*")?)*)/g);
  return [...items].map(([, value = "", rest = ""]) => {
    const parameters = new Map(
      [...rest.matchAll(/;\s*([a-z*][\w.*-]*)=([^;]*)/g)].map((match) => [match[1], match[2]]),
    );
    return { value: value.replace(/^"|"$/g, ""), number: (name) => toNumber(parameters.get(name)?.trim()) };
  });
}

/** Reads a header such as `X-Omnidex-Cost: 101;limit=200000`. */
export function readCost(headers: Headers): RequestCost | undefined {
  const [item] = readItems(headers.get("x-omnidex-cost"));
  const objects = toNumber(item?.value);
  return item === undefined || objects === undefined ? undefined : { objects, limit: item.number("limit") };
}

/** Joins `RateLimit-Policy: "daily";q=1000;w=86400` and `RateLimit: "daily";r=17;t=3600` by policy name. */
export function readRateLimits(headers: Headers): RateLimit[] {
  const policies = readItems(headers.get("ratelimit-policy"));
  const states = readItems(headers.get("ratelimit"));
  const names = new Set([...policies, ...states].map((item) => item.value));
  const read = (items: readonly Item[], name: string, parameter: string): number | undefined =>
    items.find((item) => item.value === name)?.number(parameter);
  return [...names].map((policy) => ({
    policy,
    limit: read(policies, policy, "q"),
    windowSeconds: read(policies, policy, "w"),
    remaining: read(states, policy, "r"),
    resetSeconds: read(states, policy, "t"),
  }));
}

/** The responder's time in milliseconds since 1970; the local time if a browser does not expose the `Date` header. */
export const clockOf = (headers: Headers): number => Date.parse(headers.get("date") ?? "") || Date.now();

/** Parses `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3), and returns seconds. */
export function readRetryAfter(value: string | null, now: number = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
