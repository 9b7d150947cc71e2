import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { canonicalSlice } from "../../../src/domain/slice/canonical-slice.ts";
import { ADMIN, ANONYMOUS, type Viewer } from "../../../src/domain/viewer.ts";
import { cautiousStandardError } from "../../../src/scoring/metrics/score-interval.ts";
import { compareOverSlice } from "../../../src/scoring/metrics/slice-comparison.ts";
import { LeaderboardRanges, type RangedEntry } from "../../../src/server/boards/leaderboard-ranges.ts";
import { errorsOfMany, scoreMany } from "../../../src/server/boards/many-scores.ts";
import { RunAggregates } from "../../../src/server/boards/run-aggregates.ts";
import type { RunConditions } from "../../../src/server/conditions/run-conditions.ts";
import { runs } from "../../../src/server/db/tables/run-tables.ts";
import { byModel, RunDirectory } from "../../../src/server/memory/run-directory.ts";
import { fetchFilteredRuns } from "../../../src/server/memory/run-queries.ts";
import { fetchRunVectors } from "../../../src/server/memory/score-queries.ts";
import { serverMemory } from "../../../src/server/memory/server-memory.ts";
import { ScoreVectors } from "../../../src/server/memory/vector-memory.ts";
import { withdrawRun } from "../../../src/server/runs/submission/change-run.ts";
import { submitRun } from "../../../src/server/runs/submission/submission-pipeline.ts";
import { Random } from "../../fixtures/random.ts";
import { summarizeScore } from "../../scoring/metrics/naive/score-summary.ts";
import { rankRanges } from "../../scoring/metrics/rank-ranges-of-all.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { randomPredictions } from "../comparison/random-predictions.ts";

const OWNERS = ["ada", "bela", "admin"];
const INPUTS = [["VIDEO"], ["AUDIO", "VIDEO"], ["VIDEO", "AUDIO"], ["TEXT", "SUBTITLES"]] as const;

const MODELS = [
  { organization: "Omni Lab", parameters: "7B" },
  { organization: "Other Lab", parameters: "7Bx4" },
  { organization: "Omni Lab", parameters: "30B-A3B" },
  { parameters: "350M" },
  {},
];

let server: TestServer;
let release: number;
/** The creation times of the runs, in milliseconds since 1970. */
const created: number[] = [];

beforeAll(async () => {
  server = await createTestServer();
  const random = new Random(5);
  for (let index = 0; index < 24; index++) {
    const owner: Viewer = { owner: OWNERS[index % 3] ?? null, admin: false };
    const { run } = await submitRun(server.services.runs, owner, {
      benchmark: "omnidex-demo",
      model: { name: `model ${index % 5}`, ...MODELS[index % 5] },
      inputs: [...(INPUTS[index % 4] ?? [])],
      seed: index % 3 === 0 ? null : index % 4,
      frames: index % 5 === 0 ? null : 8 * (index % 4) + 1,
      prompt: index % 2 === 0 ? null : `prompt ${index % 3}`,
      visibility: index % 4 === 0 ? "PRIVATE" : "PUBLIC",
      openEnded: index % 6 === 0,
      idempotencyKey: `${index}`,
      predictions: randomPredictions(random).filter(({ question }) => index % 7 !== 0 || question.endsWith("1")),
    });
    if (index % 8 === 0) await withdrawRun(server.services.runs, owner, run, null);
  }
  const rows = await rowsAs<{ created: number }>(
    server.database,
    sql`select floor(extract(epoch from ${runs.createdAt}) * 1000)::float8 as created from ${runs}`,
  );
  created.push(...rows.map((row) => row.created));
  release = (await server.services.memory.catalogs.currentReleases()).find(
    ({ benchmark }) => benchmark === "omnidex-demo",
  )?.release as number;
});
afterAll(() => server.close());

const some = <T>(...values: readonly T[]) =>
  fc.option(fc.array(fc.constantFrom(...values), { maxLength: 3 }), { freq: 2 });

/** The creation times of some of the runs, and the times just before and after them. */
const instants = fc.option(
  fc.nat({ max: 71 }).map((index) => (created[index % created.length] ?? 0) + (index % 3) - 1),
);
const sizes = fc.option(fc.constantFrom(0, 350e6, 350e6 + 1, 7e9, 28e9, 30e9, 1e308), { freq: 2 });
const frames = fc.option(fc.constantFrom(0, 1, 9, 10, 25), { freq: 2 });

const flat: fc.Arbitrary<RunConditions> = fc.record(
  {
    benchmarks: some("omnidex-demo", "worldsense"),
    models: some("model-0", "model-1", "model-2", "nobody"),
    releaseKeys: some(0, 1, 2, 3, 4),
    inputs: some("VIDEO", "AUDIO", "TEXT", "SUBTITLES"),
    seeds: some(0, 1, 2, 3, 9),
    prompts: some("prompt 0", "prompt 1", "none"),
    visibility: fc.constantFrom(null, "PUBLIC", "PRIVATE"),
    audio: fc.constantFrom(null, true, false),
    subtitles: fc.constantFrom(null, true, false),
    openEnded: fc.constantFrom(null, true, false),
    statuses: some("SCORED", "WITHDRAWN", "OPEN"),
    organizations: some("Omni Lab", "Other Lab", "omni lab"),
    parameterCount: fc.record({ gt: sizes, gte: sizes, lt: sizes, lte: sizes }, { requiredKeys: [] }),
    frames: fc.record({ gt: frames, gte: frames, lt: frames, lte: frames }, { requiredKeys: [] }),
    mine: fc.constantFrom(null, true, false),
    createdAt: fc.record({ gt: instants, gte: instants, lt: instants, lte: instants }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

/** Conditions alone, pairs of them, and filters that nest two deep. */
const conditions: fc.Arbitrary<RunConditions> = fc.letrec<{ filter: RunConditions }>((tie) => {
  const one = fc.tuple(flat, fc.nat()).map(([all, index]): RunConditions => {
    const entries = Object.entries(all);
    return Object.fromEntries(entries.filter((_, at) => at === index % entries.length || at === (index >> 8) % 40));
  });
  const list = fc.array(tie("filter"), { maxLength: 3 });
  const nested = fc
    .tuple(one, fc.record({ and: list, or: list, not: tie("filter") }, { requiredKeys: [] }))
    .map(([own, inner]) => ({ ...own, ...inner }));
  return { filter: fc.oneof({ maxDepth: 2 }, flat, one, nested) };
}).filter;

const viewers = fc.constantFrom<Viewer>(
  ADMIN,
  ANONYMOUS,
  { owner: "ada", admin: false },
  { owner: "bela", admin: false },
  { owner: "nobody", admin: false },
);

describe("the runs of a release in memory", () => {
  it("are the same as those that SQL selects, for every viewer", async () => {
    const directory = new RunDirectory(server.database);
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(viewers, conditions, async (viewer, filter) => {
        const known = await directory.filtered(viewer, filter, release);
        const expected = (await fetchFilteredRuns(server.database, viewer, filter, release)).sort(byModel);
        expect(
          known.map(({ run, model, modelName, inputs, revision }) => [run, model, modelName, inputs, revision]),
        ).toEqual(
          expected.map(({ run, model, modelName, inputs, revision }) => [run, model, modelName, inputs, revision]),
        );
        for (const { run } of known) seen.add(run);
      }),
      { numRuns: 300 },
    );
    expect(seen.size).toBeGreaterThan(20);
  });

  it("are read from the database if changes by other servers cannot be detected", async () => {
    const directory = new RunDirectory(server.database);
    const known = await directory.filtered(ADMIN, {}, release);
    const current = vi.spyOn(server.database.versions, "current").mockReturnValue(null);
    const asked = await directory.filtered(ADMIN, {}, release);
    current.mockRestore();
    expect(asked.map(({ run }) => run)).toEqual(known.map(({ run }) => run));
  });
});

describe("score vectors in memory", () => {
  it.each([50_000_000, 3_000, 400, 1])("give each run its score, with room for %i bytes", async (room) => {
    const vectors = new ScoreVectors(server.database, { bits: room, whole: room });
    const { catalogs } = serverMemory(server.database);
    const catalog = await catalogs.of(release);
    const runs = await new RunDirectory(server.database).filtered(
      ADMIN,
      { statuses: ["SCORED", "WITHDRAWN"] },
      release,
    );
    const ids = runs.map(({ run }) => run);
    const stored = await fetchRunVectors(server.database, ids);
    for (const filter of [{}, { levels: ["REASONING" as const] }, { not: { durationBuckets: ["under-1m"] } }]) {
      const slice = await catalogs.questionsOf(catalog, canonicalSlice(filter));
      // The parts overlap, so that some runs are cached and some are not.
      for (const part of [runs.slice(0, 5), runs.slice(3, 12), runs]) {
        const scores = await scoreMany(vectors, part, slice);
        const { values, counts } = scores;
        const errors = await errorsOfMany(vectors, part, slice);
        expect(await errorsOfMany(vectors, part, slice, scores)).toEqual(errors);
        for (const [index, { run }] of part.entries()) {
          const own = stored.get(run);
          const expected = own && summarizeScore(own, catalog.questions, slice.ordinals);
          expect(values[index]).toBe(expected?.value ?? Number.NaN);
          expect(counts[index]).toBe(expected?.n ?? 0);
          expect(errors[index]).toBeCloseTo(expected?.standardError ?? Number.NaN, 12);
        }
      }
    }
    const latest = await vectors.latest(ids);
    for (const run of ids) expect(latest.get(run)?.correct.equals(stored.get(run)?.correct as never)).toBe(true);
  });

  it.each([{}, { levels: ["REASONING" as const] }, { not: { durationBuckets: ["under-1m"] } }])(
    "give leaderboard entries the rank ranges that follow from comparing every two runs, over %j",
    async (filter) => {
      const memory = serverMemory(server.database);
      const aggregates = new RunAggregates(server.database, memory, { owner: null });
      const questions = await aggregates.slice(release, canonicalSlice(filter));
      const runs = await memory.directory.filtered(ADMIN, {}, release);
      const scores = await scoreMany(memory.vectors, runs, questions);
      const errors = await errorsOfMany(memory.vectors, runs, questions);
      const order = [...runs.keys()].sort((a, b) => (scores.values[b] ?? 0) - (scores.values[a] ?? 0));
      const measured = order.map((run) => {
        const [value, n] = [scores.values[run] ?? 0, scores.counts[run] ?? 0];
        return { value, standardError: cautiousStandardError(value, n, errors[run]) };
      });
      expect(measured.length).toBeGreaterThan(10);
      const figure = { value: measured[3]?.value ?? 0, standardError: 0.01 };
      const board = { runs, questions, scores };
      const entries: RangedEntry[] = order.map((run) => ({ run }));
      const ranges = new LeaderboardRanges(aggregates, board, [...entries.slice(0, 3), figure, ...entries.slice(3)]);
      const vectors = await memory.vectors.latest(runs.map(({ run }) => run));
      const vectorsAt = (place: number) => {
        const entry = [...entries.slice(0, 3), figure, ...entries.slice(3)][place];
        return entry !== undefined && "run" in entry ? vectors.get(runs[entry.run]?.run ?? -1) : undefined;
      };
      const errorOf = (place: number, other: number): number | null => {
        const [one, two] = [vectorsAt(place), vectorsAt(other)];
        return one && two ? (compareOverSlice(one, two, questions)?.standardError ?? null) : null;
      };
      const expected = rankRanges([...measured.slice(0, 3), figure, ...measured.slice(3)], scores.videos, errorOf);
      const places = [...expected.keys()].reverse();
      expect(await Promise.all(places.map((place) => ranges.at(place)))).toEqual(expected.toReversed());
    },
  );

  it("do not exist for a run without a score", async () => {
    const vectors = new ScoreVectors(server.database);
    expect((await vectors.latest([999_999])).size).toBe(0);
    expect(await vectors.bits([{ run: 999_999, revision: 1 }])).toEqual([null]);
  });
});
