import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN } from "../../../src/domain/viewer.ts";
import { fetchExportNames } from "../../../src/server/benchmarks/export-parts-queries.ts";
import { fetchQuestionColumns } from "../../../src/server/benchmarks/question-column-queries.ts";
import { fetchExportedReleases } from "../../../src/server/benchmarks/question-export-queries.ts";
import type { Queryable } from "../../../src/server/db/database.ts";
import { toStatement } from "../../../src/server/db/statement.ts";
import { importBenchmark } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { largeBatch } from "./large-batch.ts";

// The limit of the driver is 512 MB. A smaller limit takes the same path with questions of the usual size.

const QUESTIONS = 1_200;
let server: TestServer;
let ids: readonly number[];
let release: number;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, largeBatch(QUESTIONS));
  const found = await server.database.query({
    text: `select q.id, q.release_id from questions q join releases r on r.id = q.release_id
      join benchmarks b on b.id = r.benchmark_id where b.slug = 'large' order by q.ordinal`,
    params: [],
  });
  ids = found.map(({ id }) => Number(id));
  release = Number(found[0]?.release_id);
});
afterAll(() => server.close());

async function columns(longest?: number, database: Queryable = server.database) {
  const releases = await fetchExportedReleases(server.database, [release], ADMIN);
  const names = await fetchExportNames(server.database, [release]);
  return fetchQuestionColumns(database, { releases, names }, ids, ADMIN, longest);
}

it("questions whose columns are within the limit are read by column", async () => {
  const { text, id } = await columns();
  expect([text.values.length, id.values]).toEqual([QUESTIONS, ids]);
  expect(JSON.stringify(text.values.slice(0, 1_000)).length).toBeGreaterThan(50_000);
  expect(await columns(1_000_000)).toEqual(await columns());
});

it("a longer column is an error that names the field and says what to do", async () => {
  await expect(columns(80_000)).rejects.toMatchObject({
    code: "COST_LIMIT_EXCEEDED",
    message: expect.stringMatching(
      /^The field '\w+' of 1,000 questions of this slice .* Export the slice as ndjson or csv, or a smaller slice as parquet\.$/,
    ),
  });
});

it.each(["53200", "54000"])("the database's own limit gives an error with the same code: %s", async (code) => {
  const failing: Queryable = {
    query: (query) =>
      toStatement(query).text.includes("octet_length")
        ? Promise.reject(new Error("failed", { cause: Object.assign(new Error("too long"), { code }) }))
        : server.database.query(query),
  };
  await expect(columns(undefined, failing)).rejects.toMatchObject({
    code: "COST_LIMIT_EXCEEDED",
    message: expect.stringContaining("A field of 1,000 questions of this slice is too long"),
  });
});
