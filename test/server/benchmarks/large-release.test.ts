import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Statement } from "../../../src/server/db/statement.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

/** Four questions about each of 5,000 videos. */
const QUESTIONS = 20_000;
const SLUG = "large";
const OPTIONS = ["a red door", "a blue door", "a green door", "a white door"];

const release = (questions: number) => ({
  benchmark: { slug: SLUG, title: "Large" },
  tasks: [
    { name: "Even", level: "PERCEPTION", chance: 0.25 },
    { name: "Odd", level: "REASONING", chance: 0.25 },
  ],
  videos: Array.from({ length: questions / 4 }, (_, index) => ({
    key: `v${index}`,
    category: index % 2 === 0 ? "Film/Drama" : "News",
    durationSeconds: index % 1000,
  })),
  questions: Array.from({ length: questions }, (_, index) => ({
    key: `q${index}`,
    video: `v${Math.floor(index / 4)}`,
    text: `Which door is number ${index}?`,
    options: OPTIONS,
    answer: index % 4,
    task: index % 2 === 0 ? "Even" : "Odd",
    audioTypes: [index % 8 === 3 ? "MUSIC" : "SPEECH"],
    ...(index % 5000 === 7 && { media: [{ kind: "IMAGE", path: `${index}.jpg` }] }),
  })),
});

let server: TestServer;

/** The number of rows in a parameter that is a list of rows. */
function rowCount(parameter: unknown): number {
  if (Array.isArray(parameter)) return parameter.length;
  return typeof parameter === "string" && parameter.startsWith("[") ? JSON.parse(parameter).length : 0;
}

/**
 * Imports a release with the given number of questions. Returns the statements that wrote it, without those that
 * compare it with the previous release.
 */
async function importing(questions: number): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const stop = server.database.onStatement((statement) => statements.push(statement));
  await importFiles(server.database, SLUG, [jsonFile("large.json", release(questions))]);
  stop();
  return statements.filter(({ text }) => !/^\s*select\b/i.test(text));
}

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe("a release of 20,000 questions", () => {
  let small: readonly Statement[];
  let large: readonly Statement[];

  beforeAll(async () => {
    small = await importing(2_000);
    large = await importing(QUESTIONS);
  }, 600_000);

  it("needs one statement for each batch of 250 rows, and one more for each batch with media", () => {
    // The large release has 80 batches of questions and 20 batches of videos; the small one has a tenth of both. The
    // questions 7, 5,007, 10,007 and 15,007 have media.
    expect(large.length - small.length).toBe(80 - 8 + (20 - 2) + (4 - 1));
  });

  it("never sends more than 250 rows in one statement", () => {
    const rows = large.flatMap(({ params }) => params).map(rowCount);
    expect(Math.max(...rows)).toBe(250);
  });

  it("has all questions and videos, and the last question's text, options, task and video", async () => {
    const last = QUESTIONS - 1;
    const { questions, videos } = await server.data<{
      questions: { totalCount: number };
      videos: { totalCount: number };
    }>(
      `{ questions(filter: { benchmarks: ["${SLUG}"] }) { totalCount } videos(filter: { benchmarks: ["${SLUG}"] }) { totalCount } }`,
    );
    expect([questions.totalCount, videos.totalCount]).toEqual([QUESTIONS, QUESTIONS / 4]);
    const found = await server.data<{ questions: { nodes: unknown[] } }>(
      `{ questions(filter: { benchmarks: ["${SLUG}"], text: "number ${last}" }) { nodes {
        key ordinal text options { text } task { name } video { key category { name } }       } } }`,
    );
    expect(found.questions.nodes).toMatchObject([
      {
        key: `q${last}`,
        text: `Which door is number ${last}?`,
        options: OPTIONS.map((text) => ({ text })),
        task: { name: "Odd" },
        video: { key: `v${QUESTIONS / 4 - 1}` },
      },
    ]);
  });

  it("has the right answer keys, at the ends of batches and between them", async () => {
    const rows = [0, 999, 1_000, 10_001, 18_999, 19_000, QUESTIONS - 1];
    const predictions = rows.map((row) => ({ question: `q${row}`, response: "ABCD"[row % 4] }));
    const input = {
      benchmark: SLUG,
      model: { name: "All right" },
      inputs: ["VIDEO"],
      idempotencyKey: "large",
      predictions,
    };
    const { submitRun } = await server.data<{ submitRun: { run: { counts: object } } }>(
      "mutation($input:SubmitRunInput!){submitRun(input:$input){run{counts{total correct wrong missing}}}}",
      { input },
    );
    const correct = rows.length;
    expect(submitRun.run.counts).toEqual({ total: QUESTIONS, correct, wrong: 0, missing: QUESTIONS - correct });
  });
});
