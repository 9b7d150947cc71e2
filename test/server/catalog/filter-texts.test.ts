import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchWordlessQueries } from "../../../src/server/memory/catalog-queries.ts";
import { STOP_WORDS, surelyHasWord } from "../../../src/server/memory/filter-texts.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

describe("the words that a full-text query does not search", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("are the stop words of PostgreSQL", async () => {
    expect(await fetchWordlessQueries(server.database, [...STOP_WORDS])).toEqual([...STOP_WORDS]);
  });

  it("are recognised in every query that has no other word", async () => {
    const part = fc.oneof(fc.constantFrom(...STOP_WORDS), fc.constantFrom("cat", "5", "or", "-", "'", '"', ",", "?"));
    const queries = fc.sample(
      fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" ")),
      { numRuns: 2_000, seed: 7 },
    );
    const sure = [...new Set(queries)].filter(surelyHasWord);
    expect(sure.length).toBeGreaterThan(100);
    expect(await fetchWordlessQueries(server.database, sure)).toEqual([]);
  });
});
