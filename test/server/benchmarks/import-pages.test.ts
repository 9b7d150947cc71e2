import { afterAll, beforeAll, expect, it } from "vitest";
import { MAINTAINERS_SEE } from "../../../src/domain/exported-release.ts";
import type { Database, Queryable } from "../../../src/server/db/database.ts";
import type { OpenedDatabase } from "../../../src/server/main.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { openSeededDatabase } from "../../support/seeded-database.ts";
import { content } from "./replaced-benchmark.ts";

const QUESTIONS = 2_600;

/** A statement with many rows: how many it sent and received, and in which turn of the event loop it ended. */
interface Page {
  readonly text: string;
  readonly sent: number;
  readonly received: number;
  readonly turn: number;
}

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openSeededDatabase();
});
afterAll(() => opened.close());

/** The database, which notes the statements with more than 50 rows that `work` sends. */
async function pagesOf(work: (database: Database) => Promise<unknown>): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  let [text, sent] = ["", 0];
  const stop = opened.database.onStatement((statement) => {
    text = statement.text;
    sent = Math.max(0, ...statement.params.map(rowsIn));
  });
  const noted = (target: Queryable): Queryable => ({
    query: async (query, request) => {
      const rows = await target.query(query, request);
      if (Math.max(rows.length, sent) > 50) pages.push({ text, sent, received: rows.length, turn });
      return rows;
    },
  });
  const { database } = opened;
  const transaction: Database["transaction"] = (inside, reach) =>
    database.transaction((tx) => inside(noted(tx)), reach);
  try {
    await work({ ...database, ...noted(database), transaction });
  } finally {
    clearImmediate(next);
    stop();
  }
  return pages;
}

/** The rows of a parameter that is a JSON array. */
const rowsIn = (parameter: unknown): number =>
  typeof parameter === "string" && parameter.startsWith("[{") ? (JSON.parse(parameter) as unknown[]).length : 0;

const release = (slug: string, word: string) =>
  jsonFile(
    `${slug}.json`,
    content(slug, QUESTIONS, (made) => {
      for (const question of made.questions) question.text = `${question.text} ${word}`;
    }),
  );

/** The import handed over no more than this at once, and the event loop turned between any two pages. */
function expectSmall(pages: readonly Page[], most: { readonly sent: number; readonly received: number }): void {
  expect(Math.max(...pages.map(({ sent }) => sent))).toBeLessThanOrEqual(most.sent);
  expect(Math.max(...pages.map(({ received }) => received))).toBeLessThanOrEqual(most.received);
  const turns = pages.map(({ turn }) => turn);
  expect(turns).toEqual([...new Set(turns)]);
}

it("an import sends its questions and reads those of the release before it in pages, and the loop turns between them", async () => {
  const first = await pagesOf((database) => importFiles(database, "paged", [release("paged", "now")]));
  expect(first.filter(({ text }) => text.includes('into "questions"'))).toHaveLength(Math.ceil(QUESTIONS / 250));
  expectSmall(first, { sent: 250, received: 1_000 });
  const second = await pagesOf((database) => importFiles(database, "paged", [release("paged", "then")]));
  // The comparison: the stored questions, and the imported ones.
  expect(second.filter(({ sent, received }) => sent === 0 && received === 1_000)).toHaveLength(2);
  expect(second.filter(({ sent, received }) => sent === 250 && received === 250)).toHaveLength(10);
  expectSmall(second, { sent: 250, received: 1_000 });
});

it("looks for the questions of hidden answers in other releases by the thousand", async () => {
  const asked: string[] = [];
  const stop = opened.database.onStatement(({ text }) => void (text.includes("as asked(") && asked.push(text)));
  const files = [release("paged-hidden", "now")];
  await importFiles(opened.database, "paged-hidden", files, { answers: MAINTAINERS_SEE, public: 1 });
  stop();
  expect(asked).toHaveLength(Math.ceil(QUESTIONS / 1_000));
});
