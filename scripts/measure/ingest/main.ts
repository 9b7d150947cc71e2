import { cpus, loadavg } from "node:os";
import { Argument } from "commander";
import { startTemporaryPostgres } from "../../temporary-postgres.ts";
import { measurement, positive } from "../measurement.ts";
import { measureImports } from "./measure-import.ts";
import { RunBench, type Timings, WAYS } from "./measure-run.ts";
import { RUN_STYLE_NAMES } from "./synthetic-run.ts";

const command = measurement(
  "ingest",
  `How long it takes to check, extract, score and store a run, compared with the bare insert of its rows, and how much time and
memory the import of a large release takes.`,
)
  .addArgument(new Argument("[parts...]", "what to measure (default: both)").choices(["runs", "imports"]))
  .option("--times <n>", "repetitions", positive, 15)
  .option("--url <url>", "an empty database (default: a temporary PostgreSQL server)")
  .parse();
const values = command.opts<{ readonly times: number; readonly url?: string }>();
const wanted = (part: string): boolean => command.args.length === 0 || command.args.includes(part);

const load = (): string => `load ${loadavg()[0]?.toFixed(2)}`;
const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;

function runRow(style: string, timings: Timings): string {
  const cells = WAYS.map((way) => `${median(timings[way]).toFixed(1)} ms`);
  // Each repetition is compared with the bare insert next to it, because other work on the machine slows down both.
  const ratios = WAYS.slice(1).map((way) =>
    median(timings[way].map((time, index) => time / (timings.bare[index] ?? 0))),
  );
  return `| ${style} | ${cells.join(" | ")} | ${ratios.map((ratio) => ratio.toFixed(2)).join(" | ")} |`;
}

async function measureRuns(url: string): Promise<void> {
  const bench = await RunBench.open(url);
  try {
    console.log(
      "| responses | bare insert | service | HTTP | service / bare | HTTP / bare |\n| --- | ---: | ---: | ---: | ---: | ---: |",
    );
    for (const style of RUN_STYLE_NAMES) {
      await bench.measure(style, 5);
      console.log(runRow(style, await bench.measure(style, values.times)));
    }
  } finally {
    await bench.close();
  }
}

const postgres = values.url === undefined ? await startTemporaryPostgres() : null;
const url = values.url ?? postgres?.url ?? "";
try {
  console.log(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, ${load()}\n`);
  if (wanted("runs")) await measureRuns(url);
  if (wanted("imports")) await measureImports(url);
  console.log(`\n${load()} at the end`);
} finally {
  await postgres?.stop();
}
