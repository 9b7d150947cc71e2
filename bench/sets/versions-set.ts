import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { benchmarkSlug } from "../data/data-size.ts";
import { prepareData } from "../data/prepare-data.ts";
import { prepareScale } from "../data/scale-data.ts";
import { type BenchQuery, fiveQueries, leaderboardDocument, type Variables } from "../queries/five-queries.ts";
import { quartiles, type Section, short, table } from "../report.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { graphql, omnidexOf } from "../servers/server-list.ts";
import { type BenchContext, type StartedServer, withStarted } from "../support/bench-context.ts";
import { type Measurement, measureAll } from "../support/measure.ts";
import { withConnection, withScratchDatabase } from "../support/scratch-database.ts";

/** How many seconds each query runs before the first round, so that both servers have compiled their code. */
const WARM_UP = 15;
/** The number of slices in one measurement of a leaderboard. */
const SLICES = 4_000;
/** The number of concurrent leaderboards. With more leaderboards over 10,000 runs, a server refuses some as overloaded. */
const LEADERBOARDS = 2;

/** A version of the project: how its bench fills a database, what it asks, and its server. */
interface Version {
  readonly server: BenchServer;
  readonly prepareData: typeof prepareData;
  readonly prepareScale: typeof prepareScale;
  readonly fiveQueries: typeof fiveQueries;
  readonly leaderboard: string;
}

/** The version in another folder. It must be built. */
async function versionIn(folder: string): Promise<Version> {
  const load = (path: string) => import(pathToFileURL(resolve(folder, "bench", path)).href);
  const queries = await load("queries/five-queries.ts");
  return {
    server: { ...omnidexOf(folder, "off"), name: "before" },
    prepareData: (await load("data/prepare-data.ts")).prepareData,
    prepareScale: (await load("data/scale-data.ts")).prepareScale,
    fiveQueries: queries.fiveQueries,
    // In versions that did not leave out partial runs, the document was a constant.
    leaderboard: queries.leaderboardDocument?.(true) ?? queries.LEADERBOARD,
  };
}

const OWN: Version = {
  server: { ...omnidexOf(resolve(import.meta.dirname, "../.."), "off"), name: "now" },
  prepareData,
  prepareScale,
  fiveQueries,
  // Ranks every run, because earlier versions did not leave out partial ones.
  leaderboard: leaderboardDocument(true),
};

/**
 * Measures the five queries and the leaderboards with this version and with the version in the folder that `--against`
 * names. Each version has its own database, filled by its own bench, in one PostgreSQL, and gets its own documents.
 */
export async function measureVersions(context: BenchContext): Promise<Section> {
  const { against, scales } = context.options;
  if (against === null)
    throw new Error("--sets versions needs --against <folder>: a built checkout of another commit.");
  const versions = [OWN, await versionIn(against)];
  const measured = await measureFiveQueries(context, versions);
  context.say(comparison(measured));
  const { options } = context;
  const fewer = { ...context, options: { ...options, connections: Math.min(options.connections, LEADERBOARDS) } };
  for (const runs of scales) measured.push(...(await measureLeaderboards(fewer, versions, runs)));
  return {
    ...{ name: "versions", title: "Beside an earlier version" },
    ...{ markdown: comparison(measured), figures: measured },
  };
}

function measureFiveQueries(context: BenchContext, versions: readonly Version[]): Promise<Measurement[]> {
  const { size, queries: names } = context.options;
  return withDatabases(context, versions, async (urls) => {
    const asked: (readonly BenchQuery[])[] = [];
    for (const [index, version] of versions.entries()) {
      const url = urls[index] ?? "";
      await version.prepareData(url, size);
      asked.push(await withConnection(url, (sql) => version.fiveQueries(sql)));
    }
    const queries = (asked[0] ?? []).filter(({ name }) => names === null || names.includes(name));
    return measureInTurn(context, versions, urls, queries, (index, { name }) => {
      const query = asked[index]?.find((own) => own.name === name);
      if (query === undefined) throw new Error(`The other version has no query ${name}.`);
      return query;
    });
  });
}

function measureLeaderboards(
  context: BenchContext,
  versions: readonly Version[],
  runs: number,
): Promise<Measurement[]> {
  const { size } = context.options;
  return withDatabases(context, versions, async (urls) => {
    const scale = { benchmark: benchmarkSlug(0), runs, predictions: false };
    for (const [index, version] of versions.entries()) await version.prepareScale(urls[index] ?? "", size, scale);
    const query = leaderboardOver(runs, scale.benchmark);
    return measureInTurn(context, versions, urls, [query], (index, own) => ({
      ...own,
      document: versions[index]?.leaderboard ?? "",
    }));
  });
}

/** A leaderboard that gets new slices each time its requests are created. */
function leaderboardOver(runs: number, benchmark: string): BenchQuery {
  let slices = 0;
  const newSlice = (): Variables => {
    slices += 1;
    // The multiples of the golden ratio, without their integer part, are all different.
    return { benchmark, audio: "MUSIC", level: "REASONING", longer: 300 + 600 * ((slices * 0.618_033_988_75) % 1) };
  };
  return {
    name: `leaderboard of ${runs} runs`,
    about: "the best 50 runs over a new slice",
    document: "",
    get variants() {
      return Array.from({ length: SLICES }, newSlice);
    },
  };
}

async function measureInTurn(
  context: BenchContext,
  versions: readonly Version[],
  urls: readonly string[],
  queries: readonly BenchQuery[],
  ownQuery: (version: number, query: BenchQuery) => BenchQuery,
): Promise<Measurement[]> {
  const { options, postgres, say } = context;
  const { rounds, seconds, connections } = options;
  const servers = versions.map(({ server }, index) => ({
    server: {
      ...server,
      request: (query: BenchQuery, variables: Variables) => graphql(ownQuery(index, query), variables),
    },
    environment: { DATABASE_URL: urls[index] },
  }));
  const load = { rounds, seconds, connections, warmUp: options.smoke ? seconds : WARM_UP };
  return withStarted(context, servers, (started: readonly StartedServer[]) =>
    measureAll(started, queries, { ...load, postmaster: postgres.postmaster, progress: say }),
  );
}

/** One empty database for each version. */
function withDatabases<T>(
  { postgres: { url } }: BenchContext,
  versions: readonly Version[],
  work: (urls: readonly string[]) => Promise<T>,
): Promise<T> {
  const open = (urls: readonly string[]): Promise<T> =>
    urls.length === versions.length ? work(urls) : withScratchDatabase(url, (own) => open([...urls, own]));
  return open([]);
}

/** A table of CPU times and their ratios. */
function comparison(measured: readonly Measurement[]): string {
  const queries = [...new Set(measured.map(({ query }) => query))];
  const rows = queries.map((query) => {
    const of = (server: string, figure: "serverCpu" | "postgresCpu") =>
      measured.filter((one) => one.query === query && one.server === server).map((one) => one[figure]);
    // Both lists are in the order of the rounds.
    const before = of("before", "serverCpu");
    const ratios = of("now", "serverCpu").map((cpu, round) => cpu / (before[round] ?? Number.NaN));
    const [lower, middle, upper] = quartiles(ratios);
    const medians = (["before", "now"] as const).map((server) =>
      (["serverCpu", "postgresCpu"] as const).map((figure) => short(quartiles(of(server, figure))[1])).join(" + "),
    );
    return [query, ...medians, middle.toFixed(2), `${lower.toFixed(2)}–${upper.toFixed(2)}`];
  });
  return table(["", "CPU ms before", "CPU ms now", "ratio of server CPU", "its quartiles"], rows);
}
