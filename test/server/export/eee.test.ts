import { createHash } from "node:crypto";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { type DatastoreFile, datastoreFaults, folderOfModel, pathFaults } from "../../formats/eee-rules.ts";
import { EEE_AGGREGATE_SCHEMA, EEE_INSTANCE_SCHEMA } from "../../formats/eee-schema.ts";
import { upstreamFile } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { fetchFile, fetchPath, parseNdjson } from "./export-client.ts";
import { importShapes, SHAPES, submitShape } from "./run-shapes.ts";

let server: TestServer;
/** Runs of each shape, and of models whose names are difficult as folder names. */
const runs = new Map<string, string>();

const NAMES: readonly { readonly name: string; readonly organization?: string }[] = [
  { name: "Qwen/Qwen2.5-Omni-7B" },
  { name: "acme/m", organization: "acme" },
  { name: "CON", organization: "data" },
  { name: 'a<b>:"c"\\d|e?f*g.', organization: "aux.b" },
  { name: "../../x", organization: ".." },
  { name: " v 2. ", organization: " o /p " },
  { name: "/x", organization: "/" },
  { name: "Ünïcode 𝒳", organization: "音" },
];

beforeAll(async () => {
  server = await createTestServer();
  await importShapes([server]);
  for (const [name, shape] of Object.entries(SHAPES)) runs.set(name, (await submitShape(server, shape)).id);
  const { benchmark } = SHAPES.demo ?? { benchmark: "" };
  for (const model of NAMES) {
    const few = { benchmark, model, visibility: "PUBLIC", predictions: [{ question: "video-001/0", response: "A" }] };
    runs.set(JSON.stringify(model), (await server.submit(few)).id);
  }
}, 300_000);
afterAll(() => server.close());

/** An exported file, with the path below the root of a datastore at which a user would store it. */
async function fileOf(run: string, format: string, options?: { key: string }): Promise<DatastoreFile> {
  const { headers, text } = await fetched(run, format, options);
  const folder = (headers.get("x-export-folder") ?? "").split("/").map(decodeURIComponent).join("/");
  const name = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  return { path: `${folder}/${name}`, text };
}

async function fetched(run: string, format: string, options?: { key: string }) {
  const response = await fetchFile(server, `/export/runs/${run}?format=${format}`, options);
  return { headers: response.headers, text: await response.text() };
}

const compiled = (schema: object): ValidateFunction =>
  addFormats.default(new Ajv({ allErrors: true, strict: false })).compile(schema);

function expectValid(validate: ValidateFunction, value: unknown): void {
  expect(validate(value) ? [] : validate.errors).toEqual([]);
}

/** The published schemas. If their files are missing, the test is skipped. */
const published = (context: TestContext) => {
  const schema = (name: string): ValidateFunction => {
    const { bytes } = upstreamFile(context, `eee-0.3.0/${name}.schema.json`);
    return compiled(JSON.parse(new TextDecoder().decode(bytes)));
  };
  return { aggregate: schema("eval"), instance: schema("instance_level_eval") };
};

const restated = { aggregate: compiled(EEE_AGGREGATE_SCHEMA), instance: compiled(EEE_INSTANCE_SCHEMA) };

/** The files of a run, each exported once for all tests. */
const exported = new Map<string, Promise<readonly [DatastoreFile, DatastoreFile]>>();
function filesOf(run: string): Promise<readonly [DatastoreFile, DatastoreFile]> {
  const files = exported.get(run) ?? both(run);
  exported.set(run, files);
  return files;
}
const both = async (run: string) => [await fileOf(run, "eee"), await fileOf(run, "eee-instances")] as const;

async function expectBoth(run: string, schemas: typeof restated): Promise<void> {
  const [record, rows] = await filesOf(run);
  expectValid(schemas.aggregate, JSON.parse(record.text));
  const invalid = parseNdjson(rows.text).find((row) => !schemas.instance(row));
  if (invalid !== undefined) expectValid(schemas.instance, invalid);
  expect(datastoreFaults(record, rows)).toEqual([]);
}

const shapes = Object.keys(SHAPES);
const models = NAMES.map((model) => JSON.stringify(model));

describe('a run in the form of "every eval ever" 0.3.0', () => {
  it.each([...shapes, ...models])("is valid by the validator's schemas and rules: %s", async (name) => {
    await expectBoth(runs.get(name) ?? "", restated);
  });

  it("is valid by the published schemas", async (context) => {
    const schemas = published(context);
    for (const run of runs.values()) await expectBoth(run, schemas);
  });

  it("is the same bytes each time, with the checksum of its rows", async () => {
    for (const run of runs.values()) {
      const [record, rows] = await filesOf(run);
      expect(await both(run)).toEqual([record, rows]);
      const { checksum } = JSON.parse(record.text).detailed_evaluation_results;
      expect(checksum).toBe(createHash("sha256").update(rows.text).digest("hex"));
    }
  });

  it("gets a new UUID for each run and each scoring", async () => {
    const paths = await Promise.all([...runs.values()].map(async (run) => (await fileOf(run, "eee")).path));
    expect(new Set(paths).size).toBe(runs.size);
    const [run = ""] = runs.values();
    await server.database.transaction((tx) =>
      tx.query({
        text: `update scores set scored_at = scored_at + interval '1 second' where run_id = $1`,
        params: [Number(run.slice(4))],
      }),
    );
    expect(paths).not.toContain((await fileOf(run, "eee")).path);
  });

  it("has the same sample hashes as other writers of the format", async () => {
    const rows = parseNdjson<{ sample_id: string; sample_hash: string; input: { raw: string } }>(
      (await fileOf(runs.get("a benchmark of one's own") ?? "", "eee-instances")).text,
    );
    const row = rows.find(({ sample_id }) => sample_id === "tricky/0/0");
    expect(row?.input.raw).toBe('Which\nof them, "0" or\u2028é 𝒳\u007f0?\nA. B\nB. A\nC. D\nD. C');
    // hashlib.sha256(json.dumps({"raw": raw, "reference": ["B"]}, sort_keys=True, separators=(",", ":")).encode()), by Python.
    expect(row?.sample_hash).toBe("27332c59bb3b76dcc473850951200571bb10b95ef7ba2a539c4cfe95918fffff");
  });

  it("lists the data that the format cannot hold", async () => {
    const warnings = async (name: string, format: string) => {
      const { headers } = await fetched(runs.get(name) ?? "", format);
      return JSON.parse(decodeURI(headers.get("x-export-warnings") ?? "[]"));
    };
    expect(await warnings("avi-bench, confirmed", "eee")).toEqual([
      { code: "UNSCORED_LEFT_OUT", message: expect.stringMatching(/^30 of 438 predictions have no row/) },
    ]);
    expect(await warnings("worldsense", "eee")).toEqual([]);
    expect(await warnings("worldsense", "inspect")).toEqual([]);
    expect(await warnings("mmworld, asked without options", "csv")).toEqual([
      { code: "SETTINGS_NOT_CARRIED", message: expect.stringMatching(/\(.*frames 32, seed 7, .*open_ended true\)/) },
    ]);
  });

  it("has no rows and no reference to rows if the answers are hidden or no prediction has a score", async () => {
    const captions = {
      benchmark: "avi-bench",
      visibility: "PUBLIC",
      predictions: [{ question: "AVC/0", response: "x" }],
    };
    const { id } = await server.submit(captions);
    const refused = await fetchPath(server, `/export/runs/${id}?format=eee-instances`);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("No prediction of the run has a score"),
    ]);
    await server.database.transaction((tx) =>
      tx.query({ text: "update releases set answer_access = 'HIDDEN'", params: [] }),
    );
    for (const run of [...runs.values(), id]) {
      const record = await fileOf(run, "eee");
      expectValid(restated.aggregate, JSON.parse(record.text));
      expect(datastoreFaults(record, null)).toEqual([]);
    }
    await server.database.transaction((tx) =>
      tx.query({ text: "update releases set answer_access = 'VISIBLE'", params: [] }),
    );
  });
});

describe("the validator's rules, as restated in these tests", () => {
  it("refuses invalid files", () => {
    const uuid = "f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40";
    expect(pathFaults(`data/demo-source/demo-org/demo-model/${uuid}_samples.jsonl`)).toEqual([]);
    for (const wrong of [
      `data/a/b/${uuid}.json`,
      `data/data/b/c/${uuid}.json`,
      `data/a/b./c/${uuid}.json`,
      `data/a/nul.x/c/${uuid}.json`,
      `data/a/b/c:d/${uuid}.json`,
      "data/a/b/c/run_1.json",
      `data/a/b/c/${uuid.replace("-4c1a", "-1c1a")}.json`,
    ])
      expect(pathFaults(wrong)).toHaveLength(1);
    expect(folderOfModel("acme/m:1/x")).toBe("acme/m_1_x");
    expect(["m", "unknown/m", "a//b", "a/b.", "a/<b>"].map(folderOfModel)).toEqual([null, null, null, null, null]);
  });
});
