import postgres from "postgres";
import { benchmarkSlug } from "../data/data-size.ts";
import { prepareScale, type Scale } from "../data/scale-data.ts";
import { type BenchQuery, leaderboardDocument, type Variables } from "../queries/five-queries.ts";
import { median, type Section, short, table } from "../report.ts";
import { Q5 as FLOOR_Q5, type FloorStatement } from "../servers/floor-statements.ts";
import { ask } from "../support/answers.ts";
import { type BenchContext, type StartedServer, withServers } from "../support/bench-context.ts";
import { cpuOf, cpuOfFamily } from "../support/cpu-time.ts";
import { withScratchDatabase } from "../support/scratch-database.ts";

/** Prediction rows are stored for at most this many runs: 10,000 runs have 30 million rows. */
const MOST_WITH_PREDICTIONS = 10_000;

/** The number of requests that measure each way. Each request is for a new slice. */
const SLICES = { vectors: 20, statements: 5 };

/** One way to compute a leaderboard over a new slice, with medians in milliseconds. */
interface Way {
  readonly runs: number;
  readonly way: string;
  readonly wall: number;
  readonly serverCpu: number | null;
  readonly postgresCpu: number;
}

/**
 * Measures a leaderboard over slices that are not cached, by the number of runs: from vectors, and by GROUP BY over
 * predictions.
 */
export async function measureLeaderboard(context: BenchContext): Promise<Section> {
  const { options, postgres: server, say } = context;
  const ways: Way[] = [];
  for (const runs of options.scales) {
    say(`making a leaderboard of ${runs} runs`);
    const scale = { benchmark: benchmarkSlug(0), runs, predictions: runs <= MOST_WITH_PREDICTIONS };
    const own = await withScratchDatabase(server.url, async (url) => {
      await prepareScale(url, options.size, scale);
      return withServers(context, ["omnidex"], { DATABASE_URL: url }, ([omnidex]) =>
        omnidex === undefined ? Promise.resolve([]) : measureWays(context, url, scale, omnidex),
      );
    });
    ways.push(...own);
  }
  return leaderboardSection(ways);
}

async function measureWays(
  { postgres: server, say }: BenchContext,
  url: string,
  scale: Scale,
  omnidex: StartedServer,
): Promise<Way[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const run =
    ({ text, parameters }: FloorStatement) =>
    (variables: Variables) =>
      sql.unsafe(text, parameters(variables) as never[], { prepare: true });
  const pagedThrough = (variables: Variables) => askPages(omnidex, variables);
  const time = { postmaster: server.postmaster, scale };
  const ways: Way[] = [];
  try {
    for (const [way, query] of OWN) {
      const askAll = query === PAGED ? pagedThrough : (variables: Variables) => ask(omnidex, query, variables);
      const own = measureWay(way, SLICES.vectors, time, askAll, omnidex);
      // If this way fails, for example by a timeout, the others are still measured.
      const failed = (error: unknown) => say(`${way} over ${scale.runs} runs: ${error}`);
      ways.push(...((await own.then((measured) => [measured], failed)) ?? []));
    }
    ways.push(await measureWay("SQL over the vectors", SLICES.statements, time, run(FLOOR_Q5)));
    if (scale.predictions)
      ways.push(await measureWay("GROUP BY over predictions", SLICES.statements, time, run(GROUP_BY)));
    return ways;
  } finally {
    await sql.end();
  }
}

const queryOf = (document: string): BenchQuery => ({
  name: "L",
  about: "a leaderboard over a new slice",
  document,
  variants: [],
});

const LEADERBOARD = leaderboardDocument(false);

/** A document for a table of the leaderboard's runs over the same slice, with a column for each task. */
const tableDocument = (
  rows: number,
): string => `query L($benchmark: String!, $audio: AudioType!, $level: Level!, $longer: Float!) {
  scoreTable(
    benchmark: $benchmark
    filter: { audioTypes: { any: [$audio] }, levels: [$level], durationSeconds: { gt: $longer } }
    by: [TASK]
    first: ${rows}
  ) {
    totalCount columns { keys { label } questions }
    nodes { model { slug name } ... on ScoreTableRun { run { id }
      overall { value score { n interval { lower upper } } tiesWithBest } cells { value score { n interval { lower upper } } } } }
  }
}`;

/** The document with a wider slice: all questions except those on the shortest videos. */
const wide = (document: string): string =>
  document
    .replace(
      "audioTypes: { any: [$audio] }, levels: [$level], durationSeconds: { gt: $longer }",
      "durationSeconds: { gt: $longer }",
    )
    .replace("$audio: AudioType!, $level: Level!, ", "");

/** Leaderboard entries, 100 to a page, with the same fields of a score as the cells of the table. */
const PAGED = queryOf(
  wide(LEADERBOARD)
    .replace("$benchmark: String!", "$benchmark: String!, $after: String")
    .replace("first: 50", "first: 100, after: $after")
    .replace("totalCount", "totalCount pageInfo { hasNextPage endCursor }")
    .replace("n correct", "n interval { lower upper }"),
);

/** The maximum number of requested pages. Together they have as many entries as one page of the table can have rows. */
const MOST_PAGES = 10;

async function askPages(omnidex: StartedServer, variables: Variables): Promise<void> {
  for (let [page, after] = [0, null as string | null]; page < MOST_PAGES; page++) {
    const answer = (await ask(omnidex, PAGED, { ...variables, after })) as LeaderboardPage;
    const { hasNextPage, endCursor } = answer.data.leaderboard.pageInfo;
    if (!hasNextPage) return;
    after = endCursor;
  }
}

interface LeaderboardPage {
  readonly data: {
    readonly leaderboard: { readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } };
  };
}

const OWN: readonly (readonly [way: string, query: BenchQuery])[] = [
  ["Omnidex", queryOf(LEADERBOARD)],
  ["Omnidex, with rank ranges", queryOf(LEADERBOARD.replace("rank value", "rank rankRange { best worst } value"))],
  ["Omnidex, all questions", queryOf(wide(LEADERBOARD))],
  [
    "Omnidex, all questions, first 100",
    queryOf(wide(LEADERBOARD).replace("first: 50", "first: 100").replace("n correct", "n interval { lower upper }")),
  ],
  ["Omnidex, all questions, first 1,000 by pages of 100", PAGED],
  ["Omnidex, all questions by task, 50 rows", queryOf(wide(tableDocument(50)))],
  ["Omnidex, all questions by task, 1,000 rows", queryOf(wide(tableDocument(1_000)))],
  [
    "Omnidex, all questions by task, 1,000 rows with tests",
    queryOf(wide(tableDocument(1_000)).replace("cells { value", "cells { value tiesWithBest")),
  ],
];

/** Uses a covering index. The ordinals are an array, because with a join PostgreSQL would read the whole table. */
const GROUP_BY: FloorStatement = {
  text: `
    with release as materialized (
      select r.id from benchmarks b join releases r on r.benchmark_id = b.id where b.slug = $1::text and r.is_current),
    slice as materialized (
      select array_agg(q.ordinal) as ordinals, count(*) as n from release join questions q on q.release_id = release.id
      where q.audio_mask & $2::smallint <> 0 and q.level = $3::text and q.duration_seconds > $4::float8),
    sums as (
      select run_id, sum(score) as correct from predictions where ordinal = any((select ordinals from slice)::int[])
      group by run_id)
    select s.run_id, s.correct / slice.n as value
    from sums s join runs r on r.id = s.run_id join release on release.id = r.release_id cross join slice
    where r.visibility = 'PUBLIC' and r.status = 'SCORED' order by 2 desc limit 50`,
  parameters: FLOOR_Q5.parameters,
};

let slices = 0;

/** A slice that has not been requested before. */
const newSlice = ({ benchmark }: Scale): Variables => {
  slices += 1;
  return { benchmark, audio: "MUSIC", level: "REASONING", longer: 300 + slices / 7 };
};

async function measureWay(
  way: string,
  times: number,
  { postmaster, scale }: { readonly postmaster: number; readonly scale: Scale },
  askFor: (variables: Variables) => PromiseLike<unknown>,
  server: StartedServer | null = null,
): Promise<Way> {
  // Warm-up requests, so that data that are read only once, such as the vectors, are in memory.
  for (let time = 0; time < 3; time++) await askFor(newSlice(scale));
  const before = { server: server && cpuOf(server.pid), postgres: cpuOfFamily(postmaster) };
  const walls: number[] = [];
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    await askFor(newSlice(scale));
    walls.push(performance.now() - start);
  }
  return {
    runs: scale.runs,
    way,
    wall: median(walls),
    serverCpu: server && (cpuOf(server.pid) - (before.server ?? 0)) / times,
    postgresCpu: (cpuOfFamily(postmaster) - before.postgres) / times,
  };
}

function leaderboardSection(ways: readonly Way[]): Section {
  const rows = ways.map(({ runs, way, wall, serverCpu, postgresCpu }) => [
    `${runs} runs`,
    way,
    ...[wall, serverCpu, postgresCpu].map(short),
  ]);
  return {
    name: "leaderboard",
    title: "A leaderboard over a new slice",
    markdown: table(["", "way", "median ms", "server CPU ms", "PostgreSQL CPU ms"], rows),
    figures: ways,
  };
}
