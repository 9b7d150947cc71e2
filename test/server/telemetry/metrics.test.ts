import { describe, expect, it } from "vitest";
import { limitHit } from "../../../src/server/telemetry/server-events.ts";
import { ADMIN_KEY, watchServer } from "./watched-server.ts";

const server = watchServer({ OMNIDEX_SLOW_STATEMENT_MS: "1" });

const series = (operation: string, status = "2xx"): string =>
  `omnidex_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`;

/** Waits for metrics that are updated after the response has been sent. */
const reaches = (name: string, value: number): Promise<void> => expect.poll(() => server.metric(name)).toBe(value);

describe("/metrics", () => {
  it("counts requests by operation, without names that callers invent", async () => {
    for (let index = 0; index < 30; index++)
      await server.graphql(`query Caller${index} { a${index}: models(first: 1) { nodes { name } } }`);
    await reaches(series("query models"), 30);
    for (let index = 0; index < 30; index++) await fetch(`${server.running().url}/guess/${index}`);
    await reaches(series("GET, no route", "4xx"), 30);
    const text = await server.metrics();
    expect(text).not.toMatch(/Caller|guess/);
    expect(await server.metric('omnidex_graphql_answers_total{by="compiled"}')).toBe(30);
  });

  it("counts stored rows, limits and hits of caches", async () => {
    const rows = 'omnidex_ingest_rows_total{way="whole"}';
    const before = (await server.metric(rows)) ?? 0;
    const mutation = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }`;
    const predictions = [{ question: "video-001/0", response: "A" }];
    const input = {
      benchmark: "omnidex-demo",
      model: { name: "m" },
      inputs: ["VIDEO"],
      idempotencyKey: "1",
      predictions,
    };
    const sent = await server.graphql(mutation, { key: ADMIN_KEY, variables: { input } });
    expect(await sent.json()).not.toHaveProperty("errors");
    await reaches(rows, before + 1);
    limitHit.publish({ limit: "requests" });
    await reaches('omnidex_limits_hit_total{limit="requests"}', 1);
    for (let time = 0; time < 3; time++) await server.graphql("{ questions(first: 1) { totalCount } }");
    expect(await server.metric('omnidex_cache_hits_total{cache="answers"}')).toBeGreaterThanOrEqual(2);
    expect(await server.metric('omnidex_cache_bytes{cache="answers"}')).toBeGreaterThan(100);
  });

  it("measures statements, and logs slow ones with the request but without values", async () => {
    const before = server.lines.length;
    const query = `{
      questions(filter: { text: "unmistakable words" }, first: 1) { totalCount }
      videos(first: 1) { nodes { id } }
    }`;
    await server.graphql(query, { headers: { "x-request-id": "slow-one" } });
    const slow = server.lines.slice(before).filter(({ msg }) => msg === "slow statement");
    expect(slow[0]).toMatchObject({ level: "warn", statement: expect.stringMatching(/^(select|with) /) });
    expect(slow.map(({ requestId }) => requestId)).toContain("slow-one");
    expect(server.texts.join("")).not.toContain("unmistakable words");
    expect(await server.metric("omnidex_database_slow_statements_total")).toBeGreaterThan(0);
    expect(await server.metric("omnidex_database_statements_in_flight")).toBe(0);
  });

  it("counts uncaught errors", async () => {
    server.running().failed("unhandledRejection", new Error("nobody awaits it"));
    await reaches('omnidex_unhandled_failures_total{event="unhandledRejection"}', 1);
    expect(server.lines.at(-1)).toMatchObject({
      level: "error",
      msg: "nobody awaits it",
      requestId: "unhandledRejection",
    });
  });

  it("is for administrators on the server's own port", async () => {
    const { url } = server.running();
    const asked = (headers: Record<string, string>) => fetch(`${url}/metrics`, { headers });
    expect((await asked({})).status).toBe(403);
    const shown = await asked({ authorization: `Bearer ${ADMIN_KEY}` });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, expect.stringContaining("version=0.0.4")]);
    expect(await shown.text()).toContain("nodejs_eventloop_lag_p99_seconds");
  });

  it("has its own port, at which /graphql does not exist", async () => {
    const { origin } = new URL(server.running().metricsUrl ?? "");
    expect((await fetch(`${origin}/graphql`)).status).toBe(404);
  });
});
