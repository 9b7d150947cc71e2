import type { ImportBatch } from "../../src/domain/import-batch.ts";
import { canonicalSlice } from "../../src/domain/slice/canonical-slice.ts";
import type { Slice } from "../../src/domain/slice/question-slice.ts";
import { ADMIN } from "../../src/domain/viewer.ts";
import { importBenchmark } from "../../src/server/benchmarks/import-benchmark.ts";
import { leaderboard } from "../../src/server/boards/leaderboard.ts";
import { errorsOfMany } from "../../src/server/boards/many-scores.ts";
import { RunAggregates } from "../../src/server/boards/run-aggregates.ts";
import type { Database } from "../../src/server/db/database.ts";
import { openDatabase } from "../../src/server/main.ts";
import { serverMemory } from "../../src/server/memory/server-memory.ts";
import { startTemporaryPostgres } from "../temporary-postgres.ts";
import { measurement, positives } from "./measurement.ts";

const QUESTIONS = 5_000;
const VIDEOS = 1_250;
const PAGE = 50;
const ROUNDS = 9;

const batch: ImportBatch = {
  benchmark: "measured",
  source: { format: "synthetic", files: [] },
  categories: [],
  tasks: Array.from({ length: 6 }, (_, index) => ({
    slug: `task-${index}`,
    name: `Task ${index}`,
    level: "REASONING",
    levelSource: "PAPER",
    dominance: null,
    chance: null,
    metric: "accuracy",
  })),
  videos: Array.from({ length: VIDEOS }, (_, index) => ({
    key: `v${index}`,
    category: null,
    durationSeconds: (index * 977) % 1_200,
    url: null,
    subset: null,
    audioTypes: [],
    caption: null,
    native: {},
  })),
  questions: Array.from({ length: QUESTIONS }, (_, index) => ({
    key: `q${index}`,
    video: `v${Math.floor((index * VIDEOS) / QUESTIONS)}`,
    task: `task-${(index * 31) % 6}`,
    level: "REASONING",
    text: `Question ${index}`,
    answerFormat: "MULTIPLE_CHOICE",
    options: ["a", "b", "c", "d"],
    answer: { kind: "option", position: 0, text: "" },
    audioTypes: [],
    requiresAudio: null,
    requiresVisual: null,
    subset: null,
    reasoningSteps: [],
    media: [],
    native: {},
  })),
  oddities: [],
};

/** Inserts runs with random answers directly into the tables. */
async function insertRuns(database: Database, count: number): Promise<void> {
  const bytes = QUESTIONS / 8;
  const statements = [
    `insert into models (slug, name) select 'model-' || i, 'Model ' || i from generate_series(1, 1000) i on conflict do nothing`,
    `insert into runs (benchmark_id, release_id, model_id, inputs, visibility, status, owner, idempotency_key, input_hash)
     select r.benchmark_id, r.id, m.id, array['VIDEO'], 'PUBLIC', 'SCORED', 'measure', i::text, ''
     from generate_series((select count(*) from runs) + 1, ${count}) i
       join releases r on r.content_hash = (select content_hash from releases order by id desc limit 1)
       join models m on m.slug = 'model-' || (1 + i % 1000)`,
    `insert into scores (run_id, revision, extractor, extractor_version, key_revision, length, answered, correct, unparsed,
       errored, unscored, value)
     select id, 1, 'measure', '1', 1, ${QUESTIONS}, decode(repeat('ff', ${bytes}), 'hex'),
       substring(decode((select string_agg(md5(id || ':' || i), '') from generate_series(1, 40) i), 'hex') for ${bytes}),
       zero.bytes, zero.bytes, zero.bytes, 0.5
     from runs cross join (select decode(repeat('00', ${bytes}), 'hex') as bytes) zero
     where not exists (select from scores where run_id = runs.id)`,
    "analyze",
  ];
  await database.transaction(async (tx) => {
    await tx.query({ text: "set local statement_timeout = 0", params: [] });
    for (const text of statements) await tx.query({ text, params: [] });
  });
}

/** A slice of about 8 % of the questions, different each time. */
let asked = 0;
const newSlice = (): Slice =>
  canonicalSlice({ tasks: [`task-${asked % 6}`], durationSeconds: { gte: 10 + asked, lt: 610 + 1.5 * asked++ } });

async function median(work: (slice: Slice) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const slice = newSlice();
    const before = process.cpuUsage();
    await work(slice);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return (times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0).toFixed(1);
}

async function measure(database: Database, runs: number): Promise<void> {
  await insertRuns(database, runs);
  const memory = serverMemory(database);
  const aggregates = () => new RunAggregates(database, memory, ADMIN);
  const [release] = await memory.catalogs.currentReleases();
  const board = (slice: Slice) =>
    leaderboard(database, aggregates(), ADMIN, { benchmark: "measured", slice, runs: {}, published: true });
  const start = performance.now();
  await (await board(newSlice())).score(0);
  const cold = performance.now() - start;
  const page = await median(async (slice) => {
    const found = await board(slice);
    return Array.from({ length: PAGE }, (_, place) => found.entry(place));
  });
  const scored = await memory.directory.filtered(ADMIN, {}, release?.release ?? 0);
  const errors = await median(async (slice) =>
    errorsOfMany(memory.vectors, scored, await aggregates().slice(release?.release ?? 0, slice)),
  );
  const ranges = await median(async (slice) => {
    const found = await board(slice);
    return Promise.all(Array.from({ length: PAGE }, (_, place) => found.rankRange(place)));
  });
  const megabytes = (process.memoryUsage().rss / 1024 ** 2).toFixed(0);
  console.log(`| ${runs} | ${page} ms | ${errors} ms | ${ranges} ms | ${cold.toFixed(0)} ms | ${megabytes} MB |`);
}

const [sizes] = measurement(
  "leaderboards",
  "Without HTTP, on a temporary PostgreSQL server with synthetic runs over 5,000 questions.",
)
  .argument("[runs...]", "numbers of runs", positives, [1_000, 10_000, 100_000])
  .parse().processedArgs as [readonly number[]];
const postgres = await startTemporaryPostgres();
try {
  const { database, close } = await openDatabase({ engine: "postgresql", url: postgres.url });
  await database.listen();
  await importBenchmark(database, batch, { viewer: ADMIN });
  console.log(
    "| runs | values, a page of 50 | values and errors of all | a page with ranges | first time, elapsed | memory |",
  );
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const runs of sizes) await measure(database, runs);
  await close();
} finally {
  await postgres.stop();
}
