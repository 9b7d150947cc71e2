import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { resolve } from "node:path";
import type { Measurement } from "./support/measure.ts";

/** The machine, and the time of the measurement. */
export interface Machine {
  readonly measuredAt: string;
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  readonly memoryGb: number;
  /** The load average over one minute before the start. */
  readonly load: number;
}

/** A part of the report: its title, its Markdown, and the figures behind it. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
  readonly figures: unknown;
}

export function describeMachine(): Machine {
  return {
    measuredAt: new Date().toISOString(),
    commit: currentCommit(),
    node: process.versions.node,
    cpu: `${cpus().length} × ${cpus()[0]?.model}`,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    load: Number(loadavg()[0]?.toFixed(2)),
  };
}

function currentCommit(): string {
  try {
    const args = ["-c", "safe.directory=*", "rev-parse", "--short", "HEAD"];
    return execFileSync("git", args, {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // A copy without git history.
    return "unknown";
  }
}

/** Writes `results/<name>.json` and `.md`. */
export async function writeReport(
  name: string,
  machine: Machine,
  settings: unknown,
  sections: readonly Section[],
): Promise<string> {
  const folder = resolve(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  const figures = Object.fromEntries(sections.map((section) => [section.name, section.figures]));
  await writeFile(resolve(folder, `${name}.json`), `${JSON.stringify({ machine, settings, ...figures }, null, 2)}\n`);
  const text = `# Bench\n\n${preamble(machine)}\n\n${sections.map(sectionText).join("\n\n")}\n`;
  await writeFile(resolve(folder, `${name}.md`), text);
  return text;
}

const sectionText = ({ title, markdown }: Section): string => `## ${title}\n\n${markdown}`;

const preamble = ({ measuredAt, commit, node, cpu, memoryGb, load }: Machine): string =>
  `${cpu}, ${memoryGb} GiB, Node ${node}, load ${load} before the start; commit ${commit}, ${measuredAt.slice(0, 10)}.`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
};

/** The lower quartile, the median and the upper quartile, interpolated. */
export function quartiles(values: readonly number[]): readonly [lower: number, median: number, upper: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const low = sorted[Math.floor(place)] ?? Number.NaN;
    return low + (place % 1) * ((sorted[Math.ceil(place)] ?? Number.NaN) - low);
  };
  return [at(0.25), at(0.5), at(0.75)];
}

type Figure = "requestsPerSecond" | "p50" | "p99" | "serverCpu" | "postgresCpu" | "clientCpu";

/** The median over the rounds; null if the server was not measured. */
export function figureOf(
  measured: readonly Measurement[],
  server: string,
  query: string,
  figure: Figure,
): number | null {
  const values = measured
    .filter((one) => one.server === server && one.query === query)
    .map((measurement) => measurement[figure]);
  return values.length === 0 ? null : median(values);
}

/**
 * The median ratio of a server's throughput to that of `base`. The ratio is taken in each round, because a disturbance
 * affects both servers of a round.
 */
export function ratioOf(measured: readonly Measurement[], server: string, base: string, query: string): number | null {
  const own = measured.filter((one) => one.server === server && one.query === query);
  const ratios = own.map(({ round, requestsPerSecond }) => {
    const other = measured.find((one) => one.server === base && one.query === query && one.round === round);
    return requestsPerSecond / (other?.requestsPerSecond ?? Number.NaN);
  });
  return ratios.length === 0 ? null : median(ratios);
}

/** Three significant digits, so that small and large numbers fit into one table. */
export const short = (value: number | null): string =>
  value === null ? "–" : value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
