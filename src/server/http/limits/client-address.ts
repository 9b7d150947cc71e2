import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import proxyAddr from "proxy-addr";
import type { TrustedProxies } from "../../config/limits-config.ts";

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
