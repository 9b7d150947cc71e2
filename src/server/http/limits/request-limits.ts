import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import proxyAddr from "proxy-addr";
import type { Viewer } from "../../../domain/viewer.ts";
import type { TrustedProxies } from "../../config/limits-config.ts";
import type { Refusal } from "../../limits/callers.ts";
import type { RateLimits } from "../../limits/rate-limits.ts";
import type { Admission } from "../../limits/request-admission.ts";

/** The parts of a request that determine its client address. */
export type Addressed = Pick<IncomingMessage, "headers" | "socket">;

const NAMES = new LRUCache<string, string>({ max: 10_000 });

/**
 * The client's address, under which its requests are limited. Without trusted proxies, it is the address of the
 * socket's peer, and `X-Forwarded-For` is ignored. With trusted proxies, it is the last entry of `X-Forwarded-For` that
 * is not a trusted proxy, or the peer's address if that entry is not an address.
 */
export function clientAddress(incoming: Addressed, trusted: TrustedProxies | null): string {
  const peer = incoming.socket.remoteAddress ?? "";
  if (trusted === null || incoming.headers["x-forwarded-for"] === undefined) return addressName(peer);
  const client = proxyAddr(incoming as IncomingMessage, trusted);
  return addressName(ipaddr.isValid(withoutPort(client)) ? withoutPort(client) : peer);
}

/** An address without the port that some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+(\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;

/**
 * An IPv4 address, or the first 64 bits of an IPv6 address, which is the smallest block that a subscriber gets. An
 * IPv4-mapped IPv6 address becomes the IPv4 address.
 */
function addressName(address: string): string {
  const known = NAMES.get(address);
  if (known !== undefined) return known;
  const name = ipaddr.isValid(address) ? nameOf(ipaddr.process(address)) : "unknown";
  NAMES.set(address, name);
  return name;
}

function nameOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (!("parts" in address)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}

/** The property that stores a request's admission, so that a request that leaves the fast path counts only once. */
const ADMISSION = Symbol("admission");

type Admitted = Addressed & { [ADMISSION]?: Admission };

/** The limits of HTTP requests, by caller and client address. */
export class RequestLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly trusted: TrustedProxies | null,
  ) {}

  /** Counts the request on the first call and returns its admission on every call. */
  admit(incoming: Admitted, viewer: Viewer): Admission {
    incoming[ADMISSION] ??= this.limits.admit(viewer, this.#addressOf(incoming));
    return incoming[ADMISSION];
  }

  /** @see RateLimits.keyRefusal */
  keyRefusal(incoming: Addressed): Refusal | null {
    return this.limits.keyRefusal(this.#addressOf(incoming));
  }

  wrongKey(incoming: Addressed): void {
    this.limits.wrongKey(this.#addressOf(incoming));
  }

  /** @see RateLimits.wasShown */
  wasShown(incoming: Addressed, viewer: Viewer): boolean {
    return this.limits.wasShown(viewer, this.#addressOf(incoming));
  }

  #addressOf(incoming: Addressed): string {
    return clientAddress(incoming, this.trusted);
  }
}
