import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OmnidexError } from "../../../src/domain/errors.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import type { JoinRelease } from "../../../src/formats/join/found-question.ts";
import { pythonList, textFile } from "../../fixtures/file-writing.ts";
import { zipFile } from "../../fixtures/results/zip-file.ts";
import { cases } from "../../support/cases.ts";
import { stepsDuring } from "../../support/counted-steps.ts";
import { placesOf, replace } from "../document-places.ts";
import { join, question } from "./joined.ts";

const NUM_RUNS = cases(100);

const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const named = (name: string, value: unknown): object => JSON.parse(JSON.stringify({ [name]: value }));

/** Texts of about 5,000 characters that backtrack or nest. */
const LONG: readonly string[] = [
  ...["x".repeat(5_000), "A. a\n".repeat(1_000), "[".repeat(5_000), '"'.repeat(5_000), "\\".repeat(5_000)],
  ...["[[".repeat(2_500) + "]]".repeat(2_500), "{'a':".repeat(1_000), " ".repeat(5_000), "()".repeat(2_500)],
  ":".repeat(5_000),
];

/** A reader whose steps grow with the square of a text's length takes about 25 million for one of them. */
const MOST_STEPS = 5_000_000;

/** Values that a reader might mistake for others, or trip over. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e300, -1e300, 2 ** 53, 9007199254740993n, 1e-300],
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "x\udc00y",
    "\u{1F600}",
    "\ufeffA",
    "\u2028",
    "A",
    "a",
    "(B)",
    "NaN",
    "null",
    "-1",
  ],
  ...["12", "12.0", "1e5", "0x10", "__proto__", "constructor", "toString", "hasOwnProperty", "attachment://0"],
  ...["[", "{", "['a', 'b']", '["a", "b"]', "{'A': 'a'}", '{"A": {"toString": 1}}', "['a", "=1+1", "Error: x", "pre_1"],
  ...LONG,
  ...[
    [],
    {},
    [[]],
    [{}],
    [null],
    ["A"],
    [["A"]],
    [[["A"]]],
    [1, "A", null, {}],
    Array(1_000).fill("A"),
    deep(60),
    deep(90),
  ],
  ...[
    "toString",
    "valueOf",
    "toJSON",
    "then",
    "constructor",
    "length",
    "__proto__",
    "map",
    "message",
    "raw",
    "content",
  ].flatMap((name) => [named(name, 1), named(name, null), named(name, "A"), named(name, [named(name, {})])]),
  [named("toString", 1), named("toJSON", "A")],
];

/** JSON with the integers that JavaScript would round, and with lone surrogates as Python writes them. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `\u0001${each}` : each)).replace(
    /"\\u0001(\d+)"/g,
    "$1",
  );

interface Case {
  readonly name: string;
  readonly document: unknown;
  readonly file: (document: unknown) => ImportFile;
}

const ndjson =
  (name: string) =>
  (document: unknown): ImportFile =>
    textFile(name, Array.isArray(document) ? document.map(json).join("\n") : json(document));
const whole =
  (name: string) =>
  (document: unknown): ImportFile =>
    textFile(name, json(document));
const cell = (value: unknown): string => `"${(typeof value === "string" ? value : json(value)).replaceAll('"', '""')}"`;
const csv =
  (name: string) =>
  (document: unknown): ImportFile =>
    textFile(
      name,
      (Array.isArray(document) ? document : [document])
        .map((row) => (Array.isArray(row) ? row : [row]).map(cell).join(","))
        .join("\n"),
    );

/** An Inspect log from its header and its samples. */
function archive(document: unknown): ImportFile {
  const [header = null, ...samples] = Array.isArray(document) ? document : [document];
  const entry = (name: string, value: unknown) => {
    const data = Buffer.from(json(value));
    return { name, method: 0, data, size: data.length };
  };
  const entries = samples.map((sample, index) => entry(`samples/${index}_epoch_1.json`, sample));
  return zipFile("log.eval", [entry("header.json", header), ...entries]);
}

const OPTIONS = ["a cat", "two dogs", "birds"];
const PROMPT = "Watch it.\nWhat is number 0?\nA. a cat\nB. two dogs\nC. birds";
const asked = { question: "What is number 0?", options: OPTIONS };
const logged = {
  id: 1,
  epoch: 1,
  input: [{ role: "user", content: [{ type: "text", text: PROMPT }] }],
  choices: OPTIONS,
  target: "B",
  output: { model: "m", choices: [{ message: { role: "assistant", content: "B" } }], completion: "B" },
  metadata: { key: "v0/0" },
  attachments: { "0": "B" },
  error: null,
};
const head = {
  version: 2,
  status: "success",
  eval: { task: "worldsense", model: "m", config: { epochs: 1 } },
  plan: {},
};

const CASES: readonly Case[] = [
  {
    name: "omnidex, NDJSON",
    document: [
      { question: "v0/0", response: "A", confirmation: "B" },
      { key: "v1/0", error: "x" },
    ],
    file: ndjson("r.jsonl"),
  },
  {
    name: "omnidex, an object",
    document: {
      ...{ benchmark: { slug: "x" }, model: { name: "m", parameters: "7B", url: "https://a.b" }, inputs: ["VIDEO"] },
      ...{ frames: 3, seed: 1, openEnded: false, predictions: [{ question: "v0/0", response: "A", rule: "LETTER" }] },
    },
    file: whole("r.json"),
  },
  {
    name: "omnidex, CSV",
    document: [
      ["question", "response", "error"],
      ["v0/0", "A", ""],
      ["v1/0", "B", "x"],
    ],
    file: csv("r.csv"),
  },
  {
    name: "lmms-eval",
    document: [
      {
        ...{
          doc_id: 0,
          target: "B",
          resps: [["B"]],
          filtered_resps: ["B"],
          input: [{ role: "user", content: PROMPT }],
        },
        worldsense_score: { question_id: 0, category: "Counting", video_id: "v0", answer: "B", question_key: "v0/0" },
      },
    ],
    file: ndjson("20260218_234435_samples_worldsense.jsonl"),
  },
  {
    name: "vlmevalkit",
    document: [
      {
        ...{ index: 0, video: "v0", question: "What is number 0?", candidates: pythonList(OPTIONS) },
        ...{ task_type: "Counting", answer: "B", prediction: "B" },
      },
      { index: 1, question: "What is number 1?", A: "a cat", B: "two dogs", C: "birds", prediction: "B" },
    ],
    file: whole("m_WorldSense_32frame.json"),
  },
  {
    name: "vlmevalkit, CSV",
    document: [
      ["index", "video", "question", "candidates", "answer", "prediction"],
      ["0", "v0", "What is number 0?", pythonList(OPTIONS), "B", "B"],
    ],
    file: csv("m_WorldSense.csv"),
  },
  {
    name: "omnivideobench",
    document: [
      { video: "v0", duration: 1, ...asked, correct_answer: "B", model_answer: "B", is_correct: true },
      { video_path: "v0.mp4", ...asked, answer: "B", model_answer: "B", error_message: null },
    ],
    file: whole("gemini-2.5-pro_data-2.json"),
  },
  {
    name: "mmworld",
    document: {
      results_by_subject: {
        Game: {
          accuracy: 1,
          detailed_results: [
            {
              ...{ subject: "Game", video_id: "v0", question: "What is number 0?", correct_answer_label: "b" },
              ...{ model_answer: "b", options: { a: "a cat", b: "two dogs", c: "birds" }, question_type: "Counting" },
            },
          ],
        },
      },
    },
    file: whole("m_final_results_run_0.json"),
  },
  {
    name: "mmworld, EvalAI",
    document: { detailed_results: [{ video_id: "v0", model_answer: "b</s>" }] },
    file: whole("s.json"),
  },
  {
    name: "avi-bench",
    document: [
      { task: "AVQA", subtask: "AVQA", id: "1", predict: "B" },
      { task: "AVQA", id: "pre_1", predict: "yes" },
      null,
    ],
    file: whole("m/tasks/AVQA.json"),
  },
  { name: "inspect, JSON", document: { ...head, samples: [logged] }, file: whole("log.json") },
  {
    name: "inspect, .eval",
    document: [head, logged],
    file: archive,
  },
  {
    name: "every eval ever",
    document: [
      {
        ...{
          schema_version: "0.3.0",
          model_id: "o/m",
          evaluation_name: "WorldSense",
          sample_id: "1",
          interaction_type: "s",
        },
        ...{
          input: { raw: PROMPT, reference: ["B"], choices: OPTIONS },
          output: { raw: ["B"] },
          evaluation_result_id: "e",
        },
        metadata: { confirmation: "A" },
      },
      { sample_id: "2", interaction_type: "m", input: { raw: "?" }, messages: [{ role: "assistant", content: "B" }] },
    ],
    file: ndjson("u_samples.jsonl"),
  },
];

const native = { id: "1", folder: "AVQA" };
const RELEASE: JoinRelease = {
  benchmark: "worldsense",
  questions: [question(0, { native, answer: "B" }), question(1), question(2, { key: "AVQA/0", native })],
};

describe.each(CASES)("wrong values in $name", { timeout: 600_000 }, ({ document, file }) => {
  it("are not reported for the unchanged file", async () => {
    const { report } = await join([file(document)], RELEASE);
    expect(report.rows).toBeGreaterThan(0);
  });

  it("cause a coded error, a problem of a row, or nothing", async () => {
    const places = placesOf(document);
    const value = fc.constantFrom(...VALUES);
    await fc.assert(
      fc.asyncProperty(fc.nat(places.length - 1), value, (at, by) =>
        reads(file(replace(document, places[at] ?? [], by))),
      ),
      { numRuns: NUM_RUNS },
    );
  });

  it("cost few steps, even if they are long", async () => {
    const counts = [];
    for (const [index, place] of placesOf(document).entries())
      for (const turn of [0, 1, 2]) {
        const by = LONG[(3 * index + turn) % LONG.length] ?? "";
        counts.push(await stepsDuring(() => reads(file(replace(document, place, by)))));
      }
    expect(Math.max(...counts)).toBeLessThan(MOST_STEPS);
  });
});

async function reads(file: ImportFile): Promise<void> {
  const error = await join([file], RELEASE).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) expect(error).toBeInstanceOf(OmnidexError);
}
