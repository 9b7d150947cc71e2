import postgres from "postgres";
import { prepareData } from "../data/prepare-data.ts";
import { type BenchQuery, fiveQueries } from "../queries/five-queries.ts";
import type { Section } from "../report.ts";
import { compareAnswers } from "../support/answers.ts";
import { type BenchContext, environmentOf, withServers } from "../support/bench-context.ts";
import { measureAll, peakMemories } from "../support/measure.ts";
import { fiveSection } from "./five-section.ts";

/** Measures the five queries on every server. */
export async function measureFive(context: BenchContext): Promise<Section> {
  const { options, postgres: database, say } = context;
  await prepareData(database.url, options.size);
  const queries = await queriesOf(context);
  return withServers(context, options.servers, environmentOf(context), async (servers) => {
    say(`${await compareAnswers(servers, queries)} answers are equal`);
    const { rounds, seconds, connections } = options;
    const load = { rounds, seconds, connections, warmUp: Math.min(1, seconds) };
    const measured = await measureAll(servers, queries, { ...load, postmaster: database.postmaster, progress: say });
    const listed = servers.map(({ server }) => server);
    return fiveSection(listed, queries, measured, peakMemories(servers));
  });
}

/** The queries that `--queries` names; all five by default. */
export async function queriesOf({ options, postgres: { url } }: BenchContext): Promise<readonly BenchQuery[]> {
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  try {
    const all = await fiveQueries(sql);
    return all.filter(({ name }) => options.queries === null || options.queries.includes(name));
  } finally {
    await sql.end();
  }
}
