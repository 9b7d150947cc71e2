import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { join, open, question } from "./joined.ts";

const UUID = "f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40";
const RELEASE = { benchmark: "worldsense", questions: [0, 1, 2, 3].map((ordinal) => question(ordinal)) };

/**
 * A row as the adapters of "every eval ever" write it: with the prompt, and with an id that the evaluation tool
 * assigned.
 */
const row = (ordinal: number, over: object = {}) => ({
  schema_version: "0.3.0",
  evaluation_id: "worldsense/demo-org_demo-model/1750000000",
  model_id: "demo-org/demo-model",
  evaluation_name: "WorldSense",
  evaluation_result_id: "worldsense.accuracy",
  sample_id: String(ordinal + 1),
  interaction_type: "single_turn",
  input: { raw: `Watch it.\nWhat is number ${ordinal}?\nA. a cat\nB. two dogs\nC. birds`, reference: ["B"] },
  output: { raw: [`The answer is ${"ABC"[ordinal % 3]}.`] },
  answer_attribution: [],
  evaluation: { score: 1, is_correct: true },
  ...over,
});

const rowsFile = (rows: readonly object[]): ImportFile =>
  textFile(`${UUID}_samples.jsonl`, rows.map((one) => `${JSON.stringify(one)}\n`).join(""));

const record = (over: object = {}): ImportFile =>
  jsonFile(
    `${UUID}.json`,
    {
      schema_version: "0.3.0",
      evaluation_id: "worldsense/demo-org_demo-model/1750000000",
      eval_library: { name: "inspect_ai", version: "1" },
      model_info: { name: "demo-model", id: "demo-org/demo-model", developer: "demo-org" },
      evaluation_results: [{ evaluation_name: "WorldSense", source_data: { dataset_name: "worldsense" } }],
      detailed_evaluation_results: {
        format: "jsonl",
        file_path: `data/worldsense/demo-org/demo-model/${UUID}_samples.jsonl`,
      },
      ...over,
    },
    2,
  );

const ALL = RELEASE.questions.map(({ ordinal }) => row(ordinal));

describe('the rows of "every eval ever"', () => {
  it("are joined by their prompts and not by their ids", async () => {
    const { report, responses } = await join([rowsFile(ALL)], RELEASE);
    expect(report.problems).toEqual([]);
    expect([...responses]).toEqual([
      ["v0/0", "The answer is A."],
      ["v1/0", "The answer is B."],
      ["v2/0", "The answer is C."],
      ["v3/0", "The answer is A."],
    ]);
  });

  it("are joined by a key if their options match", async () => {
    const keyed = (options: readonly string[]) =>
      row(0, { sample_id: "v2/0", input: { raw: "", reference: [], choices: options } });
    const { responses } = await join([rowsFile([keyed(["a cat", "two dogs", "birds"])])], RELEASE);
    expect([...responses.keys()]).toEqual(["v2/0"]);
    const { report } = await join([rowsFile([keyed(["a cow", "two dogs", "birds"])])], RELEASE);
    expect(report.problems).toMatchObject([
      { place: "line 1", reason: expect.stringContaining("options are not those of v2/0") },
    ]);
  });

  it("become one prediction if they repeat one sample with the same output", async () => {
    const again = row(1, { evaluation_result_id: "worldsense.f1" });
    const other = row(2, { evaluation_result_id: "worldsense.f1", output: { raw: ["A"] } });
    const { report, predictions } = await join([rowsFile([...ALL, again, other, ALL[3] as object])], RELEASE);
    expect(predictions).toHaveLength(4);
    expect(report.problems).toEqual([
      {
        file: `${UUID}_samples.jsonl`,
        place: "line 6",
        reason: `Question v2/0 is answered already: ${UUID}_samples.jsonl: line 3.`,
      },
      {
        file: `${UUID}_samples.jsonl`,
        place: "line 7",
        reason: `Question v3/0 is answered already: ${UUID}_samples.jsonl: line 4.`,
      },
    ]);
  });

  it("use the last answer of several turns, and keep failures and gaps", async () => {
    const turns = [
      { turn_idx: 0, role: "user", content: "What?" },
      { turn_idx: 1, role: "assistant", content: "Let me see." },
      { turn_idx: 2, role: "tool", content: "A frame." },
      { turn_idx: 3, role: "assistant", content: "C" },
      { turn_idx: 4, role: "assistant", content: null, tool_calls: [] },
    ];
    const rows = [
      row(0, { interaction_type: "agentic", output: null, messages: turns }),
      row(1, { output: { raw: [] }, error: "timeout" }),
      row(2, { output: { raw: ["Error: no memory"] } }),
      row(3, { output: { raw: [] } }),
    ];
    const { report, predictions } = await join([rowsFile(rows)], RELEASE);
    expect(report).toMatchObject({ problems: [], predictions: 3, errors: 2, missing: 1 });
    expect(predictions).toMatchObject([
      { response: "C", error: null },
      { response: null, error: "timeout" },
      { response: null, error: "Error: no memory" },
    ]);
  });

  it("are listed as problems if they do not identify their question", async () => {
    const { report } = await join([rowsFile([row(0, { sample_id: "", input: { reference: [] } })])], RELEASE);
    expect(report.problems).toMatchObject([
      { place: "line 1", reason: expect.stringMatching(/neither a 'sample_id' nor an 'input'/) },
    ]);
  });
});

describe('the record of a run in "every eval ever"', () => {
  it("names the model and the benchmark, whichever way its rows are given", async () => {
    const header = { benchmark: "worldsense", model: "demo-model", organization: "demo-org" };
    for (const [files, beside] of [
      [[rowsFile(ALL)], [record()]],
      [[record()], [rowsFile(ALL)]],
      [[record(), rowsFile(ALL)], [record()]],
      [[jsonFile(`${UUID}.json`, JSON.parse(new TextDecoder().decode(record().bytes)))], [rowsFile(ALL), record()]],
    ] as const) {
      const submission = await open(files, {}, beside);
      expect(submission).toMatchObject({ format: "eee", header });
      expect((await join(files, RELEASE, {}, beside)).predictions).toHaveLength(4);
    }
    expect((await open([rowsFile(ALL)])).header).toEqual({ benchmark: "worldsense", model: "demo-org/demo-model" });
    expect((await open([rowsFile(ALL)], {}, [textFile(`${UUID}.json`, "{")])).header.model).toBe("demo-org/demo-model");
  });

  it("cannot be submitted without its rows", async () => {
    await expect(open([record()])).rejects.toThrow(
      `${UUID}.json: expected the rows of the run, ${UUID}_samples.jsonl, beside its record, found the record alone.`,
    );
  });
});
