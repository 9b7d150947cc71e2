import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atRest, MAIN } from "../../src/dashboard/data/use-settled.ts";

let client: QueryClient;
const act = vi.fn();

/** A query that ends when `end` is called. */
function query(key: string, meta: Record<string, unknown> = MAIN) {
  let end = (_: { failed: boolean }): void => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = ({ failed }) => (failed ? reject(new Error("failed")) : resolve("data"));
  });
  void client.prefetchQuery({ queryKey: [key], queryFn: () => ended, meta, retry: false });
  return async (failed = false) => {
    end({ failed });
    await ended.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
  };
}
/** Draws a frame, and lets what waits for it run. */
const frame = () => vi.advanceTimersByTimeAsync(20);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  client = new QueryClient();
  act.mockClear();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("a view without a main query is at rest after a frame", async () => {
  query("count", {});
  atRest(client, act);
  expect(act).not.toHaveBeenCalled();
  await frame();
  expect(act).toHaveBeenCalledTimes(1);
});

it.each([false, true])("a view is at rest a frame after its last main query ended (failed: %s)", async (failed) => {
  const [first, second] = [query("first"), query("second")];
  atRest(client, act);
  await first();
  await frame();
  expect(act).not.toHaveBeenCalled();
  await second(failed);
  expect(act).not.toHaveBeenCalled();
  await frame();
  expect(act).toHaveBeenCalledTimes(1);
});

it("a main query that begins before the frame is waited for", async () => {
  atRest(client, act);
  const end = query("late");
  await frame();
  expect(act).not.toHaveBeenCalled();
  await end();
  await frame();
  expect(act).toHaveBeenCalledTimes(1);
});

it("a cancelled wait calls nothing", async () => {
  const end = query("main");
  const stop = atRest(client, act);
  stop();
  await end();
  await frame();
  expect(act).not.toHaveBeenCalled();
});
