import { Hono } from "hono";
import { expect, it } from "vitest";
import { ANONYMOUS } from "../../../src/domain/viewer.ts";
import type { AppEnvironment } from "../../../src/server/http/app-environment.ts";
import { readBodies } from "../../../src/server/http/body-limits.ts";
import { requestRecord } from "../../../src/server/http/request-middleware.ts";

const LENGTH = 300_000;

/** An app with room for two bodies, and handlers that wait. */
function crowdedApp() {
  const waiting: (() => void)[] = [];
  const app = new Hono<AppEnvironment>();
  app.use(requestRecord);
  app.use(async (c, next) => {
    c.set("viewer", c.req.header("authorization") === undefined ? ANONYMOUS : { ...ANONYMOUS, owner: "someone" });
    await next();
  });
  app.post("/graphql", readBodies(2 * LENGTH, 2 * LENGTH), async (c) => {
    expect(c.get("body")?.length).toBe(Number(c.req.header("content-length")));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return c.text("answered");
  });
  const send = (length: number, more: Record<string, string> = {}) => {
    const body = new Uint8Array(length);
    return app.request("/graphql", { method: "POST", body, headers: { "content-length": String(length), ...more } });
  };
  return { send, waiting };
}

it("long bodies beyond their shared memory get 429 and Retry-After; short bodies and callers with a key are served", async () => {
  const { send, waiting } = crowdedApp();
  const first = [send(LENGTH), send(LENGTH)];
  await expect.poll(() => waiting.length).toBe(2);
  const refused = await send(LENGTH);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toMatchObject({
    errors: [{ extensions: { code: "RATE_LIMITED", details: { retryAfter: 1 } } }],
  });
  const others = [send(100), send(LENGTH, { authorization: "Bearer of-someone" })];
  await expect.poll(() => waiting.length).toBe(4);
  for (const answer of waiting.splice(0)) answer();
  expect((await Promise.all([...first, ...others])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const again = send(LENGTH);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect((await again).status).toBe(200);
});
