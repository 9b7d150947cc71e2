import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import { ADMIN_KEY, watchServer } from "./watched-server.ts";

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const received: { readonly path: string | undefined; readonly body: TraceExport }[] = [];

/** A receiver of OTLP over HTTP, in JSON. */
const collector: Server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  received.push({ path: incoming.url, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
  outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
});

const settings: Record<string, string> = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  settings.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  // OpenTelemetry's own packages read the process's environment.
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "50");
});

const server = watchServer(settings);

afterAll(() => {
  vi.unstubAllEnvs();
  collector.closeAllConnections();
  collector.close();
});

const spans = (): readonly Span[] =>
  received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );

/** The spans of a trace, once the span of its request has arrived. */
async function trace(traceId: string): Promise<readonly Span[]> {
  const found = (): readonly Span[] => spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => found().some(({ kind }) => kind === 2)).toBe(true);
  return found();
}

const attribute = (span: Span | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

describe("traces", () => {
  it("contain the request below its caller's span, with compilation and statements below it", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    await server.graphql("query Mine { questions(first: 1) { totalCount nodes { key } } }", {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, "x-request-id": "traced-one" },
    });
    const found = await trace(traceId);
    const request = found.find(({ kind }) => kind === 2);
    expect(request).toMatchObject({ name: "query questions", parentSpanId: "b7ad6b7169203331" });
    expect(attribute(request, "graphql.operation.name")).toBe("Mine");
    expect(attribute(request, "omnidex.request.id")).toBe("traced-one");
    expect(attribute(request, "http.response.status_code")).toBe(200);
    const children = found.filter((span) => span.parentSpanId === request?.spanId);
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(["compile", "select"]));
    const statement = children.find(({ name }) => name === "select");
    expect(attribute(statement, "db.query.text")).toMatch(/^\s*(select|with)/i);
    expect(server.lines.find(({ requestId }) => requestId === "traced-one")).toMatchObject({ traceId });
    expect(received[0]?.path).toBe("/v1/traces");
    const resource = received[0]?.body.resourceSpans[0]?.resource.attributes ?? [];
    expect(resource).toContainEqual({ key: "service.name", value: { stringValue: "omnidex" } });
  });

  it("contain the scoring of a submission, but none of its texts", async () => {
    const traceId = "1af7651916cd43dd8448eb211c80319c";
    const predictions = [{ question: "video-001/0", response: "The unmistakable answer is (A)." }];
    const input = {
      benchmark: "omnidex-demo",
      model: { name: "m" },
      inputs: ["VIDEO"],
      idempotencyKey: "1",
      predictions,
    };
    const mutation = "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }";
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    await (await server.graphql(mutation, { key: ADMIN_KEY, variables: { input }, headers })).text();
    const found = await trace(traceId);
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["mutation submitRun", "transaction", "score rows", "insert"]),
    );
    const byId = new Map(found.map((span) => [span.spanId, span.name]));
    const scored = found.find(({ name }) => name === "score rows");
    // PGlite has one connection, so the rows are scored before the transaction takes it.
    expect(byId.get(scored?.parentSpanId ?? "")).toBe(
      process.env.TEST_DATABASE_URL ? "transaction" : "mutation submitRun",
    );
    expect(JSON.stringify(received)).not.toMatch(/unmistakable|omx_admin_key/);
  });
});

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    "OTEL_EXPORTER_OTLP_PROTOCOL",
  ],
])("the settings %j are refused", (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name);
});

it.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_SDK_DISABLED: "true" }])(
  "traces are off with %j",
  (environment) => {
    expect(readConfig(environment).telemetry.traces).toBeNull();
  },
);
