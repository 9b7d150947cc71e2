import { afterAll, beforeAll, expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { exportPath, fetchFile, parseCsv, parseNdjson } from "./export-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importFiles(server.database, "worldsense", [worldSenseJson(worldSenseFixture())]);
  await importFiles(server.database, "omnivideobench", [omniVideoBenchJson(omniVideoBenchFixture())]);
});
afterAll(() => server.close());

interface Line {
  readonly task: { readonly levelSource: string };
}

it.each([
  ["worldsense", "PAPER"],
  ["omnivideobench", "CURATED"],
])("exports of %s say for each question that its level is from: %s", async (benchmark, source) => {
  const read = async (extension: string) =>
    (await fetchFile(server, exportPath(extension, { benchmarks: [benchmark] }))).text();
  const lines = parseNdjson<Line>(await read("ndjson"));
  expect(lines.length).toBeGreaterThan(10);
  expect(new Set(lines.map(({ task }) => task.levelSource))).toEqual(new Set([source]));
  expect(new Set(parseCsv(await read("csv")).map(({ levelSource }) => levelSource))).toEqual(new Set([source]));
});

it("exports of a run in the formats of other tools say so, too", async () => {
  const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>("{ runs(first: 1) { nodes { id } } }");
  const read = async (format: string) =>
    (await fetchFile(server, `/export/runs/${runs.nodes[0]?.id}?format=${format}`)).text();
  const [lmms] = parseNdjson<Record<string, unknown>>(await read("lmms-eval"));
  const [eee] = parseNdjson<{ metadata: object }>(await read("eee-instances"));
  const inspect = JSON.parse(await read("inspect")) as { samples: { metadata: object }[] };
  for (const metadata of [Object.values(lmms ?? {}), [eee?.metadata], [inspect.samples[0]?.metadata]])
    expect(metadata).toContainEqual(expect.objectContaining({ level_source: "CURATED", level: expect.any(String) }));
});
