/** `npm run bench`: measures Omnidex beside hand-written SQL and other servers, and writes `bench/results`. */
import { type Options, readOptions, type SetName, USAGE } from "./options.ts";
import { describeMachine, type Section, writeReport } from "./report.ts";
import { measureColdStarts } from "./sets/cold-start-set.ts";
import { measureFive } from "./sets/five-set.ts";
import { measureIngest } from "./sets/ingest-set.ts";
import { measureLeaderboard } from "./sets/leaderboard-set.ts";
import { measureProfile } from "./sets/profile-set.ts";
import { measureShapes } from "./sets/shapes-set.ts";
import { measureVersions } from "./sets/versions-set.ts";
import type { BenchContext } from "./support/bench-context.ts";
import { type BenchPostgres, usePostgres } from "./support/postgres.ts";

const MEASURES: Readonly<Record<SetName, (context: BenchContext) => Promise<Section>>> = {
  five: measureFive,
  shapes: measureShapes,
  "cold-start": measureColdStarts,
  leaderboard: measureLeaderboard,
  ingest: measureIngest,
  profile: measureProfile,
  versions: measureVersions,
};

const say = (line: string): void => console.error(`[${(performance.now() / 1_000).toFixed(0)} s] ${line}`);

async function run(options: Options): Promise<void> {
  const machine = describeMachine();
  const postgres = await usePostgres(options.databaseUrl);
  endWithSignals(postgres);
  try {
    const sections: Section[] = [];
    for (const name of options.sets) {
      say(name);
      sections.push(await MEASURES[name]({ options, postgres, say }));
    }
    const { databaseUrl: _, ...settings } = options;
    console.log(await writeReport(options.smoke ? "smoke" : options.name, machine, settings, sections));
  } finally {
    await postgres.stop();
  }
}

/** Stops PostgreSQL on a signal. Unlike the measured servers, it does not receive the terminal's signals itself. */
function endWithSignals({ stop }: BenchPostgres): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(130)));
}

function readOptionsOrExit(): Options {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options !== null) return options;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

try {
  await run(readOptionsOrExit());
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
