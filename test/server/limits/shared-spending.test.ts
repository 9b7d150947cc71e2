import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ANONYMOUS } from "../../../src/domain/viewer.ts";
import { RateLimits } from "../../../src/server/limits/rate-limits.ts";
import { shareSpending } from "../../../src/server/limits/shared-spending.ts";

const QUOTA = 300;
/** How many requests the servers get between two exchanges of their counts. */
const BURST = 20;
const ADDRESS = "203.0.113.1";

const CONFIG = {
  requests: { address: QUOTA, owner: 0 },
  cost: { address: 0, owner: 0 },
  wrongKeys: 5,
  work: { address: 0, owner: 0 },
  storage: { bytes: 0, openRuns: 0 },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Servers whose messages arrive at once, and whose quotas do not refill. */
function newServers(): readonly RateLimits[] {
  const listeners: ((text: string) => void)[] = [];
  return [1, 2, 3].map(() => {
    const limits = new RateLimits(CONFIG, () => 0);
    const tell = async (text: string): Promise<void> => {
      for (const listener of listeners) listener(text);
    };
    shareSpending(limits, { tell, hear: (listener) => void listeners.push(listener) });
    return limits;
  });
}

const exchange = () => vi.advanceTimersByTimeAsync(200);

it("three servers admit little more than one quota of a caller's requests", async () => {
  const servers = newServers();
  let admitted = 0;
  for (let sent = 0; sent < 3 * QUOTA; sent++) {
    if (servers[sent % 3]?.admit(ANONYMOUS, ADDRESS).refusal === null) admitted += 1;
    if (sent % BURST === BURST - 1) await exchange();
  }
  // Servers that count alone would admit three quotas.
  expect(admitted).toBeGreaterThanOrEqual(QUOTA);
  expect(admitted).toBeLessThanOrEqual(QUOTA + BURST);
});

it("three servers refuse the keys of an address that has sent too many wrong keys to all of them together", async () => {
  const servers = newServers();
  for (let sent = 0; sent < CONFIG.wrongKeys; sent++) {
    expect(servers[sent % 3]?.keyRefusal(ADDRESS)).toBeNull();
    servers[sent % 3]?.wrongKey(ADDRESS);
    await exchange();
  }
  for (const server of servers) {
    expect(server.keyRefusal(ADDRESS)).not.toBeNull();
    expect(server.keyRefusal("203.0.113.2")).toBeNull();
  }
});
