/**
 * Measures how long it takes to check, extract, score and store a run, compared with the bare insert of its rows, and
 * how much time and memory the import of a large release takes. Prints tables for bench/results/speed.md and asserts
 * nothing.
 *
 * `npm run measure:ingest -- [runs] [imports] [--times=15] [--url=postgres://…]` measures one part or both, on a
 * temporary PostgreSQL server or on a given empty database.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startTemporaryPostgres } from "../temporary-postgres.ts";
import { measureImports } from "./measure-import.ts";
import { RunBench, type Timings, WAYS } from "./measure-run.ts";
import { RUN_STYLE_NAMES } from "./synthetic-run.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "15" }, url: { type: "string" } },
});
const wanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part);

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
      console.log(runRow(style, await bench.measure(style, Number(values.times))));
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
