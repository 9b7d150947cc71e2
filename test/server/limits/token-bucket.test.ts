import fc from "fast-check";
import { expect, it } from "vitest";
import { TokenBucket } from "../../../src/server/limits/callers.ts";

const POLICY = { name: "requests", quota: 60, windowSeconds: 60 };

it("a token bucket gives the whole quota at once, then one token a second", () => {
  const bucket = new TokenBucket(POLICY);
  let now = 1_000;
  for (let token = 0; token < 60; token++) {
    expect(bucket.wait(now)).toBe(0);
    bucket.spend(1, now);
  }
  expect([bucket.remaining(now), bucket.reset(now), bucket.wait(now)]).toEqual([0, 60, 1]);
  now += 1_000;
  expect(bucket.wait(now)).toBe(0);
  bucket.spend(1, now);
  expect(bucket.wait(now)).toBe(1);
});

it("a token bucket can be overdrawn, and then waits until the debt is repaid", () => {
  const bucket = new TokenBucket(POLICY);
  bucket.spend(100, 1_000);
  expect([bucket.remaining(1_000), bucket.reset(1_000), bucket.wait(1_000)]).toEqual([0, 100, 41]);
  expect(bucket.wait(42_000)).toBe(0);
});

it("a token bucket never admits more than the quota and the refill, for any order of requests and pauses", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 }), (pauses) => {
      const bucket = new TokenBucket(POLICY);
      let [now, admitted] = [1_000, 0];
      for (const pause of pauses) {
        now += pause;
        if (bucket.wait(now) > 0) continue;
        bucket.spend(1, now);
        admitted += 1;
      }
      expect(admitted).toBeLessThanOrEqual(60 + (now - 1_000) / 1_000);
      expect(bucket.remaining(now)).toBeLessThanOrEqual(60);
    }),
  );
});
