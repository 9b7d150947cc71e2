import { execFileSync } from "node:child_process";
import { Command, InvalidArgumentError } from "commander";

/** What each measurement shows. The file of the same name in this folder makes it. */
export const MEASUREMENTS = {
  attacks: "what an attacker with many submissions learns about hidden answers",
  cli: "CPU time and loaded files of commands, beside a start of Node",
  citus: "sizes and latencies on a Citus cluster, by the number of runs",
  code: "number and size of the files in src/ at one or more commits",
  corpus: "how every extractor reads the labelled corpus; writes the tables of the documentation",
  dashboard: "first paint, slice changes, dropped frames and sizes in Chromium",
  defences: "which tests fail if a defence of hidden answers is removed",
  documents: "random queries that hold a server for longest",
  export: "time and memory of an export, and Parquet beside pages of GraphQL",
  extraction: "every extractor on real outputs of language models",
  fuzz: "the text that costs an extractor most",
  imports: "how long an import of many questions holds the event loop of a server",
  ingest: "submitting a run beside the bare insert of its rows, and the import of a large release",
  intervals: "how often intervals and rank ranges contain the true value",
  items: "statistics of questions: times, recovery, wrong keys, subsets",
  leaderboards: "CPU time of a leaderboard over a slice that is not cached, by the number of runs",
  mutants: "which small changes of the source the tests notice",
  pages: "CPU time of the first queries of a dashboard, beside another version",
  recipes: "the import of rows by a recipe beside that by code, and the lines of each importer",
  sampling: "what a sampler of the answer key gains from the scores that it is shown",
  scale: "sizes and latencies on one PostgreSQL server, by the number of runs",
  sdk: "sizes of bundles, and paging through the SDK beside curl",
  search: "finding predictions by a part of their response",
  start: "from npm start to the first answer, and to the signed-in page",
  submission: "memory of omnidex submit for very large files",
  suite: "time of the tests by folder and file",
} as const;

/** The command line of a measurement. Wrong arguments end the process with code 2. */
export const measurement = (name: keyof typeof MEASUREMENTS, details: string): Command =>
  new Command(`npm run measure -- ${name}`)
    .description(`Measures ${MEASUREMENTS[name]}.\n\n${details}`)
    .showHelpAfterError(`npm run measure -- ${name} --help lists what is allowed.`)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Parses an argument or option that is a number above 0. */
export function positive(text: string): number {
  if (!(Number(text) > 0)) throw new InvalidArgumentError("Allowed are numbers above 0.");
  return Number(text);
}

/** Like {@link positive}, for an argument that can be repeated. */
export const positives = (text: string, before: readonly number[] | undefined): readonly number[] => [
  ...(before ?? []),
  positive(text),
];

/** Bundles the program and the dashboard, unless they are up to date. */
export function buildProject(): void {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
}
