import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { readTrustedProxies } from "../../../src/server/config/limits-config.ts";
import { ConfigError } from "../../../src/server/config/settings.ts";
import { clientAddress } from "../../../src/server/http/limits/request-limits.ts";

const trusting = (text: string) => readTrustedProxies(() => text);
const addressOf = (peer: string, forwarded: string | undefined, proxies: string): string =>
  clientAddress(
    {
      socket: { remoteAddress: peer } as Socket,
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    },
    trusting(proxies),
  );

it.each([
  ["no proxy is trusted, so forwarded addresses are ignored", "198.51.100.7", "203.0.113.9", "0", "198.51.100.7"],
  ["nothing is forwarded", "198.51.100.7", undefined, "1", "198.51.100.7"],
  ["one hop", "10.0.0.1", "203.0.113.9", "1", "203.0.113.9"],
  ["one hop, and a client that forges an address", "10.0.0.1", "1.1.1.1, 203.0.113.9", "1", "203.0.113.9"],
  ["two hops", "10.0.0.1", "203.0.113.9, 10.0.0.2", "2", "203.0.113.9"],
  ["two hops, and a client that forges an address", "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "2", "203.0.113.9"],
  ["a network", "10.0.0.1", "203.0.113.9, 10.9.9.9", "10.0.0.0/8", "203.0.113.9"],
  [
    "a network, and a forged address from that network",
    "10.0.0.1",
    "10.1.1.1, 203.0.113.9",
    "10.0.0.0/8",
    "203.0.113.9",
  ],
  ["a peer outside the network", "198.51.100.7", "203.0.113.9", "10.0.0.0/8", "198.51.100.7"],
  ["a proxy by IPv6", "::1", "203.0.113.9", "loopback", "203.0.113.9"],
  ["IPv4 within IPv6", "::ffff:10.0.0.1", "::ffff:203.0.113.9", "10.0.0.0/8", "203.0.113.9"],
  ["a port behind it", "10.0.0.1", "203.0.113.9:4711", "1", "203.0.113.9"],
  ["IPv6 with a port", "10.0.0.1", "[2001:db8:1:2:3:4:5:6]:4711", "1", "2001:db8:1:2::/64"],
  ["a neighbour in the same /64", "10.0.0.1", "2001:db8:1:2:ffff::1", "1", "2001:db8:1:2::/64"],
  ["another /64", "10.0.0.1", "2001:db8:1:3::1", "1", "2001:db8:1:3::/64"],
  ["a text that is not an address", "10.0.0.1", "unknown", "1", "10.0.0.1"],
  ["a text with a line break", "10.0.0.1", '"><script>', "1", "10.0.0.1"],
  ["an empty entry", "10.0.0.1", ",", "1", "10.0.0.1"],
])("clientAddress returns the address of the client for this case: %s", (_, peer, forwarded, proxies, expected) => {
  expect(addressOf(peer, forwarded, proxies)).toBe(expected);
});

it.each(["everyone", "10.0.0.0/33", "-1", "10.0.0.0/8, proxy.example"])(
  "OMNIDEX_TRUSTED_PROXIES=%s is refused",
  (text) => {
    expect(() => trusting(text)).toThrow(ConfigError);
  },
);

it("OMNIDEX_TRUSTED_PROXIES may end with a comma", () => {
  expect(trusting("1.2.3.4,")?.("1.2.3.4", 0)).toBe(true);
});
