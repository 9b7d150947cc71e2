import { gunzipSync } from "node:zlib";
import { expect, it, type TestContext } from "vitest";
import { gathering, type ImportFile } from "../../../src/formats/files/importer.ts";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import { checkSubmission, joinedPredictions } from "../../../src/formats/join/join-submission.ts";
import { openSubmission } from "../../../src/formats/read-submission.ts";
import { parseRecipe } from "../../../src/formats/recipes/recipe.ts";
import { recipeReader } from "../../../src/formats/recipes/recipe-reader.ts";
import { recipeResults } from "../../../src/formats/recipes/recipe-results.ts";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";

/**
 * XModBench's outputs hold the right letter of each question and no options, so the letters stand for the options. A key
 * repeats in each task.
 */
const RECIPE: ImportFile = {
  name: "xmodbench.yaml",
  bytes: new TextEncoder().encode(`recipe: 1
benchmark: { slug: xmodbench, title: XModBench }
question:
  key: '"\\(.task)/\\(.key)"'
  text: .question
  options: '["the option A", "the option B", "the option C", "the option D"]'
  answer: '"the option " + .correct_answer'
  answerIs: TEXT
  task: .task
  level: '"PERCEPTION"'
  native: []
results:
  key: '"\\(.task)/\\(.key)"'
  response: .response
`),
};

interface Row {
  readonly task: string;
  readonly key: string;
  readonly response: string;
  readonly correct_answer: string;
  readonly is_correct: boolean;
}

function outputs(context: TestContext, name: string): ImportFile {
  const packed = sharedDataset(context, `field/xmodbench/${name}.jsonl.gz`);
  return { name: `${name}.jsonl`, bytes: gunzipSync(packed.bytes) };
}

/** The rows of a file, each with the response that its question was joined to, and the questions themselves. */
async function joinedRows(file: ImportFile) {
  const rows = Buffer.from(file.bytes)
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  const { questions } = await gathering(recipeReader(RECIPE, "xmodbench"))([file]);
  const release = {
    benchmark: "xmodbench",
    questions: questions.map(({ key, text, options }, ordinal) => ({
      ...{ key, ordinal, text, options, video: null, answer: null, native: {} },
      task: { slug: "", name: "" },
    })),
  };
  const format = recipeResults(parseRecipe(RECIPE), RECIPE.name);
  const submission = await openSubmission([memoryFile(file.name, file.bytes)], { format });
  const report = await checkSubmission(submission, release);
  expect([report.problems, report.predictions]).toEqual([[], rows.length]);
  const responses = new Map<string, string | null>();
  for await (const { question, response } of joinedPredictions(submission, release, report))
    responses.set(question, response);
  const byKey = new Map(questions.map((question) => [question.key, question]));
  return rows.map((row) => {
    const key = `${row.task}/${row.key}`;
    const { options = [], text = "", answer } = byKey.get(key) ?? {};
    return { row, response: responses.get(key) ?? "", options, text, answer };
  });
}

it("VITA's rows get their official exact match, 5,694 of 17,086, and our reading agrees in each", async (context) => {
  const rows = await joinedRows(outputs(context, "results_mini_benchmark__vita"));
  expect([rows.filter(({ row, response }) => response === row.correct_answer).length, rows.length]).toEqual([
    5694, 17086,
  ]);
  const differing = rows.filter(({ row, response, options, text }) => {
    const read = omnidexExtractor.extract(response, { options, text, answerFormat: "MULTIPLE_CHOICE" });
    return (read.kind === "answer" && read.answer === row.correct_answer) !== row.is_correct;
  });
  expect(differing).toEqual([]);
});

/** The transcripts of Qwen2.5-Omni, by what our reading finds in the last turn. All are wrong for the exact match. */
const TRANSCRIPTS = [
  ["declared-choice", "right", 231],
  ["declared-choice", "wrong", 362],
  ["declared-answer", "right", 268],
  ["declared-answer", "wrong", 450],
  ["conclusion", "right", 40],
  ["conclusion", "wrong", 69],
  ["label-predicate", "right", 1],
  ["leading-label", "right", 2],
  ["refusal", "unread", 678],
  ["none-of-the-above", "unread", 6],
  ["several-answers", "unread", 1],
  ["no-answer", "unread", 11],
] as const;

it("Qwen2.5-Omni's rows get 34,865 of 51,944, and each row that our reading adds has its letter in the last turn of a transcript", async (context) => {
  const rows = await joinedRows(outputs(context, "results__qwen2.5_omni"));
  expect([rows.filter(({ row, response }) => response === row.correct_answer).length, rows.length]).toEqual([
    34865, 51944,
  ]);
  const counts = new Map<string, number>();
  for (const { row, response, options, text } of rows) {
    const read = omnidexExtractor.extract(response, { options, text, answerFormat: "MULTIPLE_CHOICE" });
    const verdict = read.kind === "answer" ? (read.answer === row.correct_answer ? "right" : "wrong") : "unread";
    if (response.length === 1) {
      expect([row.task, row.key, verdict]).toEqual([row.task, row.key, row.is_correct ? "right" : "wrong"]);
      continue;
    }
    // The whole text is kept, and read from the last turn on.
    expect(response).toBe(row.response);
    if (read.kind === "answer") expect(read.span.start).toBeGreaterThan(response.lastIndexOf("\nassistant\n"));
    counts.set(`${read.rule} ${verdict}`, (counts.get(`${read.rule} ${verdict}`) ?? 0) + 1);
  }
  expect(counts).toEqual(new Map(TRANSCRIPTS.map(([rule, verdict, count]) => [`${rule} ${verdict}`, count])));
});

it("a preferred format reads files whose rows have its fields, and leaves others to their own format", async () => {
  const preferred = recipeResults(parseRecipe(RECIPE), RECIPE.name);
  const opened = (row: object) =>
    openSubmission([memoryFile("r.jsonl", new TextEncoder().encode(JSON.stringify(row)))], { preferred });
  expect(await opened({ task: "t", key: "0", index: 0, question: "Which?", response: "A" })).toMatchObject({
    format: "recipe",
  });
  expect(await opened({ question: "t/0", response: "A" })).toMatchObject({ format: "omnidex" });
  expect(() => recipeResults({ ...parseRecipe(RECIPE), results: undefined as never }, "r.yaml")).toThrow(
    "expected a field 'results'",
  );
});
