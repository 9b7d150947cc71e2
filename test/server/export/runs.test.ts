import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EEE_AGGREGATE_SCHEMA, EEE_INSTANCE_SCHEMA } from "../../formats/eee-schema.ts";
import { INSPECT_LOG_SCHEMA } from "../../formats/inspect-schema.ts";
import { importBenchmark } from "../../support/admin-imports.ts";
import { createTestServer, type SubmittedRun, type TestServer } from "../../support/test-server.ts";
import { expectFault } from "../faults.ts";
import { gapBatch } from "../gap-batch.ts";
import { keyOf } from "../hidden/hidden-benchmark.ts";
import { asAdmin, fetchFile, fetchPath, parseCsv, parseNdjson, setAccess } from "./export-client.ts";

const ajv = addFormats.default(
  new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false, strictRequired: false }),
);

let server: TestServer;
let demo: string;
/** A run with a prediction of every kind. */
let mixed: string;
/** The keys of five multiple-choice questions. */
let keys: readonly string[];

const submit = async (input: SubmittedRun): Promise<string> =>
  (await server.submit({ visibility: "PUBLIC", model: { name: "mixed", organization: "acme" }, ...input })).id;

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>(
    '{ runs(filter: { models: ["demo-large"] }) { nodes { id } } }',
  );
  demo = runs.nodes[0]?.id ?? "";
  const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
    '{ questions(filter: { benchmarks: ["omnidex-demo"], answerFormats: [MULTIPLE_CHOICE] }, first: 5) { nodes { key } } }',
  );
  keys = questions.nodes.map(({ key }) => key);
  mixed = await submit({
    benchmark: "omnidex-demo",
    idempotencyKey: "mixed",
    frames: 32,
    seed: 7,
    predictions: [
      { question: keys[0], response: "The answer is A." },
      { question: keys[1], response: "The answer is B." },
      { question: keys[2], response: 'I cannot tell; "both"\nare possible, I fear.' },
      { question: keys[3], error: "the API timed out" },
      { question: keys[4], response: "" },
    ],
  });
});
afterAll(() => server.close());

const path = (run: string, format: string): string => `/export/runs/${run}?format=${format}`;
const text = async (run: string, format: string, options?: { key: string }): Promise<string> =>
  (await fetchFile(server, path(run, format), options)).text();

function expectValid(schema: object, value: unknown): void {
  const valid = ajv.validate(schema, value);
  expect(valid ? [] : ajv.errors).toEqual([]);
}

interface Aggregate {
  readonly evaluation_id: string;
  readonly evaluation_results: readonly {
    readonly evaluation_result_id: string;
    readonly evaluation_name: string;
    readonly score_details: { readonly score: number; readonly details: Readonly<Record<string, string>> };
  }[];
  readonly detailed_evaluation_results?: { readonly file_path: string; readonly total_rows: number };
}

interface Instance {
  readonly evaluation_id: string;
  readonly evaluation_result_id: string;
  readonly sample_id: string;
  readonly input: { readonly raw: string; readonly reference: readonly string[] };
  readonly answer_attribution: readonly object[];
  readonly evaluation: { readonly score: number; readonly is_correct: boolean };
  readonly error: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Log {
  readonly results: {
    readonly scores: readonly { readonly metrics: { readonly accuracy: { readonly value: number } } }[];
  };
  readonly samples: readonly {
    readonly id: string;
    readonly target: string;
    readonly error?: { readonly message: string };
    readonly output: { readonly completion: string };
    readonly scores?: { readonly omnidex: { readonly value: string | number; readonly answer: string | null } };
  }[];
}

const SCORE = "query ($id: ID!) { run(id: $id) { score { value n missing errored unparsed correct } } }";
const scoreOf = async (id: string) =>
  (await server.data<{ run: { score: { value: number; n: number; missing: number; errored: number } } }>(SCORE, { id }))
    .run.score;

describe("every eval ever", () => {
  it("returns an aggregate of version 0.3.0 with the score, its parts and its uncertainty", async () => {
    for (const run of [demo, mixed]) {
      const record = JSON.parse(await text(run, "eee")) as Aggregate;
      expectValid(EEE_AGGREGATE_SCHEMA, record);
      const score = await scoreOf(run);
      expect(record.evaluation_results[0]).toMatchObject({
        evaluation_result_id: `${run}/overall`,
        score_details: {
          score: score.value,
          details: { n: String(score.n), missing: String(score.missing), errored: String(score.errored) },
          uncertainty: { num_samples: score.n, confidence_interval: { confidence_level: 0.95 } },
        },
      });
      expect(record.evaluation_results.map(({ evaluation_result_id }) => evaluation_result_id)).toContain(
        `${run}/LEVEL/REASONING`,
      );
    }
  });

  it("returns one row for each prediction that has a score", async () => {
    for (const run of [demo, mixed]) {
      const record = JSON.parse(await text(run, "eee")) as Aggregate;
      const rows = parseNdjson<Instance>(await text(run, "eee-instances"));
      for (const row of rows) expectValid(EEE_INSTANCE_SCHEMA, row);
      expect(rows).toHaveLength(record.detailed_evaluation_results?.total_rows ?? -1);
      expect(new Set(rows.map(({ evaluation_id }) => evaluation_id))).toEqual(new Set([record.evaluation_id]));
      const { value, n } = await scoreOf(run);
      expect(rows.reduce((sum, { evaluation }) => sum + evaluation.score, 0) / n).toBeCloseTo(value, 12);
    }
  });

  it("distinguishes failed and unreadable responses from wrong answers", async () => {
    const rows = parseNdjson<Instance>(await text(mixed, "eee-instances"));
    const [unparsed, failed] = [rows[2], rows[3]];
    expect(unparsed).toMatchObject({ answer_attribution: [], metadata: { outcome: "UNPARSED" }, error: null });
    expect(failed).toMatchObject({ output: { raw: [] }, metadata: { outcome: "ERRORED" }, error: "the API timed out" });
    expect(rows.filter(({ answer_attribution }) => answer_attribution.length > 0)).toHaveLength(2);
  });
});

describe("Inspect", () => {
  it("returns a log of version 2 with Inspect's letters for the outcomes", async () => {
    for (const run of [demo, mixed]) expectValid(INSPECT_LOG_SCHEMA, JSON.parse(await text(run, "inspect")));
    const { samples, results } = JSON.parse(await text(mixed, "inspect")) as Log;
    expect(results.scores[0]?.metrics.accuracy.value).toBe((await scoreOf(mixed)).value);
    expect(samples.map(({ id }) => id)).toEqual([keys[0], keys[1], keys[2], keys[3], keys[4]]);
    for (const { target, scores } of samples.slice(0, 2)) {
      expect(scores?.omnidex.value).toBe(scores?.omnidex.answer === target ? "C" : "I");
    }
    expect(samples[2]?.scores?.omnidex).toMatchObject({ value: "N", answer: null });
    expect(samples[3]).toMatchObject({
      error: { message: "the API timed out" },
      output: { choices: [], completion: "" },
    });
    expect(samples[3]).not.toHaveProperty("scores");
  });
});

describe("lmms-eval", () => {
  it("returns a row for each prediction, and a summary with the same timestamp", async () => {
    const response = await fetchFile(server, path(mixed, "lmms-eval"));
    const rows = parseNdjson<Record<string, unknown>>(await response.text());
    expect(rows[0]).toMatchObject({
      doc_id: expect.any(Number),
      filtered_resps: "The answer is A.",
      doc_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      omnidex_score: { question_key: keys[0], pred_answer: "A" },
      input: expect.stringMatching(/\nA\. .*\nB\. /),
    });
    expect(rows[3]).toMatchObject({
      filtered_resps: "",
      error: "the API timed out",
      omnidex_score: { outcome: "ERRORED", score: 0 },
    });
    expect(rows.map(({ resps }) => resps)).toEqual([undefined, undefined, undefined, [], undefined]);
    const results = JSON.parse(await text(mixed, "lmms-eval-results"));
    const score = await scoreOf(mixed);
    expect(results.results.omnidex_demo).toMatchObject({ "omnidex_score,none": score.value, missing: score.missing });
    expect(response.headers.get("content-disposition")).toContain(`${results.date}_samples_omnidex_demo.jsonl`);
  });
});

describe("plain rows", () => {
  it("equal the submitted rows", async () => {
    expect(parseNdjson(await text(mixed, "omnidex"))).toEqual([
      { question: keys[0], response: "The answer is A." },
      { question: keys[1], response: "The answer is B." },
      { question: keys[2], response: 'I cannot tell; "both"\nare possible, I fear.' },
      { question: keys[3], response: null, error: "the API timed out" },
      { question: keys[4], response: "" },
    ]);
    const rows = parseCsv(await text(mixed, "csv"));
    expect(rows[2]).toMatchObject({
      question: keys[2],
      response: 'I cannot tell; "both"\nare possible, I fear.',
      outcome: "UNPARSED",
    });
  });

  it("need only a few statements for any number of rows", async () => {
    await text(demo, "omnidex");
    const statements: string[] = [];
    const stop = server.database.onStatement((statement) => statements.push(statement.text));
    await text(demo, "omnidex");
    stop();
    // One statement each for the run, its release, its count and its 480 predictions. The fifth one checks whether the run
    // was scored again in the meantime.
    expect(statements.length).toBeLessThanOrEqual(5);
  });
});

describe("the error types of a run", () => {
  const label = (errorTypes: readonly string[]) =>
    server.data("mutation ($input: LabelErrorsInput!) { labelErrors(input: $input) { labelled } }", {
      input: { run: mixed, labels: [{ question: keys[2], errorTypes }] },
    });
  const columns = async (options?: { key: string }) =>
    parseCsv(await text(mixed, "csv", options)).map(({ errorTypes }) => errorTypes);

  it("are beside its predictions in every format with rows, as long as they are stored", async () => {
    const before = await fetchFile(server, path(mixed, "csv"));
    expect(parseCsv(await before.text()).map(({ errorTypes }) => errorTypes)).toEqual(Array(5).fill("[]"));
    await label(["wrong-count", "misheard"]);
    const [rows, instances] = await Promise.all(
      ["omnidex", "eee-instances"].map(async (format) => parseNdjson<Instance>(await text(mixed, format))),
    );
    expect(rows?.map((row) => "errorTypes" in row && row.errorTypes)).toEqual([
      ...[false, false, ["misheard", "wrong-count"], false, false],
    ]);
    expect(instances?.map(({ metadata }) => metadata.error_types)).toEqual([
      ...[undefined, undefined, "misheard,wrong-count", undefined, undefined],
    ]);
    for (const row of instances ?? []) expectValid(EEE_INSTANCE_SCHEMA, row);
    const log = JSON.parse(await text(mixed, "inspect"));
    expectValid(INSPECT_LOG_SCHEMA, log);
    expect(log.samples[2].metadata.error_types).toEqual(["misheard", "wrong-count"]);
    expect(log.samples[1].metadata).not.toHaveProperty("error_types");
    const samples = parseNdjson<{ omnidex_score: object }>(await text(mixed, "lmms-eval"));
    expect(samples[2]?.omnidex_score).toMatchObject({ error_types: ["misheard", "wrong-count"] });
    const parquet = await (await fetchFile(server, path(mixed, "parquet"))).arrayBuffer();
    const read = await parquetReadObjects({ file: parquet, columns: ["question", "errorTypes"] });
    expect(read[2]).toEqual({ question: keys[2], errorTypes: ["misheard", "wrong-count"] });

    const after = await fetchFile(server, path(mixed, "csv"));
    expect(parseCsv(await after.text())[2]?.errorTypes).toBe('["misheard","wrong-count"]');
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  it("are left out if the release hides its answers from the viewer", async () => {
    await label(["misheard"]);
    await setAccess(server, "HIDDEN");
    const owner = { key: await keyOf(server, "exporter") };
    expect(await columns(owner)).toEqual(Array(5).fill(""));
    for (const format of ["omnidex", "inspect", "lmms-eval"])
      expect(await text(mixed, format, owner)).not.toMatch(/errorTypes|error_types/);
    expect((await columns(asAdmin))[2]).toBe('["misheard"]');
    await setAccess(server, "VISIBLE");
    await label([]);
  });
});

describe("the export of a run", () => {
  it("is allowed to everyone who can see the run", async () => {
    const secret = await submit({
      benchmark: "omnidex-demo",
      idempotencyKey: "secret",
      visibility: "PRIVATE",
      predictions: [{ question: keys[0], response: "A" }],
    });
    await expectFault(server, await fetchPath(server, path(secret, "csv")), ["NOT_FOUND", new RegExp(secret)]);
    expect(parseCsv(await text(secret, "csv", asAdmin))).toHaveLength(1);
  });

  it("names what is wrong with a request", async () => {
    await expectFault(server, await fetchPath(server, path("run_99999", "csv")), ["NOT_FOUND", /run_99999/]);
    await expectFault(server, await fetchPath(server, path("question_1", "csv")), ["BAD_USER_INPUT", /'run'/]);
    await expectFault(server, await fetchPath(server, path(demo, "xml")), ["BAD_USER_INPUT", /eee, .*inspect/]);
    const created = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input: { benchmark: "gaps", model: { name: "m" }, inputs: ["TEXT"], idempotencyKey: "open" } },
    );
    const open = await fetchPath(server, path(created.createRun.run.id, "csv"), asAdmin);
    await expectFault(server, open, ["CONFLICT", /not scored/]);
  });

  it("contains no answer, outcome or score of a question if the release hides its answers", async () => {
    const shown = parseNdjson<Instance>(await text(mixed, "eee-instances"));
    await setAccess(server, "HIDDEN");
    const owner = { key: await keyOf(server, "exporter") };
    await expectFault(server, await fetchPath(server, path(mixed, "eee-instances")), [
      "FORBIDDEN",
      /hides its answers/,
    ]);
    expect(parseNdjson(await text(mixed, "eee-instances", asAdmin))).toEqual(shown);
    const record = JSON.parse(await text(mixed, "eee", owner)) as Aggregate;
    expectValid(EEE_AGGREGATE_SCHEMA, record);
    // The run answers five questions of the release, so it shows no score.
    expect(record.evaluation_results).toEqual([]);
    const log = JSON.parse(await text(mixed, "inspect", owner)) as Log;
    expectValid(INSPECT_LOG_SCHEMA, log);
    for (const sample of log.samples) {
      expect(sample.target).toBe("");
      expect(sample).not.toHaveProperty("scores");
      expect(sample).not.toHaveProperty("metadata.outcome");
    }
    for (const row of parseNdjson<Record<string, object>>(await text(mixed, "lmms-eval", owner))) {
      expect(row.target).toBe("");
      for (const name of ["answer", "score", "outcome"]) expect(row.omnidex_score).not.toHaveProperty(name);
    }
    for (const row of parseCsv(await text(mixed, "csv", owner))) expect([row.outcome, row.score]).toEqual(["", ""]);
    for (const format of ["omnidex", "csv", "parquet", "lmms-eval", "inspect"])
      await expectFault(server, await fetchPath(server, path(mixed, format)), [
        "FORBIDDEN",
        /only the owner of the run/,
      ]);
    await setAccess(server, "VISIBLE");
  });
});
