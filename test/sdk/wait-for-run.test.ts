import { expect, test } from "vitest";
import { Omnidex, type Run } from "../../src/sdk/index.ts";
import { type Answer, cannedServer, data } from "./support/canned-server.ts";
import { sampleRun } from "./support/sample-run.ts";

const run = (fields: Partial<Run>): Answer => data({ run: sampleRun(fields) });
const fast = { intervalMs: 1 };

test("a run is waited for until it is scored, and no cache is asked", async () => {
  await using server = await cannedServer(
    run({ status: "OPEN" }),
    run({ status: "JUDGING" }),
    run({ status: "SCORED", rejudging: true }),
    run({ status: "SCORED", notes: "at last" }),
  );
  const found = await new Omnidex({ url: server.url, apiKey: null }).waitForRun("run-1", fast);
  expect(found).toMatchObject({ status: "SCORED", notes: "at last" });
  expect(server.received.map(({ method, variables }) => [method, variables])).toEqual(
    Array(4).fill(["POST", { id: "run-1" }]),
  );
});

test.each(["SCORED", "WITHDRAWN"] as const)("a run that is %s is returned at once", async (status) => {
  await using server = await cannedServer(run({ status }));
  expect((await new Omnidex({ url: server.url }).waitForRun("run-1")).status).toBe(status);
  expect(server.received).toHaveLength(1);
});

test("the number of responses that wait for the judge is read from the server, not from a cache", async () => {
  await using server = await cannedServer(data({ run: { judgeQueue: 12 } }), data({ run: { judgeQueue: null } }));
  const omnidex = new Omnidex({ url: server.url, apiKey: null });
  expect([await omnidex.judgeQueue("run-1"), await omnidex.judgeQueue("run-1")]).toEqual([12, null]);
  expect(server.received.map(({ method }) => method)).toEqual(["POST", "POST"]);
});

test("the wait ends with its signal", async () => {
  const stop = new AbortController();
  const reason = new Error("no more");
  await using server = await cannedServer(run({ status: "JUDGING" }), (response) => {
    stop.abort(reason);
    response.destroy();
  });
  const waiting = new Omnidex({ url: server.url }).waitForRun("run-1", { ...fast, signal: stop.signal });
  await expect(waiting).rejects.toBe(reason);
});

test("a run that does not exist is not waited for", async () => {
  await using server = await cannedServer(data({ run: null }));
  await expect(new Omnidex({ url: server.url }).waitForRun("run-9", fast)).rejects.toThrow("There is no run 'run-9'.");
});
