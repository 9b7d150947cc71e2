import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalSlice } from "../../../src/domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { DIMENSIONS } from "../../../src/domain/vocabulary.ts";
import { demoBatch } from "../../../src/formats/demo/demo-benchmark.ts";
import { Catalogs } from "../../../src/server/memory/catalogs.ts";
import { countFacets } from "../../../src/server/memory/facets.ts";
import type { ReleaseCatalog } from "../../../src/server/memory/release-catalog.ts";
import { importBenchmark } from "../../support/admin-imports.ts";
import { cases } from "../../support/cases.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { arbitraryFilter } from "../arbitrary-filter.ts";
import { GAPS, gapBatch } from "../gap-batch.ts";
import { type FlatQuestion, flatQuestions, matches } from "../reference-slice.ts";
import { AMBIGUOUS_AFTER, SOME_REVIEWS, storeReviews } from "../stored-reviews.ts";
import { sqlFacet, sqlGroups, sqlOrdinals } from "./sql-reference.ts";

const BATCHES = [demoBatch(), gapBatch()];

let server: TestServer;
let catalogs: Catalogs;
let releases: readonly ReleaseCatalog[];
/** The questions of each release, in the order of its ordinals. */
let flat: readonly (readonly FlatQuestion[])[];

beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
  for (const { benchmark } of BATCHES) await storeReviews(server.database, benchmark, SOME_REVIEWS);
  catalogs = new Catalogs(server.database);
  const current = await catalogs.currentReleases();
  releases = [...(await catalogs.all(current.map(({ release }) => release))).values()];
  flat = releases.map(({ benchmark, keys, videos }) => {
    const batch = BATCHES.find((one) => one.benchmark === benchmark) ?? gapBatch();
    const ids = new Map(batch.questions.map(({ key, video }) => [video, videos[keys.indexOf(key)]]));
    return flatQuestions(batch, (key) => `video_${ids.get(key)}`, AMBIGUOUS_AFTER);
  });
});
afterAll(() => server.close());

const filters = () => arbitraryFilter(flat.flat());

/** Filters with and without full text, which only the database can evaluate. */
const filtersWithText = () =>
  fc.oneof(
    { weight: 3, arbitrary: filters() },
    fc
      .tuple(filters(), fc.constantFrom("silhouette", "number 7", "lantern", "ink -oak", "nothing-like-it"))
      .chain(([filter, text]) =>
        fc.constantFrom<QuestionFilter>(
          { and: [filter, { text }] },
          { or: [filter, { text }] },
          { ...filter, not: { text } },
          { text, not: { text: "silhouette" } },
        ),
      ),
  );

describe("slices in memory", () => {
  it("contain the same questions as in SQL and by the schema's descriptions", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const slice = canonicalSlice(filter);
        const masks = await catalogs.evaluateAll(releases, slice);
        for (const [index, { release }] of releases.entries()) {
          const ordinals = Array.from(masks[index]?.ordinals() ?? []);
          expect(ordinals).toEqual(await sqlOrdinals(server.database, release, slice));
          const described = (flat[index] ?? []).flatMap((question, at) => (matches(filter, question) ? [at] : []));
          expect(ordinals).toEqual(described);
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it("contain the same questions as in SQL for filters with full text, even if the cache has no room", async () => {
    const tight = new Catalogs(server.database, { catalogs: 1, masks: 1, slices: 1, groups: 1, snapshots: 1 });
    await fc.assert(
      fc.asyncProperty(filtersWithText(), async (filter) => {
        const slice = canonicalSlice(filter);
        for (const { release } of releases) {
          const expected = await sqlOrdinals(server.database, release, slice);
          for (const one of [catalogs, tight]) {
            expect(Array.from((await one.evaluateSlice(await one.of(release), slice)).ordinals())).toEqual(expected);
          }
        }
      }),
      { numRuns: cases(20) },
    );
  });

  it("have the same groups as in SQL, with their labels, in the same order", async () => {
    const pair = fc.shuffledSubarray([...DIMENSIONS], { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(filters(), pair, async (filter, [a = "TASK", b = "LEVEL"]) => {
        const slice = canonicalSlice(filter);
        for (const catalog of releases) {
          const groups = await catalogs.groupsOf(catalog, slice, [a, b]);
          const plain = groups.map(({ keys, questions }) => ({ keys, ordinals: Array.from(questions.ordinals) }));
          expect(plain).toEqual(await sqlGroups(server.database, catalog.release, slice, [a, b]));
        }
      }),
      { numRuns: cases(20) },
    );
  });

  it("have the same facets as in SQL", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const slice = canonicalSlice(filter);
        const sliced = await catalogs.sliced(slice);
        for (const dimension of DIMENSIONS)
          expect(countFacets(sliced, dimension)).toEqual(await sqlFacet(server.database, slice, dimension));
      }),
      { numRuns: cases(10) },
    );
  });

  it.each<[string, QuestionFilter]>([
    ["a key", { keys: ["a\0b"] }],
    ["a category within a negation", { not: { categories: ["\0"] } }],
    ["a text", { text: "a\0b" }],
  ])("refuse a NUL character in %s, as the database would", async (_, filter) => {
    const { errors } = await server.request(
      `query($filter:QuestionFilter){leaderboard(benchmark:"${GAPS}",filter:$filter){questions}}`,
      { filter },
    );
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining("NUL"),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });
});

describe("catalogs", () => {
  it("are read with one statement for all concurrent requests, and with none after that", async () => {
    const fresh = new Catalogs(server.database);
    const ids = releases.map(({ release }) => release);
    const statements: string[] = [];
    const stop = server.database.onStatement(({ text }) => statements.push(text));
    const [first, again] = await Promise.all([fresh.all(ids), fresh.all(ids)]);
    expect(await fresh.of(ids[0] ?? 0)).toBe(first.get(ids[0] ?? 0));
    stop();
    expect(again).toEqual(first);
    expect(statements).toHaveLength(1);
  });

  it("are empty if the release does not exist", async () => {
    expect(await catalogs.of(999_999)).toMatchObject({ count: 0, benchmark: "" });
  });

  it.each([10_000_000, 50_000, 100, 1])(
    "find every question of a slice, even with room for only %i bytes",
    async (room) => {
      const budget = { catalogs: room, masks: room, slices: room, groups: room, snapshots: room };
      const narrow = new Catalogs(server.database, budget);
      const ids = releases.map(({ release }) => release);
      const sizes = async (asked: readonly number[], filter: QuestionFilter): Promise<number[]> =>
        [...(await narrow.questionsIn(asked, canonicalSlice(filter))).values()]
          .map(({ count }) => count)
          .sort((a, b) => a - b);
      // If there is little room, the catalog that is loaded second evicts the first one within the same call.
      for (const release of ids) {
        await narrow.questionsIn([release], canonicalSlice(null));
        expect(await sizes(ids, {})).toEqual([40, 480]);
        expect((await sizes(ids, { levels: ["PERCEPTION"] }))[0]).toBe(20);
      }
    },
  );
});
