import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportReport } from "../../../src/domain/import-report.ts";
import { DEMO_BENCHMARK } from "../../../src/formats/demo/demo-benchmark.ts";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { MEDIUM_SIZE } from "../../formats/importer-cases.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { openEmptyDatabase } from "../../support/seeded-database.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { asAdmin, fetchFile } from "./export-client.ts";

let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  first = await createTestServer();
  second = await createTestServer();
});
afterAll(async () => {
  await first.close();
  await second.close();
});

/** The export of a benchmark as a file to import. */
async function exported(server: TestServer, slug: string): Promise<ImportFile> {
  const response = await fetchFile(server, `/export/benchmarks/${slug}.json`, asAdmin);
  return { name: `${slug}.json`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const DIMENSIONS = ["CATEGORY", "SUBCATEGORY", "TASK", "LEVEL", "AUDIO_TYPE", "DURATION", "ANSWER_FORMAT", "SUBSET"];

/** Everything that the API returns about a benchmark, except for its ids and its source. */
async function shown(server: TestServer, slug: string): Promise<unknown> {
  const { facets, benchmark } = await server.data<{ facets: unknown; benchmark: unknown }>(
    `query ($by: [Dimension!]!, $slug: String!) {
      facets(by: $by, filter: { benchmarks: [$slug] }) { dimension values { key label nativeLabels questions videos } }
      benchmark(slug: $slug) {
        title description license homepage
        tasks { slug name level levelSource dominance chance metric }
        categories { slug name parent { slug } }
        release { contentHash questionCount videoCount oddities { code key message } }
      } }`,
    { by: DIMENSIONS, slug },
  );
  const filter = encodeURIComponent(JSON.stringify({ benchmarks: [slug] }));
  const questions = await (await fetchFile(server, `/export/questions.ndjson?filter=${filter}`, asAdmin)).text();
  const rows = questions
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ ...JSON.parse(line), id: null, release: null }));
  expect(rows.length).toBeGreaterThan(0);
  return { facets, benchmark, rows };
}

/** Exports a benchmark of the first server, and imports the file into the second, and into the first again. */
async function expectSameAgain({ benchmark: slug, contentHash, counts, status }: ImportReport): Promise<void> {
  const file = await exported(first, slug);
  const copy = await importFiles(second.database, slug, [file], { replace: true });
  expect(copy).toMatchObject({ contentHash, counts, format: "omnidex-json", status });
  expect(await shown(second, slug)).toEqual(await shown(first, slug));
  expect(Buffer.from((await exported(second, slug)).bytes).equals(file.bytes)).toBe(true);
  expect(await importFiles(first.database, slug, [file], { replace: true })).toMatchObject({
    contentHash,
    status: "UNCHANGED",
  });
}

/** Every field of the format, with values that differ from the defaults. */
const EVERYTHING = {
  benchmark: { slug: "everything", title: "Everything", description: "All of it.", homepage: "https://own.test" },
  categories: [
    { name: "Unused" },
    { name: "Sports & Arts", slug: "art-sports" },
    { name: "AC/DC", slug: "art-sports/rock" },
    { name: "Film" },
  ],
  tasks: [
    {
      name: "Sound source",
      slug: "source",
      level: "PERCEPTION",
      levelSource: "CURATED",
      dominance: "AUDIO",
      chance: 0,
    },
    { name: "Unused", level: "SENSATION", metric: "F1" },
    { name: "Cause", level: "REASONING" },
    { name: "Cause", slug: "second-cause", level: "REASONING" },
  ],
  oddities: [{ code: "MISSPELT_STEP_KEY", key: "1", message: 'Step 1 has "evidece", which was read as "evidence".' }],
  videos: [
    { key: "b", category: "art-sports/rock", audioTypes: ["MUSIC", { type: "SOUND", nativeLabel: "Event" }, "SPEECH"] },
    {
      key: "a",
      category: "Sports & Arts/Dance",
      durationSeconds: 0.1,
      url: "",
      subset: "s",
      caption: "",
      native: { n: 1 },
    },
    { key: "c", category: "Comics", audioTypes: ["SPEECH"], note: "an unknown field" },
  ],
  questions: [
    { key: "0", task: "second-cause", text: "Why not?", answer: 0.5 },
    { key: "1", video: "c", task: "Cause", text: "Why?", options: ["B", "A"], answer: "A", questionOnly: false },
    {
      key: "2",
      video: "c",
      task: "Sound source",
      text: "Who?",
      options: ["x", "y"],
      answer: { position: 1, text: "Yes, y" },
    },
    {
      key: "3",
      video: "a",
      task: "source",
      level: "REASONING",
      text: "How many?",
      answerFormat: "NUMBER",
      answer: "07",
    },
    {
      key: "4",
      video: "a",
      task: "Cause",
      text: "What?",
      audioTypes: ["SOUND", "MUSIC"],
      answer: "a bell",
      subset: "t",
    },
    { key: "5", video: "c", task: "Cause", text: "Which?", answerFormat: "RETRIEVAL", answer: [3, 1], audioTypes: [] },
    {
      key: "6",
      task: "New one",
      level: "UNDERSTANDING",
      text: "Where?",
      answerFormat: "BOXES",
      answer: { bbox: { bbox: [1, 2, 3, 4] } },
      confirmation: { text: "Do you hear it?", answerFormat: "YES_NO", answer: "yes" },
      media: [{ kind: "AUDIO", path: "a.wav" }],
      reasoningSteps: [{ evidence: "ding" }, {}],
      extra: { of: ["unknown"] },
    },
    {
      key: "7",
      video: "b",
      task: "Cause",
      text: "Is it?",
      answerFormat: "YES_NO",
      answer: "no",
      confirmation: { text: "How so?", options: ["This", "That"], answer: { position: 0, text: "this one" } },
    },
    {
      key: "8",
      task: "Cause",
      text: "Which of them?",
      options: ["3; 4", "1", "red, blue", "A"],
      answerFormat: "MULTIPLE_SELECT",
      answer: ["red, blue", { position: 0, text: "three and four" }],
    },
    {
      key: "9",
      task: "Cause",
      text: "Which one?",
      options: ["red", "blue"],
      answerFormat: "MULTIPLE_SELECT",
      group: "g 1",
      answer: [1],
    },
  ],
};

const REAL = [
  ["worldsense", "worldsense/worldsense_qa.sample3.json"],
  ["mmworld", "mmworld/mmworld_readme_example.json"],
  ["omnivideobench", "omnivideobench/data.json"],
  ["avi-bench", "avi-bench/example_records.json"],
  // These are read by the recipes in data/recipes.
  ["daily-omni", "field/daily-omni/qa.json"],
  ["mmau", "field/mmau/mmau-test-mini.json"],
  ["mmar", "field/mmar/MMAR-meta.jsonl"],
  ["music-avqa", "field/music-avqa/avqa-test.json"],
  ["streamingbench", "field/streamingbench/questions_omni.json"],
  ["valor32k-avqa", "field/valor32k-avqa-2/processed_test_data.csv.gz"],
  ["video-mme", "field/minicpm-o-4_5/output_videomme_cpp.json"],
] as const;

const OWN_FILE = () => [jsonFile("everything.json", EVERYTHING)];

describe("a benchmark that is exported and then imported", () => {
  // Several forms of one benchmark become its releases, one after the other, on both servers.
  it.each([
    ...MEDIUM_SIZE,
    { name: "a benchmark with every field of the format", slug: "everything", files: OWN_FILE },
  ])("is the same release: $name", async ({ slug, files }) => {
    await expectSameAgain(await importFiles(first.database, slug, files(), { replace: true }));
  });

  for (const [slug, path] of REAL) {
    it(`is the same release: the real ${path}`, async (context) => {
      await expectSameAgain(await importFiles(first.database, slug, [sharedDataset(context, path)], { replace: true }));
    });
  }

  it("is the same release: the demo, in a database without it", async () => {
    const file = await exported(first, DEMO_BENCHMARK);
    const { contentHash, status } = await importFiles(first.database, DEMO_BENCHMARK, [file]);
    expect(status).toBe("UNCHANGED");
    const empty = await openEmptyDatabase();
    const copy = await importFiles(empty.database, DEMO_BENCHMARK, [file]);
    expect(copy).toMatchObject({ contentHash, status: "CREATED", counts: { questions: 480 } });
    await empty.close();
  });
});
