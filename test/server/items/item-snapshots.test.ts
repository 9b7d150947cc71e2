import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalSlice } from "../../../src/domain/slice/canonical-slice.ts";
import type { ItemStatisticsFilter, NumberRange, QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { statisticsConditions } from "../arbitrary-filter.ts";
import { sqlOrdinals } from "../catalog/sql-reference.ts";
import { exportPath, fetchPath } from "../export/export-client.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  seeded,
} from "../hidden/hidden-benchmark.ts";

const COUNT = 40;
const FAMILIES = ["alpha", "beta", "gamma", "delta", "omega"] as const;
const TAKE = `mutation ($input: TakeItemSnapshotInput!) { takeItemSnapshot(input: $input) {
  snapshot { id takenAt note keyRevision evidence { runs families } release { version } } } }`;
const ITEMS = `query ($benchmark: String!, $runs: RunFilter) { itemAnalysis(benchmark: $benchmark, runs: $runs, first: 1000) {
  nodes { share discrimination unparsed agreement question { key } } } }`;
const LIST = `query ($filter: QuestionFilter) { questions(filter: $filter, first: 1000) { totalCount nodes { key } } }`;

interface Snapshot {
  readonly id: string;
  readonly note: string | null;
  readonly evidence: { readonly runs: number; readonly families: number };
}
interface Item {
  readonly share: number | null;
  readonly discrimination: number | null;
  readonly unparsed: number | null;
  readonly agreement: number | null;
  readonly question: { readonly key: string };
}

let server: TestServer;
let open: HiddenBenchmark;
let hidden: HiddenBenchmark;
let maintainer: string;
let owner: string;
/** The statistics of the questions when each snapshot was taken, by the snapshot's id. */
const figures = new Map<string, readonly Item[]>();
let first: Snapshot;
let few: Snapshot;

function answersOf(skill: number, seed: number): string[] {
  const random = seeded(seed);
  return open.labels.map((right) => {
    const [refuses, knows, guess] = [random(), random(), random()];
    if (refuses < 0.05) return "I cannot tell.";
    return knows < skill ? right : (LABELS[Math.floor(guess * 4)] ?? "A");
  });
}

const submit = (skill: number, seed: number, name: string, visibility = "PUBLIC") =>
  server.submit(
    { benchmark: open.slug, visibility, model: { name }, predictions: answering(open.keys, answersOf(skill, seed)) },
    { key: owner },
  );

const itemsOf = async (runs?: object): Promise<readonly Item[]> =>
  (await server.data<{ itemAnalysis: { nodes: Item[] } }>(ITEMS, { benchmark: open.slug, runs }, { key: null }))
    .itemAnalysis.nodes;

const take = async (input: object = {}): Promise<Snapshot> =>
  (
    await server.data<{ takeItemSnapshot: { snapshot: Snapshot } }>(
      TAKE,
      { input: { benchmark: open.slug, ...input } },
      { key: maintainer },
    )
  ).takeItemSnapshot.snapshot;

const keysOf = async (filter: QuestionFilter): Promise<readonly string[]> =>
  (
    await server.data<{ questions: { nodes: { key: string }[] } }>(LIST, {
      filter: { benchmarks: [open.slug], ...filter },
    })
  ).questions.nodes.map(({ key }) => key);

const FEW_RUNS = { models: ["alpha-0", "beta-1", "gamma-2", "delta-3"] };

beforeAll(async () => {
  server = await createTestServer();
  open = await importHidden(server, { slug: "open", count: COUNT, access: "visible" });
  hidden = await importHidden(server, { slug: "secrets", count: COUNT });
  for (const { slug } of [open, hidden]) await liftQuota(server, slug);
  [owner, maintainer] = [await keyOf(server, "owner"), await keyOf(server, "mia")];
  for (const { slug } of [open, hidden])
    await server.data(`mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }`, {
      input: { benchmark: slug, owner: "mia" },
    });
  for (let run = 0; run < 10; run++)
    await submit(0.1 + 0.08 * run, run + 1, `${FAMILIES[run % FAMILIES.length]}-${run}`);
  await submit(0, 99, "private-model", "PRIVATE");
  first = await take({ note: " before the challenge " });
  figures.set(first.id, await itemsOf());
  few = await take({ runs: FEW_RUNS });
  figures.set(few.id, await itemsOf(FEW_RUNS));
});
afterAll(() => server.close());

/** Whether a question meets the conditions on a snapshot, according to the schema's description. */
function holds({ snapshot, ...filter }: ItemStatisticsFilter, ordinal: number): boolean {
  const item = figures.get(snapshot)?.[ordinal];
  const within = ({ gt, gte, lt, lte }: NumberRange = {}, value: number | null | undefined): boolean => {
    if ([gt, gte, lt, lte].every((bound) => bound == null)) return true;
    if (value == null) return false;
    return value > (gt ?? -2) && value >= (gte ?? -2) && value < (lt ?? 2) && value <= (lte ?? 2);
  };
  return (
    within(filter.difficulty ?? {}, item?.share) &&
    within(filter.discrimination ?? {}, item?.discrimination) &&
    within(filter.unparsed ?? {}, item?.unparsed) &&
    within(filter.agreement ?? {}, item?.agreement)
  );
}

/** Whether a filter with the conditions of this test matches a question. */
function matches(filter: QuestionFilter, ordinal: number): boolean {
  return (
    (filter.statistics == null || holds(filter.statistics, ordinal)) &&
    (filter.levels == null || filter.levels.includes(ordinal % 2 === 0 ? "PERCEPTION" : "REASONING")) &&
    (filter.and ?? []).every((part) => matches(part, ordinal)) &&
    (filter.or == null || filter.or.some((part) => matches(part, ordinal))) &&
    (filter.not == null || !matches(filter.not, ordinal))
  );
}

function filters(): fc.Arbitrary<QuestionFilter> {
  const condition = fc.oneof(
    { weight: 4, arbitrary: statisticsConditions([first.id, few.id]) },
    fc.constantFrom<QuestionFilter>({}, { levels: ["PERCEPTION"] }, { levels: ["REASONING"] }),
  );
  const level = (inner: fc.Arbitrary<QuestionFilter>): fc.Arbitrary<QuestionFilter> => {
    const list = fc.array(inner, { maxLength: 3 });
    return fc
      .tuple(condition, fc.record({ and: list, or: list, not: inner }, { requiredKeys: [] }))
      .map(([own, nested]) => ({ ...own, ...nested }));
  };
  return fc.oneof(condition, level(condition), level(level(condition)));
}

describe("an item snapshot", () => {
  it("counts the public runs, and returns their number", () => {
    expect(first).toMatchObject({
      note: "before the challenge",
      keyRevision: 1,
      evidence: { runs: 10, families: FAMILIES.length },
      release: { version: 1 },
    });
    expect(few.evidence).toEqual({ runs: 4, families: 4 });
  });

  it("selects the same questions in SQL, in memory and by the definitions in the schema", async () => {
    const { catalogs } = server.services.memory;
    const releases = (await catalogs.currentReleases()).filter(({ benchmark }) =>
      [open.slug, "omnidex-demo"].includes(benchmark),
    );
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const slice = canonicalSlice(filter);
        for (const { release, benchmark } of releases) {
          const catalog = await catalogs.of(release);
          const found = Array.from((await catalogs.evaluateSlice(catalog, slice)).ordinals());
          expect(found).toEqual(await sqlOrdinals(server.database, release, slice));
          if (benchmark !== open.slug) continue;
          sizes.add(found.length);
          expect(found).toEqual(open.keys.flatMap((_, ordinal) => (matches(filter, ordinal) ? [ordinal] : [])));
        }
      }),
      { numRuns: 200 },
    );
    expect(sizes.size).toBeGreaterThan(5);
  });

  it("has no value for a statistic that needs more runs", async () => {
    const statistics = { snapshot: few.id, discrimination: { gte: -1 } };
    expect(await keysOf({ statistics })).toEqual([]);
    expect(await keysOf({ statistics: { snapshot: few.id, difficulty: { gte: 0 } } })).toHaveLength(COUNT);
  });

  it("matches no question of another benchmark, and its negation matches all of them", async () => {
    const statistics = { snapshot: first.id, difficulty: { gte: 0 } };
    const count = async (filter: QuestionFilter): Promise<number> =>
      (await server.data<{ questions: { totalCount: number } }>(LIST, { filter })).questions.totalCount;
    const [all, own] = [await count({}), await count({ statistics })];
    expect(own).toBe(COUNT);
    expect(await count({ not: { statistics } })).toBe(all - COUNT);
    const { slice } = await server.data<{ slice: { warnings: { path: string; benchmark: string }[] } }>(
      `query ($filter: QuestionFilter) { slice(filter: $filter) { warnings { path benchmark message } } }`,
      { filter: { or: [{ statistics }] } },
    );
    expect(slice.warnings.map(({ path }) => path)).toEqual(slice.warnings.map(() => "filter.or[0].statistics"));
    expect(slice.warnings.map(({ benchmark }) => benchmark)).toContain("omnidex-demo");
    expect(slice.warnings.map(({ benchmark }) => benchmark)).not.toContain(open.slug);
  });

  it("is exported beside its questions", async () => {
    const path = exportPath("ndjson", { benchmarks: [open.slug] });
    const lines = async (at: string): Promise<{ key: string; statistics: object | null }[]> =>
      (await (await fetchPath(server, at)).text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    for (const [ordinal, line] of (await lines(`${path}&snapshot=${first.id}`)).entries()) {
      const { share: difficulty, question, ...rest } = (figures.get(first.id) ?? [])[ordinal] as Item;
      expect(line.key).toBe(question.key);
      expect(line.statistics).toEqual({ snapshot: first.id, difficulty, ...rest });
    }
    expect((await lines(path)).map(({ statistics }) => statistics)).toEqual(open.keys.map(() => null));
    const csv = await (await fetchPath(server, `${exportPath("csv", {})}&snapshot=${first.id}`)).text();
    expect(csv.split("\n")[0]).toContain("itemSnapshot,difficulty,discrimination,unparsed,agreement");
    for (const [id, status] of [
      ["snapshot_999999", 404],
      ["question_1", 400],
    ] as const)
      expect((await fetchPath(server, `${path}&snapshot=${id}`)).status).toBe(status);
  });

  it("stays the same when runs are added; the same statistics are stored only once", async () => {
    const filter = { statistics: { snapshot: first.id, difficulty: { lt: 0.5 } } };
    const before = await keysOf(filter);
    expect(before.length).toBeGreaterThan(3);
    expect(before.length).toBeLessThan(COUNT - 3);
    expect((await take()).id).toBe(first.id);
    await submit(0.95, 1234, "omega-new");
    expect(await keysOf(filter)).toEqual(before);
    const after = await take();
    expect(after.id).not.toBe(first.id);
    expect(after.evidence.runs).toBe(11);
    const below = (snapshot: string) =>
      Promise.all([0.3, 0.4, 0.5, 0.6, 0.7].map((lt) => keysOf({ statistics: { snapshot, difficulty: { lt } } })));
    expect(await below(after.id)).not.toEqual(await below(first.id));
    const { itemSnapshots } = await server.data<{ itemSnapshots: Snapshot[] }>(
      `{ itemSnapshots(benchmark: "${open.slug}") { id } }`,
      {},
      { key: null },
    );
    expect(itemSnapshots.map(({ id }) => id)).toEqual([after.id, few.id, first.id]);
  });

  it.each<[string, () => object, string, RegExp]>([
    ["an unknown snapshot", () => ({ snapshot: "snapshot_999999" }), "INVALID_FILTER", /open has no item snapshot/],
    [
      "a malformed id",
      () => ({ snapshot: "video_1" }),
      "BAD_USER_INPUT",
      /id of an item snapshot, such as 'snapshot_1'/,
    ],
    [
      "an empty range",
      () => ({ snapshot: first.id, discrimination: { gt: 0.5, lt: 0.5 } }),
      "INVALID_FILTER",
      /No correlation is above 0.5/,
    ],
  ])("cannot be used in a filter with %s", async (_name, statistics, code, message) => {
    const { errors } = await server.request(LIST, { filter: { benchmarks: ["open"], statistics: statistics() } });
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
  });

  it("can be taken only by maintainers, from enough runs, and never of hidden answers", async () => {
    const refusal = async (input: object, key: string | null) =>
      (await server.request(TAKE, { input: { benchmark: open.slug, ...input } }, { key })).errors?.[0]?.extensions.code;
    expect(await refusal({}, null)).toBe("UNAUTHENTICATED");
    expect(await refusal({}, owner)).toBe("FORBIDDEN");
    expect(await refusal({ benchmark: "no-such" }, null)).toBe("UNAUTHENTICATED");
    expect(await refusal({ runs: { models: ["alpha-0", "beta-1"] } }, maintainer)).toBe("CONFLICT");
    expect(await refusal({ benchmark: hidden.slug }, maintainer)).toBe("CONFLICT");
    expect(await refusal({ note: "x".repeat(501) }, maintainer)).toBe("BAD_USER_INPUT");
  });

  it("reveals nothing about hidden answers, even if the database contained its rows", async () => {
    const { catalogs } = server.services.memory;
    const release = (await catalogs.currentReleases()).find(({ benchmark }) => benchmark === hidden.slug)?.release ?? 0;
    await server.database.query(sql`
      insert into item_snapshots (release_id, key_revision, runs, families, content_hash)
      select ${release}::int, 1, '[]'::jsonb, 1, 'forged'`);
    await server.database.query(sql`
      insert into item_statistics (snapshot_id, ordinal, difficulty)
      select s.id, q.ordinal, 0.5 from item_snapshots s join questions q on q.release_id = s.release_id
      where s.content_hash = 'forged'`);
    const [row] = await server.database.query(sql`select id from item_snapshots where content_hash = 'forged'`);
    const filter = { statistics: { snapshot: `snapshot_${row?.id}`, difficulty: { gte: 0 } } };
    expect(await sqlOrdinals(server.database, release, canonicalSlice(filter))).toEqual([]);
    await expect(catalogs.questionsIn([release], canonicalSlice(filter))).rejects.toThrow(/no item snapshot/);
    const { errors } = await server.request(LIST, { filter });
    expect(errors?.[0]?.extensions.code).toBe("INVALID_FILTER");
    const { itemSnapshots } = await server.data<{ itemSnapshots: object[] }>(
      `{ itemSnapshots(benchmark: "${hidden.slug}") { id } }`,
    );
    expect(itemSnapshots).toEqual([]);
  });
});
