import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ImportError } from "../../../src/domain/import-error.ts";
import { ADMIN } from "../../../src/domain/viewer.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { withinTime } from "../../../src/formats/files/within-time.ts";
import { importFiles } from "../../../src/server/benchmarks/import-files.ts";
import { fetchCurrentRelease } from "../../../src/server/memory/release-queries.ts";
import { readOwn } from "../../../src/server/workers/read-apart.ts";
import { readHere } from "../../../src/server/workers/unpacked-files.ts";
import { jsonFile, textFile } from "../../fixtures/file-writing.ts";
import { openEmptyDatabase } from "../../support/seeded-database.ts";
import { asking, recipe, recipeFile, row, rows, SLUG } from "./recipe-cases.ts";

type Files = readonly ImportFile[];
const withRows = (content: object | string): Files => [recipeFile(content), rows({})];
const withRow = (content: object, change: object): Files => [recipeFile(content), rows(change)];

/** Broken files and recipes: the place of the first problem, what was expected, and what was found. */
const BROKEN: readonly (readonly [name: string, files: () => Files, path: string, expected: RegExp, found: RegExp])[] =
  [
    // The recipe as a file.
    ["bad YAML", () => withRows("recipe: 1\nbenchmark: [\n"), "my-bench.yaml: line 3", /YAML/, /./],
    ["a field twice in YAML", () => withRows("recipe: 1\nrecipe: 1\n"), "my-bench.yaml: line 2", /YAML/, /unique/],
    [
      "a YAML alias",
      () => withRows("recipe: 1\nbenchmark: &b { slug: x }\nquestion: *b\n"),
      "my-bench.yaml",
      /without aliases/,
      /[Aa]lias/,
    ],
    [
      "a YAML alias of itself",
      () => withRows("recipe: 1\nbenchmark: &b\n  slug: *b\n"),
      "my-bench.yaml",
      /without aliases/,
      /[Aa]lias/,
    ],
    ["a list", () => withRows("- 1\n- recipe: 1\nrecipe:\n"), "my-bench.yaml: line 3", /YAML/, /./],
    ["another version", () => withRows(recipe({ recipe: 2 })), "my-bench.yaml: line 1", /^1$/, /^2$/],
    [
      "an unknown field",
      () => withRows(asking({ answr: ".answer" })),
      "my-bench.yaml: line 8",
      /a field that a recipe has/,
      /'answr'/,
    ],
    [
      "no text",
      () => withRows(recipe({ question: { task: ".t" } })),
      "my-bench.yaml: line 8",
      /a field 'text'/,
      /none/,
    ],
    [
      "a wrong slug",
      () => withRows(recipe({ benchmark: { slug: "My Bench", title: "T" } })),
      "my-bench.yaml: line 3",
      /pattern/,
      /"My Bench"/,
    ],
    [
      "another benchmark's slug",
      () => withRows(recipe({ benchmark: { slug: "other", title: "T" } })),
      "my-bench.yaml: benchmark.slug",
      /"my-bench"/,
      /"other"/,
    ],
    [
      "an unknown word of answerIs",
      () => withRows(asking({ answerIs: "INDEX" })),
      "my-bench.yaml: line 13",
      /one of LABEL, TEXT, POSITION_FROM_0, POSITION_FROM_1/,
      /"INDEX"/,
    ],
    [
      "a join with a variable's name",
      () => withRows(recipe({ join: { record: { file: "a", key: ".", by: "." } } })),
      "my-bench.yaml: line 14",
      /not one of record, root/,
      /./,
    ],
    [
      "two recipes",
      () => [recipeFile(recipe()), recipeFile(recipe(), "b.yaml"), rows({})],
      "files",
      /one recipe/,
      /my-bench.yaml, b.yaml/,
    ],
    // Expressions.
    [
      "an expression that is not jq",
      () => withRows(asking({ text: ".question |" })),
      "my-bench.yaml: question.text",
      /a jq expression/,
      /\.question \|/,
    ],
    [
      "a function that does not exist",
      () => withRows(asking({ text: ".question | upper" })),
      "my-bench.yaml: question.text",
      /a jq expression/,
      /no function upper/,
    ],
    [
      "a variable that does not exist",
      () => withRows(asking({ text: "$film.title" })),
      "my-bench.yaml: question.text",
      /one of the variables \$record/,
      /\$film/,
    ],
    [
      "the clock",
      () => withRows(asking({ text: '"\\(now)"' })),
      "my-bench.yaml: question.text",
      /the same value each time/,
      /'now'/,
    ],
    [
      "an expression that calls itself",
      () => withRows(asking({ text: "def f: f; f" })),
      "rows.json: $[0]",
      /question.text/,
      /calls itself without an end/,
    ],
    [
      "an expression without an end",
      () => withRows(asking({ text: "1 | until(false; .)" })),
      "rows.json: $[0]",
      /an end of the expression 1 \| until/,
      /none after/,
    ],
    [
      "records without an end",
      () => withRows(recipe({ records: "[range(1e12)] | .[]" })),
      "my-bench.yaml: records",
      /./,
      /./,
    ],
    [
      "an expression that takes all memory",
      () => withRows(asking({ text: "[range(64) | reduce range(25) as $i ([0]; . + .)] | length | tostring" })),
      "files",
      /within the limits of the server/,
      /too much memory; an expression of my-bench.yaml may be the cause/,
    ],
    [
      "several values",
      () => withRows(asking({ text: ".question, .task" })),
      "rows.json: $[0]",
      /question.text/,
      /several values; \[ \] around/,
    ],
    [
      "an expression that fails",
      () => withRows(asking({ text: '.question | error("odd: \\(.)")' })),
      "rows.json: $[0]",
      /question.text/,
      /odd: Who sings\?/,
    ],
    [
      "a number that is none",
      () => withRow(asking({ native: "{ n: (.n | tonumber) }" }), { n: "x" }),
      "rows.json: $[0]",
      /question.native/,
      /"x" is not a number/,
    ],
    // Records.
    [
      "a wrong path of records",
      () => withRows(recipe({ records: ".data.items[]" })),
      "rows.json: $",
      /a value of \.data\.items\[\] \(my-bench\.yaml: records\)/,
      /./,
    ],
    [
      "a place without records",
      () => [recipeFile(recipe({ records: ".a.b[]?" })), jsonFile("a.json", { a: { b: [] } })],
      "a.json: $",
      /records at/,
      /none/,
    ],
    ["no file with records", () => [recipeFile(recipe())], "files", /a file '\*' with the records/, /none/],
    [
      "no file that the recipe names",
      () => [recipeFile(recipe({ files: ["a*.json", "b.json"] })), rows({})],
      "files",
      /'a\*.json', 'b.json'/,
      /'rows.json'/,
    ],
    [
      "a join whose key is null for every record",
      () => [
        recipeFile(recipe({ join: { film: { file: "films.json", key: "$name", by: ".clip" } } })),
        ...[rows({}), jsonFile("films.json", { v1: {} })],
      ],
      "my-bench.yaml: join.film",
      /keys that 'key' gives for 'films.json', such as 'v1'/,
      /null/,
    ],
    [
      "YAML that reads an expression as fields",
      () => [recipeFile("recipe: 1\nquestion:\n  native: { n: .n }, 1\n"), rows({})],
      "my-bench.yaml: line 3",
      /quotes around an expression/,
      /./,
    ],
    [
      "no file for a join",
      () => withRows(recipe({ join: { film: { file: "films.csv", key: ".id", by: ".video" } } })),
      "files",
      /a file 'films.csv' for the join 'film'/,
      /'rows.json'/,
    ],
    [
      "a missing column",
      () => withRow(recipe(), { question: undefined }),
      "rows.json: $[0].question",
      /a value/,
      /nothing|null/,
    ],
    [
      "a field of a text",
      () => withRow(asking({ subset: "$record.question.part" }), {}),
      "rows.json: $[0]",
      /question\.subset/,
      /the string "Who sings\?", which has no fields or elements/,
    ],
    [
      "broken JSON",
      () => [recipeFile(recipe()), textFile("rows.json", '[{"video": }]')],
      "rows.json: line 1, column 12",
      /./,
      /./,
    ],
    [
      "mixed formats: a line that is no object",
      () => [recipeFile(recipe()), textFile("rows.jsonl", `${JSON.stringify(row())}\n"text"\n`)],
      "rows.jsonl: line 2",
      /./,
      /./,
    ],
    ["a cell of 10 MB", () => withRow(recipe(), { question: "x".repeat(10_000_000) }), "", /./, /./],
    [
      "a key twice",
      () => [recipeFile(asking({ key: ".id" })), rows({ id: 1 }, { id: 1 })],
      "rows.json: $[1]",
      /a question that comes once/,
      /a second '1'/,
    ],
    ["a video without a key", () => withRow(recipe(), { video: " " }), "rows.json: $[0]", /a key of the video/, /" "/],
    [
      "a negative duration",
      () => withRow(recipe({ video: { key: ".video", durationSeconds: ".n" } }), { n: -1 }),
      "rows.json: $[0].n",
      /a duration/,
      /-1/,
    ],
    [
      "a word outside a map",
      () => withRow(asking({ level: { from: ".kind", map: { easy: "PERCEPTION" } } }), { kind: "odd" }),
      "rows.json: $[0].kind",
      /one of easy/,
      /"odd"/,
    ],
    [
      "a level that does not exist",
      () => withRow(asking({ level: ".kind" }), { kind: "HARD" }),
      "rows.json: $[0].kind",
      /PERCEPTION/,
      /"HARD"/,
    ],
    // Answers.
    [
      "a label outside the options",
      () => withRow(asking({ answerIs: "LABEL" }), { answer: "C" }),
      "rows.json: $[0].answer",
      /a label from A to B/,
      /"C"/,
    ],
    [
      "a position outside the options",
      () => withRow(asking({ answerIs: "POSITION_FROM_1" }), { answer: 0 }),
      "rows.json: $[0].answer",
      /a position from 1 to 2/,
      /0/,
    ],
    [
      "a text that is no option",
      () => withRow(asking({ answerIs: "TEXT" }), { answer: "the dog" }),
      "rows.json: $[0].answer",
      /the text of one of the options/,
      /"the dog"/,
    ],
    [
      "a number that may be a label, a position or a text",
      () => withRow(recipe(), { answer: 1 }),
      "rows.json: $[0].answer",
      /'answerIs' in the recipe/,
      /1/,
    ],
    [
      "an answer and answers",
      () => withRow(asking({ answers: ".answers" }), { answers: ["the boy"] }),
      "rows.json: $[0].answers",
      /either answer or answers/,
      /./,
    ],
    ["no answer", () => withRow(recipe(), { answer: null }), "rows.json: $[0].answer", /a value/, /./],
    [
      "options that are a number",
      () => withRow(recipe(), { options: 4 }),
      "rows.json: $[0].options",
      /a list of options/,
      /4/,
    ],
  ];

/** These are read as a command reads them. The others are read here, because a process takes a second to start. */
const IN_PROCESS: readonly string[] = [
  "no text",
  "records without an end",
  "an expression that takes all memory",
  "a cell of 10 MB",
];

describe("a broken file or recipe", () => {
  let server: Awaited<ReturnType<typeof openEmptyDatabase>>;
  beforeAll(async () => {
    server = await openEmptyDatabase();
  });
  afterAll(() => server.close());

  it.each(BROKEN)("%s", { timeout: 120_000 }, async (name, files, path, expected, found) => {
    const read = IN_PROCESS.includes(name) ? readOwn : readHere;
    const error = await importFiles(server.database, SLUG, files(), { viewer: ADMIN }, read).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "BAD_USER_INPUT" });
    if (!(error instanceof ImportError)) return;
    const [first] = error.problems;
    expect([first?.path, first?.expected, first?.found]).toEqual([
      expect.stringContaining(path),
      expect.stringMatching(expected),
      expect.stringMatching(found),
    ]);
  });

  it("leaves nothing in the database", async () => {
    expect(await fetchCurrentRelease(server.database, SLUG)).toBeUndefined();
  });
});

it("a call that does not end is ended, with its place", () => {
  const endless = () => {
    for (;;);
  };
  const place = () => ({ path: "rows.json: $[3]", expected: "an end of the expression .a" });
  expect(() => withinTime(endless, place, 20)).toThrow(
    "rows.json: $[3]: expected an end of the expression .a, found none",
  );
  const passed: number[] = [];
  withinTime(() => passed.push(1), place, 10_000);
  expect(passed).toEqual([1]);
});
